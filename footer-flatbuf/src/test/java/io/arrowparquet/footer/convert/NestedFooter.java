// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
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
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** A footer with the columns {@code first}, {@code outer.left}, {@code outer.inner.right}. */
public final class NestedFooter {
  private NestedFooter() {}

  static byte[] thrift() {
    return thrift(1);
  }

  /** These columns this many times, the names of the root's children with a number from 2 on. */
  public static byte[] thrift(int times) {
    return thrift(times, 1);
  }

  /** The same with several row groups. */
  public static byte[] thrift(int times, int rowGroups) {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(group("schema", 2 * times).setRepetition_type(null));
    for (int i = 1; i <= times; i++) {
      String number = i == 1 ? "" : Integer.toString(i);
      schema.add(leaf("first" + number));
      schema.add(group("outer" + number, 2));
      schema.add(leaf("left"));
      schema.add(group("inner", 1));
      schema.add(leaf("right"));
    }
    List<RowGroup> groups = new ArrayList<>();
    for (int group = 0; group < rowGroups; group++) {
      groups.add(new RowGroup(chunks(times, 4 + 300L * group), 300, 7));
    }
    FileMetaData footer = new FileMetaData(1, schema, 7L * rowGroups, groups);
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(footer, out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ColumnChunk> chunks(int times, long offset) {
    List<ColumnChunk> chunks = new ArrayList<>();
    for (int i = 1; i <= times; i++) {
      String number = i == 1 ? "" : Integer.toString(i);
      chunks.add(chunk(offset, "first" + number));
      chunks.add(chunk(offset + 100, "outer" + number, "left"));
      chunks.add(chunk(offset + 200, "outer" + number, "inner", "right"));
    }
    return chunks;
  }

  private static SchemaElement group(String name, int children) {
    return leaf(name).setType(null).setNum_children(children);
  }

  private static SchemaElement leaf(String name) {
    return new SchemaElement(name)
        .setType(Type.INT64)
        .setRepetition_type(FieldRepetitionType.OPTIONAL);
  }

  private static ColumnChunk chunk(long offset, String... path) {
    List<Encoding> encodings = List.of(Encoding.PLAIN, Encoding.RLE);
    CompressionCodec codec = CompressionCodec.SNAPPY;
    ColumnMetaData metaData =
        new ColumnMetaData(Type.INT64, encodings, List.of(path), codec, 7, 2 * offset, 100, offset);
    return new ColumnChunk(offset).setMeta_data(metaData);
  }
}
