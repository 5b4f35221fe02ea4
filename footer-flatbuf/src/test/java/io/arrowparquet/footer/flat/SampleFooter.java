// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** Builds small footers by hand, with parquet-java's format classes. */
public final class SampleFooter {
  private final FileMetaData footer = new FileMetaData(1, new ArrayList<>(), 0, new ArrayList<>());
  private final List<List<String>> paths = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();
  private Statistics statistics;

  public SampleFooter(int children) {
    footer.addToSchema(new SchemaElement("root").setNum_children(children));
  }

  /** A group whose children come next; {@link #up} ends it. */
  SampleFooter group(String name, FieldRepetitionType repetition, int children) {
    footer.addToSchema(
        new SchemaElement(name).setRepetition_type(repetition).setNum_children(children));
    open.add(name);
    return this;
  }

  SampleFooter up() {
    open.remove(open.size() - 1);
    return this;
  }

  public SampleFooter leaf(String name, FieldRepetitionType repetition, Type type) {
    return leaf(new SchemaElement(name).setRepetition_type(repetition).setType(type));
  }

  public SampleFooter leaf(SchemaElement element) {
    footer.addToSchema(element);
    List<String> path = new ArrayList<>(open);
    path.add(element.getName());
    paths.add(path);
    types.add(element.getType());
    return this;
  }

  /** Statistics that the chunks of the next row groups have. */
  SampleFooter statistics(Statistics next) {
    statistics = next;
    return this;
  }

  public SampleFooter rowGroup(long rows) {
    RowGroup group = new RowGroup(new ArrayList<>(), 100, rows);
    for (int i = 0; i < paths.size(); i++) {
      ColumnMetaData metaData =
          new ColumnMetaData(
              types.get(i),
              List.of(Encoding.PLAIN, Encoding.RLE),
              paths.get(i),
              CompressionCodec.UNCOMPRESSED,
              rows,
              10 + i,
              20 + i,
              4 + 100L * i);
      if (statistics != null) {
        metaData.setStatistics(statistics);
      }
      group.addToColumns(new ColumnChunk(0).setMeta_data(metaData));
    }
    footer.addToRow_groups(group);
    footer.setNum_rows(footer.getNum_rows() + rows);
    return this;
  }

  public FileMetaData model() {
    return footer;
  }

  byte[] thrift() {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(footer, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public ByteBuffer flatbuffer() {
    byte[] thrift = thrift();
    return ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
  }

  FlatFooter build() {
    return FlatFooter.wrap(flatbuffer());
  }
}
