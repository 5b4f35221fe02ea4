// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.stream.BundledFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

abstract class BundleCommand extends CliCommand {
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
  static final class Compact extends BundleCommand {
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
  static final class Find extends BundleCommand {
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
  static final class Remove extends BundleCommand {
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
}
