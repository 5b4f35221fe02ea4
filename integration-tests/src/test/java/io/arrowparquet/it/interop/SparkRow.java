// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.math.BigDecimal;
import java.util.UUID;
import org.apache.spark.types.variant.ShreddingUtils;
import org.apache.spark.types.variant.ShreddingUtils.ShreddedRow;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantSchema;
import org.apache.spark.types.variant.VariantShreddingWriter;
import org.apache.spark.types.variant.VariantShreddingWriter.ShreddedResult;
import org.apache.spark.types.variant.VariantShreddingWriter.ShreddedResultBuilder;

/**
 * One level of a shredded Variant as Spark has it in memory: an object for each column, rows and
 * arrays of rows among them. Written by Spark's shredding, read by its rebuilding.
 */
public final class SparkRow implements ShreddedResult, ShreddedRow {
  private static final ShreddedResultBuilder EXACT = new Rows(false);
  private static final ShreddedResultBuilder RESCALING = new Rows(true);

  private final VariantSchema schema;
  private final Object[] cells;

  private SparkRow(VariantSchema schema) {
    this.schema = schema;
    this.cells = new Object[schema.numFields];
  }

  private SparkRow(Object[] elements) {
    this.schema = null;
    this.cells = elements;
  }

  /**
   * Shreds a Variant.
   *
   * @param scales whether a decimal, or a number that can be one, may get the scale of its column,
   *     as Spark allows when it writes files
   */
  public static SparkRow shred(EncodedVariant row, VariantSchema schema, boolean scales) {
    return (SparkRow)
        VariantShreddingWriter.castShredded(
            SparkVariants.variant(row), schema, scales ? RESCALING : EXACT);
  }

  /** Puts the Variant together again. */
  public EncodedVariant rebuild() {
    Variant variant = ShreddingUtils.rebuild(this, schema);
    return new EncodedVariant(variant.getMetadata(), variant.getValue());
  }

  /** The level's columns; null for an array, whose cells are its elements. */
  VariantSchema schema() {
    return schema;
  }

  /** A column as Spark gave it; null if it is null. */
  Object cell(int column) {
    return cells[column];
  }

  @Override
  public void addArray(ShreddedResult[] elements) {
    cells[schema.typedIdx] = new SparkRow(elements);
  }

  @Override
  public void addObject(ShreddedResult[] values) {
    cells[schema.typedIdx] = new SparkRow(values);
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
    return (SparkRow) cells[column];
  }

  @Override
  public ShreddedRow getArray(int column) {
    return (SparkRow) cells[column];
  }

  @Override
  public int numElements() {
    return cells.length;
  }

  private record Rows(boolean allowNumericScaleChanges) implements ShreddedResultBuilder {
    @Override
    public ShreddedResult createEmpty(VariantSchema level) {
      return new SparkRow(level);
    }
  }
}
