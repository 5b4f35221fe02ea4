// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import static java.util.stream.Collectors.partitioningBy;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.RemoteOptions;
import io.arrowparquet.cli.command.StandardOutput;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.parquet.internal.write.BatchFile;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;

@Command(
    name = "arrowparquet",
    description = "Parquet footers in FlatBuffers and Variant columns in Apache Arrow.",
    mixinStandardHelpOptions = true,
    versionProvider = Main.Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:The command did what it was asked to.",
      "1:The input is at fault, or memory or the disk was not enough.",
      "2:The command was not used as its help says.",
      "130:It was interrupted, as Ctrl-C does."
    })
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    // Not System.out: its charset is the terminal's, and JSON is UTF-8 in every locale.
    PrintWriter out = utf8(StandardOutput.open(), false);
    PrintWriter err = utf8(new FileOutputStream(FileDescriptor.err), true);
    System.exit(run(out, err, args));
  }

  private static PrintWriter utf8(OutputStream stream, boolean autoFlush) {
    return new PrintWriter(
        new BufferedWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8)), autoFlush);
  }

  public static int run(PrintWriter out, PrintWriter err, String... args) {
    String[] asked = helpLast(args);
    CommandLine line = commandLine(List.of(asked));
    Main main = line.getCommand();
    // The colors of a help would be among the control characters that are not printed.
    line.setColorScheme(Help.defaultColorScheme(Help.Ansi.OFF))
        .setOut(PlainText.to(out, false))
        .setErr(PlainText.to(err, true))
        .setExecutionStrategy(main::run)
        .setExecutionExceptionHandler((failure, command, parsed) -> main.fail(failure, command))
        .setCaseInsensitiveEnumValuesAllowed(true);
    UsageErrors.register(line);
    int code = main.execute(line, asked);
    err.flush();
    return code;
  }

  /** Options that each command takes come last, so that its own are seen. */
  private static final class CommandHelp extends Help {
    CommandHelp(CommandSpec command, ColorScheme colors) {
      super(command, colors);
    }

    @Override
    public String optionList() {
      Map<Boolean, List<OptionSpec>> options =
          commandSpec().options().stream()
              .collect(partitioningBy(option -> option.scopeType() == ScopeType.INHERIT));
      return optionListExcludingGroups(options.get(false))
          + "Options of all commands:"
          + System.lineSeparator()
          + optionListExcludingGroups(options.get(true));
    }
  }

  /** The command that the arguments name, or all of them. */
  static CommandLine commandLine(List<String> arguments) {
    CommandLine line = new CommandLine(new Main());
    line.addMixin(FailureReport.MIXIN, new FailureReport());
    line.addMixin(RemoteOptions.MIXIN, new RemoteOptions());
    line.addMixin(KeyOptions.MIXIN, new KeyOptions());
    Subcommands.addTo(line, arguments);
    return line.setHelpFactory(CommandHelp::new);
  }

  /** {@code help COMMAND} is {@code COMMAND --help}. */
  private static String[] helpLast(String... args) {
    if (args.length == 0 || !args[0].equals("help")) {
      return args;
    }
    String[] named = Arrays.copyOfRange(args, 1, args.length);
    if (named.length > 0 && !Subcommands.has(named[0])) {
      return named; // which is refused
    }
    String[] asked = Arrays.copyOf(named, args.length);
    asked[named.length] = "--help";
    return asked;
  }

  static final class Version implements IVersionProvider {
    @Override
    public String[] getVersion() {
      return new String[] {BatchFile.CREATED_BY};
    }
  }

  private int run(ParseResult parsed) {
    ParseResult last = parsed;
    while (last.hasSubcommand()) {
      last = last.subcommand();
    }
    CommandSpec root = parsed.commandSpec();
    RemoteOptions remote = (RemoteOptions) root.mixins().get(RemoteOptions.MIXIN).userObject();
    KeyOptions keys = (KeyOptions) root.mixins().get(KeyOptions.MIXIN).userObject();
    try {
      remote.use(last.commandSpec());
      keys.use(last.commandSpec());
      return new CommandLine.RunLast().execute(parsed);
    } catch (StandardOutput.ClosedException e) {
      return fail(e, parsed.commandSpec().commandLine());
    }
  }

  /** Exceptions of commands are handled within; their errors come through. */
  private int execute(CommandLine line, String... args) {
    int code;
    try {
      code = line.execute(args);
    } catch (Error e) {
      code = fail(e, line);
    }
    try {
      line.getOut().flush();
      return code;
    } catch (StandardOutput.ClosedException e) {
      return Math.max(code, fail(e, line));
    }
  }

  private int fail(Throwable failure, CommandLine command) {
    if (failure instanceof StandardOutput.ClosedException closed && closed.isBrokenPipe()) {
      return CliCommand.DONE;
    }
    FailureReport.print(failure, command.getCommandSpec());
    return CliCommand.INPUT;
  }
}
