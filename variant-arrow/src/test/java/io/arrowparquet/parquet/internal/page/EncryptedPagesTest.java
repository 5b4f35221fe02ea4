// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.internal.crypto.ChunkDecryptor;
import io.arrowparquet.footer.internal.crypto.FileDecryptor;
import io.arrowparquet.footer.internal.crypto.FileEncryptor;
import io.arrowparquet.footer.internal.crypto.ModuleType;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.parquet.options.CorruptPageException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writers disagree which bytes of a page of version 2 are encrypted; both forms are read. */
class EncryptedPagesTest {
  private static final byte[] KEY = new byte[16];
  private static final int LEVELS = 7;

  private final byte[] body = new byte[60];

  private final FileEncryptor encryptor =
      new FileEncryptor(
          FileEncryption.of(new EncryptionKey(KEY, null)).withPlaintextFooter(true),
          List.of(List.of("a")));

  private ChunkDecryptor chunk() {
    FileMetaData metadata =
        encryptor.metadata(
            new FileMetaData(1, List.of(), 0, List.of(), null, null, null, null, null));
    return FileDecryptor.of(
            "file",
            metadata.encryptionAlgorithm(),
            null,
            DecryptionKeys.defaults().withFooterKey(KEY))
        .chunk(new EncryptionWithFooterKey(), 0, 0);
  }

  private byte[] encrypted(ModuleType type, int page, byte[] bytes, int from) {
    return encryptor.encrypt(type, 0, 0, page, Arrays.copyOfRange(bytes, from, bytes.length));
  }

  private EncryptedPages atPage(int page, PageType type) {
    EncryptedPages pages = new EncryptedPages(chunk(), new int[] {page});
    pages.startPart(0);
    byte[] header = encrypted(ModuleType.DATA_PAGE_HEADER, page, body, 0);
    assertThat(pages.headerLength(header, header.length)).isEqualTo(header.length);
    assertThat(pages.header(header, header.length)).isEqualTo(body);
    pages.require(type);
    return pages;
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void levels_may_be_encrypted_with_the_values_or_stand_before_them(boolean isWhole) {
    for (int i = 0; i < body.length; i++) {
      body[i] = (byte) (i + 1);
    }
    byte[] values = encrypted(ModuleType.DATA_PAGE, 5, body, isWhole ? 0 : LEVELS);
    byte[] stored = isWhole ? values : Arrays.copyOf(body, LEVELS + values.length);
    System.arraycopy(values, 0, stored, stored.length - values.length, values.length);
    DataPageHeaderV2 data = new DataPageHeaderV2(3, 0, 3, 0, 4, 3, true, null);
    PageHeader header =
        new PageHeader(
            PageType.DATA_PAGE_V2.number(), 60, stored.length, null, null, null, null, data);
    EncryptedPages pages = atPage(5, PageType.DATA_PAGE_V2);
    List<ByteBuffer> targets = new ArrayList<>();
    int length =
        pages.decrypt(
            header,
            ByteBuffer.wrap(stored),
            size -> {
              targets.add(ByteBuffer.allocate(size));
              return targets.get(0);
            });
    assertThat(length).isEqualTo(body.length);
    assertThat(targets.get(0).array()).isEqualTo(body);
  }

  @ParameterizedTest
  @ValueSource(ints = {61, -1, Integer.MAX_VALUE})
  void levels_that_are_not_in_the_page_are_refused(int levels) {
    DataPageHeaderV2 data = new DataPageHeaderV2(3, 0, 3, 0, levels, 1, true, null);
    PageHeader header =
        new PageHeader(PageType.DATA_PAGE_V2.number(), 60, 60, null, null, null, null, data);
    EncryptedPages pages = atPage(5, PageType.DATA_PAGE_V2);
    assertThatThrownBy(() -> pages.decrypt(header, ByteBuffer.wrap(body), ByteBuffer::allocate))
        .isInstanceOf(CorruptPageException.class)
        .hasMessageContaining("byte lengths of the levels")
        .hasMessageContaining("1 and " + levels);
  }

  @Test
  void a_chunk_begins_with_a_dictionary_page_or_a_data_page() {
    EncryptedPages pages = new EncryptedPages(chunk(), new int[] {-1});
    pages.startPart(0);
    byte[] dictionary = encrypted(ModuleType.DICTIONARY_PAGE_HEADER, -1, body, 0);
    assertThat(pages.header(dictionary, dictionary.length)).isEqualTo(body);
    assertThatThrownBy(() -> pages.require(PageType.DATA_PAGE))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("encrypted dictionary page header");
    byte[] first = encrypted(ModuleType.DATA_PAGE_HEADER, 0, body, 0);
    assertThat(pages.header(first, first.length)).isEqualTo(body);
    EncryptedPages without = new EncryptedPages(chunk(), new int[] {-1});
    without.startPart(0);
    assertThat(without.header(first, first.length)).isEqualTo(body);
    assertThatThrownBy(() -> without.header(first, first.length))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("tag of the encrypted data page header");
  }
}
