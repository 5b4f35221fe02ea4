// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.bundle.BundleCommand;
import io.arrowparquet.cli.bundle.BundleCreateCommand;
import io.arrowparquet.cli.bundle.BundleExportCommand;
import io.arrowparquet.cli.bundle.BundleInspectCommand;
import io.arrowparquet.cli.chunks.ChunkCommand;
import io.arrowparquet.cli.footer.FooterFilesCommand;
import io.arrowparquet.cli.footer.FooterInspectCommand;
import io.arrowparquet.cli.lab.FooterExploreCommand;
import io.arrowparquet.cli.lab.FooterKitCommand;
import io.arrowparquet.cli.lab.FooterLabCommand;
import io.arrowparquet.cli.rows.ChosenRowsCommand;
import io.arrowparquet.cli.rows.ConvertCommand;
import io.arrowparquet.cli.rows.ImportCommand;
import io.arrowparquet.cli.rows.RewriteCommand;
import io.arrowparquet.cli.rows.ScanCommand;
import io.arrowparquet.cli.rows.TableFactsCommand;
import io.arrowparquet.cli.variant.VariantCommand;
import io.arrowparquet.cli.variant.VariantInspectCommand;
import io.arrowparquet.cli.variant.VariantRewriteCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/**
 * The commands, by their names. What one of them takes is found out by reflection, in a time that
 * counts where files are small, and so only for the command that the arguments name. The list of
 * commands needs what they do; mistakes, where the arguments name no command, need all of them.
 */
final class Subcommands {
  private static final Map<String, Class<?>> FOOTER =
      inOrder(
          Map.entry("attach", FooterFilesCommand.Attach.class),
          Map.entry("strip", FooterFilesCommand.Strip.class),
          Map.entry("convert", FooterFilesCommand.Convert.class),
          Map.entry("inspect", FooterInspectCommand.class),
          Map.entry("verify", FooterFilesCommand.Verify.class),
          Map.entry("lab", FooterLabCommand.class),
          Map.entry("explore", FooterExploreCommand.class),
          Map.entry("kit", FooterKitCommand.class));

  private static final Map<String, Class<?>> BUNDLE =
      inOrder(
          Map.entry("create", BundleCreateCommand.class),
          Map.entry("append", BundleCommand.Append.class),
          Map.entry("sync", BundleCommand.Sync.class),
          Map.entry("remove", BundleCommand.Remove.class),
          Map.entry("compact", BundleCommand.Compact.class),
          Map.entry("inspect", BundleInspectCommand.class),
          Map.entry("verify", BundleCommand.Verify.class),
          Map.entry("find", BundleCommand.Find.class),
          Map.entry("export", BundleExportCommand.class));

  private static final Map<String, Class<?>> VARIANT =
      inOrder(
          Map.entry("cat", VariantCommand.Cat.class),
          Map.entry("shred", VariantRewriteCommand.Shred.class),
          Map.entry("unshred", VariantRewriteCommand.Unshred.class),
          Map.entry("get", VariantCommand.Get.class),
          Map.entry("schema", VariantCommand.InferredSchema.class),
          Map.entry("inspect", VariantInspectCommand.class));

  private static final Map<String, Class<?>> ALL =
      inOrder(
          Map.entry("demo", DemoCommand.class),
          Map.entry("footer", FooterCommands.class),
          Map.entry("bundle", BundleCommands.class),
          Map.entry("variant", VariantCommands.class),
          Map.entry("scan", ScanCommand.class),
          Map.entry("head", ChosenRowsCommand.Head.class),
          Map.entry("sample", ChosenRowsCommand.Sample.class),
          Map.entry("rows", ChosenRowsCommand.At.class),
          Map.entry("count", TableFactsCommand.Count.class),
          Map.entry("schema", TableFactsCommand.Columns.class),
          Map.entry("pages", ChunkCommand.Pages.class),
          Map.entry("dictionary", ChunkCommand.Dictionary.class),
          Map.entry("column-index", ChunkCommand.ColumnIndex.class),
          Map.entry("import", ImportCommand.class),
          Map.entry("convert", ConvertCommand.class),
          Map.entry("rewrite", RewriteCommand.class),
          Map.entry("completion", CompletionCommand.class),
          Map.entry("help", HelpCommand.class));

  private Subcommands() {}

  @Command(
      name = "footer",
      description = "Attach, strip, convert, inspect, verify and measure footers.",
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND")
  private static final class FooterCommands {}

  @Command(
      name = "bundle",
      description = "Create, change, inspect and verify footer bundles: the footers of many files.",
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND")
  private static final class BundleCommands {}

  @Command(
      name = "variant",
      description = "Print, inspect, shred and unshred Variant columns.",
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "COMMAND")
  private static final class VariantCommands {}

  /** For the list of commands; {@link Main} has the words in another order before they get here. */
  @Command(name = "help", description = "Print the help of a command: help scan.")
  private static final class HelpCommand {}

  @SafeVarargs
  private static Map<String, Class<?>> inOrder(Map.Entry<String, Class<?>>... commands) {
    Map<String, Class<?>> map = new LinkedHashMap<>();
    for (Map.Entry<String, Class<?>> command : commands) {
      map.put(command.getKey(), command.getValue());
    }
    return map;
  }

  static boolean has(String name) {
    return ALL.containsKey(name);
  }

  static void addTo(CommandLine main, List<String> arguments) {
    if (!arguments.equals(List.of("--version"))) {
      add(main, ALL, arguments);
    }
  }

  private static void add(
      CommandLine parent, Map<String, Class<?>> commands, List<String> arguments) {
    String named = arguments.isEmpty() ? "" : arguments.get(0);
    boolean isOne = commands.containsKey(named);
    List<String> rest = isOne ? arguments.subList(1, arguments.size()) : List.of();
    boolean isList = !isOne && (named.equals("--help") || named.equals("-h"));
    commands.forEach(
        (name, type) -> {
          if (!isOne || name.equals(named)) {
            CommandLine command = new CommandLine(isList ? listed(type) : type);
            command.getCommandSpec().versionProvider(parent.getCommandSpec().versionProvider());
            if (!isList) {
              add(command, below(type), rest);
            }
            parent.addSubcommand(name, command);
          }
        });
  }

  /** What a list of commands says of one. */
  private static CommandSpec listed(Class<?> type) {
    CommandSpec spec = CommandSpec.create();
    spec.usageMessage().description(type.getAnnotation(Command.class).description());
    return spec;
  }

  private static Map<String, Class<?>> below(Class<?> type) {
    if (type == FooterCommands.class) {
      return FOOTER;
    }
    if (type == BundleCommands.class) {
      return BUNDLE;
    }
    return type == VariantCommands.class ? VARIANT : Map.of();
  }
}
