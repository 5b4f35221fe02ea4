// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.ColumnDomain.Kind;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encode.ChunkEncoder.ValueBounds;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;

/**
 * Bounds of byte arrays as unsigned bytes, and of decimals in FIXED_LEN_BYTE_ARRAY as signed ones.
 *
 * <p>Of a value that is too long for a bound only one byte more is kept than a bound may have: that
 * is enough to know which value is least, whether the bound is exact, and where a character ends.
 *
 * <pre>
 *   min that is too long   its prefix
 *   max that is too long   the least value that is greater than all with its prefix:
 *     text                 the last character of the prefix that can be, increased; those after it left out
 *     other bytes          the last byte of it that can be, increased; those after it left out
 * </pre>
 */
final class BytesBounds implements ChunkEncoder.ColumnBounds {
  private final boolean isWanted;
  private final int most;
  private final int kept;

  /** Turns the first word of a value into a key that is compared as a signed integer. */
  private final long flip;

  private final Pair open = new Pair();
  private final Pair chunk = new Pair();

  private static final class Pair {
    private final Bound min = new Bound();
    private final Bound max = new Bound();

    /** Where the first word is in which the bounds may differ; all words before are the same. */
    private int at;

    /** What they are in that word. */
    private long minKey;

    private long maxKey;

    void clear() {
      min.length = Bound.NONE;
      max.length = Bound.NONE;
    }
  }

  private static final class Bound {
    private static final int NONE = -1;

    private byte[] bytes = new byte[Long.BYTES];
    private int length = NONE;

    void set(byte[] data, int from, int count) {
      if (count > bytes.length) {
        bytes = new byte[Math.max(count, 2 * bytes.length)];
      }
      System.arraycopy(data, from, bytes, 0, count);
      length = count;
    }
  }

  BytesBounds(ColumnDomain domain, ChunkEncoder.Settings settings) {
    boolean decimal = domain.kind() == Kind.DECIMAL;
    isWanted =
        settings.boundsBytes() > 0
            && (domain.kind() == Kind.BYTES
                || (decimal && domain.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY));
    most = decimal ? Integer.MAX_VALUE : settings.boundsBytes();
    kept = most == Integer.MAX_VALUE ? most : most + 1;
    flip = decimal ? 0 : Long.MIN_VALUE;
    start();
  }

  /** Values as {@link BytesChunkEncoder#add} takes them. */
  void add(byte[] data, int[] offsets, int from, int count) {
    if (!isWanted || count == 0) {
      return;
    }
    int end = offsets[from];
    for (int i = from; i < from + count; i++) {
      int start = end;
      end = offsets[i + 1];
      int length = Math.min(kept, end - start);
      if (open.min.length == Bound.NONE || !isBetween(open, data, start, length)) {
        add(open, data, start, length);
      }
    }
  }

  /**
   * Whether a value is known to widen nothing, by the word in which the bounds differ: they often
   * have a long beginning in common.
   */
  private boolean isBetween(Pair pair, byte[] data, int start, int length) {
    int at = pair.at;
    if (at > 0 && !beginsAsBounds(pair, data, start, length)) {
      return false;
    }
    long key = key(data, start, length, at);
    if (key > pair.minKey && key < pair.maxKey) {
      return true;
    }
    return length - at <= Long.BYTES
        && ((key == pair.minKey && length == pair.min.length)
            || (key == pair.maxKey && length == pair.max.length));
  }

  private static boolean beginsAsBounds(Pair pair, byte[] data, int start, int length) {
    if (length < pair.at) {
      return false;
    }
    byte[] bound = pair.min.bytes;
    for (int i = 0; i < pair.at; i += Long.BYTES) {
      if ((long) ArrayNumbers.LONG.get(data, start + i) != (long) ArrayNumbers.LONG.get(bound, i)) {
        return false;
      }
    }
    return true;
  }

  /** A word of a value, to be compared as a signed integer; zeros for bytes that are missing. */
  private long key(byte[] data, int start, int length, int at) {
    // Only the first byte of a decimal has a sign.
    return word(data, start + at, length - at) ^ (at == 0 ? flip : Long.MIN_VALUE);
  }

  private static long word(byte[] data, int start, int length) {
    if (length > 0 && start <= data.length - Long.BYTES) {
      long word = Long.reverseBytes((long) ArrayNumbers.LONG.get(data, start));
      return length >= Long.BYTES ? word : word & (-1L << (Long.SIZE - Byte.SIZE * length));
    }
    long word = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      word = word << Byte.SIZE | (i < length ? data[start + i] & 0xFF : 0);
    }
    return word;
  }

  private void add(Pair to, byte[] data, int start, int length) {
    if (to.min.length == Bound.NONE || compare(data, start, length, to.min) < 0) {
      to.min.set(data, start, length);
    }
    if (to.max.length == Bound.NONE || compare(data, start, length, to.max) > 0) {
      to.max.set(data, start, length);
    }
    int whole = Math.min(to.min.length, to.max.length) - Long.BYTES;
    int at = 0;
    while (at <= whole
        && (long) ArrayNumbers.LONG.get(to.min.bytes, at)
            == (long) ArrayNumbers.LONG.get(to.max.bytes, at)) {
      at += Long.BYTES;
    }
    to.at = at;
    to.minKey = key(to.min.bytes, 0, to.min.length, at);
    to.maxKey = key(to.max.bytes, 0, to.max.length, at);
  }

  private int compare(byte[] data, int start, int length, Bound bound) {
    long key = key(data, start, length, 0);
    long other = key(bound.bytes, 0, bound.length, 0);
    return key != other
        ? Long.compare(key, other)
        : Arrays.compareUnsigned(data, start, start + length, bound.bytes, 0, bound.length);
  }

  @Override
  public void start() {
    open.clear();
    chunk.clear();
  }

  @Override
  public ValueBounds endPage() {
    ValueBounds ofPage = bounds(open);
    if (open.min.length != Bound.NONE) {
      add(chunk, open.min.bytes, 0, open.min.length);
      add(chunk, open.max.bytes, 0, open.max.length);
    }
    open.clear();
    return ofPage;
  }

  @Override
  public ValueBounds ofChunk() {
    return bounds(chunk);
  }

  private ValueBounds bounds(Pair pair) {
    if (pair.min.length == Bound.NONE) {
      return new ValueBounds(null, null, false, false, 0);
    }
    boolean minExact = pair.min.length <= most;
    boolean maxExact = pair.max.length <= most;
    byte[] min = minExact ? Arrays.copyOf(pair.min.bytes, pair.min.length) : prefix(pair.min.bytes);
    byte[] max =
        maxExact ? Arrays.copyOf(pair.max.bytes, pair.max.length) : beyond(prefix(pair.max.bytes));
    return new ValueBounds(min, max, minExact, maxExact && max != null, 0);
  }

  /** The bytes that a bound may have, without a character's first ones. */
  private byte[] prefix(byte[] bytes) {
    int end = most;
    while (end > 0 && (bytes[end] & 0xC0) == 0x80) {
      end--;
    }
    byte[] characters = Arrays.copyOf(bytes, end);
    return end > 0 && text(characters) != null ? characters : Arrays.copyOf(bytes, most);
  }

  private byte[] beyond(byte[] prefix) {
    String text = text(prefix);
    return text == null ? ColumnDomain.afterPrefix(prefix) : ColumnDomain.afterPrefix(text, most);
  }

  /** Null if the bytes are no UTF-8. */
  private static String text(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
