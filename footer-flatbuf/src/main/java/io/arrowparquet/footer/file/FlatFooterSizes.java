// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.util.BitSet;

/**
 * Measures where the bytes of a FlatBuffers footer go. Tables and vectors that chunks of one column
 * use are that column's; what chunks of several columns use together is shared.
 *
 * <p>Takes time in proportion to the footer, and about one and a half times its bytes on the heap.
 *
 * <p>Threads: any may call it.
 */
public final class FlatFooterSizes {
  /** Tables, vectors and strings begin at multiples of this. */
  private static final int ALIGNMENT = 4;

  private FlatFooterSizes() {}

  /**
   * Measures the FlatBuffer between the buffer's position and limit, which stay as they are.
   *
   * @return sizes that sum up to the buffer's remaining bytes
   * @throws CorruptFooterException if it does not {@linkplain FlatFooterVerifier verify}
   */
  public static FooterSizes measure(ByteBuffer flatbuffer) {
    FlatFooter.verify(flatbuffer);
    FooterBytes bytes = new FooterBytes(flatbuffer);
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    Owners owners = new Owners(bytes, footer);
    owners.walk();
    Counter counter = new Counter(bytes, footer, owners);
    counter.walk();
    return counter.finish();
  }

  /** Finds out which column each thing is about. */
  private static final class Owners extends ColumnWalk {
    private static final int NO_OWNER = 0;
    private static final int SHARED = 1;

    /** For each place a thing may be at: none, shared, or its column + 2. */
    private final int[] owners;

    Owners(FooterBytes bytes, FlatFooter footer) {
      super(bytes, footer);
      owners = new int[bytes.size() / ALIGNMENT + 1];
    }

    /** Enters a thing once for its first column, and once more when there is a second. */
    @Override
    int enter(int position, int column) {
      int place = position / ALIGNMENT;
      int owner = column + 2;
      if (owners[place] == NO_OWNER) {
        owners[place] = owner;
        return column;
      }
      if (owners[place] == owner || owners[place] == SHARED) {
        return PASS_OVER;
      }
      owners[place] = SHARED;
      return FooterSizes.SHARED;
    }

    int columnAt(int position) {
      return owners[position / ALIGNMENT] - 2;
    }

    @Override
    void take(int from, int length, int column, FooterPart part) {
      // Bytes are counted when all owners are known.
    }
  }

  /** Counts bytes, each one the first time it comes by. */
  private static final class Counter extends ColumnWalk {
    private final Owners owners;
    private final BitSet entered;
    private final BitSet counted;
    private final FooterSizes.Builder sizes;

    Counter(FooterBytes bytes, FlatFooter footer, Owners owners) {
      super(bytes, footer);
      this.owners = owners;
      this.entered = new BitSet(bytes.size() / ALIGNMENT + 1);
      this.counted = new BitSet(bytes.size());
      this.sizes = new FooterSizes.Builder(footer.columnCount());
    }

    @Override
    int enter(int position, int column) {
      int place = position / ALIGNMENT;
      if (entered.get(place)) {
        return PASS_OVER;
      }
      entered.set(place);
      return owners.columnAt(position);
    }

    @Override
    void take(int from, int length, int column, FooterPart part) {
      int fresh = 0;
      // Vtables are shared by most tables: bytes that were counted are stepped over.
      int end = from + length;
      for (int i = counted.nextClearBit(from); i < end; i = counted.nextClearBit(i + 1)) {
        counted.set(i);
        fresh++;
      }
      sizes.add(column, part, fresh);
    }

    /** Nothing refers to the bytes that are left: they are padding. */
    FooterSizes finish() {
      sizes.add(
          FooterSizes.SHARED, FooterPart.STRUCTURE, (long) bytes.size() - counted.cardinality());
      return sizes.build();
    }
  }
}
