// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.Checksum;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;

/**
 * A stream with a CRC-32 over all that was read of it so far, which is compared where the format
 * has it; the stored CRCs themselves do not count. Reads no byte more than it is asked for. For one
 * thread.
 */
final class CheckedInput {
  private static final int MAX_VARINT_32 = 5;
  private static final int LONG_DEFINITION = 15;

  private final InputStream in;
  private final int maximum;
  private final CRC32 crc = new CRC32();
  private long offset;

  /** {@code maximum}: bytes of a definition or footer, as it is and unpacked. */
  CheckedInput(InputStream in, long offset, int maximum) {
    this.in = in;
    this.maximum = maximum;
    this.offset = offset;
  }

  long offset() {
    return offset;
  }

  int maximum() {
    return maximum;
  }

  private int read(String what) throws IOException {
    int next = in.read();
    if (next < 0) {
      throw truncated(what, 1, 0);
    }
    offset++;
    crc.update(next);
    return next;
  }

  /** Some bytes; memory is taken as they arrive, not as their length announces them. */
  byte[] read(int length, String what) throws IOException {
    if (length > maximum) {
      throw new CorruptFooterException("length of a " + what, offset, length, "at most " + maximum);
    }
    byte[] bytes = readUnchecked(length, what);
    crc.update(bytes);
    return bytes;
  }

  private byte[] readUnchecked(int length, String what) throws IOException {
    byte[] bytes = in.readNBytes(length);
    if (bytes.length < length) {
      throw truncated(what, length, bytes.length);
    }
    offset += length;
    return bytes;
  }

  private CorruptFooterException truncated(String what, int needed, int found) {
    return new CorruptFooterException(
        what, offset, found + " bytes to the end", "at least " + needed);
  }

  int readVarint(String what) throws IOException {
    BundleBytes bytes = new BundleBytes(MAX_VARINT_32);
    return readVarint(bytes, what);
  }

  private int readVarint(BundleBytes copy, String what) throws IOException {
    long begin = offset;
    int start = copy.size();
    int next;
    do {
      next = read(what);
      copy.writeByte(next);
    } while (next >= 0x80 && copy.size() - start < MAX_VARINT_32);
    return new ByteCursor(copy.array(), start, copy.size(), begin).readVarint(what);
  }

  //  8 bytes | [varint layers - 15] | varint length | length bytes
  byte[] readDefinition() throws IOException {
    BundleBytes bytes = new BundleBytes(64);
    bytes.write(read(Long.BYTES, "SchemaDef header"));
    if ((bytes.array()[0] & LONG_DEFINITION) == LONG_DEFINITION) {
      readVarint(bytes, "number of layers of a SchemaDef");
    }
    int length = readVarint(bytes, "length of a SchemaDef");
    bytes.write(read(length, "SchemaDef"));
    return bytes.toByteArray();
  }

  void requireCrc(String what) throws IOException {
    int computed = (int) crc.getValue();
    long begin = offset;
    byte[] bytes = readUnchecked(Integer.BYTES, what);
    int stored = new ByteCursor(bytes, 0, bytes.length, begin).readInt(what);
    Checksum.require(what, begin, stored, computed, "");
  }
}
