// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import picocli.CommandLine.Command;

/** Groups the commands that work on footer bundles; see {@code Subcommands}. */
public @Command(
    name = "bundle",
    description = "Create, change, inspect and verify footer bundles: the footers of many files.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND") final class BundleCommand {
  private BundleCommand() {}
}
