// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(mixinStandardHelpOptions = true)
public abstract class CliCommand implements Callable<Integer> {
  public static final int DONE = 0;

  /** The input is at fault, or there was too little memory or room for the output. */
  public static final int INPUT = 1;

  public static final int USAGE = 2;

  @Spec public CommandSpec spec;

  protected final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  protected final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  protected final ParameterException wrong(String message) {
    return UsageErrors.wrong(spec, message);
  }

  protected final ParameterException wrong(String message, Throwable cause) {
    return new ParameterException(spec.commandLine(), message, cause);
  }
}
