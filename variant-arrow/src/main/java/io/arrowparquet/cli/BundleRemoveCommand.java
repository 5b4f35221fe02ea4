// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code bundle remove}. */
@Command(
    name = "remove",
    description = {
      "Remove the entries of files from a bundle in table form.",
      "The files stay as they are, and may be gone already."
    })
final class BundleRemoveCommand extends BundleCommand {
  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description = "Paths of files, also from the bundle's folder, or URIs.")
  private List<String> files;

  private BundleRemoveCommand() {}

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
    spec.commandLine()
        .getErr()
        .printf("%d removed, %d unchanged%n", changes.removed(), changes.unchanged());
    return ExitCode.DONE;
  }
}
