// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.it.interop.IcebergVariants;
import java.util.List;
import org.apache.iceberg.variants.VariantObject;
import org.apache.iceberg.variants.VariantValue;

/** Five typed vectors through Iceberg: one look-up per field. */
final class IcebergFill {
  private IcebergFill() {}

  static FiveVectors fill(FiveVectors out, List<EncodedVariant> rows) {
    for (int row = 0; row < rows.size(); row++) {
      fill(out, row, IcebergVariants.variant(rows.get(row)).value().asObject());
    }
    return out.finish(rows.size());
  }

  private static void fill(FiveVectors out, int row, VariantObject event) {
    if (primitive(event.get("id")) instanceof Number number && isInteger(number)) {
      out.id(row, number.longValue());
    }
    if (primitive(event.get("type")) instanceof String text) {
      out.type(row, text);
    }
    if (primitive(event.get("amount")) instanceof Number number
        && (number instanceof Double || isInteger(number))) {
      out.amount(row, number.doubleValue());
    }
    if (event.get("user") instanceof VariantObject user
        && primitive(user.get("name")) instanceof String text) {
      out.userName(row, text);
    }
    if (primitive(event.get("ok")) instanceof Boolean flag) {
      out.ok(row, flag);
    }
  }

  private static Object primitive(VariantValue value) {
    if (value == null) {
      return null;
    }
    return switch (value.type()) {
      case OBJECT, ARRAY -> null;
      default -> value.asPrimitive().get();
    };
  }

  private static boolean isInteger(Number number) {
    return number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte;
  }
}
