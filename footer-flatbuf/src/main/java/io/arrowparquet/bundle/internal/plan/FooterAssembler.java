// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.plan;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.table.BundlePlace;
import io.arrowparquet.bundle.internal.table.ChunkIndex;
import io.arrowparquet.bundle.internal.table.FileRow;
import io.arrowparquet.bundle.internal.table.RawFields;
import io.arrowparquet.bundle.internal.table.RowGroupRest;
import io.arrowparquet.bundle.internal.table.SchemaLeaves;
import io.arrowparquet.bundle.internal.table.SegmentReader;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.KeyValue;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Puts Thrift footers together from the tables of a segment. The blocks of files that follow each
 * other in the directory are read once. Threads may share it.
 */
public final class FooterAssembler {
  private final SegmentReader segment;
  private final Collection<String> paths;
  private final FooterParts parts;
  private final Map<Integer, Part> schemas = new ConcurrentHashMap<>();
  private long bytes;

  /**
   * An assembler that reads what it needs when it needs it.
   *
   * @param paths dotted paths of the columns and groups whose chunks are wanted; the other chunks
   *     have no metadata. Null for all
   */
  public FooterAssembler(SegmentReader segment, Collection<String> paths) {
    this.segment = segment;
    this.paths = paths;
    this.parts = new FooterParts(segment);
  }

  /**
   * An assembler that has read what some files need, and is for no others: it does not need the
   * segment any more.
   *
   * @param most bytes that may be kept of blocks: files whose blocks do not fit are not here
   */
  static FooterAssembler load(
      SegmentReader segment, Collection<String> paths, List<FileRow> files, long most)
      throws IOException {
    FooterAssembler loaded = new FooterAssembler(segment, paths);
    Map<Integer, BitSet> wanted = new TreeMap<>();
    for (FileRow file : files) {
      if (file.schema() >= 0 && file.rowGroups() > 0) {
        wanted
            .computeIfAbsent(file.schema(), schema -> new BitSet())
            .set(loaded.firstBlock(file), loaded.lastBlock(file) + 1);
      }
    }
    for (Map.Entry<Integer, BitSet> blocks : wanted.entrySet()) {
      Part part = loaded.part(blocks.getKey());
      int[] numbers = blocks.getValue().stream().toArray();
      loaded.bytes +=
          loaded.parts.loadBlocks(part.schema, part.columns, numbers, most - loaded.bytes);
    }
    List<List<BundlePlace>> texts =
        files.stream().filter(loaded::hasBlocks).map(FileRow::texts).toList();
    loaded.parts.load(texts, most - loaded.bytes);
    return loaded;
  }

  private List<ChunkIndex> indexes(FileRow file, List<Integer> rowGroups) {
    int first = file.firstRow();
    int rowsPerBlock = segment.rowsPerBlock();
    return rowGroups.stream()
        .map(rowGroup -> segment.indexes(groups(file, rowGroup), (first + rowGroup) % rowsPerBlock))
        .flatMap(List::stream)
        .toList();
  }

  /**
   * @param compared columns and groups whose Bloom filters are wanted; null for the page indexes of
   *     all columns that are wanted
   */
  List<ChunkIndex> indexes(FileRow file, List<Integer> rowGroups, Collection<String> compared)
      throws IOException {
    List<ChunkIndex> indexes = indexes(file, rowGroups);
    if (indexes.isEmpty()) {
      return indexes;
    }
    Part part = part(file.schema());
    int[] columns = compared == null ? part.columns : part.schema.leaves().chosen(compared);
    return indexes.stream()
        .filter(index -> (index.kind() == ChunkIndex.Kind.BLOOM_FILTER) == (compared != null))
        .filter(index -> Arrays.binarySearch(columns, index.column()) >= 0)
        .toList();
  }

  /** Reads indexes as far as they fit; returns their bytes. */
  long load(List<ChunkIndex> indexes, long most) throws IOException {
    return parts.load(indexes.stream().map(index -> List.of(index.place())).toList(), most);
  }

  /** The bytes of a file that indexes of row groups have, as far as these were read. */
  NavigableMap<Long, ByteBuffer> known(FileRow file, List<Integer> rowGroups) {
    NavigableMap<Long, ByteBuffer> known = new TreeMap<>();
    long sum = 0;
    for (ChunkIndex index : indexes(file, rowGroups)) {
      Slice packed = parts.packed(index.place());
      if (packed != null) {
        ByteBuffer bytes = segment.unpacked(index, packed, file);
        known.put(index.offset(), bytes);
        sum += bytes.remaining();
      }
      if (sum > ChunkIndex.MOST_BYTES) {
        throw new CorruptFooterException(
                "bytes of the indexes of " + file.file().path(), sum, ChunkIndex.MOST_BYTES)
            .in(segment.name());
      }
    }
    return known;
  }

  private int firstBlock(FileRow file) {
    return file.firstRow() / segment.rowsPerBlock();
  }

  private int lastBlock(FileRow file) {
    return (file.firstRow() + file.rowGroups() - 1) / segment.rowsPerBlock();
  }

  private boolean hasBlocks(FileRow file) {
    return file.schema() < 0
        || file.rowGroups() == 0
        || IntStream.rangeClosed(firstBlock(file), lastBlock(file))
            .allMatch(block -> parts.hasChunks(file.schema(), block));
  }

  boolean has(FileRow file) {
    return hasBlocks(file) && parts.hasTexts(file);
  }

  /** How many columns of a file are wanted. */
  int columns(FileRow file) throws IOException {
    return part(file.schema()).columns.length;
  }

  long bytes() {
    return bytes;
  }

  private BlockRows groups(FileRow file, int rowGroup) {
    return parts.groups(file.schema(), (file.firstRow() + rowGroup) / segment.rowsPerBlock());
  }

  long rows(FileRow file, int rowGroup) {
    int row = file.firstRow() + rowGroup;
    BlockRows groups = groups(file, rowGroup);
    return segment.located(
        () -> groups.number(RowGroupRest.NUM_ROWS, row % segment.rowsPerBlock()));
  }

  /** The value of the first key-value of a file with this key; null if none has it. */
  String findValue(FileRow file, String key) throws IOException {
    if (file.keyValues() != null) {
      for (BundlePlace place : file.keyValues()) {
        KeyValue entry = ParquetStructs.KEY_VALUE.read(new CompactReader(parts.text(place)));
        if (entry.key().equals(key)) {
          return entry.value();
        }
      }
    }
    return null;
  }

  /** What of a schema is the same in many footers; columns are those wanted, ascending. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Part(SegmentSchema schema, int[] columns, byte[] elements) {}

  /**
   * The struct {@code FileMetaData} of a file: that of the file field by field, fields in the order
   * of their ids.
   */
  public byte[] thrift(FileRow file) throws IOException {
    return thrift(List.of(file));
  }

  /**
   * The row groups of several files as those of one, whose number of rows is the sum.
   *
   * @param files at least one; their {@link FileRow#metadata} is equal, and a file without a schema
   *     is alone
   */
  byte[] thrift(List<FileRow> files) throws IOException {
    FileRow first = files.get(0);
    return segment.located(
        () -> {
          byte[] head = parts.text(first.head());
          return first.schema() < 0
              ? head.clone()
              : thrift(files, RawFields.of(BinaryValue.of(head)), part(first.schema()));
        });
  }

  private Part part(int number) throws IOException {
    Part part = schemas.get(number);
    if (part == null) {
      SegmentSchema schema = segment.schema(number);
      SchemaLeaves leaves = schema.leaves();
      int[] columns =
          paths == null ? IntStream.range(0, leaves.count()).toArray() : leaves.chosen(paths);
      part = new Part(schema, columns, schema.thrift());
      schemas.put(number, part);
    }
    return part;
  }

  private byte[] thrift(List<FileRow> files, RawFields head, Part part) throws IOException {
    long rows = 0;
    int rowGroups = 0;
    for (FileRow file : files) {
      rows += file.rows();
      rowGroups += file.rowGroups();
    }
    List<byte[]> keyValues = keyValues(files.get(0));
    CompactWriter out = new CompactWriter(1 << 12);
    out.structBegin();
    boolean hasSchema = head.value(FileMetaDataCodec.SCHEMA, CompactType.LIST) != null;
    if (hasSchema) {
      head.writeBelow(out, FileMetaDataCodec.NUM_ROWS);
    } else {
      head.writeBelow(out, FileMetaDataCodec.SCHEMA);
      out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
      out.writeRaw(part.elements, 0, part.elements.length);
    }
    out.i64Field(FileMetaDataCodec.NUM_ROWS, rows);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, rowGroups);
    for (FileRow file : files) {
      writeRowGroups(out, file, part);
    }
    if (keyValues != null) {
      out.listField(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.STRUCT, keyValues.size());
      keyValues.forEach(entry -> out.writeRaw(entry, 0, entry.length));
    }
    head.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }

  private List<byte[]> keyValues(FileRow file) throws IOException {
    if (file.keyValues() == null) {
      return null;
    }
    List<byte[]> entries = new ArrayList<>();
    for (BundlePlace place : file.keyValues()) {
      entries.add(parts.text(place));
    }
    return entries;
  }

  private void writeRowGroups(CompactWriter out, FileRow file, Part part) throws IOException {
    int rowsPerBlock = segment.rowsPerBlock();
    int end = file.firstRow() + file.rowGroups();
    int row = file.firstRow();
    while (row < end) {
      FooterParts.Block block = parts.block(part.schema, part.columns, row / rowsPerBlock);
      int stop = (int) Math.min(end, (block.number() + 1L) * rowsPerBlock);
      for (; row < stop; row++) {
        writeRowGroup(out, part, block, row, row - block.number() * rowsPerBlock);
      }
    }
  }

  private static void writeRowGroup(
      CompactWriter out, Part part, FooterParts.Block block, int row, int groupRow) {
    RawFields rest = RawFields.of(block.groups().bytes(RowGroupRest.REST, groupRow));
    out.structBegin();
    rest.writeBelow(out, RowGroupCodec.COLUMNS);
    int leaves = part.schema.leaves().count();
    out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, leaves);
    int next = 0;
    for (int leaf = 0; leaf < leaves; leaf++) {
      if (next < part.columns.length && part.columns[next] == leaf) {
        block.chunks().get(next++).write(out, row);
      } else {
        writeAbsent(out);
      }
    }
    RowGroupRest.write(out, rest, block.groups(), groupRow);
    out.structEnd();
  }

  /** A Thrift footer with the chunks of columns and groups with these paths; of all for null. */
  public static ConvertedFooter converted(byte[] thrift, @Nullable Collection<String> columns) {
    return columns == null
        ? ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length)
        : ThriftToFlatBuffers.convertColumns(thrift, 0, thrift.length, columns);
  }

  private static void writeAbsent(CompactWriter out) {
    out.structBegin();
    out.i64Field(ColumnChunkCodec.FILE_OFFSET, 0);
    out.structEnd();
  }
}
