// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantPath;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.vector.FieldVector;

/**
 * Utf8 and Binary with their Large and View forms, and the extension {@code arrow.json}: what its
 * text says, parsed. Arrow promises that text is UTF-8.
 */
final class BytesWriter extends ColumnWriter {
  private final BinaryColumn column;
  private final boolean text;

  private final VariantJsonReader json;

  BytesWriter(String path, FieldVector vector, boolean text, VariantJsonReader json) {
    super(path, null);
    this.column = BinaryColumn.of(vector, null);
    this.text = text;
    this.json = json;
  }

  @Override
  boolean isNull(int row) {
    return column.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    int length = seek(row);
    if (json != null) {
      json.read(column.buffer(), column.start(), length, out);
    } else if (text) {
      out.appendString(column.buffer(), column.start(), length);
    } else {
      out.appendBinary(column.buffer(), column.start(), length);
    }
  }

  boolean isText() {
    return text && json == null;
  }

  int intern(int row, VariantDictionary names) {
    int length = seek(row);
    return names.intern(column.buffer(), column.start(), length);
  }

  String step(int row) {
    byte[] utf8 = new byte[seek(row)];
    column.buffer().getBytes(column.start(), utf8);
    return VariantPath.Step.field(new String(utf8, StandardCharsets.UTF_8)).toString();
  }

  /** Moves to a row that is not null, proves its range and returns its length. */
  private int seek(int row) {
    try {
      return column.seekChecked(row);
    } catch (MalformedVariantException e) {
      throw e.at(path());
    }
  }
}
