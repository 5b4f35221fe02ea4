// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static io.arrowparquet.it.interop.EncryptedFile.FOOTER_KEY;
import static io.arrowparquet.it.interop.EncryptedFile.KEYS;
import static io.arrowparquet.it.interop.EncryptedFile.NAME_KEY;
import static io.arrowparquet.it.interop.EncryptedFile.PRICE_KEY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.Algorithm;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetRewriter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.FileDecryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Files that parquet-java has encrypted are copied into files in plain text and encrypted ones,
 * which it reads too.
 *
 * @see ParquetRewriter
 * @see io.arrowparquet.parquet.internal.rewrite.PageCopy
 */
class RewrittenEncryptedFilesTest {
  private static final EncryptedFile KIND = EncryptedFile.of(ParquetCipher.AES_GCM_V1, false, true);
  private static final ParquetReadOptions STRICT = ParquetReadOptions.defaults().withStrict(true);
  private static final ParquetRewriter REWRITER = ParquetRewriter.defaults().withDecryption(KEYS);

  private static final FileEncryption ANEW =
      FileEncryption.of(new EncryptionKey(PRICE_KEY, null))
          .withColumnKey("name", new EncryptionKey(FOOTER_KEY, null));

  private static final DecryptionKeys ANEW_KEYS =
      DecryptionKeys.defaults().withFooterKey(PRICE_KEY).withColumnKey("name", FOOTER_KEY);

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private Path plain;
  private List<String> rows;

  @BeforeEach
  void writePlain() throws IOException {
    plain = KIND.write(folder.resolve("plain"), null);
    rows = EncryptedFile.rows(plain, STRICT);
  }

  private Path encrypted(EncryptedFile kind) throws IOException {
    return kind.write(folder.resolve("encrypted"), kind.properties().build());
  }

  private Path rewrite(ParquetRewriter rewriter, Path... files) throws IOException {
    Path to = Files.createTempFile(folder, "rewritten", null);
    rewriter.withOverwrite(true).rewrite(List.of(files), to, allocator);
    return to;
  }

  /** The rows of an encrypted file and of the plain one, by all readers and by what skips rows. */
  private void requireRowsOfBoth(Path file, DecryptionKeys keys, FileDecryptionProperties theirs)
      throws Exception {
    ParquetReadOptions options = STRICT.withDecryption(keys);
    List<String> both = new ArrayList<>(rows);
    both.addAll(rows);
    assertThat(EncryptedFile.rows(file, options)).isEqualTo(both);
    assertThat(
            EncryptedFile.rows(
                file,
                options.withFilter(
                    Operand.column("id")
                        .isAtLeast(1500L)
                        .and(Operand.column("price").isEqualTo(400.25)))))
        .containsExactly(rows.get(1601), rows.get(1601));
    assertThat(
            new ParquetJavaRows()
                .rows(new LocalInputFile(file), new PlainParquetConfiguration(), theirs))
        .hasSize(both.size())
        .startsWith(new ParquetJavaRows().rows(plain).toArray(String[]::new));
  }

  static List<EncryptedFile> kinds() {
    return EncryptedFilesTest.files();
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void what_was_encrypted_is_in_plain_text(EncryptedFile kind) throws Exception {
    Path file = rewrite(REWRITER, encrypted(kind), plain);
    requireRowsOfBoth(file, null, null);
    FlatFooter footer = FooterReader.defaults().read(file).footer();
    assertThat(footer.encryption()).isNull();
    int price = footer.findColumn("price");
    assertThat(footer.chunk(0, price).bloomFilterLength())
        .isEqualTo(footer.chunk(3, price).bloomFilterLength())
        .isPositive();
    assertThat(footer.chunk(0, price).columnIndex().isPresent()).isTrue();
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void files_are_encrypted_anew(Algorithm algorithm) throws Exception {
    FileDecryptionProperties keys =
        FileDecryptionProperties.builder()
            .withFooterKey(PRICE_KEY)
            .withColumnKeys(EncryptedWritingTest.columnKeys(Map.of("name", FOOTER_KEY)))
            .build();
    Path file = encrypted(EncryptedFile.of(ParquetCipher.AES_GCM_CTR_V1, false, true));
    for (ParquetCodec codec : new ParquetCodec[] {null, ParquetCodec.ZSTD}) {
      for (boolean isSigned : new boolean[] {false, true}) {
        FileEncryption encryption =
            ANEW.withAlgorithm(algorithm)
                .withPlaintextFooter(isSigned)
                .withPlaintextColumns(isSigned);
        ParquetRewriter rewriter = REWRITER.withEncryption(encryption).withCodec(codec);
        requireRowsOfBoth(rewrite(rewriter, file, plain), ANEW_KEYS, keys);
      }
    }
  }

  @Test
  void column_that_is_dropped_needs_no_key() throws IOException {
    DecryptionKeys some =
        DecryptionKeys.defaults().withFooterKey(FOOTER_KEY).withColumnKey("name", NAME_KEY);
    ParquetRewriter rewriter = ParquetRewriter.defaults().withDecryption(some);
    Path file = encrypted(KIND);
    assertThat(EncryptedFile.rows(rewrite(rewriter.withoutColumn("price"), file), STRICT))
        .hasSize(EncryptedFile.ROWS)
        .startsWith("id=0 name=null parts=[]");
    assertThatThrownBy(() -> rewrite(rewriter, file))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("k-price");
  }

  @Test
  void what_cannot_be_is_refused() throws IOException {
    Path file = encrypted(KIND);
    assertThatThrownBy(() -> rewrite(ParquetRewriter.defaults(), file))
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessageContaining(file.toString());
    assertThatThrownBy(() -> rewrite(REWRITER.withDecryption(DecryptionKeys.defaults()), file))
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessageContaining("kf");
    assertThatThrownBy(
            () -> rewrite(REWRITER.withEncryption(ANEW).withFooter(FooterLayout.SPEC), plain))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("encrypted file");
    assertThatThrownBy(
            () -> rewrite(REWRITER.withEncryption(ANEW).withName("name", "title"), plain))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("name");
    EncryptedFile ofVersion2 =
        new EncryptedFile(ParquetCipher.AES_GCM_V1, true, true, true, CompressionCodecName.SNAPPY);
    Path second = ofVersion2.write(folder.resolve("second"), null);
    assertThatThrownBy(() -> rewrite(REWRITER.withEncryption(ANEW), second))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("version 2");
  }

  @Test
  void damaged_pages_are_no_pages_of_the_new_file() throws IOException {
    Path file = encrypted(KIND);
    byte[] bytes = Files.readAllBytes(file);
    bytes[5_000]++;
    Files.write(file, bytes);
    assertThatThrownBy(() -> rewrite(REWRITER, file))
        .isInstanceOf(DiagnosedException.class)
        .hasMessageContaining(file.toString());
  }
}
