// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * The footer of a wide file as parquet-java writes it: optional doubles with full statistics (the
 * deprecated bounds too), encodings and their statistics, page-index locations. Written by
 * parquet-java's own format classes.
 */
public final class WideFooter {
  private static final int ROWS = 20_000;
  private static final int COLUMN_INDEX_BYTES = 31;
  private static final int OFFSET_INDEX_BYTES = 12;

  private WideFooter() {}

  /** The Thrift bytes of a footer with this many columns and row groups. */
  public static byte[] thrift(int columns, int rowGroups) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(model(columns, rowGroups), out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Name of a column. */
  public static String name(int column) {
    return "column_" + column;
  }

  private static FileMetaData model(int columns, int rowGroups) {
    FileMetaData footer =
        new FileMetaData(1, schema(columns), (long) ROWS * rowGroups, new ArrayList<>());
    footer.setCreated_by("parquet-mr version 1.18.1 (build 0123456789abcdef)");
    footer.addToKey_value_metadata(new KeyValue("writer.model.name").setValue("example"));
    for (int i = 0; i < columns; i++) {
      footer.addToColumn_orders(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
    }
    Random random = new Random(1);
    long offset = 4;
    for (int i = 0; i < rowGroups; i++) {
      RowGroup group = new RowGroup(new ArrayList<>(), 0, ROWS);
      group.setFile_offset(offset);
      group.setOrdinal((short) i);
      for (int column = 0; column < columns; column++) {
        ColumnChunk chunk = chunk(column, offset, random);
        offset += chunk.getMeta_data().getTotal_compressed_size();
        group.addToColumns(chunk);
      }
      group.setTotal_compressed_size(offset - group.getFile_offset());
      group.setTotal_byte_size(2 * group.getTotal_compressed_size());
      footer.addToRow_groups(group);
    }
    addPageIndexes(footer, offset);
    return footer;
  }

  private static List<SchemaElement> schema(int columns) {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(new SchemaElement("schema").setNum_children(columns));
    for (int column = 0; column < columns; column++) {
      schema.add(
          new SchemaElement(name(column))
              .setType(Type.DOUBLE)
              .setRepetition_type(FieldRepetitionType.OPTIONAL));
    }
    return schema;
  }

  private static ColumnChunk chunk(int column, long offset, Random random) {
    int size = 1_000 + random.nextInt(150_000);
    ColumnMetaData metaData =
        new ColumnMetaData(
            Type.DOUBLE,
            List.of(Encoding.RLE, Encoding.PLAIN, Encoding.BIT_PACKED),
            List.of(name(column)),
            CompressionCodec.SNAPPY,
            ROWS,
            2L * size,
            size,
            offset);
    byte[] min = plain(-random.nextDouble() * 1e6);
    byte[] max = plain(random.nextDouble() * 1e6);
    metaData.setStatistics(
        new Statistics()
            .setMin(min)
            .setMax(max)
            .setMin_value(min)
            .setMax_value(max)
            .setNull_count(random.nextInt(100)));
    metaData.addToEncoding_stats(
        new PageEncodingStats(PageType.DATA_PAGE, Encoding.PLAIN, 1 + size / 100_000));
    return new ColumnChunk(offset).setMeta_data(metaData);
  }

  private static byte[] plain(double value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putDouble(value).array();
  }

  private static void addPageIndexes(FileMetaData footer, long dataEnd) {
    long offset = dataEnd;
    for (RowGroup group : footer.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        chunk.setColumn_index_offset(offset).setColumn_index_length(COLUMN_INDEX_BYTES);
        offset += COLUMN_INDEX_BYTES;
      }
    }
    for (RowGroup group : footer.getRow_groups()) {
      for (ColumnChunk chunk : group.getColumns()) {
        chunk.setOffset_index_offset(offset).setOffset_index_length(OFFSET_INDEX_BYTES);
        offset += OFFSET_INDEX_BYTES;
      }
    }
  }
}
