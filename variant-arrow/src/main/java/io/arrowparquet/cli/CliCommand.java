// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

@Command(mixinStandardHelpOptions = true)
abstract class CliCommand implements Callable<Integer> {
  static final int DONE = 0;

  /** The input is at fault, or there was too little memory or room for the output. */
  static final int INPUT = 1;

  static final int USAGE = 2;

  @Spec CommandSpec spec;

  final PrintWriter out() {
    return spec.commandLine().getOut();
  }

  final PrintWriter err() {
    return spec.commandLine().getErr();
  }

  final ParameterException wrong(String message) {
    return UsageErrors.wrong(spec, message);
  }

  final ParameterException wrong(String message, Throwable cause) {
    return new ParameterException(spec.commandLine(), message, cause);
  }
}
