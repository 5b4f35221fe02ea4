// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import java.io.PrintWriter;

/** Shows people how many rows are done; quiet in a pipe. */
final class RowProgress {
  private final PrintWriter err;
  private final long rows;
  private final boolean terminal = Terminal.isInteractive();

  RowProgress(PrintWriter err, long rows) {
    this.err = err;
    this.rows = rows;
  }

  void done(long count) {
    if (terminal) {
      err.print("\r" + count + " of " + rows + " rows");
      err.flush();
    }
  }

  void end() {
    if (terminal) {
      err.println();
    }
  }
}
