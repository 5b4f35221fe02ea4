// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Collection;

/**
 * The last bytes of a large FlatBuffers footer: where the parts of it are that a reader needs first
 * who fetches it in parts. Found without following a reference, for the root is at the other end.
 *
 * <pre>
 *   from the end of the flatbuffer, all u32, little-endian:
 *     -92    -88        -84     -80      -76     -72     -68                          -8
 *      | 22   | checksums | front | schema | slots | homes | shared blocks: 15          | magic       |
 *      | size of the vector                                 | each its number + 1, or 0  | "PFDIR001"  |
 * </pre>
 *
 * <p>{@code checksums} and {@code slots} are positions of the first elements of {@code block_crcs}
 * and {@code column_table.slots}, {@code schema} of the vector {@code schema}; bytes 0 to {@code
 * front} have the root, the checksums, the tables of the row groups and the places of columns.
 * Shared blocks have what chunks of several tiles refer to.
 */
@SuppressWarnings("ArrayRecordComponent") // read only where it is made
public record FooterDirectory(
    int checksums, int front, int schema, int slots, int homes, int[] shared) {
  public static final int ELEMENTS = 22;
  public static final int LENGTH = (ELEMENTS + 1) * Integer.BYTES;
  public static final int MAX_SHARED = 15;

  /** Slots after a hash's home that are fetched with it; searches are nearly always shorter. */
  private static final int SEARCHED_SLOTS = 32;

  private static final int CHECKSUMS = 4;
  private static final int FRONT = 8;
  private static final int SCHEMA = 12;
  private static final int SLOTS = 16;
  private static final int HOMES = 20;
  private static final int SHARED = 24;
  private static final int MAGIC = SHARED + MAX_SHARED * Integer.BYTES;

  /** "PFDIR001" as the little-endian number it reads as. */
  private static final long MAGIC_VALUE = 0x3130305249444650L;

  /** "PFDIR000": there is room for checksums, but they were not computed yet. */
  private static final long UNSEALED = MAGIC_VALUE - (1L << 56);

  /** What messages call the bytes: an index is in the footer that it is of, and has no schema. */
  static String noun(FooterDirectory directory) {
    return directory != null && directory.schema == 0
        ? "Thrift footer with its index"
        : "FlatBuffers footer";
  }

  /** Null if the bytes that end where the flatbuffer does have none, or one that cannot be. */
  public static FooterDirectory find(ByteBuffer tail, int size) {
    if (tail.remaining() < LENGTH || size < LENGTH) {
      return null;
    }
    return find(tail, size, MAGIC_VALUE);
  }

  /** As {@link #find}, of a flatbuffer whose checksums are to be computed, which it now says. */
  static FooterDirectory seal(ByteBuffer flatbuffer) {
    int size = flatbuffer.remaining();
    if (size < LENGTH) {
      return null;
    }
    if (find(flatbuffer, size, UNSEALED) != null) {
      flatbuffer
          .slice(flatbuffer.limit() - LENGTH, LENGTH)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putLong(MAGIC, MAGIC_VALUE);
    }
    return find(flatbuffer, size);
  }

  private static FooterDirectory find(ByteBuffer tail, int size, long magic) {
    ByteBuffer at = tail.slice(tail.limit() - LENGTH, LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    if (at.getInt(0) != ELEMENTS || at.getLong(MAGIC) != magic) {
      return null;
    }
    int[] shared = new int[MAX_SHARED];
    int count = 0;
    while (count < MAX_SHARED && at.getInt(SHARED + count * Integer.BYTES) != 0) {
      shared[count] = at.getInt(SHARED + count * Integer.BYTES) - 1;
      if (shared[count] < 0 || shared[count] > (size - 1) >> BlockChecksums.BLOCK_SHIFT) {
        return null;
      }
      count++;
    }
    FooterDirectory found =
        new FooterDirectory(
            at.getInt(CHECKSUMS),
            at.getInt(FRONT),
            at.getInt(SCHEMA),
            at.getInt(SLOTS),
            at.getInt(HOMES),
            Arrays.copyOf(shared, count));
    return found.fits(size) ? found : null;
  }

  private boolean fits(int size) {
    return checksums > 0
        && checksums % Integer.BYTES == 0
        && checksums <= size - (long) Integer.BYTES * BlockChecksums.count(size)
        && front >= 0
        && front <= size
        && schema >= 0
        && schema <= size - Integer.BYTES
        && slots >= 0
        && homes >= 0
        && slots + (long) Long.BYTES * homes <= size;
  }

  /** Over the last bytes of a flatbuffer; found when {@link BlockChecksums#seal} was called. */
  public void put(ByteBuffer flatbuffer) {
    int start = flatbuffer.limit() - LENGTH;
    ByteBuffer at = flatbuffer.slice(start, LENGTH).order(ByteOrder.LITTLE_ENDIAN);
    at.putInt(CHECKSUMS, checksums);
    at.putInt(FRONT, front);
    at.putInt(SCHEMA, schema);
    at.putInt(SLOTS, slots);
    at.putInt(HOMES, homes);
    for (int i = 0; i < shared.length; i++) {
      at.putInt(SHARED + i * Integer.BYTES, shared[i] + 1);
    }
    at.putLong(MAGIC, UNSEALED);
  }

  public boolean matches(int checksumsAt, int schemaAt, int slotsAt) {
    return checksums == checksumsAt && schema == schemaAt && slots == slotsAt;
  }

  public ByteRanges first(int size, Collection<String> paths) {
    ByteRanges ranges = new ByteRanges(size);
    ranges.add(0, front);
    ranges.add(size - LENGTH, size);
    // The number of elements, which leads the vector.
    ranges.add(schema, schema + Integer.BYTES);
    ranges.add(slots - Integer.BYTES, slots);
    for (String path : paths) {
      long begin = slots + (long) NameSlots.home(PathHash.of(path), homes) * Long.BYTES;
      ranges.add(begin, begin + SEARCHED_SLOTS * Long.BYTES);
    }
    return ranges;
  }
}
