// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.schema.BundledFile;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.PlainText;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code bundle find}. */
public @Command(
    name = "find",
    description = "Print what a bundle has of a file.",
    mixinStandardHelpOptions = true) final class BundleFindCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  private FileArgument bundle;

  @Parameters(
      index = "1",
      paramLabel = "PATH",
      description = "Path of the file, also from the bundle's folder, or its URI.")
  private String path;

  @Spec private CommandSpec spec;

  private BundleFindCommand() {}

  @Override
  public Integer call() throws Exception {
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      BundleEntry entry = BundleFiles.find(open, bundle, path);
      BundledFile file = entry.file();
      spec.commandLine()
          .getOut()
          .printf(
              "%s: %d bytes, modified %s, %d rows, %d row groups, footer of %d bytes, CRC-32"
                  + " %08x%n",
              PlainText.line(file.path()),
              file.length(),
              file.modified(),
              entry.rows(),
              entry.rowGroups(),
              file.footerLength(),
              file.footerCrc32());
      return ExitCode.DONE;
    }
  }
}
