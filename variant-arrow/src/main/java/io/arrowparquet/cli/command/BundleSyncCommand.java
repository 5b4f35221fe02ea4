// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;

/** {@code bundle sync}. */
public @Command(
    name = "sync",
    description = {
      "Make a bundle in table form have the files that are named, as they are now.",
      "New and changed ones are added, and all others removed from the bundle."
    }) final class BundleSyncCommand extends BundleAppendCommand {
  private BundleSyncCommand() {}

  @Override
  BundleWriter.Changes change(BundleWriter writer, List<BundleInput> inputs, BundleTrust trust)
      throws IOException {
    return writer.sync(inputs, trust);
  }
}
