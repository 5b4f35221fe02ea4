// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.SparkVariants;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.apache.spark.types.variant.ShreddingUtils;
import org.apache.spark.types.variant.ShreddingUtils.ShreddedRow;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.types.variant.VariantShreddingWriter;
import org.apache.spark.types.variant.VariantShreddingWriter.ShreddedResult;
import org.apache.spark.types.variant.VariantShreddingWriter.ShreddedResultBuilder;

/** Shredding and its reverse through Spark, into rows of Java objects as Spark has them itself. */
final class SparkShred {
  private static final ShreddedResultBuilder ROWS =
      new ShreddedResultBuilder() {
        @Override
        public ShreddedResult createEmpty(VariantSchema schema) {
          return new Row(schema);
        }

        @Override
        public boolean allowNumericScaleChanges() {
          return false;
        }
      };

  private SparkShred() {}

  static ShreddedRow shred(EncodedVariant row, VariantSchema schema) {
    return (Row) VariantShreddingWriter.castShredded(SparkVariants.variant(row), schema, ROWS);
  }

  static EncodedVariant unshred(ShreddedRow row, VariantSchema schema) {
    Variant variant = ShreddingUtils.rebuild(row, schema);
    return new EncodedVariant(variant.getMetadata(), variant.getValue());
  }

  static List<ShreddedRow> shred(List<EncodedVariant> rows, VariantSchema schema) {
    List<ShreddedRow> shredded = new ArrayList<>(rows.size());
    for (EncodedVariant row : rows) {
      shredded.add(shred(row, schema));
    }
    return shredded;
  }

  /** One level: an object for each column, rows and arrays of rows among them. */
  private static final class Row implements ShreddedResult, ShreddedRow {
    private final VariantSchema schema;
    private final Object[] cells;

    Row(VariantSchema schema) {
      this.schema = schema;
      this.cells = new Object[schema.numFields];
    }

    private Row(Object[] elements) {
      this.schema = null;
      this.cells = elements;
    }

    @Override
    public void addArray(ShreddedResult[] elements) {
      cells[schema.typedIdx] = new Row(elements);
    }

    @Override
    public void addObject(ShreddedResult[] values) {
      cells[schema.typedIdx] = new Row(values);
    }

    @Override
    public void addVariantValue(byte[] value) {
      cells[schema.variantIdx] = value;
    }

    @Override
    public void addScalar(Object scalar) {
      cells[schema.typedIdx] = scalar;
    }

    @Override
    public void addMetadata(byte[] metadata) {
      cells[schema.topLevelMetadataIdx] = metadata;
    }

    @Override
    public boolean isNullAt(int column) {
      return cells[column] == null;
    }

    @Override
    public boolean getBoolean(int column) {
      return (Boolean) cells[column];
    }

    @Override
    public byte getByte(int column) {
      return (Byte) cells[column];
    }

    @Override
    public short getShort(int column) {
      return (Short) cells[column];
    }

    @Override
    public int getInt(int column) {
      return (Integer) cells[column];
    }

    @Override
    public long getLong(int column) {
      return (Long) cells[column];
    }

    @Override
    public float getFloat(int column) {
      return (Float) cells[column];
    }

    @Override
    public double getDouble(int column) {
      return (Double) cells[column];
    }

    @Override
    public BigDecimal getDecimal(int column, int precision, int scale) {
      return (BigDecimal) cells[column];
    }

    @Override
    public String getString(int column) {
      return (String) cells[column];
    }

    @Override
    public byte[] getBinary(int column) {
      return (byte[]) cells[column];
    }

    @Override
    public UUID getUuid(int column) {
      return (UUID) cells[column];
    }

    @Override
    public ShreddedRow getStruct(int column, int numFields) {
      return (Row) cells[column];
    }

    @Override
    public ShreddedRow getArray(int column) {
      return (Row) cells[column];
    }

    @Override
    public int numElements() {
      return cells.length;
    }
  }
}
