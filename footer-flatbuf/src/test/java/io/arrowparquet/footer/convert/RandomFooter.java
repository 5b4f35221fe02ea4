// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.PeerStructs;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;

/**
 * Footers whose schema is a tree and whose row groups have a chunk for each leaf, and whose other
 * fields are whatever chance gives: present or absent, of any value, following no rule of writers.
 */
public final class RandomFooter {
  private static final int MAX_DEPTH = 4;
  private static final long[] EDGES = {0, 1, -1, Long.MIN_VALUE, Long.MAX_VALUE};

  private final Random random;
  private final List<SchemaElement> schema = new ArrayList<>();
  private final List<List<String>> paths = new ArrayList<>();
  private final List<Type> types = new ArrayList<>();

  private RandomFooter(long seed) {
    random = new Random(seed);
  }

  /** The footer of a seed. */
  static FileMetaData of(long seed) {
    return new RandomFooter(seed).footer();
  }

  /** The Thrift bytes of the footer of a seed. */
  public static byte[] thrift(long seed) {
    try {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Util.writeFileMetaData(of(seed), out);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private FileMetaData footer() {
    FileMetaData footer = (FileMetaData) PeerStructs.random(FileMetaData.class, random);
    int children = random.nextInt(6);
    schema.add(element().setNum_children(children));
    schema.get(0).unsetType();
    addChildren(children, new ArrayList<>());
    footer.setSchema(schema);
    footer.setRow_groups(new ArrayList<>());
    for (int i = random.nextInt(4); i > 0; i--) {
      footer.addToRow_groups(rowGroup());
    }
    if (random.nextBoolean()) {
      footer.setColumn_orders(new ArrayList<>());
      for (int i = 0; i < paths.size(); i++) {
        footer.addToColumn_orders(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
      }
    }
    return footer;
  }

  private SchemaElement element() {
    return (SchemaElement) PeerStructs.random(SchemaElement.class, random);
  }

  private void addChildren(int count, List<String> parents) {
    for (int i = 0; i < count; i++) {
      SchemaElement element = element();
      schema.add(element);
      List<String> path = new ArrayList<>(parents);
      path.add(element.getName());
      if (parents.size() < MAX_DEPTH && random.nextInt(3) == 0) {
        element.unsetType();
        element.setNum_children(1 + random.nextInt(3));
        addChildren(element.getNum_children(), path);
      } else {
        addLeaf(element, path);
      }
    }
  }

  private void addLeaf(SchemaElement element, List<String> path) {
    element.unsetNum_children();
    if (random.nextInt(10) == 0) {
      element.setNum_children(0);
    }
    if (random.nextInt(12) == 0) {
      // A group without children.
      element.unsetType();
      return;
    }
    element.setType(Type.findByValue(random.nextInt(Type.values().length)));
    paths.add(path);
    types.add(element.getType());
  }

  private RowGroup rowGroup() {
    RowGroup group = (RowGroup) PeerStructs.random(RowGroup.class, random);
    group.setColumns(new ArrayList<>());
    boolean backToBack = random.nextBoolean();
    long offset = random.nextInt(1 << 20);
    for (int leaf = 0; leaf < paths.size(); leaf++) {
      ColumnChunk chunk = chunk(leaf, group.getNum_rows());
      if (backToBack) {
        int length = 1 + random.nextInt(100);
        chunk.setColumn_index_offset(offset).setColumn_index_length(length);
        offset += length;
      }
      group.addToColumns(chunk);
    }
    return group;
  }

  private ColumnChunk chunk(int leaf, long rows) {
    ColumnChunk chunk = (ColumnChunk) PeerStructs.random(ColumnChunk.class, random);
    ColumnMetaData metaData = chunk.getMeta_data();
    if (metaData == null) {
      return chunk;
    }
    if (random.nextInt(8) != 0) {
      metaData.setType(types.get(leaf));
      metaData.setPath_in_schema(paths.get(leaf));
    }
    if (random.nextBoolean()) {
      metaData.setNum_values(rows);
    }
    switch (random.nextInt(5)) {
      case 0 -> chunk.setFile_offset(metaData.getData_page_offset());
      case 1 -> chunk.setFile_offset(0);
      case 2 -> chunk.setFile_offset(metaData.getDictionary_page_offset());
      case 3 ->
          chunk.setFile_offset(
              metaData.getData_page_offset() + metaData.getTotal_compressed_size());
      default -> {}
    }
    if (metaData.isSetStatistics()) {
      shape(metaData.getStatistics(), metaData.getType());
    }
    if (random.nextInt(6) == 0) {
      metaData.setKey_value_metadata(
          List.of(new KeyValue(""), new KeyValue("k").setValue(text(random.nextInt(70_000)))));
    }
    return chunk;
  }

  private void shape(Statistics statistics, Type type) {
    if (random.nextInt(6) == 0) {
      return;
    }
    int width =
        switch (type) {
          case BOOLEAN -> 1;
          case INT32, FLOAT -> 4;
          case INT64, DOUBLE -> 8;
          case INT96 -> 12;
          default -> random.nextInt(24);
        };
    byte[] min = bytes(width, random.nextInt(width + 1));
    byte[] max = bytes(width, random.nextInt(width + 1));
    statistics.setNull_count(EDGES[random.nextInt(EDGES.length)]);
    set(statistics::setMin_value, min);
    set(statistics::setMax_value, max);
    set(statistics::setMin, min);
    set(statistics::setMax, max);
  }

  private void set(Consumer<byte[]> setter, byte[] value) {
    if (random.nextInt(4) != 0) {
      setter.accept(value);
    }
  }

  /** Bytes that begin with so many of one kind, so that there are common prefixes and all-ones. */
  private byte[] bytes(int length, int same) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    byte first = random.nextBoolean() ? (byte) 0xFF : 0;
    for (int i = 0; i < same; i++) {
      bytes[i] = first;
    }
    return bytes;
  }

  private static String text(int length) {
    return "x".repeat(length);
  }
}
