// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import java.io.PrintWriter;
import java.util.Locale;

/** Prints what was measured beside its target. For one thread. */
public final class TargetTable {
  private final PrintWriter out;
  private boolean isMissed;

  /** Prints the heading. */
  public TargetTable(PrintWriter out) {
    this.out = out;
    out.printf("%-62s %12s %12s%n", "what", "value", "target");
  }

  /** A line of text between the values. */
  public void heading(String text) {
    out.println(text);
  }

  /** A value that has no target. */
  public void value(String what, double value, String unit) {
    out.printf(Locale.ROOT, "%-62s %12s%n", what, text(value, unit));
  }

  /** A value that must not be greater than its target, on any machine. */
  public void atMost(String what, double value, double most, String unit) {
    isMissed |= value > most;
    row(what, value, most, unit, value > most);
  }

  /** A time, or a ratio of times: belongs to a quiet machine, and does not count as missed. */
  public void timeAtMost(String what, double value, double most, String unit) {
    row(what, value, most, unit, value > most);
  }

  /** As {@link #timeAtMost}, of a value that should be as great as its target. */
  public void timeAtLeast(String what, double value, double least, String unit) {
    row(what, value, least, unit, value < least);
  }

  private void row(String what, double value, double target, String unit, boolean missed) {
    out.printf(
        Locale.ROOT,
        "%-62s %12s %12s%s%n",
        what,
        text(value, unit),
        text(target, unit),
        missed ? "  MISSED" : "");
  }

  private static String text(double value, String unit) {
    return String.format(Locale.ROOT, value >= 10 ? "%.0f %s" : "%.3g %s", value, unit).trim();
  }

  /** Whether a target was missed that holds on any machine. */
  public boolean isMissed() {
    return isMissed;
  }
}
