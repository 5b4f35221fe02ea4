// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.cpp.generated.CppFileMetaData;
import io.arrowparquet.footer.internal.cpp.generated.CppKeyValue;
import io.arrowparquet.footer.internal.generated.Empty;
import io.arrowparquet.footer.internal.generated.FileMetaData;
import io.arrowparquet.footer.internal.generated.KeyValue;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What the tables of a buffer of parquet.fbs have in common while it is translated. */
final class TableCopier {
  final FlatBufferBuilder builder;

  /** By position in the other buffer: what may be shared there is shared here. */
  private final Map<Integer, Integer> strings = new HashMap<>();

  private final Map<Integer, Integer> byteVectors = new HashMap<>();
  private int empty;

  TableCopier(FlatBufferBuilder builder) {
    this.builder = builder;
    // Optional fields are written wherever they are added, zero or not.
    builder.forceDefaults(true);
  }

  static CorruptFooterException untranslatable(String field) {
    return new CorruptFooterException(
        "FlatBuffers footer: " + field, CorruptFooterException.NO_OFFSET, "present", "absent");
  }

  /** A string of a verified buffer, from the view that its table gives. */
  int string(ByteBuffer view) {
    return strings.computeIfAbsent(view.position(), unused -> builder.createString(view));
  }

  /** As {@link #string}, for a field that is a byte vector here. */
  int byteVector(ByteBuffer view) {
    return byteVectors.computeIfAbsent(
        view.position(), unused -> builder.createByteVector(view.duplicate()));
  }

  int empty() {
    if (empty == 0) {
      Empty.startEmpty(builder);
      empty = Empty.endEmpty(builder);
    }
    return empty;
  }

  int references(int[] tables) {
    return builder.createVectorOfTables(tables);
  }

  int keyValues(int count, IntFunction<CppKeyValue> from) {
    int[] tables = new int[count];
    for (int i = 0; i < count; i++) {
      CppKeyValue keyValue = from.apply(i);
      ByteBuffer keyBytes = keyValue.keyAsByteBuffer();
      ByteBuffer valueBytes = keyValue.valAsByteBuffer();
      int key = keyBytes == null ? 0 : string(keyBytes);
      int value = valueBytes == null ? 0 : string(valueBytes);
      KeyValue.startKeyValue(builder);
      if (keyBytes != null) {
        KeyValue.addKey(builder, key);
      }
      if (valueBytes != null) {
        KeyValue.addVal(builder, value);
      }
      tables[i] = KeyValue.endKeyValue(builder);
    }
    return references(tables);
  }

  ByteBuffer finish(CppFileMetaData from, int schema, int rowGroups, int keyValues, int createdBy) {
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addNumRows(builder, from.numRows());
    FileMetaData.addVersion(builder, from.version());
    FileMetaData.addSchema(builder, schema);
    FileMetaData.addRowGroups(builder, rowGroups);
    if (keyValues != 0) {
      FileMetaData.addKv(builder, keyValues);
    }
    if (createdBy != 0) {
      FileMetaData.addCreatedBy(builder, createdBy);
    }
    builder.finish(FileMetaData.endFileMetaData(builder));
    return builder.dataBuffer();
  }
}
