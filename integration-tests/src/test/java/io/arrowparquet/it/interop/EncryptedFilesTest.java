// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static io.arrowparquet.it.interop.EncryptedFile.AAD_PREFIX;
import static io.arrowparquet.it.interop.EncryptedFile.FOOTER_KEY;
import static io.arrowparquet.it.interop.EncryptedFile.KEYS;
import static io.arrowparquet.it.interop.EncryptedFile.NAME_KEY;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Reads what parquet-java and Arrow C++ have encrypted.
 *
 * @see io.arrowparquet.footer.internal.crypto.FileDecryptor
 * @see io.arrowparquet.footer.internal.crypto.EncryptedFooter
 * @see io.arrowparquet.footer.crypto.DecryptionKeys
 */
class EncryptedFilesTest {
  private static final ParquetReadOptions OPTIONS =
      ParquetReadOptions.defaults().withDecryption(KEYS);

  private static final EncryptedFile OWN_KEYS =
      EncryptedFile.of(ParquetCipher.AES_GCM_V1, false, true);

  private static final EncryptedFile SIGNED =
      EncryptedFile.of(ParquetCipher.AES_GCM_V1, true, true);

  @TempDir Path folder;

  static List<EncryptedFile> files() {
    List<EncryptedFile> files = new ArrayList<>();
    for (ParquetCipher algorithm : ParquetCipher.values()) {
      for (boolean plaintextFooter : new boolean[] {false, true}) {
        for (boolean ownKeys : new boolean[] {false, true}) {
          for (boolean isV2 : new boolean[] {false, true}) {
            for (CompressionCodecName codec :
                List.of(CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY)) {
              files.add(new EncryptedFile(algorithm, plaintextFooter, ownKeys, isV2, codec));
            }
          }
        }
      }
    }
    return files;
  }

  private Path write(EncryptedFile kind) throws IOException {
    return kind.write(folder.resolve(kind + ".parquet"), kind.properties().build());
  }

  @ParameterizedTest
  @MethodSource("files")
  void rows_are_those_of_the_file_in_plain_text(EncryptedFile kind) throws IOException {
    Path plain = kind.write(folder.resolve("plain.parquet"), null);
    Path file = write(kind);
    List<String> expected = EncryptedFile.rows(plain, ParquetReadOptions.defaults());
    assertThat(expected).hasSize(EncryptedFile.ROWS);
    assertThat(EncryptedFile.rows(file, OPTIONS)).isEqualTo(expected);
    // In pieces, which a page may be across.
    assertThat(EncryptedFile.rows(file, OPTIONS.withFetchBytes(1))).isEqualTo(expected);
    RowFilter filter =
        Operand.column("id").isAtLeast(1550L).and(Operand.column("id").isLessThan(1560L));
    assertThat(EncryptedFile.rows(file, OPTIONS.withFilter(filter)))
        .isEqualTo(expected.subList(1550, 1560));
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void page_indexes_filters_and_dictionaries_leave_out_rows(boolean plaintextFooter)
      throws IOException {
    EncryptedFile kind = EncryptedFile.of(ParquetCipher.AES_GCM_V1, plaintextFooter, true);
    Path file = write(kind);
    Operand price = Operand.column("price");
    assertThat(statistics(file, price.isAtLeast(400.0).and(price.isLessThan(410.0))).pagesSkipped())
        .isPositive();
    assertThat(statistics(file, price.isEqualTo(400.3)).rowGroupsSkippedByBloomFilters())
        .isPositive();
    assertThat(
            statistics(file, Operand.column("name").isEqualTo("name 200"))
                .rowGroupsSkippedByDictionaries())
        .isPositive();
  }

  private static ReadStatistics statistics(Path file, RowFilter filter) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(file, OPTIONS.withStrict(true).withFilter(filter), allocator)) {
      while (reader.loadNextBatch()) {
        assertThat(reader.getVectorSchemaRoot().getRowCount()).isPositive();
      }
      return reader.statistics();
    }
  }

  @Test
  void keys_are_retrieved_once_each_by_their_metadata() throws IOException {
    Path file = write(OWN_KEYS);
    Map<String, byte[]> known =
        Map.of("kf", FOOTER_KEY, "k-name", NAME_KEY, "k-price", EncryptedFile.PRICE_KEY);
    List<String> asked = new ArrayList<>();
    DecryptionKeys keys =
        DecryptionKeys.defaults()
            .withRetriever(
                metadata -> {
                  asked.add(new String(metadata, US_ASCII));
                  return known.get(new String(metadata, US_ASCII));
                });
    ParquetReadOptions options = ParquetReadOptions.defaults().withDecryption(keys);
    assertThat(EncryptedFile.rows(file, options)).hasSize(EncryptedFile.ROWS);
    // By the reader of the footer, and by that of rows, which needs no footer key any more.
    assertThat(asked).containsExactlyInAnyOrder("kf", "k-name", "k-price", "k-name", "k-price");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void other_columns_are_read_without_the_key_of_one(boolean plaintextFooter) throws IOException {
    Path file = write(EncryptedFile.of(ParquetCipher.AES_GCM_V1, plaintextFooter, true));
    DecryptionKeys keys =
        DecryptionKeys.defaults().withFooterKey(FOOTER_KEY).withColumnKey("name", NAME_KEY);
    ParquetReadOptions options = ParquetReadOptions.defaults().withDecryption(keys);
    assertThat(EncryptedFile.rows(file, options.withColumns(List.of("id", "name", "parts"))))
        .hasSize(EncryptedFile.ROWS);
    assertThatThrownBy(() -> EncryptedFile.rows(file, options))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("price")
        .hasMessageContaining("key \"k-price\"");
    RowFilter filter = Operand.column("price").isEqualTo(3.0);
    assertThatThrownBy(
            () -> EncryptedFile.rows(file, options.withColumns(List.of("id")).withFilter(filter)))
        .isInstanceOf(UnsupportedColumnException.class);
  }

  @Test
  void columns_in_plain_text_are_read_without_any_key() throws IOException {
    Path file = write(SIGNED);
    ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(List.of("id", "parts"));
    assertThat(EncryptedFile.rows(file, options)).hasSize(EncryptedFile.ROWS);
    assertThatThrownBy(() -> EncryptedFile.rows(file, ParquetReadOptions.defaults()))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("name");
  }

  @Test
  void an_encrypted_footer_needs_its_key() throws IOException {
    Path file = write(OWN_KEYS);
    for (DecryptionKeys keys :
        Arrays.asList(null, DecryptionKeys.defaults().withColumnKey("name", NAME_KEY))) {
      FooterReader reader = FooterReader.defaults().withDecryption(keys);
      assertThatThrownBy(() -> reader.read(file))
          .isInstanceOf(EncryptedFooterException.class)
          .hasMessageContaining(file.toString())
          .hasMessageContaining("key");
    }
  }

  @Test
  void wrong_keys_are_told_from_missing_ones() throws IOException {
    byte[] wrong = "0123456789012344".getBytes(US_ASCII);
    for (EncryptedFile kind : List.of(OWN_KEYS, SIGNED)) {
      Path file = write(kind);
      FooterReader reader = FooterReader.defaults();
      assertThatThrownBy(() -> reader.withDecryption(KEYS.withFooterKey(wrong)).read(file))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("does not fit");
      assertThatThrownBy(() -> reader.withDecryption(KEYS.withColumnKey("name", wrong)).read(file))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("tag of the encrypted column meta data of column 1, row group 0");
      assertThatThrownBy(() -> reader.withDecryption(KEYS.withFooterKey(new byte[5])).read(file))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("key of the footer")
          .hasMessageContaining("5 bytes");
    }
  }

  @Test
  void a_retriever_that_fails_is_named_with_the_file() throws IOException {
    Path file = write(OWN_KEYS);
    IOException failure = new IOException("no answer");
    DecryptionKeys keys =
        DecryptionKeys.defaults()
            .withRetriever(
                metadata -> {
                  throw failure;
                });
    assertThatThrownBy(() -> FooterReader.defaults().withDecryption(keys).read(file))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContaining("\"kf\"")
        .hasRootCause(failure);
  }

  @Test
  void a_prefix_that_is_not_stored_has_to_be_given() throws IOException {
    Path file = folder.resolve("prefix.parquet");
    OWN_KEYS.write(
        file, OWN_KEYS.properties().withAADPrefix(AAD_PREFIX).withoutAADPrefixStorage().build());
    assertThat(EncryptedFile.rows(file, OPTIONS.withDecryption(KEYS.withAadPrefix(AAD_PREFIX))))
        .hasSize(EncryptedFile.ROWS);
    assertThatThrownBy(() -> EncryptedFile.rows(file, OPTIONS))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("AAD prefix");
    Path stored = folder.resolve("stored.parquet");
    OWN_KEYS.write(stored, OWN_KEYS.properties().withAADPrefix(AAD_PREFIX).build());
    assertThat(EncryptedFile.rows(stored, OPTIONS)).hasSize(EncryptedFile.ROWS);
    DecryptionKeys other = KEYS.withAadPrefix("other".getBytes(US_ASCII));
    assertThatThrownBy(() -> EncryptedFile.rows(stored, OPTIONS.withDecryption(other)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("\"other\"")
        .hasMessageContaining("\"tester\"");
  }

  @Test
  void statistics_of_encrypted_columns_are_those_that_were_encrypted() throws IOException {
    Path file = write(SIGNED);
    FlatFooter closed = FooterReader.defaults().read(file).footer();
    int price = closed.findColumn("price");
    assertThat(closed.chunk(0, price).hasStatistics()).isFalse();
    assertThat(closed.isDecrypted()).isFalse();
    FlatFooter open = FooterReader.defaults().withDecryption(KEYS).read(file).footer();
    ColumnChunkView chunk = open.chunk(1, price);
    assertThat(chunk.statistics().minDouble()).isEqualTo(1001 / 4.0);
    assertThat(chunk.encryptedColumnMetadata()).isNull();
    assertThat(chunk.cryptoMetadata()).isNotNull();
    assertThat(open.isDecrypted()).isTrue();
  }

  @Test
  void what_was_decrypted_is_not_written_in_plain_text() throws IOException {
    Path file = write(OWN_KEYS);
    ParquetFooter footer = FooterReader.defaults().withDecryption(KEYS).read(file);
    assertThatThrownBy(footer::toThrift)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("decrypted");
    assertThatThrownBy(footer::toTail).isInstanceOf(InvalidRequestException.class);
    for (Path original : List.of(file, write(SIGNED))) {
      assertThatThrownBy(
              () -> FooterAttacher.defaults().attach(original, folder.resolve("attached")))
          .isInstanceOf(EncryptedFooterException.class);
    }
    assertThat(KEYS.toString() + OPTIONS).doesNotContain("0123456789", "1234567890");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void splits_and_caches_have_nothing_that_was_decrypted(boolean plaintextFooter)
      throws IOException {
    Path file = write(EncryptedFile.of(ParquetCipher.AES_GCM_V1, plaintextFooter, true));
    SourceEntry entry = SourceEntry.of(file.toUri());
    ParquetFooter footer = FooterReader.defaults().withDecryption(KEYS).read(file);
    ParquetSplit without = ParquetSplit.of(entry, ParquetReadOptions.defaults());
    byte[] split = without.withFooter(footer).toBytes();
    assertThat(split).isEqualTo(without.toBytes());
    FooterCache unused =
        (asked, loader) -> {
          throw new AssertionError("a cache was asked for " + asked);
        };
    ByteSources sources = ByteSources.defaults();
    try (RootAllocator allocator = new RootAllocator();
        ArrowReader ofSplit = ParquetSplit.from(split).open(sources, unused, OPTIONS, allocator);
        ArrowReader ofEntry = ParquetArrowReader.open(entry, sources, unused, OPTIONS, allocator);
        ArrowReader ofSet =
            ParquetFileSet.ofFooters(List.of(entry), List.of(footer), sources)
                .read(OPTIONS, allocator)) {
      for (ArrowReader reader : List.of(ofSplit, ofEntry, ofSet)) {
        int rows = 0;
        while (reader.loadNextBatch()) {
          rows += reader.getVectorSchemaRoot().getRowCount();
        }
        assertThat(rows).isEqualTo(EncryptedFile.ROWS);
      }
    }
  }

  @Test
  void modules_that_are_swapped_or_changed_are_found() throws IOException {
    Path file = write(OWN_KEYS);
    byte[] bytes = Files.readAllBytes(file);
    FlatFooter footer = FooterReader.defaults().withDecryption(KEYS).read(file).footer();
    ColumnChunkView first = footer.chunk(0, footer.findColumn("price"));
    ColumnChunkView second = footer.chunk(1, footer.findColumn("price"));
    int length = (int) Math.min(first.totalCompressedSize(), second.totalCompressedSize());
    byte[] swapped = bytes.clone();
    System.arraycopy(bytes, (int) second.startOffset(), swapped, (int) first.startOffset(), length);
    assertThatThrownBy(() -> EncryptedFile.rows(swapped, OPTIONS))
        .isInstanceOf(DiagnosedException.class)
        .hasMessageContaining("column price, row group 0")
        .hasMessageContaining("tag of the encrypted data page header");
    // The first header and page are framed one after the other.
    int header = (int) first.startOffset();
    int page = header + Integer.BYTES + littleEndian(bytes, header);
    byte[] damaged = bytes.clone();
    damaged[page + 20] ^= 1;
    assertThatThrownBy(() -> EncryptedFile.rows(damaged, OPTIONS.withCheckCrc(false)))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("column price, row group 0, page at offset " + header)
        .hasMessageContaining("tag of the encrypted data page");
    byte[] cut = bytes.clone();
    Arrays.fill(cut, page, page + Integer.BYTES, (byte) 0x7f);
    assertThatThrownBy(() -> EncryptedFile.rows(cut, OPTIONS.withCheckCrc(false)))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("length of the encrypted data page");
  }

  private static int littleEndian(byte[] bytes, int at) {
    return (bytes[at] & 0xFF)
        | (bytes[at + 1] & 0xFF) << 8
        | (bytes[at + 2] & 0xFF) << 16
        | bytes[at + 3] << 24;
  }

  @Test
  void a_signature_that_does_not_fit_is_found() throws IOException {
    byte[] bytes = Files.readAllBytes(write(SIGNED));
    int end = bytes.length - 8;
    for (int at : new int[] {end - 1, end - 20, end - 28}) {
      byte[] changed = bytes.clone();
      changed[at] ^= 1;
      assertThatThrownBy(() -> EncryptedFile.rows(changed, OPTIONS))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("signature of the footer at offset " + (end - 28));
      // Without its key there is nothing to compare.
      ParquetReadOptions plain = ParquetReadOptions.defaults().withColumns(List.of("id"));
      assertThat(EncryptedFile.rows(changed, plain)).hasSize(EncryptedFile.ROWS);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void damaged_bytes_give_rows_or_our_exceptions(boolean plaintextFooter) throws IOException {
    EncryptedFile kind = EncryptedFile.of(ParquetCipher.AES_GCM_CTR_V1, plaintextFooter, true);
    byte[] bytes = Files.readAllBytes(write(kind));
    Random random = new Random(41);
    ParquetReadOptions options = OPTIONS.withFilter(Operand.column("price").isLessThan(300.0));
    int failed = 0;
    for (int round = 0; round < 300; round++) {
      byte[] damaged = bytes.clone();
      int from = round % 2 == 0 ? 0 : bytes.length - 4_000;
      for (int i = 0; i <= random.nextInt(8); i++) {
        int at = from + random.nextInt(bytes.length - from);
        damaged[at] = (byte) random.nextInt();
      }
      byte[] file =
          round % 5 == 0 ? Arrays.copyOf(damaged, 1 + random.nextInt(damaged.length - 1)) : damaged;
      try {
        assertThat(EncryptedFile.rows(file, options)).hasSizeLessThanOrEqualTo(EncryptedFile.ROWS);
      } catch (DiagnosedException e) {
        failed++;
      }
    }
    assertThat(failed).isPositive();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "uniform_encryption",
        "encrypt_columns_and_footer",
        "encrypt_columns_and_footer_aad",
        "encrypt_columns_and_footer_bloom_filter",
        "encrypt_columns_and_footer_ctr",
        "encrypt_columns_and_footer_disable_aad_storage",
        "encrypt_columns_plaintext_footer",
        "aes256/uniform_encryption",
        "aes256/encrypt_columns_and_footer",
        "aes256/encrypt_columns_and_footer_ctr",
        "aes256/encrypt_columns_and_footer_disable_aad_storage",
        "aes256/encrypt_columns_plaintext_footer"
      })
  void files_of_the_public_corpus_are_read(String name) throws IOException {
    Path file = OtherWritersFiles.corpus("data/" + name + ".parquet.encrypted");
    assumeTrue(Files.exists(file), file + " is not in this corpus");
    boolean isLong = name.startsWith("aes256");
    DecryptionKeys keys =
        DecryptionKeys.defaults().withRetriever(metadata -> publicKey(metadata, isLong));
    if (name.endsWith("disable_aad_storage")) {
      keys = keys.withAadPrefix(AAD_PREFIX);
    }
    List<String> rows =
        EncryptedFile.rows(file, ParquetReadOptions.defaults().withDecryption(keys));
    assertThat(rows).isNotEmpty();
    boolean hasFilter = name.endsWith("bloom_filter");
    for (int i = 0; i < rows.size(); i++) {
      assertThat(rows.get(i))
          .contains("double_field=" + (hasFilter ? i + 0.5 : i * 1.1111111))
          .contains("float_field=" + (hasFilter ? i + 0.25f : i * 1.1f));
    }
  }

  /** The keys that the corpus documents: digits, as text. */
  private static byte[] publicKey(byte[] metadata, boolean isLong) {
    String id = new String(metadata, US_ASCII);
    boolean isFooter = id.equals("kf");
    byte[] key = new byte[isLong ? 32 : 16];
    for (int i = 0; i < key.length; i++) {
      key[i] = (byte) ('0' + (i + (isFooter ? 0 : 1)) % 10);
    }
    if (!isFooter) {
      int column = id.charAt(2) - '0';
      key[key.length - 1] = (byte) ('0' + (isLong ? column + 1 : column - 1));
    }
    return key;
  }
}
