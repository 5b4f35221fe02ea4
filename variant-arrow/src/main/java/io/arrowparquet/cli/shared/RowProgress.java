// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import java.io.PrintWriter;

/** Shows people how many rows are done; quiet in a pipe. */
public final class RowProgress {
  private final PrintWriter err;
  private final long rows;
  private final boolean terminal = Terminal.isInteractive();

  public RowProgress(PrintWriter err, long rows) {
    this.err = err;
    this.rows = rows;
  }

  public void done(long count) {
    if (terminal) {
      Terminal.show("\r" + count + " of " + rows + " rows", err);
    }
  }

  public void end() {
    if (terminal) {
      err.println();
    }
  }
}
