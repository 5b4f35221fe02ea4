// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.util.SerializableConfiguration;

/**
 * A task of {@link FooterJobs} that does the same with each of its files.
 *
 * @param layout to attach; {@link FooterLayout#THRIFT} for none
 */
record FileTask(Kind kind, FooterLayout layout, Broadcast<SerializableConfiguration> configuration)
    implements Function<List<SourceEntry>, List<Row>> {
  private static final long serialVersionUID = 1;

  /** Of a file that another attempt is replacing. */
  private static final int MAX_TRIES = 4;

  private static final long PAUSE_NANOS = 200_000_000;

  /** What is done with a file. */
  enum Kind {
    ATTACH("attached"),
    CONVERT("converted"),
    STRIP("stripped"),
    VERIFY("verified");

    private final String outcome;

    Kind(String outcome) {
      this.outcome = outcome;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  FileTask {
    if (layout == FooterLayout.THRIFT && (kind == Kind.ATTACH || kind == Kind.CONVERT)) {
      throw new IllegalArgumentException("layout thrift has no FlatBuffers footer to attach");
    }
    if (layout == FooterLayout.AUTO) {
      throw new IllegalArgumentException(
          "layout auto: a job leaves files alone that have the layout it is given");
    }
  }

  /** A row of the results; fails the task if it was killed, which is no fault of the file. */
  static Row failed(String file, long bytes, Exception failure) {
    TaskContext context = TaskContext.get();
    if (context != null) {
      context.killTaskIfInterrupted();
    }
    return RowFactory.create(file, "failed", bytes, failure.toString());
  }

  @Override
  public List<Row> call(List<SourceEntry> files) {
    SessionStorage storage = new SessionStorage(configuration.value().value());
    List<Row> rows = new ArrayList<>();
    for (SourceEntry file : files) {
      TaskContext.get().killTaskIfInterrupted();
      try {
        rows.add(done(file.uri(), storage));
      } catch (IOException | DiagnosedException | IllegalArgumentException e) {
        rows.add(failed(file.uri().toString(), Math.max(0, file.length()), e));
      }
    }
    return rows;
  }

  private Row done(URI file, SessionStorage storage) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return tried(file, storage);
      } catch (ChangedSourceException | FileSystemException e) {
        // Perhaps another attempt of this task was faster: then there is nothing left to do. Where
        // a file system replaces a file in two steps, it is missing between them.
        if (i == MAX_TRIES) {
          throw e;
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
    }
  }

  private Row tried(URI file, SessionStorage storage) throws IOException {
    try (ByteSource source = storage.open(file)) {
      long bytes = source.length();
      if (kind == Kind.VERIFY) {
        ParquetFooter footer = FooterVerifier.defaults().verify(source);
        String passedOver = footer.diagnostics().isEmpty() ? null : footer.diagnostics().toString();
        return RowFactory.create(file.toString(), kind.outcome, bytes, passedOver);
      }
      boolean isToChange = isToChange(FooterReader.defaults().read(source));
      if (isToChange) {
        replace(file, source, storage);
      }
      String outcome = isToChange ? kind.outcome : "unchanged";
      return RowFactory.create(file.toString(), outcome, bytes, null);
    }
  }

  private boolean isToChange(ParquetFooter footer) {
    boolean isPlain = footer.layout() == FooterLayout.THRIFT && footer.diagnostics().isEmpty();
    boolean isOther = footer.layout() != layout || !footer.diagnostics().isEmpty();
    return kind == Kind.CONVERT ? isOther && !isPlain : isOther;
  }

  private void replace(URI file, ByteSource source, SessionStorage storage) throws IOException {
    FooterAttacher attacher =
        kind == Kind.STRIP ? null : FooterAttacher.defaults().withLayout(layout);
    if (SessionStorage.isLocal(file)) {
      Path path = Path.of(file);
      // Hadoop's checksums of the file as it was; without them it compares none.
      Files.deleteIfExists(path.resolveSibling("." + path.getFileName() + ".crc"));
      if (attacher == null) {
        FooterStripper.defaults().stripInPlace(path);
      } else {
        attacher.attachInPlace(path);
      }
      return;
    }
    try (ByteSink sink = storage.replace(file, source.version())) {
      if (attacher == null) {
        FooterStripper.defaults().strip(source, sink);
      } else {
        attacher.attach(source, sink);
      }
    }
  }
}
