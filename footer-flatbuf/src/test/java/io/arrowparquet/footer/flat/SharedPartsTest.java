// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.file.FooterSizes;
import io.arrowparquet.footer.flatc.generated.ColumnChunk;
import io.arrowparquet.footer.flatc.generated.ColumnMetadata;
import io.arrowparquet.footer.flatc.generated.CppFileMetaData;
import io.arrowparquet.footer.flatc.generated.CppSchemaElement;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.KeyValue;
import io.arrowparquet.footer.flatc.generated.RowGroup;
import io.arrowparquet.footer.flatc.generated.SchemaElement;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.internal.wire.ArrowCppReader;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Parts that very many others share, or that lie over each other: time follows the bytes.
 *
 * @see io.arrowparquet.footer.internal.flat.StructureVerifier
 * @see FlatFooterVerifier
 */
class SharedPartsTest {
  private static final Duration LIMIT = Duration.ofSeconds(20);

  /** As many chunks of one table as a buffer with {@link #PART_BYTES} has room for. */
  private static final int COLUMNS = 500;

  private static final int PART_BYTES = 1 << 20;

  private static final int STRINGS = 100_000;

  private static final int UNKNOWN_FIELD = 100;

  private final FlatBufferBuilder builder = new FlatBufferBuilder(1024).forceDefaults(true);

  /** What all chunks or elements share. */
  enum Shared {
    THRIFT_OF_CHUNKS,
    THRIFT_OF_ELEMENTS,
    SIZE_STATISTICS,
    KEY_VALUES_OF_CHUNKS
  }

  @ParameterizedTest
  @EnumSource
  void a_part_that_all_share_is_walked_once(Shared shared) {
    ByteBuffer buffer = footer(shared);

    assertTimeoutPreemptively(LIMIT, () -> verifyAndConvert(buffer));
  }

  private static void verifyAndConvert(ByteBuffer buffer) {
    try {
      FlatFooter.verify(buffer);
      FooterSizes.ofFlatBuffer(buffer);
      FlatBuffersToThrift.convert(buffer);
    } catch (CorruptFooterException expected) {
      // Thrift has no room for what is repeated.
    }
  }

  private ByteBuffer footer(Shared shared) {
    int struct = builder.createByteVector(struct(shared));
    int keyValues = shared == Shared.KEY_VALUES_OF_CHUNKS ? keyValues() : 0;
    ColumnMetadata.startColumnMetadata(builder);
    if (shared == Shared.SIZE_STATISTICS) {
      ColumnMetadata.addSizeStatistics(builder, struct);
    } else if (keyValues != 0) {
      ColumnMetadata.addKeyValueMetadata(builder, keyValues);
    }
    int metadata = ColumnMetadata.endColumnMetadata(builder);
    ColumnChunk.startColumnChunk(builder);
    ColumnChunk.addMetadata(builder, metadata);
    if (shared == Shared.THRIFT_OF_CHUNKS) {
      ColumnChunk.addThrift(builder, struct);
    }
    int columns =
        RowGroup.createColumnsVector(builder, copies(ColumnChunk.endColumnChunk(builder)));
    RowGroup.startRowGroup(builder);
    RowGroup.addColumns(builder, columns);
    int groups = FileMetaData.createRowGroupsVector(builder, copies(RowGroup.endRowGroup(builder)));
    SchemaElement.startSchemaElement(builder);
    SchemaElement.addType(builder, (byte) 1);
    if (shared == Shared.THRIFT_OF_ELEMENTS) {
      SchemaElement.addThrift(builder, struct);
    }
    int leaf = SchemaElement.endSchemaElement(builder);
    return finish(leaf, COLUMNS, groups, 0);
  }

  private static int[] copies(int table) {
    int[] copies = new int[COLUMNS];
    Arrays.fill(copies, table);
    return copies;
  }

  /** A struct whose long list is of a field that nobody knows: it is skipped number by number. */
  private static byte[] struct(Shared shared) {
    CompactWriter out = new CompactWriter();
    out.structBegin();
    switch (shared) {
      case THRIFT_OF_CHUNKS -> out.i64Field(ColumnChunkCodec.FILE_OFFSET, 0);
      case THRIFT_OF_ELEMENTS -> out.binaryField(SchemaElementCodec.NAME, new byte[0], 0, 0);
      default -> {}
    }
    out.listField(UNKNOWN_FIELD, CompactType.I64, PART_BYTES);
    byte[] numbers = new byte[PART_BYTES];
    out.writeRaw(numbers, 0, numbers.length);
    out.structEnd();
    return out.toByteArray();
  }

  private int keyValues() {
    int text = builder.createString("x".repeat(PART_BYTES));
    KeyValue.startKeyValue(builder);
    KeyValue.addKey(builder, text);
    int[] tables = new int[PART_BYTES / 4];
    Arrays.fill(tables, KeyValue.endKeyValue(builder));
    return ColumnMetadata.createKeyValueMetadataVector(builder, tables);
  }

  private ByteBuffer finish(int leaf, int leaves, int groups, int keyValues) {
    SchemaElement.startSchemaElement(builder);
    SchemaElement.addNumChildren(builder, leaves);
    int[] elements = new int[leaves + 1];
    Arrays.fill(elements, leaf);
    elements[0] = SchemaElement.endSchemaElement(builder);
    int schema = FileMetaData.createSchemaVector(builder, elements);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schema);
    if (groups != 0) {
      FileMetaData.addRowGroups(builder, groups);
    }
    if (keyValues != 0) {
      FileMetaData.addKv(builder, keyValues);
    }
    builder.finish(FileMetaData.endFileMetaData(builder));
    return builder.dataBuffer();
  }

  @Test
  void a_vector_that_is_now_this_and_now_that_is_not_walked_each_time() {
    RowGroup.startRowGroup(builder);
    int table = RowGroup.endRowGroup(builder);
    int[] many = new int[PART_BYTES / 4];
    Arrays.fill(many, table);
    int alone = RowGroup.createSortingColumnsVector(builder, new int[] {table});
    int shared = RowGroup.createColumnsVector(builder, many);
    int[] groups = new int[100_000];
    groups[0] = rowGroup(0, alone);
    groups[1] = rowGroup(shared, 0);
    Arrays.setAll(groups, i -> i < 2 ? groups[i] : rowGroup(0, shared));
    int vector = FileMetaData.createRowGroupsVector(builder, groups);
    SchemaElement.startSchemaElement(builder);
    ByteBuffer buffer = finish(SchemaElement.endSchemaElement(builder), 1, vector, 0);

    assertTimeoutPreemptively(LIMIT, () -> verifyAndConvert(buffer));
  }

  private int rowGroup(int columns, int sorting) {
    RowGroup.startRowGroup(builder);
    if (columns != 0) {
      RowGroup.addColumns(builder, columns);
    }
    if (sorting != 0) {
      RowGroup.addSortingColumns(builder, sorting);
    }
    return RowGroup.endRowGroup(builder);
  }

  @Test
  void tables_that_lie_over_each_other_are_refused() {
    builder.createString("x".repeat(400));
    int[] keyValues = new int[STRINGS];
    for (int i = 0; i < STRINGS; i++) {
      builder.startTable(0);
      keyValues[i] = builder.endTable();
    }
    int keyValueVector = FileMetaData.createKvVector(builder, keyValues);
    SchemaElement.startSchemaElement(builder);
    ByteBuffer buffer = finish(SchemaElement.endSchemaElement(builder), 0, 0, keyValueVector);
    int first = buffer.limit() - keyValues[0];
    int vtable = first - buffer.getInt(first);
    assertThat(buffer.getShort(vtable + 2)).isEqualTo((short) 4);
    // Now each of them goes on over those after it.
    buffer.putShort(vtable + 2, (short) 400);

    assertThatThrownBy(() -> FlatFooter.verify(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("room that tables, vectors and strings take");
  }

  @Test
  void strings_that_lie_over_each_other_are_refused() {
    int text = stringsInStrings();
    int[] keyValues = new int[STRINGS];
    for (int i = 0; i < STRINGS; i++) {
      KeyValue.startKeyValue(builder);
      KeyValue.addKey(builder, text - Integer.BYTES * i);
      keyValues[i] = KeyValue.endKeyValue(builder);
    }
    int keyValueVector = FileMetaData.createKvVector(builder, keyValues);
    SchemaElement.startSchemaElement(builder);
    int leaf = SchemaElement.endSchemaElement(builder);
    ByteBuffer buffer = finish(leaf, 0, 0, keyValueVector);

    assertThatThrownBy(() -> FlatFooter.verify(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("room that tables, vectors and strings take");
  }

  @Test
  void strings_of_arrow_cpp_that_lie_over_each_other_are_refused() {
    int text = stringsInStrings();
    int[] keyValues = new int[STRINGS];
    for (int i = 0; i < STRINGS; i++) {
      KeyValue.startKeyValue(builder);
      KeyValue.addKey(builder, text - Integer.BYTES * i);
      keyValues[i] = KeyValue.endKeyValue(builder);
    }
    int keyValueVector = CppFileMetaData.createKvVector(builder, keyValues);
    CppSchemaElement.startCppSchemaElement(builder);
    int[] schema = {CppSchemaElement.endCppSchemaElement(builder)};
    int schemaVector = CppFileMetaData.createSchemaVector(builder, schema);
    CppFileMetaData.startCppFileMetaData(builder);
    CppFileMetaData.addSchema(builder, schemaVector);
    CppFileMetaData.addKv(builder, keyValueVector);
    builder.finish(CppFileMetaData.endCppFileMetaData(builder));
    ByteBuffer buffer = builder.dataBuffer();

    assertThatThrownBy(() -> ArrowCppReader.convert(buffer))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("room that tables, vectors and strings take");
  }

  /**
   * Lengths of strings, of which each one's string ends where that of the last one does: together
   * they are of 20 GB. Where the first one is.
   */
  private int stringsInStrings() {
    builder.startVector(Integer.BYTES, STRINGS + 1, Integer.BYTES);
    builder.addInt(0);
    for (int i = 0; i < STRINGS; i++) {
      builder.addInt(Integer.BYTES * i);
    }
    return builder.endVector() - Integer.BYTES;
  }
}
