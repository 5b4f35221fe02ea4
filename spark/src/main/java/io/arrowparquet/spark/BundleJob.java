// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleSegment;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTasks;
import io.arrowparquet.bundle.BundleTasks.Publication;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Row;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;

/**
 * A job of {@link FooterJobs} about a bundle: its tasks write segments, and the driver publishes
 * them.
 *
 * @param number of the job, by which its objects are named
 * @param trust how files are compared with the bundle; null to take all files
 */
record BundleJob(
    URI bundle,
    long number,
    @Nullable BundleTrust trust,
    Broadcast<SerializableConfiguration> configuration)
    implements Function<BundleJob.Part, BundleJob.Result> {
  private static final long serialVersionUID = 1;

  /** Footers that a task collects in memory; an executor runs several tasks. */
  private static final long MEMORY = 64 << 20;

  /** Footers that a task reads at once where it waits for answers. */
  private static final int REMOTE_JOBS = 8;

  /**
   * What a task does: reads footers of files, or copies a part of the bundle.
   *
   * @param bounds of parts; null where files are read
   */
  record Part(@Nullable List<SourceEntry> files, @Nullable List<String> bounds, int number)
      implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /** A segment's description as bytes, and rows of files that could not be read. */
  @SuppressWarnings("ArrayRecordComponent") // compared with no other
  record Result(byte[] segment, List<Row> failed) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  private Configuration hadoop() {
    return configuration.value().value();
  }

  private BundleTasks tasks(BundleOptions options) throws IOException {
    SessionStorage storage = new SessionStorage(hadoop());
    BundleStore store =
        SessionStorage.isLocal(bundle)
            ? BundleStore.of(java.nio.file.Path.of(bundle))
            : BundleStore.of(bundle, storage, storage);
    return new BundleTasks(store, options);
  }

  List<Part> parts(Publication how, List<List<SourceEntry>> slices, int most) throws IOException {
    if (how != Publication.COMPACT) {
      return slices.stream().map(slice -> new Part(slice, null, 0)).toList();
    }
    List<String> bounds = new ArrayList<>(tasks(BundleOptions.defaults()).bounds(most));
    return IntStream.rangeClosed(0, bounds.size())
        .mapToObj(part -> new Part(null, bounds, part))
        .toList();
  }

  @Override
  public Result call(Part part) throws IOException {
    List<Row> failed = new ArrayList<>();
    TaskContext context = TaskContext.get();
    BundleOptions options =
        BundleOptions.defaults()
            .withMemory(MEMORY)
            .withJobs(SessionStorage.isLocal(bundle) ? 1 : REMOTE_JOBS)
            .withProgress(files -> context.killTaskIfInterrupted())
            .withUnreadable(
                (file, e) ->
                    failed.add(
                        FileTask.failed(file.path(), Math.max(0, file.version().length()), e)));
    BundleTasks tasks = tasks(options);
    BundleSegment segment;
    if (part.bounds != null) {
      segment = tasks.compact(number, part.bounds, part.number);
    } else if (trust == null) {
      segment = tasks.write(number, inputs(part.files, failed));
    } else {
      segment = tasks.append(number, inputs(part.files, failed), trust);
    }
    return new Result(segment.toBytes(), failed);
  }

  private List<BundleInput> inputs(List<SourceEntry> files, List<Row> failed) throws IOException {
    SessionStorage storage = new SessionStorage(hadoop());
    BundleFolder folder =
        SessionStorage.isLocal(bundle)
            ? BundleFolder.ofBundle(java.nio.file.Path.of(bundle), storage)
            : BundleFolder.of(bundle, storage);
    List<BundleInput> inputs = new ArrayList<>();
    for (SourceEntry file : files) {
      try {
        inputs.add(
            SessionStorage.isLocal(file.uri())
                ? folder.input(java.nio.file.Path.of(file.uri()))
                : folder.input(file));
      } catch (NoSuchFileException e) {
        failed.add(FileTask.failed(file.uri().toString(), Math.max(0, file.length()), e));
      }
    }
    return inputs;
  }

  private static List<BundleSegment> segments(List<Result> results) {
    return results.stream().map(result -> BundleSegment.from(result.segment)).toList();
  }

  BundleWriter.Changes publish(Publication how, List<Result> results) throws IOException {
    return tasks(BundleOptions.defaults()).publish(how, segments(results));
  }

  /** Bytes of the published object. */
  long length() throws IOException {
    try (ByteSource source = new SessionStorage(hadoop()).open(bundle)) {
      return source.length();
    }
  }

  /**
   * Deletes what attempts wrote that no bundle names: those that were lost, or all of a job. What
   * an executor was writing when it was killed has its name with more around it.
   */
  void clean(List<Result> results, boolean isPublished) {
    Set<String> published =
        isPublished
            ? segments(results).stream().map(BundleSegment::name).collect(Collectors.toSet())
            : Set.of();
    try {
      String prefix = tasks(BundleOptions.defaults()).prefix(number);
      Path folder = new Path(bundle).getParent();
      FileSystem files = folder.getFileSystem(hadoop());
      for (FileStatus left : files.listStatus(folder, path -> path.getName().contains(prefix))) {
        if (!published.contains(left.getPath().getName())) {
          files.delete(left.getPath(), false);
        }
      }
    } catch (IOException e) {
      return; // no reader sees what is left
    }
  }
}
