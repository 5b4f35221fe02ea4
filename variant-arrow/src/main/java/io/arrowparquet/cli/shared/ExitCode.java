// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

/** The exit codes of the command line. */
public final class ExitCode {
  /** The command did what it was asked to. */
  public static final int DONE = 0;

  /**
   * The input is at fault: a file that is missing, corrupt or not what the command needs; or there
   * was too little memory or room for the output.
   */
  public static final int INPUT = 1;

  /** The words of the call are at fault. */
  static final int USAGE = 2;

  private ExitCode() {}
}
