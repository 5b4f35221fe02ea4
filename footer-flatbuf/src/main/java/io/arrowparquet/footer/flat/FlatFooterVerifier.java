// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.flat.ColumnChunkView.PageIndexLocation;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.NameSlots;
import io.arrowparquet.footer.internal.flat.StructureVerifier;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnTable;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

final class FlatFooterVerifier {
  private static final int MAX_PACKED_LENGTH = 16;

  private static final Struct SCHEMA_ELEMENT =
      new Struct("schema element", SchemaElementCodec::read);
  private static final Struct COLUMN_CHUNK =
      new Struct("column chunk", ColumnChunkCodec.STRUCT::read);
  private static final Struct SIZE_STATISTICS =
      new Struct("size statistics", ParquetStructs.SIZE_STATISTICS::read);
  private static final Struct ENCRYPTION_ALGORITHM =
      new Struct("encryption algorithm", ParquetStructs.ENCRYPTION_ALGORITHM::read);

  private record Struct(String text, Function<CompactReader, Object> codec) {}

  private final FooterBytes bytes;
  private final FlatFooter footer;

  /** Vectors read as each kind, which many tables may share: a bit for each fourth byte. */
  private final Map<Struct, BitSet> read = new HashMap<>();

  private FlatFooterVerifier(FooterBytes bytes, FlatFooter footer) {
    this.bytes = bytes;
    this.footer = footer;
  }

  static void verify(ByteBuffer flatbuffer) {
    FooterBytes bytes = new FooterBytes(flatbuffer);
    StructureVerifier.verify(bytes, FileMetaData.SHAPE);
    FlatFooter footer = FlatFooter.wrap(flatbuffer);
    FlatFooterVerifier verifier = new FlatFooterVerifier(bytes, footer);
    NameIndex computed = NameIndex.computed(bytes, footer.schema);
    verifier.schema(computed);
    verifier.nameIndex(computed);
    verifier.directory();
    verifier.rowGroups();
    verifier.thriftOfFile();
  }

  /** Computing the index has walked the schema and has found one tree. */
  private void schema(NameIndex computed) {
    requireSame("columns of the schema", footer.columnCount(), computed.columnCount());
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < footer.elementCount(); i++) {
      footer.schemaElement(i, element);
      requireSame("parent of schema element " + i, footer.parentElement(i), computed.parent(i));
      struct(element.child(SchemaElement.THRIFT), SCHEMA_ELEMENT);
    }
    for (int column = 0; column < footer.columnCount(); column++) {
      requireSame(
          "schema element of column " + column,
          footer.columnElement(column),
          computed.element(column));
    }
  }

  private void nameIndex(NameIndex computed) {
    require(footer.names.isSame(computed), "name index", 0, "the same entries as the schema gives");
  }

  /** What is found without the root is what the root refers to. */
  private void directory() {
    FooterDirectory directory = FooterDirectory.find(bytes.readOnly(), bytes.size());
    int vector = bytes.child(bytes.root(), FileMetaData.DIRECTORY);
    if (directory == null || vector == 0) {
      return;
    }
    int checksums = bytes.child(bytes.root(), FileMetaData.BLOCK_CRCS);
    int table = bytes.child(bytes.root(), FileMetaData.COLUMN_TABLE);
    int slots = table == 0 ? 0 : bytes.child(table, ColumnTable.SLOTS);
    require(
        vector == bytes.size() - FooterDirectory.LENGTH
            && directory.matches(
                checksums + FooterBytes.REFERENCE, footer.schema, slots + FooterBytes.REFERENCE)
            && bytes.count(checksums, Integer.BYTES) >= BlockChecksums.count(bytes.size())
            && directory.homes() == NameSlots.homes(footer.columnCount()),
        "directory",
        vector,
        "the places of the schema, the checksums and the name slots");
  }

  private void rowGroups() {
    // Row groups that shared their chunks would be walked in time square to the buffer's size.
    long count = (long) footer.rowGroupCount() * footer.columnCount();
    long room = bytes.size() / FooterBytes.REFERENCE;
    require(count <= room, "number of column chunks", count, "at most " + room + " in the buffer");
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    PageIndexLocation location = new PageIndexLocation();
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      int columns = footer.rowGroup(group).columnCount();
      requireSame("column chunks of row group " + group, columns, footer.columnCount());
      int chunks = footer.rowGroups.chunks(group);
      for (int column = 0; column < columns; column++) {
        footer.chunk(group, column, chunk);
        requireSame(
            "place of a chunk of column " + column,
            chunk.chunkTable(),
            bytes.reference(chunks, column));
        chunk.columnIndex(location);
        chunk.offsetIndex(location);
        struct(chunk.thriftVector(), COLUMN_CHUNK);
        struct(chunk.child(ColumnMetadata.SIZE_STATISTICS), SIZE_STATISTICS);
        if (chunk.statistics(statistics).isPresent()) {
          bounds(statistics);
        }
      }
    }
  }

  private void bounds(StatisticsView statistics) {
    int minLength = statistics.packedLength(false);
    int maxLength = statistics.packedLength(true);
    int longer = Math.max(Math.abs(minLength), Math.abs(maxLength));
    require(longer <= MAX_PACKED_LENGTH, "length of a packed bound", longer, "-16 to 16");
    require(
        !statistics.hasPackedBoundOfUnknownType(),
        "packed bounds of an unknown type",
        longer,
        "none");
  }

  private void thriftOfFile() {
    footer.columnOrders();
    int algorithm = bytes.child(bytes.root(), FileMetaData.ENCRYPTION_ALGORITHM_THRIFT);
    struct(algorithm, ENCRYPTION_ALGORITHM);
  }

  private void struct(int vector, Struct struct) {
    if (vector == 0) {
      return;
    }
    BitSet known = read.computeIfAbsent(struct, unused -> new BitSet());
    if (known.get(vector / FooterBytes.REFERENCE)) {
      return;
    }
    known.set(vector / FooterBytes.REFERENCE);
    StructReader.thrift(
        bytes,
        vector,
        in -> {
          Object value = struct.codec.apply(in);
          require(
              in.position() == in.end(),
              "Thrift bytes of the " + struct.text,
              in.position(),
              "all");
          return value;
        });
  }

  private void requireSame(String what, int found, int expected) {
    require(found == expected, what, found, String.valueOf(expected));
  }

  private void require(boolean holds, String what, long found, String expected) {
    if (!holds) {
      throw bytes.corrupt(what, bytes.root(), found, expected);
    }
  }
}
