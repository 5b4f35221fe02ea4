// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.SparkRow;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.types.variant.ShreddingUtils;
import org.apache.spark.types.variant.ShreddingUtils.ShreddedRow;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantSchema;

/** Shredding and its reverse through Spark, into rows of Java objects as Spark has them itself. */
final class SparkShred {
  private SparkShred() {}

  static ShreddedRow shred(EncodedVariant row, VariantSchema schema) {
    return SparkRow.shred(row, schema, false);
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
}
