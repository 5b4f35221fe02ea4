// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels.internal.rows;

import io.arrowparquet.variant.encoding.VariantBuilder;
import io.arrowparquet.variant.encoding.VariantDictionary;
import io.arrowparquet.variant.memory.internal.BitAppender;
import io.arrowparquet.variant.memory.internal.GrowableBuffer;
import io.arrowparquet.variant.memory.internal.VectorMemory;
import io.arrowparquet.variant.shredding.ShreddedLayout;
import io.arrowparquet.variant.vector.VariantType;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * An unshredded column in the making: values one after another, and one dictionary for them all.
 *
 * <p>The metadata child is a BinaryView whose rows all show the same bytes, so that a batch has its
 * names once whatever the number of its rows, and needs nobody to keep a dictionary for it. A name
 * that only a later row has is in it, too; earlier rows do not mind.
 *
 * <p>Owns its memory until {@link #finish}, or {@link #close} where that is not reached.
 */
public final class VariantAssembler implements AutoCloseable {
  private static final int VIEW_BYTES = 16;
  private static final int VIEW_INLINE_BYTES = 12;

  private final BufferAllocator allocator;
  private final SizeEstimate expected;
  private final GrowableBuffer ends = new GrowableBuffer();
  private final BitAppender validity = new BitAppender();
  private final GrowableBuffer values = new GrowableBuffer();

  /**
   * No rows.
   *
   * @param rows how many there will be
   */
  public VariantAssembler(BufferAllocator allocator, int rows) {
    this.allocator = allocator;
    this.expected = new SizeEstimate(rows);
    values.start(allocator);
    ends.start(allocator);
    validity.start(allocator);
    ends.reserve((expected.rows() + 1L) * Integer.BYTES);
    ends.appendInt(0);
  }

  /** Adds the value that a builder has. */
  public void add(VariantBuilder value) {
    int bytes = value.lengthBytes();
    if (values.length() + bytes > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(
          "the values of one batch take more than 2 GiB: convert fewer rows at a time");
    }
    expected.beforeRow(validity.count(), values);
    values.reserve(bytes);
    value.writeTo(values.buffer(), values.length());
    values.advance(bytes);
    ends.appendInt((int) values.length());
    validity.appendOne();
  }

  /** Adds a SQL null. */
  public void addNull() {
    ends.appendInt((int) values.length());
    validity.appendZero();
  }

  /**
   * The column, which is the caller's to close; nothing is left here.
   *
   * @param nullable whether the column may have nulls; one that has some may in any case
   */
  public VariantVector finish(String name, boolean nullable, VariantDictionary names) {
    int nulls = validity.zeros();
    Field field =
        new Field(
            name,
            new FieldType(nullable || nulls > 0, VariantType.INSTANCE, null, Map.of()),
            List.of(
                Field.notNullable(ShreddedLayout.METADATA, ArrowType.BinaryView.INSTANCE),
                Field.nullable(ShreddedLayout.VALUE, ArrowType.Binary.INSTANCE)));
    return VectorMemory.filled(
        (VariantVector) field.createVector(allocator), column -> load(column, names));
  }

  private void load(VariantVector column, VariantDictionary names) {
    int count = validity.count();
    int nulls = validity.zeros();
    List<FieldVector> children = column.getChildrenFromFields();
    loadMetadata(children.get(0), count, names);
    try (ArrowBuf bits = validity.take();
        ArrowBuf valueEnds = ends.take();
        ArrowBuf valueBytes = values.take()) {
      ArrowFieldNode node = new ArrowFieldNode(count, nulls);
      children.get(1).loadFieldBuffers(node, List.of(bits, valueEnds, valueBytes));
      column.loadFieldBuffers(node, List.of(bits));
    }
  }

  private void loadMetadata(FieldVector vector, int count, VariantDictionary names) {
    int size = names.metadataLength();
    try (ArrowBuf bytes = allocator.buffer(size);
        ArrowBuf views = allocator.buffer(Math.max(1, (long) count * VIEW_BYTES))) {
      names.writeMetadata(bytes, 0);
      bytes.writerIndex(size);
      writeViews(views, count, bytes, size);
      vector.loadFieldBuffers(
          new ArrowFieldNode(count, 0), List.of(allocator.getEmpty(), views, bytes));
    }
  }

  /**
   * Writes the same view for every row.
   *
   * <pre>
   *   length (4) | the bytes, up to 12
   *   length (4) | first 4 bytes | number of the data buffer (4): 0 | offset in it (4): 0
   * </pre>
   */
  private static void writeViews(ArrowBuf views, int count, ArrowBuf bytes, int size) {
    views.setZero(0, views.capacity());
    int shown = size <= VIEW_INLINE_BYTES ? size : Integer.BYTES;
    for (int row = 0; row < count; row++) {
      long view = (long) row * VIEW_BYTES;
      views.setInt(view, size);
      views.setBytes(view + Integer.BYTES, bytes, 0, shown);
    }
    views.writerIndex((long) count * VIEW_BYTES);
  }

  /** Gives back the memory of a column that was not finished. */
  @Override
  public void close() {
    ends.release();
    validity.release();
    values.release();
  }
}
