// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.parquet.schema.Type;

/** Random Variants in files, shredded to fit one of them, from engine to engine. */
class RandomVariantFilesTest {
  private static final List<VariantFilePeer> ENGINES =
      List.of(new ArrowParquetFiles(), new ParquetJavaFiles(), new IcebergFiles());

  @Provide
  Arbitrary<List<Object>> batches() {
    return RandomVariants.portableTrees().list().ofMinSize(1).ofMaxSize(12);
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

  /**
   * DuckDB 1.5 gets some of these wrong whoever wrote them, as long strings beside decimals of 38
   * digits, so parquet-java's file of the same rows is the measure.
   */
  @Property(tries = 8)
  void duckdb_reads_what_we_shred_as_what_parquet_java_shreds(@ForAll("batches") List<Object> trees)
      throws Exception {
    Path folder = Files.createTempDirectory("variants");
    Path file = folder.resolve("variants.parquet");
    Type shredding = FittingShredding.of(trees.get(0));
    List<EncodedVariant> rows = IcebergVariants.encodeTogether(trees);
    new ParquetJavaFiles().write(file, shredding, rows);
    List<Object> expected = trees(new DuckDbFiles().read(file));
    new ArrowParquetFiles().write(file, shredding, rows);
    assertThat(trees(new DuckDbFiles().read(file))).as("as %s", shredding).isEqualTo(expected);
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
