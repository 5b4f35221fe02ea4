// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.cli.shared.FileArgument;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** A command that works on a bundle that is there. */
@Command(mixinStandardHelpOptions = true)
abstract class BundleCommand implements Callable<Integer> {
  @Parameters(
      index = "0",
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "A footer bundle: a path or a URI.")
  FileArgument bundle;

  @Spec CommandSpec spec;

  final BundleStore store() throws IOException {
    return BundleFiles.store(bundle);
  }

  final FooterBundle open() throws IOException {
    return FooterBundle.open(store());
  }
}
