// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.SchemaElement;
import org.apache.commons.codec.digest.MurmurHash3;

/**
 * What precedes the layers of a SchemaDef.
 *
 * <pre>
 *   8 bytes, little-endian | [varint layers - 15] | varint length | length bytes of layers
 *
 *    63 ...           8   7   6   5   4   3   2   1   0
 *   | 56 bits of a hash | 0 | 0 | 0 | D |    layers     |
 *     D       1: the layers follow; 0: a stub, for a schema that the reader has
 *     layers  how many; 15: 15 plus the varint
 * </pre>
 *
 * The hash has bits 8 to 63 of the first half of MurmurHash3_x64_128 over the layers' bytes; the
 * seed is the header's low byte.
 */
record SchemaDefHeader(long word, int layers, int length) {
  private static final int LAYERS_MASK = 15;
  private static final int DEFINITION = 1 << 4;
  private static final long FLAGS_MASK = 0xFF;

  /** A stub has one layer, and that no fields. */
  private static final int LAYERS_OF_STUB = 1;

  private static final String ROOT_NAME = "schema";

  static boolean isUsualRoot(SchemaElement root) {
    return root.equals(usualRoot(root.numChildren()));
  }

  static SchemaElement usualRoot(Integer children) {
    return new SchemaElement(null, null, null, ROOT_NAME, children, null, null, null, null, null);
  }

  static byte[] frame(int layers, BundleBytes body) {
    int flags = Math.min(layers, LAYERS_MASK) | DEFINITION;
    BundleBytes out = new BundleBytes(body.size() + 16);
    out.writeLong(hash(flags, body.array(), 0, body.size()) | flags);
    if (layers >= LAYERS_MASK) {
      out.writeVarint(layers - LAYERS_MASK);
    }
    out.writeVarint(body.size());
    out.write(body.array(), 0, body.size());
    return out.toByteArray();
  }

  static byte[] stub(long hash) {
    BundleBytes out = new BundleBytes(16);
    out.writeLong(hash | LAYERS_OF_STUB);
    out.writeVarint(1);
    out.writeVarint(0);
    return out.toByteArray();
  }

  static SchemaDefHeader read(ByteCursor in) {
    long offset = in.offset();
    long word = in.readLong("SchemaDef header");
    if ((word & FLAGS_MASK & ~(LAYERS_MASK | DEFINITION)) != 0) {
      throw new CorruptFooterException(
          "SchemaDef header", offset, "flags " + (word & FLAGS_MASK), "bits 5 to 7 clear");
    }
    int layers = (int) word & LAYERS_MASK;
    if (layers == LAYERS_MASK) {
      int more = in.readCount("number of layers of a SchemaDef", 1);
      layers = (int) Math.min((long) more + LAYERS_MASK, Integer.MAX_VALUE);
    }
    int length = in.readCount("length of a SchemaDef", 1);
    return new SchemaDefHeader(word, layers, length);
  }

  long hash() {
    return word & ~FLAGS_MASK;
  }

  boolean isStub() {
    return (word & DEFINITION) == 0;
  }

  boolean isWholeStub(ByteCursor body) {
    return layers == LAYERS_OF_STUB && length == 1 && body.array()[body.position()] == 0;
  }

  void requireHash(ByteCursor body, long offset) {
    long found = hash((int) (word & FLAGS_MASK), body.array(), body.position(), length);
    if (found != hash()) {
      throw new CorruptFooterException(
          "hash of a SchemaDef",
          offset,
          Long.toHexString(hash() >>> Byte.SIZE),
          Long.toHexString(found >>> Byte.SIZE) + " for its " + length + " bytes");
    }
  }

  private static long hash(int flags, byte[] bytes, int start, int length) {
    return MurmurHash3.hash128x64(bytes, start, length, flags)[0] & ~FLAGS_MASK;
  }
}
