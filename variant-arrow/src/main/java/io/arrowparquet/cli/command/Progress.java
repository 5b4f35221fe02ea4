// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.io.Console;
import java.io.PrintWriter;

public final class Progress {
  private final PrintWriter err;
  private final long all;
  private final String unit;
  private final boolean terminal = isInteractive();

  /** {@code all} is negative where it is not known. */
  public Progress(PrintWriter err, long all, String unit) {
    this.err = err;
    this.all = all;
    this.unit = unit;
  }

  public void done(long count) {
    if (terminal) {
      show(
          "\r" + (all < 0 ? "" : count + " of ") + PlainText.count(all < 0 ? count : all, unit),
          err);
    }
  }

  public void end() {
    if (terminal) {
      err.println();
    }
  }

  /**
   * Shows progress, which begins with a carriage return to replace what was shown before. Nothing
   * of a file may be in it: it goes past {@link PlainText}.
   */
  public static void show(String progress, PrintWriter err) {
    err.flush();
    System.err.print(progress);
    System.err.flush();
  }

  /** Progress is shown to people, not to pipes. */
  @SuppressWarnings("SystemConsoleNull")
  public static boolean isInteractive() {
    Console console = System.console();
    if (console == null) {
      return false;
    }
    // From JDK 22 on there is a console in a pipe too, and a method to find out; 17 has no such
    // method.
    try {
      return (boolean) Console.class.getMethod("isTerminal").invoke(console);
    } catch (NoSuchMethodException e) {
      return true;
    } catch (ReflectiveOperationException e) {
      return false;
    }
  }
}
