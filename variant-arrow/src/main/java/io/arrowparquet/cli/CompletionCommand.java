// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.command.CliCommand;
import java.util.List;
import java.util.Set;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Parameters;

@Command(
    name = "completion",
    description = "Print a script that completes commands and options in a shell.",
    footer = {
      "bash, zsh: source <(arrowparquet completion bash)",
      "fish:      arrowparquet completion fish | source"
    })
final class CompletionCommand extends CliCommand {
  enum Shell {
    BASH,
    ZSH,
    FISH
  }

  @Parameters(paramLabel = "bash|zsh|fish", description = "The shell.")
  private Shell shell;

  @Override
  public Integer call() {
    CommandLine all = Main.commandLine(List.of());
    String name = all.getCommandName();
    if (shell == Shell.FISH) {
      out().println("complete -c " + name + " -e");
      fish(all, "__fish_use_subcommand");
    } else {
      // In zsh it loads what runs completions of bash.
      out().print(AutoComplete.bash(name, all));
    }
    return DONE;
  }

  /** {@code when}: where on the line they are completed. */
  private void fish(CommandLine command, String when) {
    Set<String> below = command.getSubcommands().keySet();
    String here =
        below.isEmpty() || command.getParent() == null
            ? when
            : when + "; and not __fish_seen_subcommand_from " + String.join(" ", below);
    for (OptionSpec option : command.getCommandSpec().options()) {
      StringBuilder words = new StringBuilder();
      for (String name : option.names()) {
        words.append(name.startsWith("--") ? " -l " : " -s ").append(name.replaceAll("^-+", ""));
      }
      fish(here, words + (option.arity().max() > 0 ? " -r" : ""), option.description());
    }
    command
        .getSubcommands()
        .forEach(
            (name, sub) -> {
              fish(here, " -f -a " + name, sub.getCommandSpec().usageMessage().description());
              String seen = "__fish_seen_subcommand_from " + name;
              fish(sub, command.getParent() == null ? seen : when + "; and " + seen);
            });
  }

  private void fish(String when, String words, String[] description) {
    String text = description.length == 0 ? "" : description[0].split("[.:;]", 2)[0];
    out()
        .println(
            "complete -c arrowparquet -n '"
                + when
                + "'"
                + words
                + " -d '"
                + text.replaceAll("['\\\\]", "")
                + "'");
  }
}
