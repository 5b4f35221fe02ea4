// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import picocli.CommandLine.Command;

/** The commands that work on footers. */
@Command(
    name = "footer",
    description = "Attach, strip, inspect and verify FlatBuffers footers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      FooterAttachCommand.class,
      FooterStripCommand.class,
      FooterInspectCommand.class,
      FooterVerifyCommand.class,
    })
final class FooterCommand {
  private FooterCommand() {}
}
