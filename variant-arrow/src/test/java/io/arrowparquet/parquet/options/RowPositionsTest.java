// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Random;
import java.util.TreeSet;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;

class RowPositionsTest {
  private static final int MAGIC = 0x6439D3D1;

  private static List<Long> ranges(RowPositions rows, long from, long to) {
    List<Long> all = new ArrayList<>();
    rows.forEachRange(
        from,
        to,
        (start, end) -> {
          all.add(start);
          all.add(end);
        });
    return all;
  }

  @Test
  void joins_ranges_that_touch() {
    RowPositions rows = RowPositions.ofRanges(2, 4, 4, 6, 9, 10);
    assertEquals(List.of(2L, 6L, 9L, 10L), ranges(rows, 0, Long.MAX_VALUE));
    assertEquals(List.of(3L, 6L, 9L, 10L), ranges(rows, 3, 100));
    assertEquals(List.of(3L, 4L), ranges(rows, 3, 4));
    assertEquals(List.of(), ranges(rows, 6, 9));
    assertEquals(5, rows.count());
    assertEquals(2, rows.count(5, 10));
  }

  @Test
  void single_rows_may_come_in_any_order_and_twice() {
    RowPositions rows = RowPositions.of(7, 1, 7, 2);
    assertEquals(RowPositions.ofRanges(1, 3, 7, 8), rows);
    assertEquals(RowPositions.ofRanges(1, 3, 7, 8).hashCode(), rows.hashCode());
    assertNotEquals(RowPositions.of(1, 2, 8), rows);
    assertFalse(rows.contains(-1));
    assertFalse(rows.contains(Long.MAX_VALUE));
    assertTrue(rows.contains(2));
  }

  @Test
  void refuses_ranges_that_do_not_ascend() {
    for (long[] wrong : new long[][] {{1}, {2, 2}, {3, 2}, {-1, 4}, {0, 3, 2, 5}}) {
      assertThrows(IllegalArgumentException.class, () -> RowPositions.ofRanges(wrong));
    }
    assertThrows(IllegalArgumentException.class, () -> RowPositions.of(-3));
    assertThrows(IllegalArgumentException.class, () -> RowPositions.of(Long.MAX_VALUE));
  }

  @Test
  void no_rows_are_a_set_too() {
    assertEquals(0, RowPositions.of().count());
    assertEquals(List.of(), ranges(RowPositions.ofRanges(), 0, 100));
    assertEquals(RowPositions.of(), RowPositions.ofRoaring(bitmap64()));
  }

  @Test
  void reads_arrays_bits_and_runs_of_bitmaps() {
    Random random = new Random(7);
    for (int round = 0; round < 30; round++) {
      TreeSet<Long> expected = new TreeSet<>();
      RowPositions rows = RowPositions.ofRoaring(randomBitmap(random, expected));
      long[] all = expected.stream().mapToLong(Long::longValue).toArray();
      assertEquals(RowPositions.of(all), rows);
      assertEquals(rows, RowPositions.of(all));
      assertEquals(all.length, rows.count());
      long largest = all.length == 0 ? 10 : all[all.length - 1] + 2;
      for (int i = 0; i < 20; i++) {
        long from = random.nextLong(largest);
        long to = i % 2 == 0 ? random.nextLong(largest) : from + random.nextInt(70_000);
        assertEquals(expected.contains(from), rows.contains(from));
        long count = from < to ? expected.subSet(from, to).size() : 0;
        assertEquals(count, rows.count(from, to));
        assertEquals(ranges(RowPositions.of(all), from, to), ranges(rows, from, to));
      }
    }
  }

  @Test
  void checks_length_and_checksum_of_a_deletion_vector() {
    TreeSet<Long> expected = new TreeSet<>();
    ByteBuffer bitmap = randomBitmap(new Random(3), expected);
    ByteBuffer bare = ByteBuffer.allocate(4 + bitmap.remaining()).order(ByteOrder.LITTLE_ENDIAN);
    bare.putInt(MAGIC).put(bitmap).flip();
    RowPositions rows = RowPositions.ofDeletionVector(bare);
    assertEquals(expected.size(), rows.count());

    CRC32 crc = new CRC32();
    crc.update(bare.duplicate());
    ByteBuffer blob = ByteBuffer.allocate(bare.remaining() + 8);
    blob.putInt(bare.remaining()).put(bare.duplicate()).putInt((int) crc.getValue()).flip();
    assertEquals(rows, RowPositions.ofDeletionVector(blob));
    assertEquals(0, blob.position());

    for (int i = 0; i < blob.limit(); i++) {
      byte[] damaged = blob.array().clone();
      damaged[i] ^= 4;
      assertThrows(
          InvalidRequestException.class,
          () -> RowPositions.ofDeletionVector(ByteBuffer.wrap(damaged)));
    }
  }

  @Test
  void refuses_every_truncated_bitmap() {
    TreeSet<Long> unused = new TreeSet<>();
    byte[] bytes = randomBitmap(new Random(11), unused).array();
    for (int length = 0; length < bytes.length; length += length < 100 ? 1 : 97) {
      ByteBuffer part = ByteBuffer.wrap(Arrays.copyOf(bytes, length));
      assertThrows(InvalidRequestException.class, () -> RowPositions.ofRoaring(part));
    }
    ByteBuffer longer = ByteBuffer.wrap(Arrays.copyOf(bytes, bytes.length + 1));
    assertThrows(InvalidRequestException.class, () -> RowPositions.ofRoaring(longer));
  }

  @Test
  void damaged_bitmaps_are_read_or_refused() {
    Random random = new Random(13);
    byte[][] bitmaps = new byte[20][];
    for (int i = 0; i < bitmaps.length; i++) {
      bitmaps[i] = randomBitmap(random, new TreeSet<>()).array();
    }
    for (int round = 0; round < 2_000; round++) {
      byte[] bytes = bitmaps[round % bitmaps.length].clone();
      for (int i = 0; i <= random.nextInt(3); i++) {
        bytes[random.nextInt(Math.min(bytes.length, 64))] = (byte) random.nextInt();
      }
      try {
        RowPositions rows = RowPositions.ofRoaring(ByteBuffer.wrap(bytes));
        assertEquals(rows.count(), rows.count(0, Long.MAX_VALUE));
      } catch (InvalidRequestException e) {
        assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e::getMessage);
      }
    }
  }

  @Test
  void a_count_without_bytes_takes_no_memory() {
    ByteBuffer many = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(0, -1);
    String message =
        assertThrows(InvalidRequestException.class, () -> RowPositions.ofRoaring(many))
            .getMessage();
    assertEquals(
        "bitmap of rows: bitmap 0 of 18446744073709551615 at offset 8: found 0 bytes, expected 4"
            + " or more",
        message);
  }

  private static ByteBuffer bitmap64(ByteBuffer... keysAndBitmaps) {
    int length = 8 + Arrays.stream(keysAndBitmaps).mapToInt(ByteBuffer::remaining).sum();
    ByteBuffer all = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
    all.putLong(keysAndBitmaps.length);
    Arrays.stream(keysAndBitmaps).forEach(all::put);
    return all.flip();
  }

  /** Also containers of a kind that writers would not choose for their rows. */
  private static ByteBuffer randomBitmap(Random random, NavigableSet<Long> rows) {
    ByteBuffer[] parts = new ByteBuffer[1 + random.nextInt(2)];
    int key = 0;
    for (int i = 0; i < parts.length; i++) {
      key += random.nextInt(3);
      parts[i] = bitmap32(key, random, rows);
      key++;
    }
    return bitmap64(parts);
  }

  private static ByteBuffer bitmap32(int key, Random random, NavigableSet<Long> rows) {
    int count = 1 + random.nextInt(6);
    boolean hasRuns = random.nextBoolean();
    ByteBuffer out = ByteBuffer.allocate(1 << 20).order(ByteOrder.LITTLE_ENDIAN);
    out.putInt(key);
    int flags = out.position() + 4;
    if (hasRuns) {
      out.putInt(12347 | (count - 1) << 16).put(new byte[(count + 7) / 8]);
    } else {
      out.putInt(12346).putInt(count);
    }
    int descriptions = out.position();
    out.position(descriptions + 4 * count);
    if (!hasRuns || count >= 4) {
      out.position(out.position() + 4 * count);
    }
    int high = 0;
    for (int i = 0; i < count; i++) {
      high += random.nextInt(2);
      TreeSet<Integer> low = new TreeSet<>();
      boolean runs = hasRuns && random.nextBoolean();
      if (runs) {
        out.put(flags + i / 8, (byte) (out.get(flags + i / 8) | 1 << i % 8));
        putRuns(random, low, out);
      } else {
        putRows(random, low, out);
      }
      out.putInt(descriptions + 4 * i, high | (low.size() - 1) << 16);
      long base = ((long) key << 32) | ((long) high << 16);
      low.forEach(row -> rows.add(base + row));
      high++;
    }
    return ByteBuffer.wrap(Arrays.copyOf(out.array(), out.position()));
  }

  private static void putRuns(Random random, NavigableSet<Integer> low, ByteBuffer out) {
    int count = 1 + random.nextInt(5);
    out.putShort((short) count);
    int row = 0;
    for (int i = 0; i < count; i++) {
      row += random.nextInt(12_000);
      int length = 1 + random.nextInt(Math.min(1_000, 65_536 - row));
      out.putShort((short) row).putShort((short) (length - 1));
      for (int j = 0; j < length; j++) {
        low.add(row++);
      }
    }
  }

  private static void putRows(Random random, NavigableSet<Integer> low, ByteBuffer out) {
    int wanted = random.nextInt(4) == 0 ? 5_000 : 1 + random.nextInt(200);
    int from = random.nextInt(2) * 60_000;
    while (low.size() < wanted) {
      low.add(from + random.nextInt(65_536 - from));
    }
    if (wanted <= 4_096) {
      low.forEach(row -> out.putShort(row.shortValue()));
      return;
    }
    long[] bits = new long[1_024];
    low.forEach(row -> bits[row / 64] |= 1L << row);
    Arrays.stream(bits).forEach(out::putLong);
  }
}
