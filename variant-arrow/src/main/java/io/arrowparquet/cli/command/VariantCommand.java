// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import picocli.CommandLine.Command;

/** Groups the commands that work on Variant columns; see {@code Subcommands}. */
public @Command(
    name = "variant",
    description = "Show, shred and unshred Variant columns.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND") final class VariantCommand {
  private VariantCommand() {}
}
