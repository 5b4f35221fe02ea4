// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;
import picocli.CommandLine.UnmatchedArgumentException;

/**
 * Wrong usage: a line that says what is wrong, what may have been meant, and how to see the help.
 * The help itself, where no command was given at all.
 */
public final class UsageErrors implements IParameterExceptionHandler {
  /** Numbers and files in the words of the command line rather than those of Java. */
  public static void register(CommandLine line) {
    line.setParameterExceptionHandler(new UsageErrors());
    line.registerConverter(Path.class, UsageErrors::path);
    line.registerConverter(int.class, text -> (int) number(text, Integer.MAX_VALUE));
    line.registerConverter(long.class, text -> number(text, Long.MAX_VALUE));
  }

  public static ParameterException wrong(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  public static void requireAtLeastOne(CommandSpec command, String option, int value) {
    if (value < 1) {
      throw wrong(command, option + " must be at least 1, not " + value);
    }
  }

  public static void requireNotNegative(CommandSpec command, String option, long value) {
    if (value < 0) {
      throw wrong(command, option + " must not be negative: " + value);
    }
  }

  private static Path path(String text) {
    requirePath(text);
    if (FileArgument.isUri(text)) {
      throw new TypeConversionException("expected a path: this file has to be local");
    }
    return Path.of(text);
  }

  /** A variable without a value does not mean the current directory. */
  public static void requirePath(String text) {
    if (text.isEmpty()) {
      throw new TypeConversionException("expected a path, not ''");
    }
    if (text.equals("-")) {
      throw new TypeConversionException(
          "expected a path, not '-': a Parquet file is read from its end, and not as a stream;"
              + " ./- is a file of this name");
    }
  }

  private static long number(String text, long most) {
    try {
      long number = Long.parseLong(text);
      if (Math.abs(number) <= most) {
        return number;
      }
    } catch (NumberFormatException e) {
      // As a number that is too large.
    }
    throw new TypeConversionException(
        "expected a whole number of at most " + most + ", not '" + text + "'");
  }

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine command = failure.getCommandLine();
    PrintWriter err = command.getErr();
    boolean isGroup = !command.getSubcommands().isEmpty();
    if (failure instanceof UnmatchedArgumentException unmatched) {
      err.println("arrowparquet: " + describe(unmatched, isGroup));
      UnmatchedArgumentException.printSuggestions(failure, err);
    } else if (isGroup) {
      command.usage(err);
      return CliCommand.USAGE;
    } else {
      err.println("arrowparquet: " + failure.getMessage());
    }
    err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    return CliCommand.USAGE;
  }

  private static String describe(UnmatchedArgumentException failure, boolean isGroup) {
    List<String> unmatched = failure.getUnmatched();
    String quoted = unmatched.stream().collect(Collectors.joining("', '", "'", "'"));
    if (failure.isUnknownOption()) {
      return "unknown option: " + quoted;
    }
    return (isGroup ? "no such command: " : "unexpected argument: ") + quoted;
  }
}
