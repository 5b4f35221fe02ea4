// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnReader;
import org.apache.parquet.column.impl.ColumnReadStoreImpl;
import org.apache.parquet.column.page.PageReadStore;
import org.apache.parquet.example.data.simple.convert.GroupRecordConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.DecimalLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.IntLogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.UnknownLogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;

/**
 * What parquet-java's own column readers say a file holds: for each column every entry as {@code
 * repetition/definition=value}, without assembling records.
 */
public final class ColumnEntries {
  private static final long JULIAN_DAY_OF_EPOCH = 2_440_588;
  private static final long MICROS_PER_DAY = 86_400_000_000L;
  private static final long NANOS_PER_MICRO = 1_000;

  private ColumnEntries() {}

  /** Entries by dotted path, of all row groups. */
  public static Map<String, List<String>> read(Path file) {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      MessageType schema = reader.getFileMetaData().getSchema();
      String createdBy = reader.getFileMetaData().getCreatedBy();
      Map<String, List<String>> entries = new LinkedHashMap<>();
      for (PageReadStore pages = reader.readNextRowGroup();
          pages != null;
          pages = reader.readNextRowGroup()) {
        ColumnReadStoreImpl store =
            new ColumnReadStoreImpl(
                pages, new GroupRecordConverter(schema).getRootConverter(), schema, createdBy);
        for (ColumnDescriptor column : schema.getColumns()) {
          String path = String.join(".", column.getPath());
          read(
              store.getColumnReader(column),
              column,
              entries.computeIfAbsent(path, p -> new ArrayList<>()));
        }
      }
      return entries;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  // Deprecated without a successor that counts the values of one column.
  @SuppressWarnings("deprecation")
  private static void read(ColumnReader reader, ColumnDescriptor column, List<String> entries) {
    for (long i = 0; i < reader.getTotalValueCount(); i++) {
      int definition = reader.getCurrentDefinitionLevel();
      String entry = reader.getCurrentRepetitionLevel() + "/" + definition;
      if (definition == column.getMaxDefinitionLevel()) {
        entry += "=" + value(reader, column.getPrimitiveType());
      }
      entries.add(entry);
      reader.consume();
    }
  }

  private static String value(ColumnReader reader, PrimitiveType type) {
    LogicalTypeAnnotation annotation = type.getLogicalTypeAnnotation();
    if (annotation instanceof UnknownLogicalTypeAnnotation) {
      return "null";
    }
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> Boolean.toString(reader.getBoolean());
      case INT32 -> integer(reader.getInteger(), annotation);
      case INT64 ->
          annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()
              ? Long.toUnsignedString(reader.getLong())
              : Long.toString(reader.getLong());
      case FLOAT -> Integer.toHexString(Float.floatToRawIntBits(reader.getFloat()));
      case DOUBLE -> Long.toHexString(Double.doubleToRawLongBits(reader.getDouble()));
      case INT96 ->
          Long.toString(micros(reader.getBinary().toByteBuffer().order(ByteOrder.LITTLE_ENDIAN)));
      case BINARY, FIXED_LEN_BYTE_ARRAY ->
          annotation instanceof DecimalLogicalTypeAnnotation
              ? new BigInteger(reader.getBinary().getBytes()).toString()
              : HexFormat.of().formatHex(reader.getBinary().getBytes());
    };
  }

  private static String integer(int value, LogicalTypeAnnotation annotation) {
    if (annotation instanceof IntLogicalTypeAnnotation integer && !integer.isSigned()) {
      return Long.toString(value & (-1L >>> (Long.SIZE - integer.getBitWidth())));
    }
    return Integer.toString(value);
  }

  private static long micros(java.nio.ByteBuffer int96) {
    int at = int96.position();
    long day = Integer.toUnsignedLong(int96.getInt(at + Long.BYTES)) - JULIAN_DAY_OF_EPOCH;
    return day * MICROS_PER_DAY + Math.floorDiv(int96.getLong(at), NANOS_PER_MICRO);
  }
}
