// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantType;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Variant, unshredded: any value unchanged, Variant null included, with its dictionary. */
public sealed class VariantVectorBuilder extends VectorBuilder {
  private BytesBuilder metadata;
  private BytesBuilder values;

  /** {@code target}: a Variant that is not shredded, its children Binary or LargeBinary. */
  public VariantVectorBuilder(Target target) {
    super(target);
    for (Field child : target.field().getChildren()) {
      BytesBuilder bytes = own(new BytesBuilder(target.member(child)));
      if (child.getName().equals(ShreddedLayout.METADATA)) {
        metadata = bytes;
      } else {
        values = bytes;
      }
    }
  }

  public static Field field(String name) {
    FieldType type = FieldType.nullable(ParquetVariantType.INSTANCE);
    return new Field(name, type, ShreddedLayout.UNSHREDDED);
  }

  /** The target of a field with the usual children. */
  public static Target unshredded(String name) {
    return new Target(field(name), "$", ConversionMode.SAFE);
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
  public static final class RestBuilder extends VariantVectorBuilder {
    private final GrowableBuffer scratch = new GrowableBuffer();
    private final ValueWriter writer = new ValueWriter(scratch);
    private int start;
    private boolean open;

    public RestBuilder(Target target) {
      super(target);
    }

    @Override
    public void start(BufferAllocator allocator) {
      super.start(allocator);
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
        append(metadata, scratch.address(), (int) scratch.length());
        scratch.clear();
        open = false;
      } else {
        addNulls(1);
      }
    }

    @Override
    public void release() {
      super.release();
      scratch.release();
    }
  }
}
