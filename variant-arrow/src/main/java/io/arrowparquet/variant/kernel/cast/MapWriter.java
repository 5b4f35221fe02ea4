// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.ListRanges;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import org.apache.arrow.vector.FieldVector;

/** Map with text keys: an object, each entry a field; a null value is a Variant null. */
final class MapWriter extends ColumnWriter {
  private final ValidityBits validity;
  private final ListRanges ranges;
  private final BytesWriter keys;
  private final ColumnWriter values;
  private final VariantDictionary names;

  MapWriter(
      String path,
      FieldVector vector,
      BytesWriter keys,
      ColumnWriter values,
      VariantDictionary names) {
    super(path);
    this.validity = ValidityBits.of(vector);
    this.ranges = new ListRanges(vector);
    this.keys = keys;
    this.values = values;
    this.names = names;
  }

  @Override
  boolean isNull(int row) {
    return validity.isNull(row);
  }

  @Override
  void write(int row, VariantBuilder out) {
    ranges.seek(row);
    int end = ranges.end();
    out.startObject();
    for (int i = ranges.start(); i < end; i++) {
      if (keys.isNull(i)) {
        throw mismatch("a null key", "text");
      }
      out.field(keys.intern(i, names));
      writeValue(i, out);
    }
    try {
      out.endObject();
    } catch (IllegalArgumentException e) {
      throw mismatch(e.getMessage(), "each key once");
    }
  }

  private void writeValue(int row, VariantBuilder out) {
    try {
      values.writeOrNull(row, out);
    } catch (MalformedVariantException e) {
      throw e.at(values.path()).inElement(path(), keys.step(row));
    } catch (ConversionException e) {
      throw e.inElement(path(), keys.step(row));
    }
  }
}
