// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.apache.arrow.vector.types.TimeUnit.SECOND;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.internal.filter.RawColumns.ColumnProjection;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BaseFixedWidthVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.Float2Vector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VariableWidthVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;

/**
 * Vectors taken apart again into the entries of Parquet's columns, to be compared with {@link
 * ColumnEntries}: the opposite of what the reader does, by recursion over rows.
 */
public final class VectorEntries {
  private final ParquetFooter file;
  private final Map<String, List<String>> entries = new LinkedHashMap<>();

  private VectorEntries(ParquetFooter file) {
    this.file = file;
  }

  /** Entries by dotted path, of all batches that the reader gives. */
  public static Map<String, List<String>> read(
      Path path, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    try (ByteSource source = PathByteSource.open(path)) {
      return read(source, options, allocator);
    }
  }

  /** As {@link #read(Path, ParquetReadOptions, BufferAllocator)}, from a source. */
  public static Map<String, List<String>> read(
      ByteSource source, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    ParquetFooter file = FooterReader.defaults().read(source);
    return read(file, ParquetArrowReader.open(source, file, options, allocator), options);
  }

  /**
   * As {@link #read(Path, ParquetReadOptions, BufferAllocator)}, from a reader, which is closed.
   */
  public static Map<String, List<String>> read(
      ParquetFooter file, ParquetArrowReader opened, ParquetReadOptions options)
      throws IOException {
    VectorEntries result = new VectorEntries(file);
    List<ArrowSchemaNode> nodes =
        ColumnProjection.apply(file.footer(), ArrowSchema.nodes(file.footer()), options.columns());
    try (ParquetArrowReader reader = opened) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int i = 0; i < nodes.size(); i++) {
          for (int row = 0; row < root.getRowCount(); row++) {
            result.add(nodes.get(i), root.getVector(i), row, 0);
          }
        }
      }
    }
    return result.entries;
  }

  /** An entry's value; null where it has none. */
  public static String value(String entry) {
    int equals = entry.indexOf('=');
    return equals < 0 ? null : entry.substring(equals + 1);
  }

  private void add(ArrowSchemaNode node, FieldVector vector, int index, int repetition) {
    if (node.kind() != ArrowSchemaNode.Kind.LEAF && vector.isNull(index)) {
      addNull(node, repetition, node.definitionLevel() - 1);
      return;
    }
    switch (node.kind()) {
      case LEAF -> {
        boolean isNull = vector.isNull(index);
        String value = isNull ? "" : "=" + value(vector, index);
        leaf(node, repetition + "/" + (node.definitionLevel() - (isNull ? 1 : 0)) + value);
      }
      case STRUCT -> {
        StructVector struct = struct(vector);
        for (int i = 0; i < node.children().size(); i++) {
          add(node.children().get(i), (FieldVector) struct.getChildByOrdinal(i), index, repetition);
        }
      }
      case LIST, MAP -> addElements(node, vector, index, repetition);
    }
  }

  private static StructVector struct(FieldVector vector) {
    return vector instanceof ExtensionTypeVector<?> extension
        ? (StructVector) extension.getUnderlyingVector()
        : (StructVector) vector;
  }

  private void addElements(ArrowSchemaNode node, FieldVector vector, int index, int repetition) {
    ArrowSchemaNode element = node.children().get(0);
    boolean large = vector instanceof LargeListVector;
    long start =
        large
            ? ((LargeListVector) vector).getElementStartIndex(index)
            : ((ListVector) vector).getElementStartIndex(index);
    long end =
        large
            ? ((LargeListVector) vector).getElementEndIndex(index)
            : ((ListVector) vector).getElementEndIndex(index);
    FieldVector data = vector.getChildrenFromFields().get(0);
    if (start == end) {
      addNull(element, repetition, node.definitionLevel());
    }
    for (long i = start; i < end; i++) {
      add(element, data, (int) i, i == start ? repetition : node.repetitionLevel() + 1);
    }
  }

  private void addNull(ArrowSchemaNode node, int repetition, int definition) {
    if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
      leaf(node, repetition + "/" + definition);
    }
    node.children().forEach(child -> addNull(child, repetition, definition));
  }

  private void leaf(ArrowSchemaNode node, String entry) {
    entries
        .computeIfAbsent(file.footer().columnPath(node.column()), path -> new ArrayList<>())
        .add(entry);
  }

  private static String value(FieldVector vector, int index) {
    if (vector instanceof BitVector bits) {
      return Boolean.toString(bits.get(index) != 0);
    }
    if (vector instanceof Float4Vector floats) {
      return Integer.toHexString(Float.floatToRawIntBits(floats.get(index)));
    }
    if (vector instanceof Float8Vector doubles) {
      return Long.toHexString(Double.doubleToRawLongBits(doubles.get(index)));
    }
    if (vector instanceof DecimalVector decimals) {
      return decimals.getObject(index).unscaledValue().toString();
    }
    if (vector instanceof Decimal256Vector decimals) {
      return decimals.getObject(index).unscaledValue().toString();
    }
    if (vector instanceof VariableWidthVector || vector instanceof FixedSizeBinaryVector) {
      return HexFormat.of().formatHex(bytes(vector, index));
    }
    if (vector instanceof Float2Vector halves) {
      return String.format("%04x", Short.toUnsignedInt(Short.reverseBytes(halves.get(index))));
    }
    return number((BaseFixedWidthVector) vector, index);
  }

  private static byte[] bytes(FieldVector vector, int index) {
    if (vector instanceof VarCharVector text) {
      return text.get(index);
    }
    if (vector instanceof VarBinaryVector binary) {
      return binary.get(index);
    }
    if (vector instanceof FixedSizeBinaryVector fixed) {
      return fixed.get(index);
    }
    return vector.getObject(index) instanceof byte[] bytes
        ? bytes
        : vector.getObject(index).toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  /** Parquet has neither seconds nor dates in milliseconds. */
  private static long inUnitOfFiles(long value, ArrowType type) {
    if (type instanceof ArrowType.Date date && date.getUnit() == DateUnit.MILLISECOND) {
      return value / TimeUnit.DAYS.toMillis(1);
    }
    boolean areSeconds =
        type.equals(new ArrowType.Time(SECOND, Integer.SIZE))
            || (type instanceof ArrowType.Timestamp timestamp && timestamp.getUnit() == SECOND);
    return areSeconds ? TimeUnit.SECONDS.toMillis(value) : value;
  }

  private static String number(BaseFixedWidthVector vector, int index) {
    int width = vector.getTypeWidth();
    long at = (long) width * index;
    long value =
        switch (width) {
          case 1 -> vector.getDataBuffer().getByte(at);
          case 2 -> vector.getDataBuffer().getShort(at);
          case 4 -> vector.getDataBuffer().getInt(at);
          default -> vector.getDataBuffer().getLong(at);
        };
    if (vector.getField().getType() instanceof ArrowType.Int integer && !integer.getIsSigned()) {
      return width == Long.BYTES
          ? Long.toUnsignedString(value)
          : Long.toString(value & ((1L << (8 * width)) - 1));
    }
    return Long.toString(inUnitOfFiles(value, vector.getField().getType()));
  }
}
