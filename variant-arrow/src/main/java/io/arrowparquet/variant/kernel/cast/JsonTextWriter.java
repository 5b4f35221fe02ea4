// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.value.VariantBuilder;
import org.apache.arrow.vector.FieldVector;

/** The extension {@code arrow.json}: what the text says, parsed. */
final class JsonTextWriter extends ColumnWriter {
  private final BytesWriter text;
  private final VariantJsonReader reader;

  JsonTextWriter(String path, FieldVector vector, VariantLimits limits) {
    super(path);
    this.text = new BytesWriter(path, vector, true);
    this.reader = new VariantJsonReader(limits);
  }

  @Override
  boolean isNull(int row) {
    return text.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    text.parse(row, reader, out);
  }
}
