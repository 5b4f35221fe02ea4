// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.shared;

import java.io.PrintWriter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** Prints failures: one line each, or the stack trace where {@code --debug} asks for it. */
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
    PrintWriter err = command.commandLine().getErr();
    if (report.debug) {
      failure.printStackTrace(err);
    } else {
      err.println("arrowparquet: " + FailureText.of(failure, command));
    }
  }
}
