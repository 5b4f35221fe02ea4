// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.SparkVariants;
import java.util.List;
import org.apache.spark.types.variant.Variant;
import org.apache.spark.types.variant.VariantUtil;

/** Five typed vectors through Spark: one look-up per field. */
final class SparkFill {
  private SparkFill() {}

  static FiveVectors fill(FiveVectors out, List<EncodedVariant> rows) {
    for (int row = 0; row < rows.size(); row++) {
      fill(out, row, SparkVariants.variant(rows.get(row)));
    }
    return out.finish(rows.size());
  }

  private static void fill(FiveVectors out, int row, Variant event) {
    Variant id = event.getFieldByKey("id");
    if (isOf(id, VariantUtil.Type.LONG)) {
      out.id(row, id.getLong());
    }
    Variant type = event.getFieldByKey("type");
    if (isOf(type, VariantUtil.Type.STRING)) {
      out.type(row, type.getString());
    }
    Variant amount = event.getFieldByKey("amount");
    if (isOf(amount, VariantUtil.Type.DOUBLE)) {
      out.amount(row, amount.getDouble());
    } else if (isOf(amount, VariantUtil.Type.LONG)) {
      out.amount(row, (double) amount.getLong());
    }
    Variant user = event.getFieldByKey("user");
    if (isOf(user, VariantUtil.Type.OBJECT)) {
      Variant name = user.getFieldByKey("name");
      if (isOf(name, VariantUtil.Type.STRING)) {
        out.userName(row, name.getString());
      }
    }
    Variant ok = event.getFieldByKey("ok");
    if (isOf(ok, VariantUtil.Type.BOOLEAN)) {
      out.ok(row, ok.getBoolean());
    }
  }

  private static boolean isOf(Variant value, VariantUtil.Type type) {
    return value != null && value.getType() == type;
  }
}
