// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.golden;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.NeedsCorpus;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.compare.VectorEqualsVisitor;
import org.apache.parquet.variant.Variant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every case of the corpus' {@code shredded_variant} folder, through the FlatBuffers footer: read,
 * put together, and compared with the given Variant, its types included, by parquet-java's reading
 * of both.
 */
@NeedsCorpus
class ShreddedVariantCasesTest {
  private static final String COLUMN = "var";

  @TempDir Path folder;
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  /** A case of {@code cases.json}. */
  record Case(int number, String test, String file, List<String> variants, boolean mayFail) {
    @Override
    public String toString() {
      return "case " + number + " " + test;
    }
  }

  private static List<Case> cases() throws IOException {
    List<Case> cases = new ArrayList<>();
    Path list = Corpus.folder("shredded_variant").resolve("cases.json");
    for (JsonNode node : new ObjectMapper().readTree(list.toFile())) {
      if (node.has("parquet_file")) {
        cases.add(
            new Case(
                node.get("case_number").intValue(),
                node.get("test").textValue(),
                node.get("parquet_file").textValue(),
                variants(node),
                node.has("notes")));
      }
    }
    return cases;
  }

  /**
   * Names of the files with the rows' values, null for a null row; null where reading must fail.
   */
  private static List<String> variants(JsonNode node) {
    if (node.has("variant_file")) {
      return List.of(node.get("variant_file").textValue());
    }
    if (!node.has("variant_files")) {
      return null;
    }
    List<String> names = new ArrayList<>();
    node.get("variant_files").forEach(name -> names.add(name.textValue()));
    return names;
  }

  static List<Case> validCases() throws IOException {
    return cases().stream().filter(c -> c.variants() != null && !c.mayFail()).toList();
  }

  static List<Case> errorCases() throws IOException {
    return cases().stream().filter(c -> c.variants() == null).toList();
  }

  static List<Case> disputedCases() throws IOException {
    return cases().stream().filter(Case::mayFail).toList();
  }

  @ParameterizedTest
  @MethodSource("validCases")
  void valid_case_decodes_to_the_given_value(Case c) throws IOException {
    assertThat(read(c)).isEqualTo(expected(c));
  }

  @ParameterizedTest
  @MethodSource("validCases")
  void valid_case_is_the_same_after_it_was_written(Case c) throws IOException {
    assertThat(read(rewrite(c, ParquetWriteOptions.defaults()))).isEqualTo(expected(c));
  }

  @ParameterizedTest
  @MethodSource("validCases")
  void valid_case_is_the_same_after_it_was_shredded_anew(Case c) throws IOException {
    ParquetWriteOptions anew =
        ParquetWriteOptions.defaults()
            .withInferredShredding(
                COLUMN, InferShreddingOptions.defaults().withWidenNumbers(false));
    assertThat(read(rewrite(c, anew))).isEqualTo(expected(c));
    Files.delete(folder.resolve(c.file()));
    assertThat(read(rewrite(c, ParquetWriteOptions.defaults().withUnshredded(COLUMN))))
        .isEqualTo(expected(c));
  }

  @ParameterizedTest
  @MethodSource("validCases")
  void valid_case_decodes_to_the_same_vectors_as_put_together(Case c) throws IOException {
    Path attached = folder.resolve(c.file());
    FooterAttacher.defaults().attach(Corpus.folder("shredded_variant").resolve(c.file()), attached);
    ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of(COLUMN));
    try (ParquetArrowReader reader = ParquetArrowReader.open(attached, options, allocator)) {
      while (reader.loadNextBatch()) {
        ParquetVariantVector column =
            (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(COLUMN);
        try (ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator);
            FieldVector expected = NaturalType.decode(unshredded, allocator)) {
          VariantDecode decode = new VariantDecode(expected.getField(), ConversionMode.STRICT);
          assertSame(expected, NaturalType.decode(column, allocator));
          assertSame(expected, decode.decode(column, allocator));
          try (VarCharVector text = VariantToJson.write(unshredded, allocator)) {
            assertSame(text, VariantToJson.write(column, allocator));
          }
        }
      }
    }
  }

  private static void assertSame(FieldVector expected, FieldVector decoded) {
    try (decoded) {
      assertThat(decoded.getField()).isEqualTo(expected.getField());
      assertThat(VectorEqualsVisitor.vectorEquals(expected, decoded)).isTrue();
    }
  }

  /** The whole file read and written again, with a FlatBuffers footer. */
  private Path rewrite(Case c, ParquetWriteOptions options) throws IOException {
    Path written = folder.resolve(c.file());
    options = options.withFooter(FooterLayout.SPEC);
    Path original = Corpus.folder("shredded_variant").resolve(c.file());
    try (ParquetArrowReader reader =
            ParquetArrowReader.open(original, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                written, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
    return written;
  }

  @ParameterizedTest
  @MethodSource("errorCases")
  void invalid_case_is_one_of_our_exceptions(Case c) {
    assertThatThrownBy(() -> read(c))
        .isInstanceOfAny(MalformedVariantException.class, UnsupportedColumnException.class);
  }

  @ParameterizedTest
  @MethodSource("disputedCases")
  void disputed_case_is_the_given_value_or_one_of_our_exceptions(Case c) throws IOException {
    try {
      assertThat(read(c)).isEqualTo(expected(c));
    } catch (MalformedVariantException e) {
      assertThat(e.row()).isZero();
    }
  }

  @Test
  void every_parquet_file_of_the_folder_belongs_to_a_case() throws IOException {
    List<String> files =
        Corpus.files("shredded_variant", ".parquet").stream()
            .map(file -> file.getFileName().toString())
            .toList();
    assertThat(cases()).extracting(Case::file).containsAll(files);
  }

  private static List<String> expected(Case c) throws IOException {
    List<String> texts = new ArrayList<>();
    for (String name : c.variants()) {
      texts.add(name == null ? null : text(Corpus.folder("shredded_variant").resolve(name)));
    }
    return texts;
  }

  /** The file is the metadata with the value right after it. */
  private static String text(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer metadata = ByteBuffer.wrap(bytes);
    int offsetSize = ((bytes[0] >> 6) & 3) + 1;
    int count = littleEndian(bytes, 1, offsetSize);
    int end = 1 + offsetSize * (count + 2);
    int length = end + littleEndian(bytes, end - offsetSize, offsetSize);
    return VariantText.of(
        new Variant(
            ByteBuffer.wrap(Arrays.copyOfRange(bytes, length, bytes.length)),
            metadata.slice(0, length)));
  }

  private static int littleEndian(byte[] bytes, int start, int size) {
    int number = 0;
    for (int i = 0; i < size; i++) {
      number |= (bytes[start + i] & 0xFF) << (8 * i);
    }
    return number;
  }

  private List<String> read(Case c) throws IOException {
    Path attached = folder.resolve(c.file());
    FooterAttacher.defaults().attach(Corpus.folder("shredded_variant").resolve(c.file()), attached);
    return read(attached);
  }

  private List<String> read(Path attached) throws IOException {
    ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of(COLUMN));
    List<String> rows = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(attached, options, allocator)) {
      while (reader.loadNextBatch()) {
        ParquetVariantVector column =
            (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(COLUMN);
        try (ParquetVariantVector unshredded = VariantUnshred.unshred(column, allocator)) {
          VarBinaryVector metadata =
              unshredded.getUnderlyingVector().getChild("metadata", VarBinaryVector.class);
          VarBinaryVector value = (VarBinaryVector) unshredded.valueVector();
          for (int row = 0; row < unshredded.getValueCount(); row++) {
            rows.add(
                unshredded.isNull(row) ? null : VariantText.of(metadata.get(row), value.get(row)));
          }
        }
      }
    }
    return rows;
  }
}
