// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import java.nio.ByteBuffer;

/**
 * The part of a FlatBuffers footer that depends on the schema alone, to be joined with the
 * schemaless footer of any file that has the schema. Immutable; may be shared between threads.
 *
 * <p>References in a FlatBuffer lead forward, relative to their own place, so that a part of one
 * keeps its meaning at any place that is aligned:
 *
 * <pre>
 *   new root table | this part: schema, column table | schemaless footer: all else
 * </pre>
 *
 * The roots of both parts stay where they are, and nothing refers to them.
 */
public final class SchemaPart {
  /** Of the largest scalars in a footer. */
  private static final int ALIGNMENT = Long.BYTES;

  /** Root table, vtable, counts and padding. */
  private static final int BYTES_OF_ROOT = 256;

  private static final int[] REFERENCES = {
    FileMetaData.ROW_GROUPS,
    FileMetaData.KV,
    FileMetaData.CREATED_BY,
    FileMetaData.ENCRYPTION_ALGORITHM,
    FileMetaData.FOOTER_SIGNING_KEY_METADATA,
    FileMetaData.COLUMN_ORDERS,
    FileMetaData.ENCRYPTION_ALGORITHM_THRIFT
  };

  private static final int[] BYTES = {FileMetaData.ENCRYPTION_ALGORITHM_TYPE, FileMetaData.FLAGS};
  private static final int[] INTS = {FileMetaData.VERSION, FileMetaData.THRIFT_CRC32};

  private final ByteBuffer flatbuffer;
  private final int schema;
  private final int columnTable;

  /** Borrows a footer without row groups, and without a directory, which counts from its end. */
  public SchemaPart(ByteBuffer flatbuffer) {
    this.flatbuffer = flatbuffer;
    FooterBytes bytes = new FooterBytes(flatbuffer);
    this.schema = bytes.child(bytes.root(), FileMetaData.SCHEMA);
    this.columnTable = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
  }

  /**
   * The footer of a file, whole.
   *
   * @param schemaless the bytes of a schemaless footer, from position to limit; copied
   * @return on the heap, little-endian
   * @throws CorruptFooterException if the root of those bytes is unsound; the rest is checked as it
   *     is used, as in any footer
   */
  public ByteBuffer join(ByteBuffer schemaless) {
    FooterBytes bytes = new FooterBytes(schemaless);
    int root = bytes.root();
    long size = (long) flatbuffer.remaining() + schemaless.remaining() + BYTES_OF_ROOT;
    if (size > Integer.MAX_VALUE - 8) {
      throw new CorruptFooterException(
          "size of a FlatBuffers footer", 0, size + " bytes", "at most " + Integer.MAX_VALUE);
    }
    FlatBufferBuilder builder = new FlatBufferBuilder((int) size);
    TableWriter out = new TableWriter(builder);
    int filePart = put(builder, schemaless);
    int schemaPart = put(builder, flatbuffer);
    out.begin(FileMetaData.SHAPE);
    int rows = bytes.field(root, FileMetaData.NUM_ROWS);
    if (rows != 0) {
      out.set(FileMetaData.NUM_ROWS, bytes.i64(rows));
    }
    out.refer(FileMetaData.SCHEMA, schemaPart - schema)
        .refer(FileMetaData.COLUMN_TABLE, columnTable == 0 ? 0 : schemaPart - columnTable);
    for (int slot : REFERENCES) {
      int target = bytes.child(root, slot);
      if (target != 0) {
        out.refer(slot, filePart - target);
      }
    }
    for (int slot : INTS) {
      int at = bytes.field(root, slot);
      if (at != 0) {
        out.set(slot, bytes.i32(at));
      }
    }
    for (int slot : BYTES) {
      int at = bytes.field(root, slot);
      if (at != 0) {
        out.set(slot, bytes.i8(at));
      }
    }
    builder.finish(out.end());
    return builder.dataBuffer();
  }

  /** Puts a part into the buffer: where it begins, counted from the buffer's end. */
  private static int put(FlatBufferBuilder builder, ByteBuffer part) {
    builder.createUnintializedVector(1, part.remaining(), ALIGNMENT).put(part.duplicate());
    int begin = builder.offset();
    builder.endVector();
    return begin;
  }
}
