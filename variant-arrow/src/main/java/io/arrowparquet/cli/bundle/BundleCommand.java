// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.BundledFooter;
import io.arrowparquet.bundle.stream.StreamBundleReader;
import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.ManyFiles;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

public abstract class BundleCommand extends CliCommand {
  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  FileArgument bundle;

  final BundleStore store() throws IOException {
    return BundleFiles.store(bundle);
  }

  final FooterBundle open() throws IOException {
    return FooterBundle.open(store());
  }

  @Command(
      name = "compact",
      description = "Put the segments of a bundle into one, without removed and replaced entries.")
  public static final class Compact extends BundleCommand {
    @Mixin private ManyFiles.Jobs jobs;

    @Override
    public Integer call() throws Exception {
      BundleOptions options = BundleOptions.defaults().withJobs(jobs.count(spec));
      int segments = new BundleWriter(store(), options).compact();
      err().println(segments == 1 ? "one segment already" : segments + " segments put into one");
      return DONE;
    }
  }

  @Command(name = "find", description = "Print what a bundle has of a file.")
  public static final class Find extends BundleCommand {
    @Parameters(
        index = "1",
        paramLabel = "PATH",
        description = "Path of the file, also from the bundle's folder, or its URI.")
    private String path;

    @Override
    public Integer call() throws Exception {
      try (FooterBundle open = open()) {
        BundleEntry entry = BundleFiles.find(open, bundle, path);
        BundledFile file = entry.file();
        out()
            .printf(
                "%s: %s, modified %s, %s, %s, footer of %d bytes, CRC-32" + " %08x%n",
                PlainText.line(file.path()),
                PlainText.count(file.length(), "byte"),
                file.version().modified(),
                PlainText.count(entry.rows(), "row"),
                PlainText.count(entry.rowGroups(), "row group"),
                file.footerLength(),
                file.footerCrc32());
        return DONE;
      }
    }
  }

  @Command(
      name = "remove",
      description = {
        "Remove the entries of files from a bundle in table form.",
        "The files stay as they are, and may be gone already."
      })
  public static final class Remove extends BundleCommand {
    @Parameters(
        index = "1..*",
        paramLabel = "FILE",
        arity = "1..*",
        converter = FileArgument.NameConverter.class,
        description = "Paths of files, also from the bundle's folder, or URIs.")
    private List<String> files;

    @Override
    public Integer call() throws Exception {
      List<String> paths = new ArrayList<>();
      try (FooterBundle open = open()) {
        for (String file : files) {
          paths.add(BundleFiles.find(open, bundle, file).file().path());
        }
      }
      BundleWriter.Changes changes =
          new BundleWriter(store(), BundleOptions.defaults()).remove(paths);
      err().printf("%d removed, %d unchanged%n", changes.removed(), changes.unchanged());
      return DONE;
    }
  }

  @Command(
      name = "append",
      description = {
        "Add new and changed files to a bundle in table form; others stay in it.",
        "bundle sync removes the files that are not named."
      })
  public static class Append extends BundleCommand {
    @Parameters(
        index = "1..*",
        paramLabel = "FILE",
        arity = "1..*",
        converter = FileArgument.NameConverter.class,
        description = ParquetFiles.DESCRIPTION)
    private List<String> files;

    @Option(
        names = "--check-footers",
        description =
            "Find changed files by their footers' checksums too, not by length and time alone.")
    private boolean checkFooters;

    @Mixin private InputReading reading;

    BundleWriter.Changes change(BundleWriter writer, List<BundleInput> inputs, BundleTrust trust)
        throws IOException {
      return writer.append(inputs, trust);
    }

    @Override
    public Integer call() throws Exception {
      reading.check();
      List<BundleInput> inputs =
          reading.inputs(bundle, ParquetFiles.of(files).arguments(), (file, input) -> input);
      BundleWriter.Changes changes =
          change(
              new BundleWriter(store(), reading.options()),
              inputs,
              checkFooters ? BundleTrust.FOOTER : BundleTrust.STAT);
      reading.progress().end();
      err()
          .printf(
              "%d added, %d changed, %d removed, %d unchanged%s%n",
              changes.added(),
              changes.changed(),
              changes.removed(),
              changes.unchanged(),
              reading.skippedText());
      return DONE;
    }
  }

  @Command(
      name = "sync",
      description = {
        "Make a bundle in table form have the files that are named, as they are now.",
        "New and changed ones are added, and all others removed from the bundle."
      })
  public static final class Sync extends Append {
    @Override
    BundleWriter.Changes change(BundleWriter writer, List<BundleInput> inputs, BundleTrust trust)
        throws IOException {
      return writer.sync(inputs, trust);
    }
  }

  @Command(
      name = "verify",
      description =
          "Check all of a bundle, and compare it field by field with the footers of its files.")
  public static final class Verify extends BundleCommand {
    @Mixin private BundleFiles named;
    @Mixin private BundleFiles.StreamInput stream;

    private long files;
    private long stale;

    @Override
    public Integer call() throws Exception {
      BundleFolder folder = named.allowed(bundle);
      if (!stream.read(bundle, (footers, bytes) -> compare(folder, footers))) {
        try (FooterBundle open = open()) {
          open.verify();
          FooterBundle.Footers footers = open.footers(null);
          for (BundleEntry entry : open.files()) {
            compare(folder, entry.file(), footers.thrift(entry));
          }
        }
      }
      out()
          .printf(
              "%s: in order; %s, %d of them changed%n",
              bundle, PlainText.count(files, "file"), stale);
      return stale == 0 ? DONE : INPUT;
    }

    private void compare(BundleFolder folder, StreamBundleReader footers) throws IOException {
      for (BundledFooter next = footers.next(); next != null; next = footers.next()) {
        compare(folder, next.file(), next.thrift());
      }
    }

    private void compare(BundleFolder folder, BundledFile file, byte[] bundled) {
      files++;
      String problem = problem(folder, file, bundled);
      if (problem != null) {
        stale++;
        FailureReport.warn(file.path() + ": " + problem, spec);
      }
    }

    private static String problem(BundleFolder folder, BundledFile file, byte[] bundled) {
      try {
        BundleInput now = folder.now(file);
        try (ByteSource source = now.opener().open()) {
          RawFooter found = RawFooter.read(source);
          RecordDifference difference = RecordDifference.first(bundled, found.struct());
          if (difference != null) {
            return String.format(
                "%s: %s in the bundle, %s in the file",
                difference.path(), difference.found(), difference.expected());
          }
          boolean isSame =
              found.fileLength() == file.length()
                  && found.length() == file.footerLength()
                  && found.crc32() == file.footerCrc32();
          if (!isSame) {
            return "its footer is not the one in the bundle, with equal fields";
          }
          return BundleTrust.STAT.isCurrent(file, now)
              ? null
              : "its footer is the one in the bundle, and its time or ETag is not, so that each scan"
                  + " reads it anew; bundle append brings the bundle up to date";
        }
      } catch (IOException | CorruptFooterException e) {
        return "cannot be read: " + e;
      }
    }
  }
}
