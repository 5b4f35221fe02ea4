// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static io.arrowparquet.it.interop.EncryptedFile.AAD_PREFIX;
import static io.arrowparquet.it.interop.EncryptedFile.FOOTER_KEY;
import static io.arrowparquet.it.interop.EncryptedFile.KEYS;
import static io.arrowparquet.it.interop.EncryptedFile.NAME_KEY;
import static io.arrowparquet.it.interop.EncryptedFile.PRICE_KEY;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.Algorithm;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.FileMetrics;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.WrittenFile;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.CRC32;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ColumnDecryptionProperties;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * parquet-java and this library read what this library has encrypted.
 *
 * @see io.arrowparquet.footer.internal.crypto.FileEncryptor
 * @see FileEncryption
 */
class EncryptedWritingTest {
  private static final FileEncryption UNIFORM =
      FileEncryption.of(new EncryptionKey(FOOTER_KEY, "kf".getBytes(US_ASCII)));

  private static final FileEncryption OWN_KEYS =
      UNIFORM
          .withColumnKey("name", new EncryptionKey(NAME_KEY, "k-name".getBytes(US_ASCII)))
          .withColumnKey("price", new EncryptionKey(PRICE_KEY, null));

  private static final ParquetReadOptions READ = ParquetReadOptions.defaults().withDecryption(KEYS);

  @TempDir Path folder;
  private Path plain;
  private List<String> rows;

  @BeforeEach
  void writePlain() throws IOException {
    EncryptedFile kind =
        new EncryptedFile(
            ParquetCipher.AES_GCM_V1, false, false, false, CompressionCodecName.SNAPPY);
    plain = kind.write(folder.resolve("plain.parquet"), null);
    rows = EncryptedFile.rows(plain, ParquetReadOptions.defaults());
  }

  static List<FileEncryption> kinds() {
    List<FileEncryption> kinds = new ArrayList<>();
    for (Algorithm algorithm : Algorithm.values()) {
      for (FileEncryption keys : List.of(UNIFORM, OWN_KEYS)) {
        for (boolean plaintextFooter : new boolean[] {false, true}) {
          for (boolean plaintextColumns : new boolean[] {false, true}) {
            kinds.add(
                keys.withAlgorithm(algorithm)
                    .withPlaintextFooter(plaintextFooter)
                    .withPlaintextColumns(plaintextColumns));
          }
        }
      }
    }
    return kinds;
  }

  private static ParquetWriteOptions options(FileEncryption encryption) {
    return ParquetWriteOptions.defaults()
        .withEncryption(encryption)
        .withRowGroupRows(EncryptedFile.ROWS_PER_GROUP)
        .withPageRows(100)
        .withBloomFilter("price");
  }

  private Path write(ParquetWriteOptions options) throws IOException {
    Path file = Files.createTempFile(folder, "written", ".parquet");
    write(file, options);
    return file;
  }

  private WrittenFile write(Path file, ParquetWriteOptions options) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(plain, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file,
                reader.getVectorSchemaRoot().getSchema(),
                options.withOverwrite(true),
                allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      return writer.finish();
    }
  }

  @Test
  void metrics_are_those_of_the_file_in_plain_text() throws IOException {
    List<FileMetrics> metrics = new ArrayList<>();
    for (FileEncryption encryption : Arrays.asList(null, OWN_KEYS)) {
      Path file = folder.resolve("metrics.parquet");
      metrics.add(write(file, options(encryption)).metrics(path -> StatisticsMode.truncate(16)));
    }
    for (String column : List.of("id", "name", "price")) {
      assertThat(metrics.get(1).column(column).lower().value())
          .isEqualTo(metrics.get(0).column(column).lower().value());
    }
  }

  private static FileDecryptionProperties keys() {
    return FileDecryptionProperties.builder()
        .withFooterKey(FOOTER_KEY)
        .withColumnKeys(columnKeys(Map.of("name", NAME_KEY, "price", PRICE_KEY)))
        .build();
  }

  static Map<ColumnPath, ColumnDecryptionProperties> columnKeys(Map<String, byte[]> keys) {
    Map<ColumnPath, ColumnDecryptionProperties> properties = new HashMap<>();
    keys.forEach(
        (name, key) ->
            properties.put(
                ColumnPath.get(name),
                ColumnDecryptionProperties.builder(name).withKey(key).build()));
    return properties;
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void both_libraries_read_all_rows(FileEncryption encryption) throws Exception {
    Path file = write(options(encryption));
    assertThat(EncryptedFile.rows(file, READ)).isEqualTo(rows);
    List<String> known = new ParquetJavaRows().rows(write(options(null)));
    assertThat(
            new ParquetJavaRows()
                .rows(new LocalInputFile(file), new PlainParquetConfiguration(), keys()))
        .isEqualTo(known);
    assertThat(
            EncryptedFile.rows(
                file,
                READ.withStrict(true)
                    .withFilter(
                        Operand.column("id")
                            .isAtLeast(1500L)
                            .and(Operand.column("price").isEqualTo(400.25)))))
        .containsExactly(rows.get(1601));
  }

  @Test
  void encrypted_footer_of_a_parx_file_is_read_with_its_key() throws IOException {
    Path file = write(options(OWN_KEYS));
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer end = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = end.getInt(bytes.length - 8);
    int start = bytes.length - 8 - length;
    ByteBuffer parx =
        ByteBuffer.allocate(bytes.length + 8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, bytes.length - 4)
            .putInt(1);
    CRC32 crc = new CRC32();
    crc.update(parx.array(), start, length + 8);
    parx.putInt((int) crc.getValue()).put("PARX".getBytes(US_ASCII));
    parx.put(0, "PARX".getBytes(US_ASCII));
    Files.write(file, parx.array());

    assertThat(EncryptedFile.rows(file, READ)).isEqualTo(rows);
    parx.put(start + length / 2, (byte) ~parx.get(start + length / 2));
    Files.write(file, parx.array());
    assertThatThrownBy(() -> EncryptedFile.rows(file, READ))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("CRC-32 of the footer");
  }

  @Test
  void nothing_of_it_is_in_the_file_in_plain_text() throws IOException {
    ParquetWriteOptions options = options(OWN_KEYS).withCodec(ParquetCodec.UNCOMPRESSED);
    String bytes = new String(Files.readAllBytes(write(options)), ISO_8859_1);
    assertThat(bytes).startsWith("PARE").endsWith("PARE");
    assertThat(bytes).doesNotContain("name", "price", "ARROW:schema").contains("kf");
    FileEncryption signed = OWN_KEYS.withPlaintextFooter(true).withPlaintextColumns(true);
    String visible =
        new String(Files.readAllBytes(write(options.withEncryption(signed))), ISO_8859_1);
    assertThat(visible).startsWith("PAR1").endsWith("PAR1").contains("price", "k-name");
    assertThat(visible).doesNotContain("name 1");
  }

  @Test
  void columns_in_plain_text_are_read_by_readers_without_keys() throws Exception {
    FileEncryption signed = OWN_KEYS.withPlaintextFooter(true).withPlaintextColumns(true);
    Path file = write(options(signed));
    ParquetReadOptions chosen = ParquetReadOptions.defaults().withColumns(List.of("id", "parts"));
    assertThat(EncryptedFile.rows(file, chosen)).isEqualTo(EncryptedFile.rows(plain, chosen));
    PlainParquetConfiguration ids = new PlainParquetConfiguration();
    ids.set(ReadSupport.PARQUET_READ_SCHEMA, "message m { required int64 id; }");
    assertThat(new ParquetJavaRows().rows(new LocalInputFile(file), ids, null))
        .hasSize(EncryptedFile.ROWS)
        .startsWith("id: 0\n", "id: 1\n");
    assertThatThrownBy(() -> EncryptedFile.rows(file, ParquetReadOptions.defaults()))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("k-name");
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    assertThat(footer.chunk(0, footer.findColumn("id")).hasStatistics()).isTrue();
    assertThat(footer.chunk(0, footer.findColumn("price")).hasStatistics()).isFalse();
  }

  @Test
  void a_prefix_that_is_not_stored_is_brought_by_the_reader() throws Exception {
    Path file = write(options(UNIFORM.withAadPrefix(AAD_PREFIX, false)));
    assertThat(EncryptedFile.rows(file, READ.withDecryption(KEYS.withAadPrefix(AAD_PREFIX))))
        .isEqualTo(rows);
    assertThatThrownBy(() -> EncryptedFile.rows(file, READ))
        .isInstanceOf(InvalidRequestException.class);
    FileDecryptionProperties keys =
        FileDecryptionProperties.builder()
            .withFooterKey(FOOTER_KEY)
            .withAADPrefix(AAD_PREFIX)
            .build();
    assertThat(
            new ParquetJavaRows()
                .rows(new LocalInputFile(file), new PlainParquetConfiguration(), keys))
        .hasSize(EncryptedFile.ROWS);
  }

  @Test
  void several_threads_encrypt_columns() throws IOException {
    ExecutorService threads = Executors.newFixedThreadPool(3);
    try {
      assertThat(EncryptedFile.rows(write(options(OWN_KEYS).withThreads(threads, 4)), READ))
          .isEqualTo(rows);
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void what_would_tell_secrets_or_is_not_there_is_refused() {
    ParquetWriteOptions options = options(OWN_KEYS);
    assertThatThrownBy(() -> write(options.withFooter(FooterLayout.SPEC)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("encrypted file");
    assertThatThrownBy(() -> write(options.withDuplicateEncoding("price", ParquetEncoding.ALP)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("price")
        .hasMessageContaining("second encoding");
    FileEncryption wrong = UNIFORM.withColumnKey("prize", new EncryptionKey(NAME_KEY, null));
    assertThatThrownBy(() -> write(options.withEncryption(wrong)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("prize");
    assertThat(options.encryption() + "" + wrong).doesNotContain("1234567890");
  }
}
