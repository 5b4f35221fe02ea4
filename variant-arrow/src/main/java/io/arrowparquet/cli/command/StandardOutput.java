// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.Locale;

/**
 * Standard output that does not fail in silence: a {@link java.io.PrintWriter} hides an {@link
 * IOException}: a command would go on without a reader, or lose rows on a full disk and report
 * success.
 */
public final class StandardOutput extends OutputStream {
  private final OutputStream out;

  private StandardOutput(OutputStream out) {
    this.out = out;
  }

  /** The stream of this process, past what filters text: for bytes, or to be made a writer of. */
  public static OutputStream open() {
    return new StandardOutput(new FileOutputStream(FileDescriptor.out));
  }

  public static final class ClosedException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    private ClosedException(IOException cause) {
      super("standard output: " + cause.getMessage(), cause);
    }

    /**
     * Whether the reader of a pipe has gone, as {@code head} does once it has its lines: nothing is
     * wrong then. The message is the system's, which keeps the word in other languages too.
     */
    public boolean isBrokenPipe() {
      return String.valueOf(getCause().getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
    }
  }

  @Override
  public void write(int b) {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) {
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      throw new ClosedException(e);
    }
  }

  @Override
  public void flush() {
    try {
      out.flush();
    } catch (IOException e) {
      throw new ClosedException(e);
    }
  }
}
