// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * A column of one row whose bytes stand at the very end of their buffer, amid poison:
 *
 * <pre>
 *   memory  | poison ... | the row's bytes | poison |
 *   buffer  |------------------------------|
 * </pre>
 *
 * <p>What is read of the row must not depend on the poison. The row is replaced in place.
 */
public final class PoisonedColumn implements AutoCloseable {
  private static final int CAPACITY = 64 << 10;
  private static final int MARGIN = 64;

  private final ArrowBuf metadata;
  private final ArrowBuf value;
  private final ArrowBuf metadataOffsets;
  private final ArrowBuf valueOffsets;
  private final ParquetVariantVector column;

  /** A column of no row yet; owns its memory. */
  public PoisonedColumn(BufferAllocator allocator) {
    metadata = allocator.buffer(CAPACITY + MARGIN);
    value = allocator.buffer(CAPACITY + MARGIN);
    metadataOffsets = allocator.buffer(2 * Integer.BYTES);
    valueOffsets = allocator.buffer(2 * Integer.BYTES);
    Field field =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    column = (ParquetVariantVector) field.createVector(allocator);
    ArrowFieldNode row = new ArrowFieldNode(1, 0);
    List<FieldVector> children = column.getChildrenFromFields();
    ArrowBuf none = allocator.getEmpty();
    children.get(0).loadFieldBuffers(row, List.of(none, metadataOffsets, upTo(metadata)));
    children.get(1).loadFieldBuffers(row, List.of(none, valueOffsets, upTo(value)));
    column.loadFieldBuffers(row, List.of(none));
  }

  private static ArrowBuf upTo(ArrowBuf memory) {
    return memory.slice(0, CAPACITY);
  }

  /** The column with this row; the same object every time. */
  public ParquetVariantVector show(byte[] metadataBytes, byte[] valueBytes, int poison) {
    put(metadata, metadataOffsets, metadataBytes, poison);
    put(value, valueOffsets, valueBytes, poison);
    return column;
  }

  private static void put(ArrowBuf memory, ArrowBuf offsets, byte[] bytes, int poison) {
    int start = CAPACITY - bytes.length;
    for (int i = 0; i < MARGIN; i++) {
      memory.setByte(CAPACITY + i, poison);
      if (start > i) {
        memory.setByte(start - 1 - i, poison);
      }
    }
    memory.setBytes(start, bytes);
    offsets.setInt(0, start);
    offsets.setInt(Integer.BYTES, CAPACITY);
  }

  @Override
  public void close() {
    column.close();
    metadata.close();
    value.close();
    metadataOffsets.close();
    valueOffsets.close();
  }
}
