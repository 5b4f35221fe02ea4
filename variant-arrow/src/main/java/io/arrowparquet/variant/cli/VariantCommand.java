// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import picocli.CommandLine.Command;

/** The commands that work on Variant columns. */
@Command(
    name = "variant",
    description = "Show, shred and put together Variant columns.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      VariantCatCommand.class,
      VariantShredCommand.class,
      VariantUnshredCommand.class,
      VariantGetCommand.class,
      VariantSchemaCommand.class,
    })
final class VariantCommand {
  private VariantCommand() {}
}
