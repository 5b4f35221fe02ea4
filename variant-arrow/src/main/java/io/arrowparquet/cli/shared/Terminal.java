// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import java.io.Console;
import java.io.PrintWriter;

/** Whether somebody is looking: progress is shown to people, not to pipes. */
final class Terminal {
  private Terminal() {}

  /**
   * Shows progress, which begins with a carriage return to replace what was shown before. Nothing
   * of a file may be in it: it goes past {@link PlainText}.
   *
   * @param err where messages go
   */
  static void show(String progress, PrintWriter err) {
    err.flush();
    System.err.print(progress);
    System.err.flush();
  }

  /** Whether the process runs on a terminal. */
  @SuppressWarnings("SystemConsoleNull")
  static boolean isInteractive() {
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
