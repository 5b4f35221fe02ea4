// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.internal.thrift.ColumnIndex;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.OffsetIndex;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/**
 * Changes what a file says of its values, and nothing else: statistics of column chunks in the
 * footer, and column indexes, which are written anew after the old ones. The pages stay.
 */
final class RewrittenStatistics {
  private static final int TRAILER = 8;

  private final Path path;
  private final byte[] file;
  private final FileMetaData footer;
  private final ByteArrayOutputStream body = new ByteArrayOutputStream();

  RewrittenStatistics(Path path) throws IOException {
    this.path = path;
    this.file = Files.readAllBytes(path);
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TRAILER);
    int start = file.length - TRAILER - length;
    this.footer = Util.readFileMetaData(new ByteArrayInputStream(file, start, length));
    body.write(file, 0, start);
  }

  ColumnChunk chunk(int rowGroup, String column) {
    return footer.getRow_groups().get(rowGroup).getColumns().stream()
        .filter(chunk -> String.join(".", chunk.getMeta_data().getPath_in_schema()).equals(column))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no column " + column));
  }

  /** The element of a column of the top level, to be changed. */
  SchemaElement element(String name) {
    return footer.getSchema().stream()
        .filter(element -> element.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError("no element " + name));
  }

  /** The statistics of a chunk, to be changed; new ones if there were none. */
  Statistics statistics(int rowGroup, String column) {
    ColumnChunk chunk = chunk(rowGroup, column);
    if (!chunk.getMeta_data().isSetStatistics()) {
      chunk.getMeta_data().setStatistics(new Statistics());
    }
    return chunk.getMeta_data().getStatistics();
  }

  long numValues(int rowGroup, String column) {
    return chunk(rowGroup, column).getMeta_data().getNum_values();
  }

  Type type(int rowGroup, String column) {
    return chunk(rowGroup, column).getMeta_data().getType();
  }

  /** How many rows a page has. */
  long rows(int rowGroup, String column, int page) throws IOException {
    List<Long> firstRows = firstRows(rowGroup, column);
    return firstRows.get(page + 1) - firstRows.get(page);
  }

  /** First rows of the pages of a chunk, and its end. */
  List<Long> firstRows(int rowGroup, String column) throws IOException {
    ColumnChunk chunk = chunk(rowGroup, column);
    OffsetIndex index =
        Util.readOffsetIndex(
            new ByteArrayInputStream(
                file, (int) chunk.getOffset_index_offset(), chunk.getOffset_index_length()));
    List<Long> rows = new ArrayList<>();
    index.getPage_locations().forEach(page -> rows.add(page.getFirst_row_index()));
    rows.add(footer.getRow_groups().get(rowGroup).getNum_rows());
    return rows;
  }

  /** The column index of a chunk, to be changed; {@link #set} puts it into the file. */
  Pages pages(int rowGroup, String column) {
    return new Pages(ColumnIndex.CODEC.read(new CompactReader(columnIndexBytes(rowGroup, column))));
  }

  /** The bytes of a chunk's column index. */
  byte[] columnIndexBytes(int rowGroup, String column) {
    ColumnChunk chunk = chunk(rowGroup, column);
    int start = (int) chunk.getColumn_index_offset();
    return Arrays.copyOfRange(file, start, start + chunk.getColumn_index_length());
  }

  /** Replaces the column index of a chunk. */
  void set(int rowGroup, String column, Pages pages) {
    CompactWriter out = new CompactWriter();
    ColumnIndex.CODEC.write(out, pages.toColumnIndex());
    setColumnIndex(rowGroup, column, out.toByteArray());
  }

  /** Replaces the bytes of a chunk's column index. */
  void setColumnIndex(int rowGroup, String column, byte[] bytes) {
    chunk(rowGroup, column)
        .setColumn_index_offset(body.size())
        .setColumn_index_length(bytes.length);
    body.writeBytes(bytes);
  }

  /** Replaces the bytes of a chunk's offset index. */
  void setOffsetIndex(int rowGroup, String column, byte[] bytes) {
    chunk(rowGroup, column)
        .setOffset_index_offset(body.size())
        .setOffset_index_length(bytes.length);
    body.writeBytes(bytes);
  }

  /** Leaves a schema in the file, as Arrow's writers do. */
  void setArrowSchema(Schema schema) {
    String message = Base64.getEncoder().encodeToString(schema.serializeAsMessage());
    footer.addToKey_value_metadata(new KeyValue(ArrowSchema.ARROW_SCHEMA).setValue(message));
  }

  /** Writes the file in the place of the old one. */
  void write() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    body.writeTo(out);
    Util.writeFileMetaData(footer, out);
    int length = out.size() - body.size();
    out.write(
        ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN).putInt(length).array());
    out.write("PAR1".getBytes(US_ASCII));
    Files.write(path, out.toByteArray());
  }

  /** Changes all chunks of a file; and who wrote it, unless null is given. */
  static void change(Path file, Consumer<ColumnMetaData> change, String createdBy)
      throws IOException {
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    rewritten.chunks().forEach(chunk -> change.accept(chunk.getMeta_data()));
    if (createdBy != null) {
      rewritten.footer.setCreated_by(createdBy);
    }
    rewritten.write();
  }

  /** Leaves a file nothing but the statistics of its chunks. */
  static void dropColumnIndexes(Path file) throws IOException {
    RewrittenStatistics rewritten = new RewrittenStatistics(file);
    for (ColumnChunk chunk : rewritten.chunks()) {
      chunk.unsetColumn_index_offset();
      chunk.unsetColumn_index_length();
    }
    rewritten.write();
  }

  private List<ColumnChunk> chunks() {
    return footer.getRow_groups().stream().flatMap(group -> group.getColumns().stream()).toList();
  }

  /** A column index whose lists can be changed. */
  static final class Pages {
    final List<Boolean> nullPages;
    final List<BinaryValue> mins;
    final List<BinaryValue> maxes;

    /** Null for none. */
    List<Long> nullCounts;

    private final io.arrowparquet.footer.internal.thrift.ColumnIndex index;

    private Pages(io.arrowparquet.footer.internal.thrift.ColumnIndex index) {
      this.index = index;
      nullPages = new ArrayList<>(index.nullPages());
      mins = new ArrayList<>(index.minValues());
      maxes = new ArrayList<>(index.maxValues());
      nullCounts = index.nullCounts() == null ? null : new ArrayList<>(index.nullCounts());
    }

    /** Bounds of one page. */
    void setBounds(int page, byte[] min, byte[] max) {
      mins.set(page, BinaryValue.of(min));
      maxes.set(page, BinaryValue.of(max));
    }

    private io.arrowparquet.footer.internal.thrift.ColumnIndex toColumnIndex() {
      return new io.arrowparquet.footer.internal.thrift.ColumnIndex(
          nullPages,
          mins,
          maxes,
          index.boundaryOrderNumber(),
          nullCounts,
          index.repetitionLevelHistograms(),
          index.definitionLevelHistograms(),
          index.nanCounts());
    }
  }
}
