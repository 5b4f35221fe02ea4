// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.codec;

import com.github.luben.zstd.ZstdDecompressCtx;
import com.github.luben.zstd.ZstdException;
import io.arrowparquet.parquet.internal.codec.PageBytes.Resumable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * The beginnings of Zstandard pages, by zstd-jni's streams, which take up to two fifths longer for
 * a byte than one go. The native memory of a stream, its window, is at most 8 MiB and not an
 * allocator's.
 */
final class ZstdStream implements Resumable {
  private static final int MOST_WINDOW_LOG = 23;

  /** Whether zstd-jni bounds the window of a stream: that of Spark 4.2, for one, does not. */
  static final boolean IS_BOUNDED =
      Arrays.stream(ZstdDecompressCtx.class.getMethods())
          .anyMatch(method -> method.getName().equals("setLongMax"));

  /** Null before a page is wanted in part. */
  private ZstdDecompressCtx context;

  private ByteBuffer in;
  private ByteBuffer out;

  @Override
  public void start(long input, int inputLength, long output, int outputLength) {
    if (context == null) {
      context = new ZstdDecompressCtx();
    }
    context.reset();
    context.setLongMax(MOST_WINDOW_LOG);
    in = MemoryUtil.directBuffer(input, inputLength);
    out = MemoryUtil.directBuffer(output, outputLength);
  }

  @Override
  public int require(int from, int to) throws IOException {
    if (to <= out.position()) {
      return out.position();
    }
    boolean toEnd = to == out.capacity();
    if ((toEnd && out.position() < to / 8) || !read(to, toEnd)) {
      // Little is there yet, or the page is damaged, or it needs another window.
      readAll();
    }
    return out.position();
  }

  private boolean read(int to, boolean toEnd) {
    out.limit(to);
    boolean hasEnded = false;
    try {
      while (out.hasRemaining() || (toEnd && !hasEnded)) {
        int before = in.position() + out.position();
        hasEnded = context.decompressDirectByteBufferStream(out, in);
        if (in.position() + out.position() == before) {
          return false;
        }
      }
    } catch (ZstdException e) {
      return false;
    }
    return !toEnd || !in.hasRemaining();
  }

  private void readAll() throws IOException {
    context.reset();
    in.clear();
    out.clear();
    int written = context.decompressDirectByteBuffer(out, 0, out.capacity(), in, 0, in.capacity());
    out.position(written);
    if (written < out.capacity()) {
      throw new IOException("a stream of " + written + " bytes");
    }
  }

  @Override
  public void close() {
    if (context != null) {
      context.close();
    }
  }
}
