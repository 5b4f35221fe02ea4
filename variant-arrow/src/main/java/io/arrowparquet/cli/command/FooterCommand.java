// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import picocli.CommandLine.Command;

/** Groups the commands that work on footers; see {@code Subcommands}. */
public @Command(
    name = "footer",
    description = "Attach, strip, inspect and verify FlatBuffers footers.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND") final class FooterCommand {
  private FooterCommand() {}
}
