// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Entry point of the command line; see the package for its contract. */
@Command(
    name = "arrowparquet",
    description = "Parquet footers in FlatBuffers and Variant columns in Apache Arrow.",
    mixinStandardHelpOptions = true,
    version = "arrowparquet 0.1.0-SNAPSHOT",
    synopsisSubcommandLabel = "COMMAND")
public final class Main {
  private static final String OWN_EXCEPTIONS = "io.arrowparquet.";

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean debug;

  private Main() {}

  /** Runs one command and exits with its code. */
  public static void main(String[] args) {
    // Not System.out: its charset is the terminal's, and JSON is UTF-8 whatever the locale.
    PrintWriter out = utf8(FileDescriptor.out, false);
    PrintWriter err = utf8(FileDescriptor.err, true);
    System.exit(run(out, err, args));
  }

  private static PrintWriter utf8(FileDescriptor descriptor, boolean autoFlush) {
    return new PrintWriter(
        new BufferedWriter(
            new OutputStreamWriter(new FileOutputStream(descriptor), StandardCharsets.UTF_8)),
        autoFlush);
  }

  /**
   * Runs one command.
   *
   * @param out where data goes; flushed at the end
   * @param err where messages go
   * @return the exit code
   */
  static int run(PrintWriter out, PrintWriter err, String... args) {
    Main main = new Main();
    CommandLine line = new CommandLine(main);
    Subcommands.addTo(line, List.of(args));
    line.setOut(out)
        .setErr(err)
        .setExecutionExceptionHandler(main.failures())
        .setCaseInsensitiveEnumValuesAllowed(true);
    int code = line.execute(args);
    out.flush();
    err.flush();
    return code;
  }

  /** Whether {@code --debug} was given to a command or to one it belongs to. */
  static boolean isDebug(CommandSpec spec) {
    return ((Main) spec.root().userObject()).debug;
  }

  private IExecutionExceptionHandler failures() {
    return (failure, command, parsed) -> {
      PrintWriter err = command.getErr();
      if (debug) {
        failure.printStackTrace(err);
      } else {
        err.println("arrowparquet: " + describe(failure));
      }
      return ExitCode.INPUT;
    };
  }

  /** One line that names the input and what is wrong with it. */
  static String describe(Throwable failure) {
    // Names in a file may have line breaks in them, and so may the messages of libraries.
    return message(failure).replaceAll("\\R\\s*", " ");
  }

  private static String message(Throwable failure) {
    if (failure instanceof NoSuchFileException) {
      return failure.getMessage() + ": no such file";
    }
    if (failure instanceof FileAlreadyExistsException) {
      return failure.getMessage() + ": exists already";
    }
    if (failure instanceof AccessDeniedException) {
      return failure.getMessage() + ": permission denied";
    }
    // This project's own exceptions say where, what was found and what was expected.
    if (failure.getClass().getName().startsWith(OWN_EXCEPTIONS)
        || failure instanceof IOException
        || failure instanceof IllegalArgumentException) {
      return String.valueOf(failure.getMessage());
    }
    return failure + " (--debug prints where)";
  }
}
