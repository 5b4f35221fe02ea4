// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantType;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Variant, unshredded: any value unchanged, Variant null included, with its dictionary. */
public final class VariantVectorBuilder extends VectorBuilder {
  private final BytesBuilder metadata;
  private final BytesBuilder values;

  VariantVectorBuilder(
      Target target, BytesBuilder metadata, BytesBuilder values, int metadataChild) {
    super(target);
    this.metadata = metadata;
    this.values = values;
    own(metadataChild == 0 ? metadata : values);
    own(metadataChild == 0 ? values : metadata);
  }

  public static Field field(String name) {
    FieldType type = FieldType.nullable(ParquetVariantType.INSTANCE);
    return new Field(name, type, ShreddedLayout.UNSHREDDED);
  }

  public static VariantVectorBuilder unshredded(String name) {
    Field field = field(name);
    Target target = new Target(field, "$", ConversionMode.SAFE);
    return new VariantVectorBuilder(
        target,
        new BytesBuilder(target.member(field.getChildren().get(0))),
        new BytesBuilder(target.member(field.getChildren().get(1))),
        0);
  }

  @Override
  public boolean take(VariantCursor value) {
    append(value.metadata(), value.buffer().memoryAddress() + value.start(), value.lengthBytes());
    return true;
  }

  void append(VariantMetadata dictionary, long address, int length) {
    metadata.append(dictionary.address(), dictionary.lengthBytes());
    values.append(address, length);
    validity.appendOne();
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
    metadata.addNulls(rows);
    values.addNulls(rows);
  }

  /**
   * The fields of objects that have no child of their own, each row's as one object, in a Variant
   * column that is null where a row has none.
   */
  public static final class RestBuilder implements VectorMemory.Part {
    private final VariantVectorBuilder rows;
    private final GrowableBuffer scratch = new GrowableBuffer();
    private final ValueWriter writer = new ValueWriter(scratch);
    private int start;
    private boolean open;

    public RestBuilder(VariantVectorBuilder rows) {
      this.rows = rows;
    }

    @Override
    public void start(BufferAllocator allocator) {
      rows.start(allocator);
      scratch.start(allocator);
      writer.clear();
      open = false;
    }

    public void add(int fieldId, VariantCursor value) {
      if (!open) {
        start = writer.start();
        open = true;
      }
      writer.field(fieldId);
      writer.writeEncoded(value.buffer().memoryAddress() + value.start(), value.lengthBytes());
    }

    public void endRow(VariantMetadata metadata) {
      if (open) {
        writer.endObject(start, 0);
        rows.append(metadata, scratch.address(), (int) scratch.length());
        scratch.clear();
        open = false;
      } else {
        rows.addNulls(1);
      }
    }

    public void addNulls(int count) {
      rows.addNulls(count);
    }

    public Field field() {
      return rows.target().field();
    }

    public void load(FieldVector vector) {
      rows.load(vector);
    }

    @Override
    public void release() {
      rows.release();
      scratch.release();
    }
  }
}
