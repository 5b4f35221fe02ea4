// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.shared;

import java.io.PrintWriter;

/** Shows people how many files are done; quiet in a pipe. */
public final class FileProgress {
  private final PrintWriter err;
  private final long files;
  private final boolean terminal = Terminal.isInteractive();

  /** Progress of so many files. */
  public FileProgress(PrintWriter err, long files) {
    this.err = err;
    this.files = files;
  }

  /** Says how many are done. */
  public void done(long count) {
    if (terminal) {
      Terminal.show("\r" + count + " of " + files + " files", err);
    }
  }

  /** Ends the line. */
  public void end() {
    if (terminal) {
      err.println();
    }
  }
}
