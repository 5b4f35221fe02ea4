// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * One path of a Variant column, read as a column of its own: what {@link
 * io.arrowparquet.variant.kernel.decode.VariantGet} gives for the whole column, while only those
 * column chunks are read in which the path's values can be. Immutable; threads may share one.
 *
 * <p>A group of {@code metadata}, {@code value} and {@code typed_value} that is named here is taken
 * for a Variant even where the file does not say so.
 *
 * @param column dotted path of the Variant column, which is not repeated
 * @param path where in the Variants
 * @param target name and type of the vector; a Variant for {@link ParquetVariantType}. Nullable
 * @param mode which values convert to the type, and how others are treated. With {@code STRICT} and
 *     {@code CAST} only rows that are looked at can fail: neither those that were skipped nor, for
 *     what is read, those that the filter refuses
 */
public record VariantProjection(String column, VariantPath path, Field target, ConversionMode mode)
    implements Operand {

  /** Refuses nulls, and a target that is not nullable: any row may lack the path. */
  public VariantProjection {
    Objects.requireNonNull(column, "column");
    Objects.requireNonNull(path, "path");
    Objects.requireNonNull(mode, "mode");
    if (!target.isNullable()) {
      throw new IllegalArgumentException(
          "target " + target.getName() + ", which is not nullable: a row may lack " + path);
    }
  }

  /** The path's values cast to a nullable vector, {@link ConversionMode#TRY_CAST}. */
  public static VariantProjection of(String column, VariantPath path, String name, ArrowType type) {
    return new VariantProjection(column, path, Field.nullable(name, type), ConversionMode.TRY_CAST);
  }

  /** The path's values as Variants. */
  public static VariantProjection ofVariant(String column, VariantPath path, String name) {
    Field binary = Field.notNullable("metadata", ArrowType.Binary.INSTANCE);
    Field value = Field.nullable("value", ArrowType.Binary.INSTANCE);
    FieldType type = FieldType.nullable(ParquetVariantType.INSTANCE);
    return new VariantProjection(
        column, path, new Field(name, type, List.of(binary, value)), ConversionMode.SAFE);
  }
}
