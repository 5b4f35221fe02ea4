// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.Algorithm;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithColumnKey;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmCtrV1;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmV1;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * What is encrypted is decrypted at its own place by its own key, and nowhere else.
 *
 * @see FileDecryptor
 * @see ChunkDecryptor
 * @see EncryptedFooter
 */
class FileEncryptorTest {
  private static final byte[] FOOTER_KEY = "0123456789012345".getBytes(US_ASCII);
  private static final byte[] COLUMN_KEY = "123456789012345678901234".getBytes(US_ASCII);
  private static final byte[] PAGE = "the bytes of a page".getBytes(US_ASCII);
  private static final List<List<String>> PATHS =
      List.of(List.of("id"), List.of("point", "x"), List.of("point", "y"));

  private static final FileEncryption OPTIONS =
      FileEncryption.of(new EncryptionKey(FOOTER_KEY, "kf".getBytes(US_ASCII)))
          .withColumnKey("point.x", new EncryptionKey(COLUMN_KEY, "kx".getBytes(US_ASCII)));

  private static final DecryptionKeys KEYS =
      DecryptionKeys.defaults().withFooterKey(FOOTER_KEY).withColumnKey("point.x", COLUMN_KEY);

  private final FileMetaData plain = metadata();

  private static FileMetaData metadata() {
    ParquetStatistics statistics =
        new ParquetStatistics(
            null, null, 0L, null, null, BinaryValue.ofUtf8("secret"), null, null, null);
    return new FileMetaData(
        1, schema(), 10, List.of(rowGroup(statistics)), null, null, null, null, null);
  }

  private static List<SchemaElement> schema() {
    return List.of(
        new SchemaElement(null, null, null, "root", 2, null, null, null, null, null),
        new SchemaElement(2, null, 0, "id", null, null, null, null, null, null),
        new SchemaElement(null, null, 0, "point", 2, null, null, null, null, null),
        new SchemaElement(2, null, 0, "x", null, null, null, null, null, null),
        new SchemaElement(2, null, 0, "y", null, null, null, null, null, null));
  }

  private static RowGroup rowGroup(ParquetStatistics statistics) {
    List<ColumnChunk> chunks =
        PATHS.stream()
            .map(
                path ->
                    new ColumnMetaData(
                        2,
                        List.of(0),
                        path,
                        0,
                        10,
                        80,
                        80,
                        null,
                        4,
                        null,
                        null,
                        statistics,
                        null,
                        null,
                        null,
                        null,
                        null))
            .map(metaData -> new ColumnChunk(null, 0, metaData, null, null, null, null, null, null))
            .toList();
    return new RowGroup(chunks, 240, 10, null, null, null, (short) 0);
  }

  /** The bytes from the footer's beginning to its length, and the struct that they give. */
  private FileMetaData ending(FileEncryption options, DecryptionKeys keys) {
    FileEncryptor encryptor = new FileEncryptor(options, PATHS);
    byte[] footer = footer(encryptor);
    return new String(footer, US_ASCII).contains("secret") ? null : read(options, footer, keys);
  }

  private byte[] footer(FileEncryptor encryptor) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, encryptor.metadata(plain));
    ByteBuffer ending = encryptor.ending(out.toByteArray());
    byte[] footer = new byte[ending.remaining() - 2 * Integer.BYTES];
    ending.get(footer);
    return footer;
  }

  private static FileMetaData read(FileEncryption options, byte[] footer, DecryptionKeys keys) {
    byte[] struct;
    if (options.plaintextFooter()) {
      int end = footer.length - 28;
      byte[] signed = Arrays.copyOf(footer, end);
      byte[] found =
          EncryptedFooter.verify(
              "file", signed, Arrays.copyOfRange(footer, end, footer.length), keys);
      struct = found == null ? signed : found;
    } else {
      struct = EncryptedFooter.decrypt("file", footer, keys);
    }
    return FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
  }

  @ParameterizedTest
  @CsvSource({"false,false", "false,true", "true,false", "true,true"})
  void footers_keep_what_they_say(boolean plaintextFooter, boolean plaintextColumns) {
    FileEncryption options =
        OPTIONS.withPlaintextFooter(plaintextFooter).withPlaintextColumns(plaintextColumns);
    FileEncryptor encryptor = new FileEncryptor(options, PATHS);
    byte[] footer = footer(encryptor);
    List<ColumnChunk> chunks = read(options, footer, KEYS).rowGroups().get(0).columns();
    for (ColumnChunk chunk : chunks) {
      assertThat(chunk.metaData().statistics().minValue()).isEqualTo(BinaryValue.ofUtf8("secret"));
      assertThat(chunk.encryptedColumnMetadata()).isNull();
    }
    assertThat(chunks.get(0).cryptoMetadata())
        .isEqualTo(plaintextColumns ? null : new EncryptionWithFooterKey());
    assertThat(chunks.get(1).cryptoMetadata())
        .isEqualTo(new EncryptionWithColumnKey(PATHS.get(1), BinaryValue.ofUtf8("kx")));
    assertThat(new String(footer, US_ASCII).contains("secret"))
        .isEqualTo(plaintextFooter && plaintextColumns);
  }

  @Test
  void metadata_of_a_column_stays_closed_without_its_key() {
    DecryptionKeys keys = DecryptionKeys.defaults().withFooterKey(FOOTER_KEY);
    List<ColumnChunk> hidden = ending(OPTIONS, keys).rowGroups().get(0).columns();
    assertThat(hidden.get(1).metaData()).isNull();
    assertThat(hidden.get(2).metaData()).isNotNull();
    FileEncryption signed = OPTIONS.withPlaintextFooter(true);
    List<ColumnChunk> places =
        ending(signed, DecryptionKeys.defaults()).rowGroups().get(0).columns();
    assertThat(places).allMatch(chunk -> chunk.metaData().statistics() == null);
    assertThat(places).allMatch(chunk -> chunk.metaData().dataPageOffset() == 4);
  }

  @ParameterizedTest
  @EnumSource(Algorithm.class)
  void pages_are_bound_to_their_place(Algorithm algorithm) {
    FileEncryptor encryptor = new FileEncryptor(OPTIONS.withAlgorithm(algorithm), PATHS);
    FileDecryptor decryptor = decryptor(encryptor);
    EncryptionWithFooterKey key = new EncryptionWithFooterKey();
    byte[] header =
        encryptor.encrypt(ModuleType.DATA_PAGE_HEADER, 1, 2, 3, "bytes".getBytes(US_ASCII));
    ChunkDecryptor own = decryptor.chunk(key, 1, 2);
    assertThat(own.module(ModuleType.DATA_PAGE_HEADER, 3, header, 0, header.length))
        .isEqualTo("bytes".getBytes(US_ASCII));
    List<Runnable> elsewhere =
        List.of(
            () -> own.module(ModuleType.DATA_PAGE_HEADER, 4, header, 0, header.length),
            () -> own.module(ModuleType.DATA_PAGE, 3, header, 0, header.length),
            () -> open(decryptor.chunk(key, 0, 2), header),
            () -> open(decryptor.chunk(key, 1, 1), header),
            () -> open(decryptor(new FileEncryptor(OPTIONS, PATHS)).chunk(key, 1, 2), header));
    for (Runnable reading : elsewhere) {
      assertThatThrownBy(reading::run)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("tag of the encrypted data page");
    }
    byte[] page = encryptor.encrypt(ModuleType.DATA_PAGE, 1, 2, 3, PAGE);
    assertThat(page.length - PAGE.length).isEqualTo(algorithm == Algorithm.AES_GCM_V1 ? 32 : 16);
    ByteBuffer target = ByteBuffer.allocate(own.pageLength(ModuleType.DATA_PAGE, wrap(page)));
    own.page(ModuleType.DATA_PAGE, 3, wrap(page), target);
    assertThat(target.array()).isEqualTo(PAGE);
  }

  private static byte[] open(ChunkDecryptor chunk, byte[] header) {
    return chunk.module(ModuleType.DATA_PAGE_HEADER, 3, header, 0, header.length);
  }

  private static ByteBuffer wrap(byte[] bytes) {
    return ByteBuffer.wrap(bytes);
  }

  private FileDecryptor decryptor(FileEncryptor encryptor) {
    FileMetaData read = read(OPTIONS, footer(encryptor), KEYS);
    return FileDecryptor.of(
        "file", read.encryptionAlgorithm(), read.footerSigningKeyMetadata(), KEYS);
  }

  @Test
  void lengths_are_compared_with_the_bytes_there_are() {
    FileEncryptor encryptor = new FileEncryptor(OPTIONS, PATHS);
    ChunkDecryptor chunk = decryptor(encryptor).chunk(new EncryptionWithFooterKey(), 0, 0);
    byte[] module = encryptor.encrypt(ModuleType.OFFSET_INDEX, 0, 0, -1, PAGE);
    for (int length = 0; length < module.length; length++) {
      byte[] cut = Arrays.copyOf(module, length);
      assertThatThrownBy(() -> chunk.module(ModuleType.OFFSET_INDEX, cut, 0, cut.length))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("length of the encrypted offset index");
    }
    byte[] huge = module.clone();
    Arrays.fill(huge, 0, 4, (byte) 0x7f);
    assertThatThrownBy(() -> chunk.module(ModuleType.OFFSET_INDEX, huge, 0, huge.length))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("found 2139062143");
  }

  @Test
  void a_footer_of_an_unknown_algorithm_is_not_decrypted() {
    EncryptionAlgorithm unknown = new EncryptionAlgorithm.Unknown(null);
    assertThatThrownBy(() -> FileDecryptor.of("file", unknown, null, KEYS))
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessageContaining("file");
  }

  @Test
  void the_algorithm_says_what_becomes_of_the_prefix() {
    byte[] prefix = {1, 2};
    FileMetaData stored = ending(OPTIONS.withAadPrefix(prefix, true), KEYS);
    AesGcmV1 gcm = (AesGcmV1) stored.encryptionAlgorithm();
    assertThat(gcm.aadPrefix()).isEqualTo(BinaryValue.of(prefix));
    assertThat(gcm.supplyAadPrefix()).isNull();
    FileEncryption secret =
        OPTIONS.withAadPrefix(prefix, false).withAlgorithm(Algorithm.AES_GCM_CTR_V1);
    AesGcmCtrV1 ctr =
        (AesGcmCtrV1) ending(secret, KEYS.withAadPrefix(prefix)).encryptionAlgorithm();
    assertThat(ctr.aadPrefix()).isNull();
    assertThat(ctr.supplyAadPrefix()).isTrue();
  }

  @Test
  void keys_of_groups_are_those_of_their_columns_and_others_are_refused() {
    EncryptionKey key = new EncryptionKey(COLUMN_KEY, null);
    FileEncryptor encryptor =
        new FileEncryptor(
            FileEncryption.of(key).withColumnKey("point", key).withPlaintextColumns(true), PATHS);
    assertThat(encryptor.isEncrypted(0)).isFalse();
    assertThat(encryptor.isEncrypted(1)).isTrue();
    assertThat(encryptor.isEncrypted(2)).isTrue();
    assertThatThrownBy(
            () -> new FileEncryptor(FileEncryption.of(key).withColumnKey("z", key), PATHS))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("z");
    assertThatThrownBy(() -> new EncryptionKey(new byte[15], null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void more_pages_than_an_ordinal_has_numbers_are_refused() {
    FileEncryptor encryptor = new FileEncryptor(OPTIONS, PATHS);
    assertThatThrownBy(() -> encryptor.encrypt(ModuleType.DATA_PAGE, 0, 0, 1 << 15, PAGE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("32768 pages");
  }
}
