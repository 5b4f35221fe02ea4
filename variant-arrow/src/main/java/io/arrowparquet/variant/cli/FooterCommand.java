// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import picocli.CommandLine.Command;

/** The commands that work on footers. */
@Command(
    name = "footer",
    description = "Attach, strip and inspect FlatBuffers footers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      FooterAttachCommand.class,
      FooterStripCommand.class,
      FooterInspectCommand.class,
    })
final class FooterCommand {
  private FooterCommand() {}
}
