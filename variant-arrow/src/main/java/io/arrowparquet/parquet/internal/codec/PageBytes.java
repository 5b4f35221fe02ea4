// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import io.arrowparquet.parquet.internal.codec.PageDecompressor.Decompressor;
import java.io.IOException;

/**
 * The bytes of one page after another, decompressed as far as they are wanted. Borrows the memory
 * of both sides until the next page. One thread at a time.
 */
public final class PageBytes implements AutoCloseable {
  private final PageDecompressor decompressor;

  /** Null where the codec's library does a page in one go. */
  private final Resumable resumable;

  /** Whether steps take no longer than one go. */
  private final boolean steps;

  /** Of the page: null if it was done in one go. */
  private Resumable current;

  private long output;
  private int outputLength;
  private int inputLength;

  PageBytes(PageDecompressor decompressor, Resumable resumable, boolean steps) {
    this.decompressor = decompressor;
    this.resumable = resumable;
    this.steps = steps;
  }

  /** Whether the input of the page will be looked at again: not all of it is there. */
  public boolean isInSteps() {
    return current != null;
  }

  /**
   * Begins with a page, whose input may be of no meaning if it has no bytes. {@code partly}: not
   * all of it will be wanted.
   */
  public void start(
      long newInput, int newInputLength, long newOutput, int newOutputLength, boolean partly) {
    output = newOutput;
    outputLength = newOutputLength;
    inputLength = newInputLength;
    current = newOutputLength > 0 && (steps || partly) ? resumable : null;
    if (newOutputLength == 0) {
      return;
    }
    if (current == null) {
      decompressor.decompress(newInput, newInputLength, newOutput, newOutputLength);
      return;
    }
    try {
      current.start(newInput, newInputLength, newOutput, newOutputLength);
    } catch (IOException | RuntimeException e) {
      throw decompressor.corrupt(inputLength, outputLength, e);
    }
  }

  /**
   * Has the bytes between two addresses of the page there. Those before, if nobody wanted them, may
   * be left out. Returns the end of what is there, {@code to} or more.
   */
  public long require(long from, long to) {
    if (current == null) {
      return output + outputLength;
    }
    try {
      long end = output + current.require((int) Math.max(0, from - output), (int) (to - output));
      current = end == output + outputLength ? null : current;
      return end;
    } catch (IOException | RuntimeException e) {
      throw decompressor.corrupt(inputLength, outputLength, e);
    }
  }

  @Override
  public void close() {
    if (resumable != null) {
      resumable.close();
    }
  }

  /** Decompresses one page after another, each in steps. One thread at a time. */
  interface Resumable extends Decompressor {

    /** Begins with a page, of which nothing is there. The caller answers for both lengths. */
    void start(long input, int inputLength, long output, int outputLength) throws IOException;

    /**
     * As {@link PageBytes#require}, by offsets in the page. Throws anything if the input is corrupt
     * as far as it was looked at.
     */
    int require(int from, int to) throws IOException;

    @Override
    default int decompress(long input, int inputLength, long output, int outputLength)
        throws IOException {
      start(input, inputLength, output, outputLength);
      return require(0, outputLength);
    }
  }
}
