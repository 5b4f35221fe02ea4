// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Random;
import java.util.zip.CRC32;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BlockChecksumsTest {
  private static final int SLOTS = 8;

  private static int crc(byte[] bytes, int from, int length) {
    CRC32 crc = new CRC32();
    crc.update(bytes, from, length);
    return (int) crc.getValue();
  }

  /** Bytes that end with a directory, whose checksums are to be at a position. */
  private static byte[] random(int size, int checksums) {
    byte[] bytes = new byte[size];
    new Random(size).nextBytes(bytes);
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    int vector = size - FooterDirectory.LENGTH;
    buffer.order(ByteOrder.LITTLE_ENDIAN).putInt(vector, FooterDirectory.ELEMENTS);
    for (int i = vector + 4; i < size; i++) {
      bytes[i] = 0;
    }
    new FooterDirectory(checksums, 100, 200, SLOTS, 1, new int[] {0}).put(buffer);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(ints = {500, 4096, 4100, 8192, 50_001, 409_600, 5_000_000})
  void entries_give_the_checksum_of_the_whole_and_of_each_block(int size) {
    for (int checksums : new int[] {12, size / 2 & ~3}) {
      byte[] bytes = random(size, checksums);
      if (checksums + 4 * BlockChecksums.count(size) > size - FooterDirectory.LENGTH) {
        continue;
      }
      int whole = BlockChecksums.seal(ByteBuffer.wrap(bytes));
      assertThat(whole).isEqualTo(crc(bytes, 0, size));

      FooterDirectory directory = FooterDirectory.find(ByteBuffer.wrap(bytes), size);
      assertThat(directory).isNotNull();
      BlockChecksums found = BlockChecksums.of(directory, size);
      int own = found.firstOwn() << BlockChecksums.BLOCK_SHIFT;
      assertThat(found.combined(bytes, own)).isEqualTo(whole);
      ByteBuffer entries = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      for (int block = 0; block < found.count(); block++) {
        int computed =
            found.entryFor(
                block, crc(bytes, block << BlockChecksums.BLOCK_SHIFT, found.length(block)));
        boolean isOwn = block >= found.firstOwn() && block <= found.lastOwn();
        assertThat(entries.getInt(found.entry(block))).isEqualTo(isOwn ? 0 : computed);
      }
    }
  }

  @Test
  void each_damaged_entry_changes_the_combination() {
    int size = 200_000;
    byte[] bytes = random(size, 4096 * 7 - 8);
    int whole = BlockChecksums.seal(ByteBuffer.wrap(bytes));
    BlockChecksums found =
        BlockChecksums.of(FooterDirectory.find(ByteBuffer.wrap(bytes), size), size);
    int own = found.firstOwn() << BlockChecksums.BLOCK_SHIFT;
    for (int bit = 0; bit < found.count() * 32; bit++) {
      int at = found.entry(0) + bit / 8;
      bytes[at] ^= (byte) (1 << bit % 8);
      assertThat(found.combined(bytes, own)).as("bit %d", bit).isNotEqualTo(whole);
      bytes[at] ^= (byte) (1 << bit % 8);
    }
  }

  @Test
  void bytes_without_checksums_are_not_found_before_they_are_sealed() {
    byte[] bytes = random(20_000, 40);

    assertThat(FooterDirectory.find(ByteBuffer.wrap(bytes), bytes.length)).isNull();
    int first = BlockChecksums.seal(ByteBuffer.wrap(bytes));
    assertThat(FooterDirectory.find(ByteBuffer.wrap(bytes), bytes.length)).isNotNull();
    assertThat(BlockChecksums.seal(ByteBuffer.wrap(bytes))).isEqualTo(first);
  }

  @Test
  void positions_outside_of_the_bytes_are_no_directory() {
    byte[] bytes = random(20_000, 40);
    BlockChecksums.seal(ByteBuffer.wrap(bytes));
    int start = bytes.length - FooterDirectory.LENGTH;
    for (int element = 0; element < 6; element++) {
      byte[] damaged = bytes.clone();
      damaged[start + 4 * element + 3] = 0x7F;
      assertThat(FooterDirectory.find(ByteBuffer.wrap(damaged), bytes.length))
          .as("element %d", element)
          .isNull();
    }
  }
}
