// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.DurationVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.catalyst.expressions.SpecializedGetters;
import org.apache.spark.sql.catalyst.util.ArrayData;
import org.apache.spark.sql.catalyst.util.MapData;
import org.apache.spark.sql.types.ArrayType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.DecimalType;
import org.apache.spark.sql.types.MapType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.UserDefinedType;
import org.apache.spark.unsafe.types.VariantVal;

/**
 * Rows of Spark collected in Arrow vectors, as a batch of a writer. Spark's own class that does it
 * knows Variants as plain structs only, and is internal. One thread; owns the vectors.
 */
final class RowVectors implements AutoCloseable {
  /** A batch is full with this many rows, or bytes, and is written then. */
  private static final int MAX_ROWS = 1 << 15;

  private static final long MAX_BYTES = 16 << 20;
  private static final long BYTES_PER_VALUE = 8;
  private static final long NANOS_PER_MICRO = 1000;

  private final VectorSchemaRoot root;
  private final List<Cell> cells = new ArrayList<>();
  private int rows;
  private long bytes;

  /** Puts a value that is not null into a vector. */
  private interface Cell {
    void put(SpecializedGetters from, int ordinal, int index);
  }

  RowVectors(StructType columns, BufferAllocator allocator) {
    this.root = VectorSchemaRoot.create(SparkTypes.arrow(columns), allocator);
    for (int i = 0; i < columns.size(); i++) {
      cells.add(nullable(root.getVector(i), columns.fields()[i].dataType()));
    }
  }

  private Cell nullable(FieldVector vector, DataType type) {
    Cell cell = cell(vector, type);
    return (from, ordinal, index) -> {
      bytes += BYTES_PER_VALUE;
      if (!from.isNullAt(ordinal)) {
        cell.put(from, ordinal, index);
        return;
      }
      while (index >= vector.getValueCapacity()) {
        vector.reAlloc();
      }
      vector.setNull(index);
    };
  }

  private Cell cell(FieldVector vector, DataType type) {
    if (type instanceof UserDefinedType<?> own) {
      return cell(vector, own.sqlType());
    } else if (vector instanceof ParquetVariantVector variants) {
      return variant(variants);
    } else if (vector instanceof StructVector struct) {
      return struct(struct, (StructType) type);
    } else if (type instanceof MapType map) {
      return map((ListVector) vector, map);
    } else if (vector instanceof ListVector list) {
      return list(list, ((ArrayType) type).elementType());
    } else if (vector instanceof DecimalVector decimals) {
      return decimal(decimals, (DecimalType) type);
    } else if (vector instanceof VarCharVector texts) {
      return (from, i, index) -> put(texts, index, from.getUTF8String(i).getBytes());
    } else if (vector instanceof VarBinaryVector binaries) {
      return (from, i, index) -> put(binaries, index, from.getBinary(i));
    }
    return fixed(vector);
  }

  private void put(BaseVariableWidthVector vector, int index, byte[] value) {
    bytes += value.length;
    vector.setSafe(index, value);
  }

  private static Cell fixed(ValueVector vector) {
    if (vector instanceof BitVector bits) {
      return (from, i, index) -> bits.setSafe(index, from.getBoolean(i) ? 1 : 0);
    } else if (vector instanceof TinyIntVector bytes) {
      return (from, i, index) -> bytes.setSafe(index, from.getByte(i));
    } else if (vector instanceof SmallIntVector shorts) {
      return (from, i, index) -> shorts.setSafe(index, from.getShort(i));
    } else if (vector instanceof IntVector ints) {
      return (from, i, index) -> ints.setSafe(index, from.getInt(i));
    } else if (vector instanceof DateDayVector days) {
      return (from, i, index) -> days.setSafe(index, from.getInt(i));
    } else if (vector instanceof BigIntVector longs) {
      return (from, i, index) -> longs.setSafe(index, from.getLong(i));
    } else if (vector instanceof TimeStampVector micros) {
      return (from, i, index) -> micros.setSafe(index, from.getLong(i));
    } else if (vector instanceof DurationVector micros) {
      return (from, i, index) -> micros.setSafe(index, from.getLong(i));
    } else if (vector instanceof TimeMicroVector times) {
      return (from, i, index) -> times.setSafe(index, from.getLong(i) / NANOS_PER_MICRO);
    } else if (vector instanceof Float4Vector floats) {
      return (from, i, index) -> floats.setSafe(index, from.getFloat(i));
    } else if (vector instanceof Float8Vector doubles) {
      return (from, i, index) -> doubles.setSafe(index, from.getDouble(i));
    }
    return (from, i, index) -> {}; // nulls alone
  }

  private static Cell decimal(DecimalVector vector, DecimalType type) {
    int precision = type.precision();
    int scale = type.scale();
    if (precision <= Decimal.MAX_LONG_DIGITS()) {
      return (from, i, index) ->
          vector.setSafe(index, from.getDecimal(i, precision, scale).toUnscaledLong());
    }
    return (from, i, index) -> {
      Decimal value = from.getDecimal(i, precision, scale);
      vector.setSafe(index, value.toJavaBigDecimal().setScale(scale));
    };
  }

  private Cell variant(ParquetVariantVector vector) {
    StructVector storage = vector.getUnderlyingVector();
    VarBinaryVector metadata = (VarBinaryVector) storage.getChild("metadata");
    VarBinaryVector value = (VarBinaryVector) storage.getChild("value");
    return (from, i, index) -> {
      VariantVal variant = from.getVariant(i);
      storage.setIndexDefined(index);
      put(metadata, index, variant.getMetadata());
      put(value, index, variant.getValue());
    };
  }

  private Cell struct(StructVector vector, StructType type) {
    List<Cell> children = new ArrayList<>();
    for (int i = 0; i < type.size(); i++) {
      children.add(nullable((FieldVector) vector.getVectorById(i), type.fields()[i].dataType()));
    }
    return (from, ordinal, index) -> {
      InternalRow struct = from.getStruct(ordinal, children.size());
      vector.setIndexDefined(index);
      for (int i = 0; i < children.size(); i++) {
        children.get(i).put(struct, i, index);
      }
    };
  }

  private Cell list(ListVector vector, DataType element) {
    Cell elements = nullable(vector.getDataVector(), element);
    return (from, ordinal, index) -> {
      ArrayData array = from.getArray(ordinal);
      int at = vector.startNewValue(index);
      for (int i = 0; i < array.numElements(); i++) {
        elements.put(array, i, at + i);
      }
      vector.endValue(index, array.numElements());
    };
  }

  private Cell map(ListVector vector, MapType type) {
    StructVector entries = (StructVector) vector.getDataVector();
    Cell keys = nullable((FieldVector) entries.getVectorById(0), type.keyType());
    Cell values = nullable((FieldVector) entries.getVectorById(1), type.valueType());
    return (from, ordinal, index) -> {
      MapData map = from.getMap(ordinal);
      int at = vector.startNewValue(index);
      for (int i = 0; i < map.numElements(); i++) {
        entries.setIndexDefined(at + i);
        keys.put(map.keyArray(), i, at + i);
        values.put(map.valueArray(), i, at + i);
      }
      vector.endValue(index, map.numElements());
    };
  }

  /** Adds a row; there is room for it unless {@link #isFull}. */
  void add(InternalRow row) {
    for (int i = 0; i < cells.size(); i++) {
      cells.get(i).put(row, i, rows);
    }
    rows++;
  }

  boolean isFull() {
    return rows >= MAX_ROWS || bytes >= MAX_BYTES;
  }

  int rows() {
    return rows;
  }

  /** The rows as a batch, until {@link #clear}. */
  VectorSchemaRoot batch() {
    root.setRowCount(rows);
    return root;
  }

  /** Forgets the rows, and keeps the memory. */
  void clear() {
    root.getFieldVectors().forEach(ValueVector::reset);
    rows = 0;
    bytes = 0;
  }

  @Override
  public void close() {
    root.close();
  }
}
