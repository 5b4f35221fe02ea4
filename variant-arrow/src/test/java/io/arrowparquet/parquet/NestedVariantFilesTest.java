// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Variants anywhere in lists, maps and structs, each shredded in its own way, to a file and back.
 *
 * @see io.arrowparquet.parquet.internal.write.VariantWriter
 * @see io.arrowparquet.parquet.internal.write.VariantPlan
 */
class NestedVariantFilesTest {
  /** Types, and the paths of the Variants in them. */
  private static final Map<String, List<String>> TYPES =
      Map.of(
          "variant", List.of("c"),
          "list<variant>", List.of("c.list.element"),
          "large_list<variant not null>", List.of("c.list.element"),
          "map<string, variant>", List.of("c.key_value.value"),
          "struct<a: variant, b: variant not null, n: int>", List.of("c.a", "c.b"),
          "list<list<variant>>", List.of("c.list.element.list.element"),
          "list<struct<a: variant, l: list<variant not null> not null>>",
              List.of("c.list.element.a", "c.list.element.l.list.element"),
          "map<int, list<variant>>", List.of("c.key_value.value.list.element"),
          "struct<s: struct<m: map<string, struct<v: variant>>>, v: variant>",
              List.of("c.s.m.key_value.value.v", "c.v"));

  private static final List<String> SHREDDINGS =
      List.of(
          "bigint",
          "string",
          "list<bigint>",
          "struct<a: bigint, b: string>",
          "struct<a: struct<a: double>, l: list<struct<a: bigint>>>",
          "list<struct<a: string, b: boolean>>");

  @Property(tries = 15, shrinking = ShrinkingMode.OFF)
  void read_back_as_they_were(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    for (Map.Entry<String, List<String>> type : TYPES.entrySet()) {
      String name = random.nextBoolean() ? type.getKey() : type.getKey() + " not null";
      Schema schema =
          new Schema(List.of(ArrowTypeText.parse("n", "int"), ArrowTypeText.parse("c", name)));
      assertReadsBack(schema, options(type.getValue(), random), seed, random);
    }
  }

  private static ParquetWriteOptions options(List<String> paths, Random random) {
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withDataPageV2(random.nextBoolean())
            .withDictionary(random.nextInt(4) > 0)
            .withPageRows(1 + random.nextInt(60))
            .withRowGroupRows(1 + random.nextInt(120))
            .withFooter(FooterLayout.SPEC);
    for (String path : paths) {
      int way = random.nextInt(SHREDDINGS.size() + 2);
      if (way < SHREDDINGS.size()) {
        Field as = ArrowTypeText.parse("x", SHREDDINGS.get(way));
        options =
            options.withShredding(
                path, as, random.nextBoolean() ? ShredMode.EXACT : ShredMode.LENIENT);
      } else if (way == SHREDDINGS.size()) {
        options = options.withInferredShredding(path, InferShreddingOptions.defaults());
      } else {
        options = options.withUnshredded(path);
      }
    }
    return options;
  }

  private static void assertReadsBack(
      Schema schema, ParquetWriteOptions options, long seed, Random random) throws IOException {
    Path folder = Files.createTempDirectory("nested");
    Path file = folder.resolve("nested.parquet");
    RandomVectors vectors = new RandomVectors(seed);
    Map<String, List<Object>> written = new LinkedHashMap<>();
    Map<String, List<Object>> read = new LinkedHashMap<>();
    try (BufferAllocator allocator = new RootAllocator()) {
      try (ParquetArrowWriter writer = ParquetArrowWriter.open(file, schema, options, allocator)) {
        for (int rows : new int[] {40, 0, 1, 75}) {
          try (VectorSchemaRoot batch = vectors.root(schema, rows, allocator)) {
            append(written, batch);
            writer.write(batch);
          }
        }
        writer.finish();
      }
      ParquetReadOptions batches =
          ParquetReadOptions.defaults().withBatchSize(1 + random.nextInt(100));
      try (ParquetArrowReader reader = ParquetArrowReader.open(file, batches, allocator)) {
        while (reader.loadNextBatch()) {
          append(read, reader.getVectorSchemaRoot());
        }
      }
    }
    assertThat(read).as("seed %s, %s", seed, schema).isEqualTo(written);
    Files.delete(file);
    Files.delete(folder);
  }

  private static void append(Map<String, List<Object>> rows, VectorSchemaRoot batch) {
    for (FieldVector vector : batch.getFieldVectors()) {
      rows.computeIfAbsent(vector.getName(), name -> new ArrayList<>())
          .addAll(RandomVectors.rows(vector));
    }
  }
}
