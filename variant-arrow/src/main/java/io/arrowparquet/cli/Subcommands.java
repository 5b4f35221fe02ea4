// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.command.BundleAppendCommand;
import io.arrowparquet.cli.command.BundleCommand;
import io.arrowparquet.cli.command.BundleCompactCommand;
import io.arrowparquet.cli.command.BundleCreateCommand;
import io.arrowparquet.cli.command.BundleFindCommand;
import io.arrowparquet.cli.command.BundleInspectCommand;
import io.arrowparquet.cli.command.BundleRemoveCommand;
import io.arrowparquet.cli.command.BundleSyncCommand;
import io.arrowparquet.cli.command.BundleVerifyCommand;
import io.arrowparquet.cli.command.DemoCommand;
import io.arrowparquet.cli.command.FooterAttachCommand;
import io.arrowparquet.cli.command.FooterCommand;
import io.arrowparquet.cli.command.FooterInspectCommand;
import io.arrowparquet.cli.command.FooterStripCommand;
import io.arrowparquet.cli.command.FooterVerifyCommand;
import io.arrowparquet.cli.command.VariantCatCommand;
import io.arrowparquet.cli.command.VariantCommand;
import io.arrowparquet.cli.command.VariantGetCommand;
import io.arrowparquet.cli.command.VariantSchemaCommand;
import io.arrowparquet.cli.command.VariantShredCommand;
import io.arrowparquet.cli.command.VariantUnshredCommand;
import io.arrowparquet.cli.scan.ScanCommand;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;

/**
 * The commands, by their names. What one of them takes is found out by reflection, in a time that
 * counts where files are small, and so only for the command that the arguments name. Help and
 * mistakes, where they name none, need all of them.
 */
final class Subcommands {
  private static final Map<String, Class<?>> FOOTER =
      inOrder(
          Map.entry("attach", FooterAttachCommand.class),
          Map.entry("strip", FooterStripCommand.class),
          Map.entry("inspect", FooterInspectCommand.class),
          Map.entry("verify", FooterVerifyCommand.class));

  private static final Map<String, Class<?>> BUNDLE =
      inOrder(
          Map.entry("create", BundleCreateCommand.class),
          Map.entry("append", BundleAppendCommand.class),
          Map.entry("sync", BundleSyncCommand.class),
          Map.entry("remove", BundleRemoveCommand.class),
          Map.entry("compact", BundleCompactCommand.class),
          Map.entry("inspect", BundleInspectCommand.class),
          Map.entry("verify", BundleVerifyCommand.class),
          Map.entry("find", BundleFindCommand.class));

  private static final Map<String, Class<?>> VARIANT =
      inOrder(
          Map.entry("cat", VariantCatCommand.class),
          Map.entry("shred", VariantShredCommand.class),
          Map.entry("unshred", VariantUnshredCommand.class),
          Map.entry("get", VariantGetCommand.class),
          Map.entry("schema", VariantSchemaCommand.class));

  private static final Map<String, Class<?>> ALL =
      inOrder(
          Map.entry("demo", DemoCommand.class),
          Map.entry("footer", FooterCommand.class),
          Map.entry("bundle", BundleCommand.class),
          Map.entry("variant", VariantCommand.class),
          Map.entry("scan", ScanCommand.class));

  private Subcommands() {}

  @SafeVarargs
  private static Map<String, Class<?>> inOrder(Map.Entry<String, Class<?>>... commands) {
    Map<String, Class<?>> map = new LinkedHashMap<>();
    for (Map.Entry<String, Class<?>> command : commands) {
      map.put(command.getKey(), command.getValue());
    }
    return map;
  }

  /** Adds the commands that may be needed for the arguments. */
  static void addTo(CommandLine main, List<String> arguments) {
    add(main, ALL, arguments);
  }

  private static void add(
      CommandLine parent, Map<String, Class<?>> commands, List<String> arguments) {
    String named = arguments.isEmpty() ? "" : arguments.get(0);
    boolean isOne = commands.containsKey(named);
    List<String> rest = isOne ? arguments.subList(1, arguments.size()) : List.of();
    commands.forEach(
        (name, type) -> {
          if (!isOne || name.equals(named)) {
            CommandLine command = new CommandLine(type);
            command.getCommandSpec().version(parent.getCommandSpec().version());
            add(command, below(type), rest);
            parent.addSubcommand(name, command);
          }
        });
  }

  private static Map<String, Class<?>> below(Class<?> type) {
    if (type == FooterCommand.class) {
      return FOOTER;
    }
    if (type == BundleCommand.class) {
      return BUNDLE;
    }
    return type == VariantCommand.class ? VARIANT : Map.of();
  }
}
