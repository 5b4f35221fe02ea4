// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import io.arrowparquet.footer.FooterDiagnostic;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/**
 * Prints failures and warnings: one line each, or the stack trace where {@code --debug} asks for
 * it.
 */
public final class FailureReport {
  /** Name of the mixin in the root command. */
  public static final String MIXIN = "failures";

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean debug;

  /** Reports that a command has failed, or has failed for one of its files. */
  public static void print(Throwable failure, CommandSpec command) {
    FailureReport report = (FailureReport) command.root().mixins().get(MIXIN).userObject();
    if (report.debug) {
      failure.printStackTrace(command.commandLine().getErr());
    } else {
      warn(FailureText.of(failure, command), command);
    }
  }

  /** Reports something, on one line, that does not end the command. */
  public static void warn(String text, CommandSpec command) {
    command.commandLine().getErr().println("arrowparquet: " + FailureText.oneLine(text));
  }

  /** Reports a footer that was passed over. */
  public static void warn(String file, FooterDiagnostic problem, CommandSpec command) {
    warn(file + ": " + problem + "; using the Thrift footer", command);
  }
}
