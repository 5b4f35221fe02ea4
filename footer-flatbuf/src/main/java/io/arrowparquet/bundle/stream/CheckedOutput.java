// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import java.io.IOException;
import java.io.OutputStream;
import java.util.zip.CRC32;

/** Writes what {@link CheckedInput} reads: a stream with a CRC-32 over all of it so far. */
final class CheckedOutput {
  private final OutputStream out;
  private final CRC32 crc = new CRC32();
  private long offset;

  CheckedOutput(OutputStream out, long offset) {
    this.out = out;
    this.offset = offset;
  }

  long offset() {
    return offset;
  }

  void write(BundleBytes bytes) throws IOException {
    write(bytes.array(), bytes.size());
  }

  void write(byte[] bytes) throws IOException {
    write(bytes, bytes.length);
  }

  private void write(byte[] bytes, int length) throws IOException {
    out.write(bytes, 0, length);
    crc.update(bytes, 0, length);
    offset += length;
  }

  void writeVarint(long value) throws IOException {
    BundleBytes bytes = new BundleBytes(16);
    bytes.writeVarint(value);
    write(bytes);
  }

  /**
   * Writes the CRC-32 of all that was written before but such numbers: the CRC-32 of bytes and
   * their own CRC-32 is the same for all bytes.
   */
  void writeCrc() throws IOException {
    BundleBytes bytes = new BundleBytes(16);
    bytes.writeInt((int) crc.getValue());
    bytes.writeTo(out);
    offset += bytes.size();
  }
}
