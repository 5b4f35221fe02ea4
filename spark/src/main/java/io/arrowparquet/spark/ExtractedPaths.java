// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ValueVector;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.GenericInternalRow;
import org.apache.spark.sql.catalyst.expressions.variant.VariantCastArgs;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.catalyst.util.DateTimeUtils;
import org.apache.spark.sql.execution.RowToColumnConverter;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.vectorized.ConstantColumnVector;
import org.apache.spark.sql.execution.vectorized.OnHeapColumnVector;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.apache.spark.sql.vectorized.ColumnVector;
import scala.Some;

/** A struct of the paths of a Variant column, never null, which Spark reads instead of it. */
final class ExtractedPaths extends ArrowColumns.Read {
  private final List<ColumnVector> paths = new ArrayList<>();

  /**
   * A column.
   *
   * @param vectors of the extractions
   * @param casts whether these are Variants, which Spark has to cast
   */
  ExtractedPaths(
      StructType type,
      List<Extraction> extractions,
      List<? extends ValueVector> vectors,
      boolean casts,
      BufferAllocator allocator) {
    super(vectors.get(0), type, new ArrayList<>(), false);
    boolean isCast = false;
    for (StructField field : type.fields()) {
      if (Extraction.isUncast(field)) {
        children.add(isCast ? paths.get(paths.size() - 1) : noVariants());
        continue;
      }
      Extraction extraction = extractions.get(paths.size());
      ValueVector vector = vectors.get(paths.size());
      ColumnVector path = ArrowColumns.of(vector, allocator);
      paths.add(path);
      isCast = (casts || !extraction.isPrimitive()) && !(extraction.type() instanceof VariantType);
      children.add(isCast ? cast(path, vector.getValueCount(), extraction) : path);
    }
  }

  private static ColumnVector noVariants() {
    ConstantColumnVector nulls = new ConstantColumnVector(0, DataTypes.VariantType);
    nulls.setNull();
    return nulls;
  }

  @Override
  public boolean isNullAt(int row) {
    return false;
  }

  @Override
  public boolean hasNull() {
    return false;
  }

  @Override
  public int numNulls() {
    return 0;
  }

  @Override
  public void close() {
    super.close();
    paths.forEach(ColumnVector::close);
  }

  /** Variants as Spark casts them. */
  private static ColumnVector cast(ColumnVector variants, int rows, Extraction extraction) {
    VariantMetadata cast = extraction.cast();
    VariantCastArgs how =
        new VariantCastArgs(
            cast.failOnError(),
            new Some<>(cast.timeZoneId()),
            DateTimeUtils.getZoneId(cast.timeZoneId()));
    StructType schema = new StructType().add("cast", extraction.type());
    RowToColumnConverter converter = new RowToColumnConverter(schema);
    OnHeapColumnVector[] vectors = OnHeapColumnVector.allocateColumns(Math.max(1, rows), schema);
    Object[] value = new Object[1];
    InternalRow holder = new GenericInternalRow(value);
    for (int row = 0; row < rows; row++) {
      value[0] =
          variants.isNullAt(row)
              ? null
              : VariantGet.cast(variants.getVariant(row), extraction.type(), how);
      converter.convert(holder, vectors);
    }
    return vectors[0];
  }
}
