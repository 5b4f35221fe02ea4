// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.cpp.generated.CppEmpty;
import io.arrowparquet.footer.internal.cpp.generated.CppKeyValue;
import io.arrowparquet.footer.internal.generated.KeyValue;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;

/** What the tables of a buffer of arrow-cpp.fbs have in common while it is written. */
final class CppTables {
  final FlatBufferBuilder builder;
  private final Map<ByteBuffer, Integer> strings = new HashMap<>();
  private long tables;
  private int empty;

  CppTables(FlatBufferBuilder builder) {
    this.builder = builder;
    // Optional fields are written wherever they are added, zero or not.
    builder.forceDefaults(true);
  }

  /** Counts a table, once for each reference to it: so do verifiers. */
  void count() {
    tables++;
  }

  /** Refuses a buffer that no verifier would accept. */
  void requireReadable() {
    if (tables > ArrowCppReader.MAX_TABLES) {
      throw new IllegalArgumentException(
          "a FlatBuffers footer of "
              + tables
              + " tables: readers of layout arrow-cpp take at most "
              + ArrowCppReader.MAX_TABLES);
    }
  }

  /** A string, written once for equal bytes; an empty one for null. */
  int stringOrEmpty(ByteBuffer bytes) {
    ByteBuffer key = bytes == null ? ByteBuffer.allocate(0) : bytes.slice();
    return strings.computeIfAbsent(key, unused -> builder.createString(key.duplicate()));
  }

  int empty() {
    if (empty == 0) {
      CppEmpty.startCppEmpty(builder);
      empty = CppEmpty.endCppEmpty(builder);
    }
    count();
    return empty;
  }

  int references(int[] targets) {
    return builder.createVectorOfTables(targets);
  }

  int keyValues(int count, IntFunction<KeyValue> from) {
    int[] targets = new int[count];
    for (int i = 0; i < count; i++) {
      KeyValue keyValue = from.apply(i);
      ByteBuffer valueBytes = keyValue.valAsByteBuffer();
      int key = stringOrEmpty(keyValue.keyAsByteBuffer());
      int value = valueBytes == null ? 0 : stringOrEmpty(valueBytes);
      count();
      CppKeyValue.startCppKeyValue(builder);
      CppKeyValue.addKey(builder, key);
      if (valueBytes != null) {
        CppKeyValue.addVal(builder, value);
      }
      targets[i] = CppKeyValue.endCppKeyValue(builder);
    }
    return references(targets);
  }
}
