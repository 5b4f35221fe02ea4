// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.DynamicContainer.dynamicContainer;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.ThriftTree;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.ColumnEntries;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.VectorEntries;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.OtherWritersFiles.OfProject;
import io.arrowparquet.storage.internal.PathByteSource;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongUnaryOperator;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.DynamicNode;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All that this library does with a file, with each of some 1 200 files of other projects and the
 * cases that showed a defect: read beside a peer, given each layout and stripped of it, converted
 * both ways, filtered by the extremes of its columns, written and read back.
 *
 * <p>The costly steps take some layouts and columns of each file, which its name chooses. With
 * {@code -Dother.files=all} they take all.
 */
class OtherProjectsTest {
  private static final boolean ALL = "all".equals(System.getProperty("other.files"));
  private static final int SOME_COLUMNS = 2;
  private static final List<FooterLayout> LAYOUTS =
      List.of(FooterLayout.SPEC, FooterLayout.SPEC_V1, FooterLayout.ARROW_CPP, FooterLayout.PAR3);
  private static final FooterReader FOOTERS = FooterReader.defaults().withCertainTypes(true);

  /** What a peer makes something of and we refuse, and what we say. */
  private static final Map<String, String> REFUSED =
      Map.ofEntries(
          // DuckDB reads a text that is longer than its page.
          entry("0c4c6ccff3595de4", "length of a byte array: found 12, expected 0 to 11"),
          // Arrow C++ does not ask how many values the footer counts.
          entry("124c7e70bffbaa9b", "num_values: found 100, expected at most 50"),
          // Others read as many values as there are rows, and leave those after them.
          entry("16eb9959985a835e", "values of the column chunk: found 2 after the last row"),
          // parquet-java takes a run of no values for the end of the page.
          entry("4034afe1eacfe054", "length of a run: found 0"),
          // Nobody else compares the CRC, which is wrong.
          entry("46ccb058abf6f5e0", "CRC-32 of the page's 2592 bytes"),
          // parquet-java reads decimals that have more digits than their precision says.
          entry("2c37da52b9ef9b1a", "length of a decimal: found 20 bytes"),
          entry("5e78cdf626ea59cf", "length of a decimal: found 20 bytes"),
          entry("7210d9bfa88539ea", "length of a decimal: found 20 bytes"),
          entry("7a49188e4df5903b", "length of a decimal: found 20 bytes"),
          entry("883cce6758784f03", "length of a decimal: found 20 bytes"),
          entry("chunk_overlaps_footer", "place of column value"),
          entry("schema_lint16_optional", "no field IntType.bitWidth"),
          entry("struct_two_fields_of_one_name", "column s.v: found two fields of this name"));

  /** Files that parquet-java reads in a way of its own, beside another peer. */
  private static final Map<String, String> NOT_AS_PARQUET_JAVA =
      Map.of(
          "d8deafe40762e73c", "a value of type UNKNOWN is null",
          "dots", "two columns have one dotted path",
          "pages_v2_is_compressed_false", "it does not know of this writer");

  /** Too large to be compared by its texts: other tests read it. */
  private static final String LARGE = "long_text_old_parquet_mr";

  @TempDir private Path folder;

  /** The entries of the file that was read last, which the steps share; null if it is refused. */
  private Map<String, List<String>> entries;

  private Path entriesOf;

  @TestFactory
  Stream<DynamicNode> files_of_other_projects() throws IOException {
    List<OfProject> files = new ArrayList<>(OtherWritersFiles.world());
    for (Path path : OtherWritersFiles.cases()) {
      files.add(new OfProject(path, name(path), List.of("parquet-java", "arrow-cpp", "duckdb")));
    }
    assumeTrue(!files.isEmpty(), "no folder cases or world beside the corpus");
    return files.stream()
        .filter(file -> !name(file.path()).equals(LARGE))
        .map(
            file ->
                dynamicContainer(
                    name(file.path()) + " " + file.origin(),
                    Stream.of(
                        step("values are those of a peer", () -> compareWithPeer(file)),
                        step("each layout is attached and stripped", () -> layouts(file.path())),
                        step("the footer is converted and back", () -> convert(file.path())),
                        step("filters find rows", () -> filter(file.path())),
                        step("rows are written and read", () -> writeAndRead(file.path())))));
  }

  static List<Arguments> rowsOfCases() {
    Operand f = Operand.column("f");
    LocalDateTime noon = LocalDateTime.of(2021, 1, 1, 12, 0);
    return List.of(
        Arguments.of("polars_one_nan.parquet", f.isAtMost(3.0), 2),
        Arguments.of("polars_one_nan.parquet", f.isNotNull(), 3),
        Arguments.of("polars_null_lists.parquet", Operand.column("li").isNull(), 2),
        Arguments.of("parquet_net_statistics.parquet", Operand.column("B").isEqualTo(noon), 4),
        Arguments.of("arrow_dictionary_null_count.parquet", Operand.column("id1").isNull(), 472),
        Arguments.of("pages_v2_is_compressed_false.parquet", RowFilter.constant(true), 5));
  }

  @ParameterizedTest
  @MethodSource("rowsOfCases")
  void filters_find_the_rows_of_cases(String name, RowFilter filter, int rows) throws IOException {
    Path file = OtherWritersFiles.find(name);
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(
                file, ParquetReadOptions.defaults().withFilter(filter), allocator)) {
      assertThat(ArrowDatasetRows.rows(reader)).hasSize(rows);
    }
  }

  @Test
  void the_first_batch_of_long_texts_has_about_the_bytes_of_the_options() throws IOException {
    Path file = OtherWritersFiles.find(LARGE + ".parquet");
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      assertThat(reader.getVectorSchemaRoot().getFieldVectors())
          .extracting(FieldVector::getBufferSize)
          .allMatch(bytes -> bytes <= 2 * ParquetReadOptions.defaults().batchBytes());
    }
  }

  private static DynamicTest step(String name, Executable step) {
    return dynamicTest(name, step);
  }

  private static String name(Path file) {
    return file.getFileName().toString().replace(".parquet", "");
  }

  private static boolean isOurs(Throwable failure) {
    return failure.getClass().getName().startsWith("io.arrowparquet.");
  }

  /** A number that stays with the file, to choose by. */
  private static int hash(Path file) {
    return name(file).hashCode() & Integer.MAX_VALUE;
  }

  // ---- values

  /** Null if the file is refused. */
  private Map<String, List<String>> entries(Path file) {
    if (!file.equals(entriesOf)) {
      entriesOf = file;
      entries = null;
      try (RootAllocator allocator = new RootAllocator()) {
        entries = VectorEntries.read(file, ParquetReadOptions.defaults(), allocator);
      } catch (IOException | RuntimeException e) {
        assertThat(e).matches(OtherProjectsTest::isOurs, "an exception of ours");
      }
    }
    return entries;
  }

  private void compareWithPeer(OfProject file) throws Exception {
    Path path = file.path();
    String refusal = REFUSED.get(name(path));
    if (refusal != null) {
      assertThatThrownBy(() -> rows(path))
          .matches(OtherProjectsTest::isOurs)
          .hasMessageContaining(refusal);
      return;
    }
    Map<String, List<String>> found = entries(path);
    if (found == null) {
      assertThat(file.readers()).as("peers that read what is refused").isEmpty();
    } else if (file.readers().contains("parquet-java")
        && !NOT_AS_PARQUET_JAVA.containsKey(name(path))) {
      assertThat(inUnitsOfTheFile(path, found)).containsAllEntriesOf(ColumnEntries.read(path));
    } else if (file.readers().contains("arrow-cpp")) {
      List<String> expected = new ArrowDatasetRows().rows(path);
      // The first line is the schema.
      assertThat(rows(path)).isEqualTo(expected.subList(1, expected.size()));
    } else if (file.readers().contains("duckdb")) {
      Path written = folder.resolve("copy.parquet");
      List<String> expected = new DuckDbRows().rows(path);
      Throwable notWritten =
          catchThrowable(() -> PlainFilesTest.write(path, written, options(path)));
      if (notWritten == null) {
        assertThat(new DuckDbRows().rows(written)).isEqualTo(expected);
      } else {
        assertThat(notWritten).hasMessageContaining("two fields of this name");
        assertThat(rows(path)).hasSameSizeAs(expected);
      }
    }
  }

  /** Entries as parquet-java's are told here: INT96 in microseconds. */
  private static Map<String, List<String>> inUnitsOfTheFile(
      Path file, Map<String, List<String>> entries) throws IOException {
    Map<String, List<String>> converted = new HashMap<>(entries);
    FlatFooter footer = FOOTERS.read(file).footer();
    for (ArrowSchemaNode leaf : leaves(ArrowSchema.nodes(footer))) {
      if (footer.schemaElement(leaf.element()).type() == PhysicalType.INT96
          && ((ArrowType.Timestamp) leaf.field().getType()).getUnit() == TimeUnit.NANOSECOND) {
        converted.computeIfPresent(
            footer.columnPath(leaf.column()),
            (path, values) ->
                values.stream()
                    .map(entry -> converted(entry, value -> Math.floorDiv(value, 1_000)))
                    .toList());
      }
    }
    return converted;
  }

  private static String converted(String entry, LongUnaryOperator unit) {
    String value = VectorEntries.value(entry);
    return value == null
        ? entry
        : entry.substring(0, entry.length() - value.length())
            + unit.applyAsLong(Long.parseLong(value));
  }

  private static List<ArrowSchemaNode> leaves(List<ArrowSchemaNode> nodes) {
    return nodes.stream()
        .flatMap(
            node ->
                node.kind() == ArrowSchemaNode.Kind.LEAF
                    ? Stream.of(node)
                    : leaves(node.children()).stream())
        .toList();
  }

  private static List<String> rows(Path file) throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      return ArrowDatasetRows.rows(reader);
    }
  }

  // ---- footers

  private void layouts(Path file) throws IOException {
    Throwable disorder = catchThrowable(() -> FooterVerifier.defaults().verify(file));
    int first = hash(file) % LAYOUTS.size();
    int second = hash(file) / LAYOUTS.size() % LAYOUTS.size();
    for (int i = 0; i < LAYOUTS.size(); i++) {
      FooterLayout layout = LAYOUTS.get(i);
      if (!(ALL || i == first || i == second)) {
        continue;
      }
      Path attached = folder.resolve("attached.parquet");
      Path stripped = folder.resolve("stripped.parquet");
      FooterAttacher attacher = FooterAttacher.defaults().withLayout(layout).withOverwrite(true);
      Throwable refusal = catchThrowable(() -> attacher.attach(file, attached));
      if (refusal == null) {
        assertThat(disorder).as("a file that was attached to").isNull();
        assertThat(FooterVerifier.defaults().verify(attached).layout()).isEqualTo(layout);
        FooterStripper.defaults().withOverwrite(true).strip(attached, stripped);
        assertThat(Files.mismatch(stripped, file)).as("%s stripped", layout).isEqualTo(-1);
      } else if (!(refusal instanceof EncryptedFooterException
          || refusal instanceof ForeignExtensionException
          || isLossy(refusal, layout))) {
        assertThat(refusal).hasSameClassAs(disorder).hasMessage(disorder.getMessage());
      }
    }
  }

  private static boolean isLossy(Throwable refusal, FooterLayout layout) {
    return layout == FooterLayout.PAR3
        && refusal instanceof IllegalArgumentException
        && refusal.getMessage().contains("layout par3 ");
  }

  private void convert(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes)
            .order(ByteOrder.LITTLE_ENDIAN)
            .getInt(bytes.length - 2 * Integer.BYTES);
    int end = bytes.length - 2 * Integer.BYTES;
    if (catchThrowable(() -> FooterVerifier.defaults().verify(file)) != null
        || length < 0
        || length > end) {
      return;
    }
    byte[] thrift = Arrays.copyOfRange(bytes, end - length, end);
    ConvertedFooter converted = ThriftToFlatBuffers.convertAndReport(thrift, 0, thrift.length);
    byte[] back = FlatBuffersToThrift.convert(converted.flatbuffer());
    if (converted.unknownFields().isEmpty()) {
      byte[] struct = Arrays.copyOf(thrift, converted.thriftLength());
      assertThat(ThriftTree.of(back)).isEqualTo(ThriftTree.of(struct));
    } else {
      // What is unknown is left out, and nothing else: the same again is the same.
      assertThat(
              FlatBuffersToThrift.convert(
                  ThriftToFlatBuffers.convert(back, 0, back.length).flatbuffer()))
          .isEqualTo(back);
    }
  }

  // ---- filters

  private void filter(Path file) throws IOException {
    Map<String, List<String>> values = entries(file);
    if (values == null) {
      return;
    }
    try (PathByteSource source = PathByteSource.open(file);
        RootAllocator allocator = new RootAllocator()) {
      ParquetFooter footer = FOOTERS.read(source);
      List<ArrowSchemaNode> nodes = ArrowSchema.nodes(footer.footer());
      List<ArrowSchemaNode> leaves = new ArrayList<>();
      List<ArrowSchemaNode> groups = new ArrayList<>();
      collect(nodes, leaves, groups);
      ExtremeFilters.OfFile filters = new ExtremeFilters.OfFile(source, footer, allocator, ALL);
      for (ArrowSchemaNode leaf : some(leaves, file)) {
        String path = footer.footer().columnPath(leaf.column());
        if (footer.footer().findColumns(path).size() == 1 && values.containsKey(path)) {
          filters.requireRows(
              path, StatisticsSource.stored(leaf.field().getType()), values.get(path));
        }
      }
      for (ArrowSchemaNode group : some(groups, file)) {
        filters.requireSameWithoutSkipping(group.field().getName());
      }
    }
  }

  /** Columns of one value a row, but those of Variants; and lists, maps and groups. */
  private static void collect(
      List<ArrowSchemaNode> nodes, List<ArrowSchemaNode> leaves, List<ArrowSchemaNode> groups) {
    for (ArrowSchemaNode node : nodes) {
      if (node.kind() == ArrowSchemaNode.Kind.LEAF) {
        leaves.add(node);
      } else {
        boolean isVariant = node.field().getMetadata().containsValue(ArrowSchema.VARIANT_EXTENSION);
        if (node.kind() == ArrowSchemaNode.Kind.STRUCT && !isVariant) {
          collect(node.children(), leaves, new ArrayList<>());
        }
        groups.add(node);
      }
    }
  }

  /** All of a case. */
  private static <T> List<T> some(List<T> all, Path file) {
    boolean isCase = file.getParent().endsWith("cases");
    if (ALL || isCase || all.size() <= SOME_COLUMNS) {
      return all;
    }
    List<T> some = new ArrayList<>();
    for (int i = 0; i < SOME_COLUMNS; i++) {
      some.add(all.get((hash(file) + i) % all.size()));
    }
    return some;
  }

  // ---- files of our own

  private static ParquetWriteOptions options(Path file) {
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withOverwrite(true);
    return switch (hash(file) % 3) {
      case 0 ->
          options.withCodec(ParquetCodec.ZSTD).withDataPageV2(true).withFooter(FooterLayout.SPEC);
      case 1 -> options.withCodec(ParquetCodec.UNCOMPRESSED).withDictionary(false);
      default -> options;
    };
  }

  private void writeAndRead(Path file) throws IOException {
    if (entries(file) == null) {
      return;
    }
    Path written = folder.resolve("written.parquet");
    Throwable refusal = catchThrowable(() -> PlainFilesTest.write(file, written, options(file)));
    if (refusal != null) {
      boolean isTwice = refusal instanceof InvalidRequestException;
      assertThat(refusal)
          .isInstanceOf(isTwice ? InvalidRequestException.class : UnsupportedColumnException.class)
          .hasMessageMatching(
              isTwice
                  ? ".*found two fields of this name, expected one"
                  : ".*found a schema without columns.*");
      return;
    }
    assertThat(texts(written)).isEqualTo(texts(file));
  }

  /** The texts of each column; of a Variant, whose layout may have changed, its JSON. */
  private static List<List<String>> texts(Path file) throws IOException {
    List<List<String>> columns = new ArrayList<>();
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      root.getFieldVectors().forEach(vector -> columns.add(new ArrayList<>()));
      while (reader.loadNextBatch()) {
        for (int i = 0; i < columns.size(); i++) {
          addTexts(root.getVector(i), columns.get(i), allocator);
        }
      }
    }
    return columns;
  }

  private static void addTexts(FieldVector vector, List<String> texts, BufferAllocator allocator) {
    if (vector instanceof ParquetVariantVector variants) {
      try (VarCharVector json = VariantToJson.write(variants, allocator)) {
        addTexts(json, texts, allocator);
      }
      return;
    }
    for (int row = 0; row < vector.getValueCount(); row++) {
      texts.add(String.valueOf(ArrowDatasetRows.readable(vector.getObject(row))));
    }
  }
}
