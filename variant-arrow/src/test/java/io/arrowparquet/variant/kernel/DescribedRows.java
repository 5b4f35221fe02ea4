// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantValidator;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.ArrayList;
import java.util.List;

/** The rows of a Variant column as text: type and JSON, {@code int8 5}; null for SQL null. */
public final class DescribedRows {
  private DescribedRows() {}

  /** Every row, each fully validated on the way. */
  public static List<String> of(ParquetVariantVector column) {
    List<String> rows = new ArrayList<>();
    VariantJsonWriter writer = new VariantJsonWriter();
    VariantValidator validator = new VariantValidator();
    try (VariantReader reader = new VariantReader(column)) {
      for (int row = 0; row < reader.count(); row++) {
        VariantCursor value = reader.seek(row);
        if (value == null) {
          rows.add(null);
          continue;
        }
        validator.validate(reader.metadata());
        validator.validate(value);
        rows.add(VariantTypeIds.name(value.typeId()) + " " + writer.write(value));
      }
    }
    return rows;
  }
}
