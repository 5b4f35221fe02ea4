// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What a small file says of sizes, set to extremes: the bytes that are there bound the memory.
 *
 * @see ParquetArrowReader
 */
class DeclaredSizesTest {
  private static final long MEMORY = 64 << 20;
  private static final ThreadMXBean THREAD = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private static final long[] EXTREMES = {
    -1, 0, 1 << 16, 1_000_000_000, Integer.MAX_VALUE, 1L << 60
  };

  @TempDir private Path directory;

  private static final List<String> TYPES =
      List.of(
          "required fixed_len_byte_array(3) c",
          "optional fixed_len_byte_array(3) c",
          "repeated fixed_len_byte_array(3) c",
          "optional fixed_len_byte_array(3) c (DECIMAL(5,2))",
          "optional binary c (DECIMAL(5,2))",
          "optional binary c (STRING)",
          "required boolean c");

  /** By name, what is set of a file. */
  private static Map<String, BiConsumer<FileMetaData, Long>> fields() {
    Map<String, BiConsumer<FileMetaData, Long>> fields = new TreeMap<>();
    fields.put("type_length", (f, v) -> leaf(f).setType_length((int) (long) v));
    fields.put("precision", (f, v) -> leaf(f).setPrecision((int) (long) v));
    fields.put("scale", (f, v) -> leaf(f).setScale((int) (long) v));
    fields.put("num_rows of the file", FileMetaData::setNum_rows);
    fields.put("num_rows", (f, v) -> rowGroup(f).setNum_rows(v));
    fields.put("total_byte_size", (f, v) -> rowGroup(f).setTotal_byte_size(v));
    fields.put("num_values", (f, v) -> chunk(f).setNum_values(v));
    fields.put("uncompressed", (f, v) -> chunk(f).setTotal_uncompressed_size(v));
    fields.put("compressed", (f, v) -> chunk(f).setTotal_compressed_size(v));
    fields.put("data_page_offset", (f, v) -> chunk(f).setData_page_offset(v));
    fields.put("dictionary_page_offset", (f, v) -> chunk(f).setDictionary_page_offset(v));
    fields.put(
        "string bytes",
        (f, v) ->
            chunk(f)
                .setSize_statistics(
                    new org.apache.parquet.format.SizeStatistics()
                        .setUnencoded_byte_array_data_bytes(v)));
    fields.put(
        "rows and values",
        (f, v) -> {
          rowGroup(f).setNum_rows(v);
          chunk(f).setNum_values(v);
        });
    return fields;
  }

  private static SchemaElement leaf(FileMetaData footer) {
    return footer.getSchema().get(footer.getSchemaSize() - 1);
  }

  private static RowGroup rowGroup(FileMetaData footer) {
    return footer.getRow_groups().get(0);
  }

  private static ColumnMetaData chunk(FileMetaData footer) {
    return rowGroup(footer).getColumns().get(0).getMeta_data();
  }

  private static Stream<String> types() {
    return TYPES.stream();
  }

  @ParameterizedTest
  @MethodSource("types")
  void extremes_take_no_more_memory_than_a_batch(String type) throws IOException {
    for (int rows : new int[] {1, 100}) {
      byte[] file = write(type, rows, rows > 1);
      for (Map.Entry<String, BiConsumer<FileMetaData, Long>> field : fields().entrySet()) {
        for (long extreme : EXTREMES) {
          byte[] changed =
              FooterRewrite.rewrite(file, footer -> field.getValue().accept(footer, extreme));
          Path path = Files.write(directory.resolve("changed.parquet"), changed);
          String change = type + " of " + rows + ": " + field.getKey() + " = " + extreme;
          long before = THREAD.getCurrentThreadAllocatedBytes();
          Throwable thrown = catchThrowable(() -> read(path));
          assertThat(THREAD.getCurrentThreadAllocatedBytes() - before)
              .as(change)
              .isLessThan(MEMORY);
          if (thrown != null) {
            assertThat(thrown)
                .as(change)
                .isInstanceOfAny(
                    CorruptFooterException.class,
                    CorruptPageException.class,
                    UnsupportedColumnException.class);
          }
        }
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "optional fixed_len_byte_array(3) c, 40000000, values of 40000000 bytes in a column chunk of 2",
    "optional fixed_len_byte_array(3) c, 1000000000, FIXED_LEN_BYTE_ARRAY of 1000000000 bytes",
    "'optional fixed_len_byte_array(3) c (DECIMAL(5,2))', 2000, expected values of 1 to 1024 bytes",
  })
  void values_of_absurd_length_are_refused_early(String type, int length, String message)
      throws IOException {
    byte[] file =
        FooterRewrite.rewrite(write(type, 1, false), footer -> leaf(footer).setType_length(length));
    Path path = Files.write(directory.resolve("wide.parquet"), file);

    assertThatThrownBy(() -> read(path))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("wide.parquet")
        .hasMessageContaining("column c")
        .hasMessageContaining(message);
  }

  private static void read(Path path) throws IOException {
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(Operand.column("c").isNull());
    try (RootAllocator allocator = new RootAllocator(MEMORY);
        ParquetArrowReader reader = ParquetArrowReader.open(path, options, allocator)) {
      for (int batch = 0; batch < 3 && reader.loadNextBatch(); batch++) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
    }
  }

  private byte[] write(String type, int rows, boolean dictionary) throws IOException {
    Path file = directory.resolve("small.parquet");
    Files.deleteIfExists(file);
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + type + "; }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(schema)
            .withDictionaryEncoding(dictionary)
            .build()) {
      for (int row = 0; row < rows; row++) {
        Group group = new SimpleGroup(schema);
        if (type.startsWith("required") || row % 3 > 0) {
          add(group, type, row);
        }
        writer.write(group);
      }
    }
    return Files.readAllBytes(file);
  }

  private static void add(Group group, String type, int row) {
    if (type.contains("boolean")) {
      group.add("c", row % 2 == 0);
    } else {
      group.add("c", Binary.fromConstantByteArray(new byte[] {0, 1, (byte) row}));
    }
  }
}
