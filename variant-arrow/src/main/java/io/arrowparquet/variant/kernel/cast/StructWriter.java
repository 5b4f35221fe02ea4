// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.cast;

import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;

/** Struct: an object, a field for each child in the order of the names' bytes. */
final class StructWriter extends ColumnWriter {
  record Child(String name, ColumnWriter writer) {
    private byte[] utf8() {
      return name.getBytes(StandardCharsets.UTF_8);
    }
  }

  private final byte[][] names;
  private final ColumnWriter[] writers;
  private final int[] ids;
  private final boolean keepNulls;

  /** {@code keepNulls}: a child that is null is a field that is null, not a missing one. */
  StructWriter(String path, FieldVector vector, List<Child> children, boolean keepNulls) {
    super(path, vector);
    // The builder sorts fields; those in order already cost it one comparison each.
    List<Child> sorted =
        children.stream().sorted((a, b) -> Arrays.compareUnsigned(a.utf8(), b.utf8())).toList();
    this.names = sorted.stream().map(Child::utf8).toArray(byte[][]::new);
    this.writers = sorted.stream().map(Child::writer).toArray(ColumnWriter[]::new);
    this.ids = new int[writers.length];
    this.keepNulls = keepNulls;
  }

  byte[][] names() {
    return names;
  }

  void resolve(VariantDictionary dictionary) {
    for (int i = 0; i < ids.length; i++) {
      ids[i] = dictionary.intern(names[i]);
    }
  }

  @Override
  void write(int row, VariantBuilder out) {
    out.startObject();
    for (int i = 0; i < writers.length; i++) {
      ColumnWriter child = writers[i];
      if (!child.isNull(row)) {
        out.field(ids[i]);
        child.write(row, out);
      } else if (keepNulls) {
        out.field(ids[i]).appendNull();
      }
    }
    out.endObject();
  }
}
