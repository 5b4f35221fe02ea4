// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flatc.generated.CppColumnChunk;
import io.arrowparquet.footer.flatc.generated.CppColumnMetadata;
import io.arrowparquet.footer.flatc.generated.CppFileMetaData;
import io.arrowparquet.footer.flatc.generated.CppRowGroup;
import io.arrowparquet.footer.flatc.generated.CppSchemaElement;
import io.arrowparquet.footer.flatc.generated.CppStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Footers of arrow-cpp.fbs by hand: one row group, whatever columns. */
final class CppFooter {
  final FlatBufferBuilder builder = new FlatBufferBuilder(1024);
  final List<Integer> elements = new ArrayList<>();
  final List<Integer> chunks = new ArrayList<>();
  final List<Integer> rowGroups = new ArrayList<>();

  CppFooter() {
    builder.forceDefaults(true);
  }

  /** An element; {@code fields} adds what it has beside its name. */
  int element(String name, Consumer<FlatBufferBuilder> fields) {
    int text = builder.createString(name);
    CppSchemaElement.startCppSchemaElement(builder);
    CppSchemaElement.addName(builder, text);
    fields.accept(builder);
    return CppSchemaElement.endCppSchemaElement(builder);
  }

  /** A column of a type, and its chunk in the row group. */
  CppFooter column(PhysicalType type, int typeLength, int statistics) {
    return column(
        element(
            "c" + chunks.size(),
            to -> {
              CppSchemaElement.addType(to, (byte) type.number());
              if (type == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
                CppSchemaElement.addTypeLength(to, typeLength);
              }
            }),
        statistics);
  }

  CppFooter column(int element, int statistics) {
    elements.add(element);
    CppColumnMetadata.startCppColumnMetadata(builder);
    CppColumnMetadata.addTotalCompressedSize(builder, 0);
    if (statistics != 0) {
      CppColumnMetadata.addStatistics(builder, statistics);
    }
    int metadata = CppColumnMetadata.endCppColumnMetadata(builder);
    CppColumnChunk.startCppColumnChunk(builder);
    CppColumnChunk.addMetaData(builder, metadata);
    chunks.add(CppColumnChunk.endCppColumnChunk(builder));
    return this;
  }

  /** Bounds whose lo4 and len are given; others are 0. */
  int bounds(String prefix, int minLo4, int minLen, int maxLo4, int maxLen) {
    int text = prefix == null ? 0 : builder.createString(prefix);
    return statistics(
        to -> {
          CppStatistics.addMinLo4(to, minLo4 & 0xFFFFFFFFL);
          CppStatistics.addMaxLo4(to, maxLo4 & 0xFFFFFFFFL);
          CppStatistics.addMinLen(to, (byte) minLen);
          CppStatistics.addMaxLen(to, (byte) maxLen);
          if (prefix != null) {
            CppStatistics.addPrefix(to, text);
          }
        });
  }

  int statistics(Consumer<FlatBufferBuilder> fields) {
    CppStatistics.startCppStatistics(builder);
    fields.accept(builder);
    return CppStatistics.endCppStatistics(builder);
  }

  CppFooter rowGroup(long rows, long fileOffset) {
    int columns = vector(chunks);
    CppRowGroup.startCppRowGroup(builder);
    CppRowGroup.addNumRows(builder, rows);
    CppRowGroup.addFileOffset(builder, fileOffset);
    CppRowGroup.addColumns(builder, columns);
    rowGroups.add(CppRowGroup.endCppRowGroup(builder));
    return this;
  }

  int vector(List<Integer> tables) {
    return builder.createVectorOfTables(tables.stream().mapToInt(i -> i).toArray());
  }

  /** The footer, with a row group of all columns if none was added. */
  ByteBuffer finish() {
    if (rowGroups.isEmpty() && !chunks.isEmpty()) {
      rowGroup(7, 4);
    }
    return finish(to -> {});
  }

  ByteBuffer finish(Consumer<FlatBufferBuilder> fields) {
    int count = elements.size();
    int root = element("schema", to -> CppSchemaElement.addNumChildren(to, count));
    elements.add(0, root);
    int schema = vector(elements);
    int groups = vector(rowGroups);
    CppFileMetaData.startCppFileMetaData(builder);
    CppFileMetaData.addVersion(builder, 2);
    CppFileMetaData.addSchema(builder, schema);
    CppFileMetaData.addNumRows(builder, 7);
    CppFileMetaData.addRowGroups(builder, groups);
    fields.accept(builder);
    builder.finish(CppFileMetaData.endCppFileMetaData(builder));
    return builder.dataBuffer();
  }
}
