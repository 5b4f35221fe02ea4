// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import picocli.CommandLine.Command;

/** The commands that work on Variant columns. */
@Command(
    name = "variant",
    description = "Show the values of Variant columns.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      VariantCatCommand.class,
    })
final class VariantCommand {
  private VariantCommand() {}
}
