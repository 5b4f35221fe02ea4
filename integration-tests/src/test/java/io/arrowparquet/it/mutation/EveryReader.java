// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.json.InvalidJsonException;
import io.arrowparquet.variant.kernel.Kernel;
import io.arrowparquet.variant.kernel.Kernels;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Every way to read a column, the cursor and all kernels, told as text: what was read, or our
 * exception's message. Any other exception goes through.
 */
public final class EveryReader {
  private static final int WALKED_LEVELS = 140;

  /** Kernels that come first, being quick; the others follow in the order of their list. */
  private static final List<String> QUICK =
      List.of("VariantValidator.validate", "VariantDecode.decode");

  private final BufferAllocator allocator;
  private final List<Kernel> ways = new ArrayList<>();
  private int hash;

  /**
   * The ways to read.
   *
   * @param known a type that the row may have
   * @param shredding a type to shred it to
   * @param path a path that the row may have
   */
  public EveryReader(BufferAllocator allocator, Field known, Field shredding, VariantPath path) {
    this.allocator = allocator;
    ways.add(new Kernel("VariantReader.seek", (column, memory) -> first(column)));
    List<Kernel> kernels = Kernels.all(known, shredding, path, VariantLimits.defaults());
    kernels.stream().filter(kernel -> QUICK.contains(kernel.name())).forEach(ways::add);
    kernels.stream().filter(kernel -> !QUICK.contains(kernel.name())).forEach(ways::add);
  }

  /**
   * Reads the row in the first ways.
   *
   * @param outcomes gets one text for each of this many ways
   * @return how many of them had no complaint
   */
  public int read(ParquetVariantVector column, String[] outcomes, int count) {
    return read(column, outcomes, count, 0, 1);
  }

  /**
   * As {@link #read(ParquetVariantVector, String[], int)}, but of the ways that are not quick only
   * those whose turn it is: one in this many.
   */
  public int read(ParquetVariantVector column, String[] outcomes, int count, int turn, int turns) {
    int succeeded = 0;
    for (int i = 0; i < count; i++) {
      if (i > QUICK.size() && i % turns != turn % turns) {
        outcomes[i] = null;
        continue;
      }
      try {
        outcomes[i] = ways.get(i).outcome(column, allocator);
        succeeded++;
      } catch (MalformedVariantException | ConversionException | InvalidJsonException e) {
        outcomes[i] = e.getMessage();
      }
    }
    return succeeded;
  }

  /** How many ways there are: first the cursor, the validator and decoding. */
  public int ways() {
    return ways.size();
  }

  /** How many of them may refuse a sound value. */
  public int strictWays() {
    return (int) ways.stream().filter(Kernel::isStrict).count();
  }

  private Object first(ParquetVariantVector column) {
    try (VariantReader reader = new VariantReader(column)) {
      return walked(reader.seek(0));
    }
  }

  private Object walked(VariantCursor value) {
    hash = 0;
    walk(value, 0);
    return hash;
  }

  private void walk(VariantCursor value, int level) {
    if (level == WALKED_LEVELS) {
      return;
    }
    saw(value.typeId());
    saw(value.lengthBytes());
    int left = value.lengthBytes();
    VariantCursor child = value.elementCount() == 0 ? null : new VariantCursor();
    for (int i = 0; i < value.elementCount(); i++) {
      if (value.typeId() == VariantTypeIds.OBJECT) {
        field(value, i);
      }
      value.element(i, child);
      left = child.takeFrom(left);
      walk(child, level + 1);
    }
    primitive(value);
  }

  private void field(VariantCursor object, int index) {
    int id = object.fieldId(index);
    saw(id);
    String name = object.metadata().name(id);
    saw(name.hashCode());
    saw(object.findField(name.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    saw(object.findField(id, index + 1));
  }

  private void primitive(VariantCursor value) {
    switch (value.typeId()) {
      case VariantTypeIds.OBJECT, VariantTypeIds.ARRAY, VariantTypeIds.NULL -> saw(0);
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> saw(value.getBoolean() ? 1 : 2);
      case VariantTypeIds.FLOAT -> saw(Float.floatToRawIntBits(value.getFloat()));
      case VariantTypeIds.DOUBLE ->
          saw(Long.hashCode(Double.doubleToRawLongBits(value.getDouble())));
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 -> {
        saw(value.decimalScale());
        saw(Long.hashCode(value.decimalLow()));
        saw(Long.hashCode(value.decimalHigh()));
      }
      case VariantTypeIds.STRING, VariantTypeIds.BINARY, VariantTypeIds.UUID ->
          saw(Arrays.hashCode(value.getBytes()));
      default -> saw(Long.hashCode(value.getLong()));
    }
  }

  private void saw(int what) {
    hash = 31 * hash + what;
  }
}
