// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Variant groups in forms that our writer does not give them.
 *
 * @see ParquetArrowReader
 * @see ParquetVariantVector
 */
class VariantGroupsTest {
  private static final Binary NO_NAMES = Binary.fromConstantByteArray(new byte[] {1, 0, 0});
  private static final Binary SEVEN = Binary.fromConstantByteArray(new byte[] {3 << 2, 7});

  private static final String PLAIN_STRUCT =
      "optional group v { optional binary metadata; optional binary value; }";

  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path file;

  @BeforeEach
  void name_the_file() {
    file = directory.resolve("variants.parquet");
  }

  /** As writers of plain structs have it, which know no required fields. */
  @Test
  void metadata_may_be_optional_where_they_are_there() throws IOException {
    write(PLAIN_STRUCT, row -> fill(row.addGroup("v")), row -> {}, row -> fill(row.addGroup("v")));

    assertThat(json()).containsExactly("7", "null", "7");
  }

  @Test
  void metadata_that_are_not_there_are_malformed() throws IOException {
    write(PLAIN_STRUCT, row -> fill(row.addGroup("v")), row -> row.addGroup("v"));

    assertThatThrownBy(this::json)
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("row 1: length of the metadata")
        .hasMessageContaining("found 0 bytes");
  }

  @Test
  void repeated_variants_are_a_list() throws IOException {
    write(
        "repeated group v (VARIANT(1)) { required binary metadata; required binary value; }",
        row -> {
          fill(row.addGroup("v"));
          fill(row.addGroup("v"));
        },
        row -> {});

    assertThat(json()).containsExactly("7", "7");
  }

  private static void fill(Group variant) {
    variant.append("metadata", NO_NAMES).append("value", SEVEN);
  }

  @SafeVarargs
  private void write(String declaration, Consumer<Group>... rows) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + declaration + " }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file)).withType(schema).build()) {
      for (Consumer<Group> row : rows) {
        Group group = new SimpleGroup(schema);
        row.accept(group);
        writer.write(group);
      }
    }
  }

  /** The Variants of all rows, or of all elements of a list. */
  private List<String> json() throws IOException {
    List<String> texts = new ArrayList<>();
    ParquetReadOptions options = ParquetReadOptions.defaults().withVariantColumns(Set.of("v"));
    try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
      while (reader.loadNextBatch()) {
        FieldVector column = reader.getVectorSchemaRoot().getVector("v");
        ParquetVariantVector variants =
            (ParquetVariantVector)
                (column instanceof ListVector list ? list.getDataVector() : column);
        try (VarCharVector json = VariantToJson.write(variants, allocator)) {
          for (int row = 0; row < json.getValueCount(); row++) {
            texts.add(String.valueOf(json.getObject(row)));
          }
        }
      }
    }
    return texts;
  }
}
