// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.it.interop.EncodedVariant;
import java.util.List;
import org.apache.parquet.variant.Variant;

/** Five typed vectors through parquet-java: one look-up per field. */
final class ParquetJavaFill {
  private ParquetJavaFill() {}

  static FiveVectors fill(FiveVectors out, List<EncodedVariant> rows) {
    for (int row = 0; row < rows.size(); row++) {
      EncodedVariant encoded = rows.get(row);
      fill(out, row, new Variant(encoded.value(), encoded.metadata()));
    }
    return out.finish(rows.size());
  }

  private static void fill(FiveVectors out, int row, Variant event) {
    Variant id = event.getFieldByKey("id");
    if (isInteger(id)) {
      out.id(row, id.getLong());
    }
    Variant type = event.getFieldByKey("type");
    if (isOf(type, Variant.Type.STRING)) {
      out.type(row, type.getString());
    }
    Variant amount = event.getFieldByKey("amount");
    if (isOf(amount, Variant.Type.DOUBLE)) {
      out.amount(row, amount.getDouble());
    } else if (isInteger(amount)) {
      out.amount(row, (double) amount.getLong());
    }
    Variant user = event.getFieldByKey("user");
    if (isOf(user, Variant.Type.OBJECT)) {
      Variant name = user.getFieldByKey("name");
      if (isOf(name, Variant.Type.STRING)) {
        out.userName(row, name.getString());
      }
    }
    Variant ok = event.getFieldByKey("ok");
    if (isOf(ok, Variant.Type.BOOLEAN)) {
      out.ok(row, ok.getBoolean());
    }
  }

  static boolean isOf(Variant value, Variant.Type type) {
    return value != null && value.getType() == type;
  }

  static boolean isInteger(Variant value) {
    if (value == null) {
      return false;
    }
    return switch (value.getType()) {
      case BYTE, SHORT, INT, LONG -> true;
      default -> false;
    };
  }
}
