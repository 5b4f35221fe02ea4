// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Files with Variants, from every engine to every engine, unshredded and shredded. */
class VariantFilesTest {
  private static final String SQL_NULL = "SQL null";
  @TempDir private Path folder;

  private static final List<Object> TREES =
      Arrays.asList(
          Map.of("a", 5, "b", "text", "c", List.of(1, 2), "d", Map.of("e", true)),
          Map.of("a", "not a number", "b", "x", "z", 1.5),
          Map.of("b", "y"),
          17L,
          "a string",
          List.of(1, "two", List.of()),
          Map.of("a", new BigDecimal("12.50"), "d", Map.of("e", false, "f", (byte) 1)),
          Map.of("a", -3, "c", List.of(3, "four"), "d", "no object"));

  static Stream<Arguments> writersAndShreddings() {
    Map<String, Type> fields = new LinkedHashMap<>();
    fields.put("a", ShreddingTypes.integer(32));
    fields.put("b", ShreddingTypes.string());
    fields.put("c", ShreddingTypes.array(ShreddingTypes.integer(32)));
    fields.put(
        "d", ShreddingTypes.object("e", ShreddingTypes.primitive(PrimitiveTypeName.BOOLEAN, null)));
    List<Type> shreddings =
        Arrays.asList(
            null,
            ShreddingTypes.integer(64),
            ShreddingTypes.array(ShreddingTypes.integer(32)),
            ShreddingTypes.object("a", ShreddingTypes.decimal(9, 2)),
            ShreddingTypes.object(fields));
    return VariantFilePeer.all().stream()
        .flatMap(writer -> shreddings.stream().map(type -> Arguments.of(writer, type)));
  }

  @ParameterizedTest(name = "{0} shredding as {1}")
  @MethodSource("writersAndShreddings")
  void every_engine_reads_what_every_engine_writes(VariantFilePeer writer, Type shredding)
      throws Exception {
    Path file = folder.resolve("variants.parquet");
    writer.write(file, shredding, IcebergVariants.encodeTogether(TREES));

    for (VariantFilePeer reader : VariantFilePeer.all()) {
      if (!(reader instanceof ParquetJavaFiles && lacksNames(writer, shredding))) {
        assertThat(trees(reader.read(file))).as("%s -> %s", writer, reader).isEqualTo(TREES);
      }
    }
  }

  private static boolean lacksNames(VariantFilePeer writer, Type shredding) {
    return writer instanceof DuckDbFiles
        && (shredding == null
            || (!shredding.isPrimitive() && shredding.getLogicalTypeAnnotation() == null));
  }

  static List<VariantFilePeer> engines() {
    return VariantFilePeer.all();
  }

  /** Dictionaries need hold only the names of fields that are present. */
  @ParameterizedTest
  @MethodSource("engines")
  void parquet_java_alone_wrongly_rejects_rows_without_the_names_of_missing_fields(
      VariantFilePeer writer) throws Exception {
    VariantPeer codec = new ParquetJavaVariants();
    List<Object> trees = List.of(Map.of("a", 1), Map.of(), Map.of("b", 2));
    Path file = folder.resolve("variants.parquet");
    writer.write(
        file,
        ShreddingTypes.object("a", ShreddingTypes.integer(32)),
        trees.stream().map(codec::encode).toList());

    assertThat(trees(new ArrowParquetFiles().read(file))).isEqualTo(trees);
    assertThat(trees(new IcebergFiles().read(file))).isEqualTo(trees);
    assertThat(trees(new DuckDbFiles().read(file))).isEqualTo(trees);
    assertThatThrownBy(() -> new ParquetJavaFiles().read(file))
        .hasRootCauseMessage("Key does not exist in metadata: a");
  }

  /** DuckDB reads both as SQL null and writes both as Variant null. */
  @ParameterizedTest
  @MethodSource("engines")
  void sql_null_is_not_variant_null_in_every_engine_but_duckdb(VariantFilePeer writer)
      throws Exception {
    Path file = folder.resolve("variants.parquet");
    writer.write(file, null, Arrays.asList(null, new ParquetJavaVariants().encode(null)));

    Object sqlNull = writer instanceof DuckDbFiles ? null : SQL_NULL;
    assertThat(trees(new ArrowParquetFiles().read(file))).containsExactly(sqlNull, null);
    assertThat(trees(new ParquetJavaFiles().read(file))).containsExactly(sqlNull, null);
    assertThat(trees(new IcebergFiles().read(file))).containsExactly(sqlNull, null);
    assertThat(trees(new DuckDbFiles().read(file))).containsExactly(SQL_NULL, SQL_NULL);
  }

  private static List<Object> trees(List<EncodedVariant> rows) {
    List<Object> trees = new ArrayList<>();
    rows.forEach(row -> trees.add(row == null ? SQL_NULL : new ParquetJavaVariants().decode(row)));
    return trees;
  }
}
