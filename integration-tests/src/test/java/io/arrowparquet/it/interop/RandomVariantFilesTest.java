// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import org.apache.parquet.schema.Type;

/** Random Variants in files, shredded to fit one of them, from engine to engine. */
class RandomVariantFilesTest {
  private static final List<VariantFilePeer> ENGINES =
      List.of(new ArrowParquetFiles(), new ParquetJavaFiles(), new IcebergFiles());

  /** Bytes of a string that DuckDB loses. */
  private static final int LOST_STRING = 64;

  private static final int MOST_ROWS = 200;

  @Provide
  Arbitrary<List<Object>> batches() {
    return sometimesMany(RandomVariants.portableTrees().list().ofMinSize(1).ofMaxSize(12));
  }

  /** Few rows, or so many of the same ones that they fill several words of validity bits. */
  private static Arbitrary<List<Object>> sometimesMany(Arbitrary<List<Object>> few) {
    Arbitrary<List<Object>> many =
        Combinators.combine(few, Arbitraries.integers().between(13, MOST_ROWS))
            .as(
                (trees, rows) ->
                    IntStream.range(0, rows).mapToObj(i -> trees.get(i % trees.size())).toList());
    return Arbitraries.frequencyOf(Tuple.of(2, few), Tuple.of(1, many));
  }

  @Property(tries = 20)
  void every_engine_reads_what_every_engine_shreds(@ForAll("batches") List<Object> trees)
      throws Exception {
    Type shredding = FittingShredding.of(trees.get(0));
    List<EncodedVariant> rows = IcebergVariants.encodeTogether(trees);
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    for (VariantFilePeer writer : ENGINES) {
      writer.write(file, shredding, rows);
      for (VariantFilePeer reader : ENGINES) {
        String way = writer + " -> " + reader + " as " + shredding;
        List<Object> read = trees(reader.read(file));
        if (writer instanceof IcebergFiles) { // it gives decimals the scale of their column
          assertThat(VariantTrees.stripped(read)).as(way).isEqualTo(VariantTrees.stripped(trees));
        } else {
          assertThat(read).as(way).isEqualTo(trees);
        }
      }
      Files.delete(file);
    }
    Files.delete(folder);
  }

  /** Whatever the schema: mostly one that rows do not fit. */
  @Property(tries = 40)
  void we_read_what_we_shred(
      @ForAll("batches") List<Object> trees, @ForAll("batches") List<Object> others)
      throws Exception {
    ArrowParquetFiles files = new ArrowParquetFiles();
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    List<EncodedVariant> rows = IcebergVariants.encodeTogether(trees);
    for (Object like : List.of(trees, others)) {
      Type shredding = FittingShredding.of(((List<?>) like).get(0));
      files.write(file, shredding, rows);
      assertThat(trees(files.read(file))).as("as %s", shredding).isEqualTo(trees);
    }
    Files.delete(file);
    Files.delete(folder);
  }

  @Provide
  Arbitrary<List<Object>> batchesForDuckDb() {
    return sometimesMany(
        RandomVariants.portableTrees()
            .filter(tree -> VariantTrees.allScalars(tree, RandomVariantFilesTest::isKeptByDuckDb))
            .list()
            .ofMinSize(1)
            .ofMaxSize(12));
  }

  /** It has no nanoseconds; for the strings see the test of them. */
  private static boolean isKeptByDuckDb(Object scalar) {
    return !(scalar instanceof TimestampValue timestamp && timestamp.nanos())
        && !(scalar instanceof String text && text.getBytes(UTF_8).length == LOST_STRING);
  }

  @Property(tries = 12)
  void duckdb_reads_what_we_shred(@ForAll("batchesForDuckDb") List<Object> trees) throws Exception {
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    Type shredding = FittingShredding.of(trees.get(0));
    new ArrowParquetFiles().write(file, shredding, IcebergVariants.encodeTogether(trees));
    assertThat(VariantTrees.stripped(trees(new DuckDbFiles().read(file))))
        .as("as %s", shredding)
        .isEqualTo(VariantTrees.stripped(trees));
    Files.delete(file);
    Files.delete(folder);
  }

  /**
   * DuckDB 1.5 reads strings of 64 bytes right. Where it encodes a Variant itself, as these tests
   * make it do, it takes them for short strings: the length overflows the header's six bits, and
   * they come out empty, of files of any writer (github.com/duckdb/duckdb/issues/26065).
   */
  @Example
  void duckdb_reads_strings_of_64_bytes_and_encodes_them_empty() throws Exception {
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    List<Object> trees = new ArrayList<>();
    for (int length = LOST_STRING - 1; length <= LOST_STRING + 1; length++) {
      trees.add("x".repeat(length));
    }
    new ArrowParquetFiles().write(file, (Type) null, IcebergVariants.encodeTogether(trees));

    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery("SELECT v::VARCHAR FROM read_parquet('" + file + "')")) {
      for (Object tree : trees) {
        assertThat(rows.next()).isTrue();
        assertThat(rows.getString(1)).isEqualTo(tree);
      }
    }
    assertThat(trees(new DuckDbFiles().read(file))).containsExactly(trees.get(0), "", trees.get(2));
    Files.delete(file);
    Files.delete(folder);
  }

  private static List<Object> trees(List<EncodedVariant> rows) {
    List<Object> trees = new ArrayList<>();
    // To DuckDB a Variant null is an SQL null.
    rows.forEach(row -> trees.add(row == null ? null : new ParquetJavaVariants().decode(row)));
    return trees;
  }
}
