// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.ParquetDatasetFactory;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lists and maps as writers laid them out at one time or another: types and values are Arrow's. */
class LegacyLayoutsTest {
  private static final int ROWS = 200;

  @TempDir private Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "optional group a (LIST) { repeated group list { optional int32 element; } }",
        "required group a (LIST) { repeated group list { required binary element (STRING); } }",
        "optional group a (LIST) { repeated int32 element; }",
        "optional group a (LIST) { repeated group array { optional int32 x; } }",
        "optional group a (LIST) { repeated group a_tuple { optional binary x (STRING); } }",
        "optional group a (LIST) { repeated group bag { optional int32 array_element; } }",
        "optional group a (LIST) { repeated group p { required int32 x; optional int32 y; } }",
        "optional group a (LIST) { repeated group element { required int32 x; } }",
        "optional group a (LIST) { repeated group array (LIST) { repeated int32 array; } }",
        "optional group a (LIST) { repeated group list { optional group element (LIST) {"
            + " repeated group bag { optional int32 array_element; } } } }",
        "repeated int32 a;",
        "repeated group a { optional int32 x; repeated int32 y; }",
        "optional group a { repeated int32 b; optional group c { repeated int64 d; } }",
        "optional group a (MAP) { repeated group key_value {"
            + " required int32 key; optional group value (LIST) {"
            + " repeated group list { optional int32 element; } } } }",
        "optional group a (MAP) { repeated group map (MAP_KEY_VALUE) {"
            + " required binary key (STRING); optional int32 value; } }",
        "optional group a (MAP_KEY_VALUE) { repeated group map {"
            + " required binary key (STRING); required int32 value; } }",
        "required group a (MAP) { repeated group entries { required int32 k; required int32 v; } }",
        "optional group a (MAP) { repeated group key_value { required binary key (STRING); } }",
      })
  void types_and_values_are_those_of_arrow(String declaration) throws Exception {
    Path file = folder.resolve("legacy.parquet");
    write(file, MessageTypeParser.parseMessageType("message m { " + declaration + " }"));
    List<String> expected;
    try (BufferAllocator allocator = new RootAllocator()) {
      expected = DatasetRows.read(DatasetRows.nativeFactory(file, allocator));
    }

    try (BufferAllocator allocator = new RootAllocator()) {
      assertThat(
              DatasetRows.read(
                  ParquetDatasetFactory.of(
                      ParquetFileSet.open(List.of(file)),
                      ParquetReadOptions.defaults(),
                      allocator)))
          .isEqualTo(expected);
    }
  }

  private static void write(Path file, MessageType schema) throws IOException {
    Random random = new Random(11);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(schema);
        fill(group, schema, random);
        writer.write(group);
      }
    }
  }

  private static void fill(Group group, GroupType type, Random random) {
    for (int i = 0; i < type.getFieldCount(); i++) {
      Type field = type.getType(i);
      int count =
          switch (field.getRepetition()) {
            case REQUIRED -> 1;
            case OPTIONAL -> random.nextInt(2);
            case REPEATED -> random.nextInt(4);
          };
      for (int n = 0; n < count; n++) {
        if (!field.isPrimitive()) {
          fill(group.addGroup(i), field.asGroupType(), random);
          continue;
        }
        int number = random.nextInt(100);
        switch (field.asPrimitiveType().getPrimitiveTypeName()) {
          case INT32 -> group.add(i, number);
          case INT64 -> group.add(i, (long) number);
          default -> group.add(i, "text " + number);
        }
      }
    }
  }
}
