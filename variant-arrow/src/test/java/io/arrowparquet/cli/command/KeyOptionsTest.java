// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.Main;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeyOptionsTest {
  private static final byte[] FOOTER = "0123456789012345".getBytes(UTF_8);
  private static final byte[] COLUMN = "1234567890123450".getBytes(UTF_8);

  private static final String ROW = "{\"n\":7,\"v\":7}";

  @TempDir private Path folder;
  private final StringWriter printed = new StringWriter();
  private final StringWriter complaints = new StringWriter();

  @BeforeEach
  void writeFile() throws IOException {
    FileEncryption encryption =
        FileEncryption.of(new EncryptionKey(FOOTER, null))
            .withColumnKey("n", new EncryptionKey(COLUMN, "of n".getBytes(UTF_8)));
    ParquetWriteOptions options = ParquetWriteOptions.defaults().withEncryption(encryption);
    try (RootAllocator allocator = new RootAllocator();
        IntVector number = new IntVector("n", allocator);
        IntVector other = new IntVector("v", allocator)) {
      for (IntVector vector : List.of(number, other)) {
        vector.setSafe(0, 7);
        vector.setValueCount(1);
      }
      Path file = folder.resolve("a.parquet");
      try (ParquetVariantVector variant = VariantCast.cast(other, allocator)) {
        VectorSchemaRoot batch = VectorSchemaRoot.of(number, variant);
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, batch.getSchema(), options, allocator)) {
          writer.write(batch);
          writer.finish();
        }
      }
    }
  }

  private int run(String keys, String... arguments) throws IOException {
    Path file = Files.writeString(folder.resolve("keys"), keys);
    List<String> all = new ArrayList<>(List.of(arguments));
    all.addAll(List.of("--key-file", file.toString()));
    return Main.run(
        new PrintWriter(printed), new PrintWriter(complaints), all.toArray(String[]::new));
  }

  private static String hex(byte[] key) {
    return HexFormat.of().formatHex(key);
  }

  @ParameterizedTest
  @ValueSource(strings = {"column n ", "metadata of n "})
  void scan_reads_a_file_of_two_keys(String ofColumn) throws IOException {
    String keys = "footer " + hex(FOOTER) + "\n\n  " + ofColumn + hex(COLUMN) + "\n";
    int code = run(keys, "scan", folder.resolve("a.parquet").toString());

    assertThat(complaints.toString()).isEmpty();
    assertThat(code).isZero();
    assertThat(printed.toString().strip()).isEqualTo(ROW);
    assertThat(run(keys, "scan", "--limit", "1", folder.toUri().toString())).isZero();
    assertThat(run(keys, "footer", "inspect", folder.resolve("a.parquet").toString())).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "variant shred --column v --output b.parquet",
        "variant unshred --column v --output b.parquet",
        "rewrite --output b.parquet",
        "convert --output b.arrow"
      })
  void commands_copy_a_file_of_two_keys(String command) throws IOException {
    String keys = "footer " + hex(FOOTER) + "\ncolumn n " + hex(COLUMN);
    List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
    String copy = folder.resolve(arguments.remove(arguments.size() - 1)).toString();
    arguments.addAll(List.of(copy, folder.resolve("a.parquet").toString()));
    assertThat(run(keys, arguments.toArray(String[]::new))).isZero();
    String plain = folder.resolve("c.parquet").toString();
    boolean isArrow = copy.endsWith(".arrow");
    assertThat(isArrow ? run("", "convert", copy, "--output", plain) : 0).isZero();
    assertThat(run("", "scan", isArrow ? plain : copy)).isZero();
    assertThat(complaints.toString()).isEmpty();
    assertThat(printed.toString().strip()).isEqualTo(ROW);
  }

  @Test
  void file_stays_closed_without_its_key() throws IOException {
    assertThat(run("footer " + hex(COLUMN), "scan", folder.resolve("a.parquet").toString()))
        .isEqualTo(1);
    assertThat(complaints.toString()).contains("a.parquet");
  }

  @Test
  void line_that_is_no_key_is_named_by_its_number_alone() throws IOException {
    String keys = "footer " + hex(FOOTER) + "\ncolumn n secret";
    assertThat(run(keys, "scan", folder.resolve("a.parquet").toString())).isEqualTo(2);
    assertThat(complaints.toString())
        .contains("line 2 of the keys: expected footer HEX, column PATH HEX")
        .doesNotContain("secret");
  }

  @Test
  void variable_that_is_not_there_is_wrong_usage() {
    int code =
        Main.run(
            new PrintWriter(printed),
            new PrintWriter(complaints),
            "scan",
            "a.parquet",
            "--key-env",
            "NO_SUCH_VARIABLE");
    assertThat(code).isEqualTo(2);
    assertThat(complaints.toString())
        .contains("--key-env: the environment has no variable NO_SUCH_VARIABLE");
  }
}
