// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithColumnKey;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmCtrV1;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmV1;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.Place;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import javax.crypto.SecretKey;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Finds the keys of one encrypted file, and what decrypts its footer and column chunks. Asks for
 * each key once.
 *
 * <p>Threads: may be shared.
 */
public final class FileDecryptor {
  private static final int MOST_METADATA_SHOWN = 64;

  private final String source;
  private final DecryptionKeys keys;
  private final ModuleAad aad;
  private final boolean pagesInCtr;
  private final @Nullable BinaryValue footerKeyMetadata;

  /** By key metadata; empty for a key that is not to be had. */
  private final Map<BinaryValue, Optional<SecretKey>> retrieved = new HashMap<>();

  private FileDecryptor(
      String source,
      DecryptionKeys keys,
      ModuleAad aad,
      boolean pagesInCtr,
      @Nullable BinaryValue footerKeyMetadata) {
    this.source = source;
    this.keys = keys;
    this.aad = aad;
    this.pagesInCtr = pagesInCtr;
    this.footerKeyMetadata = footerKeyMetadata;
  }

  /**
   * Of a file.
   *
   * @param footerKeyMetadata of the key that encrypts or signs the footer; null if there is none
   * @throws EncryptedFooterException if the algorithm is newer than this library
   * @throws InvalidRequestException if the AAD prefix is missing, or another than the file's
   */
  public static FileDecryptor of(
      String source,
      EncryptionAlgorithm algorithm,
      @Nullable BinaryValue footerKeyMetadata,
      DecryptionKeys keys) {
    if (algorithm instanceof AesGcmV1 gcm) {
      byte[] prefix = prefix(source, gcm.aadPrefix(), gcm.supplyAadPrefix(), keys);
      ModuleAad aad = new ModuleAad(prefix, bytes(gcm.aadFileUnique()));
      return new FileDecryptor(source, keys, aad, false, footerKeyMetadata);
    }
    if (algorithm instanceof AesGcmCtrV1 ctr) {
      byte[] prefix = prefix(source, ctr.aadPrefix(), ctr.supplyAadPrefix(), keys);
      ModuleAad aad = new ModuleAad(prefix, bytes(ctr.aadFileUnique()));
      return new FileDecryptor(source, keys, aad, true, footerKeyMetadata);
    }
    throw new EncryptedFooterException(
        source, "the file is encrypted by an algorithm not known here, so it cannot be decrypted");
  }

  private static byte[] prefix(
      String source,
      @Nullable BinaryValue stored,
      @Nullable Boolean mustBeSupplied,
      DecryptionKeys keys) {
    byte[] given = keys.aadPrefix();
    if (stored == null) {
      if (given == null && Boolean.TRUE.equals(mustBeSupplied)) {
        throw wrong(source, "AAD prefix", "none", "that of the file, which does not store it");
      }
      return given == null ? new byte[0] : given;
    }
    if (given != null && !stored.equals(BinaryValue.of(given))) {
      throw wrong(
          source,
          "AAD prefix",
          describe(BinaryValue.of(given)),
          describe(stored) + ", as the file says");
    }
    return stored.toByteArray();
  }

  private static byte[] bytes(@Nullable BinaryValue value) {
    return value == null ? new byte[0] : value.toByteArray();
  }

  private static InvalidRequestException wrong(
      String source, String what, String found, String expected) {
    return new InvalidRequestException(
        Diagnosis.of(what, found, expected).at(Place.NOWHERE.in(source)), null);
  }

  /** For the footer and its signature; null if its key is not to be had. */
  @Nullable FooterModule footer() {
    SecretKey key = footerKey();
    return key == null ? null : new FooterModule(new ModuleCipher(key), aad.ofFooter());
  }

  @SuppressWarnings("ArrayRecordComponent") // made for one footer
  record FooterModule(ModuleCipher cipher, byte[] aad) {
    byte[] decrypt(byte[] bytes, int from, int end) {
      return cipher.decrypt(ModuleType.FOOTER, bytes, from, end, aad);
    }
  }

  /**
   * For the modules of a column chunk; null if its key is not to be had. Of one thread at a time.
   *
   * @param rowGroup ordinal of the row group in the file
   */
  public @Nullable ChunkDecryptor chunk(ColumnCryptoMetaData crypto, int rowGroup, int column) {
    SecretKey key = columnKey(crypto);
    return key == null
        ? null
        : new ChunkDecryptor(new ModuleCipher(key), aad, pagesInCtr, rowGroup, column);
  }

  private @Nullable SecretKey columnKey(ColumnCryptoMetaData crypto) {
    if (crypto instanceof EncryptionWithFooterKey) {
      return footerKey();
    }
    if (crypto instanceof EncryptionWithColumnKey column) {
      String path = String.join(".", column.pathInSchema());
      byte[] given = keys.columnKey(path);
      return given != null
          ? checked(given, "key of column " + path)
          : retrieved(column.keyMetadata());
    }
    return null; // how a newer writer chose the key is not known here
  }

  private @Nullable SecretKey footerKey() {
    byte[] given = keys.footerKey();
    return given != null ? checked(given, "key of the footer") : retrieved(footerKeyMetadata);
  }

  private synchronized @Nullable SecretKey retrieved(@Nullable BinaryValue keyMetadata) {
    if (keyMetadata == null || keys.retriever() == null) {
      return null;
    }
    Optional<SecretKey> known = retrieved.get(keyMetadata);
    if (known == null) {
      byte[] key;
      try {
        key = keys.retriever().key(keyMetadata.toByteArray());
      } catch (Exception e) {
        if (e instanceof InterruptedException) {
          Thread.currentThread().interrupt();
        }
        Diagnosis failed =
            Diagnosis.of("the key retriever failed for the key " + describe(keyMetadata));
        throw new InvalidRequestException(failed.at(Place.NOWHERE.in(source)), e);
      }
      known = Optional.ofNullable(key).map(k -> checked(k, "key " + describe(keyMetadata)));
      retrieved.put(keyMetadata.copy(), known);
    }
    return known.orElse(null);
  }

  private SecretKey checked(byte[] key, String what) {
    if (key.length != 16 && key.length != 24 && key.length != 32) {
      throw wrong(source, what, key.length + " bytes", "16, 24 or 32 bytes");
    }
    return new SecretKeySpec(key, "AES");
  }

  /** Which key a column needs, for messages. */
  public static String describe(ColumnCryptoMetaData crypto, @Nullable BinaryValue footerKey) {
    if (crypto instanceof EncryptionWithColumnKey column) {
      return describe(column.keyMetadata());
    }
    return crypto instanceof EncryptionWithFooterKey
        ? describe(footerKey) + ", which is the footer's"
        : "of a kind not known here";
  }

  static String describe(@Nullable BinaryValue keyMetadata) {
    if (keyMetadata == null) {
      return "without metadata";
    }
    byte[] bytes = keyMetadata.toByteArray();
    boolean isText = true;
    for (byte one : bytes) {
      isText &= one >= ' ' && one <= '~';
    }
    String text =
        isText ? new String(bytes, StandardCharsets.US_ASCII) : HexFormat.of().formatHex(bytes);
    boolean isLong = text.length() > MOST_METADATA_SHOWN;
    String shown = isLong ? text.substring(0, MOST_METADATA_SHOWN) + "..." : text;
    return isText ? '"' + shown + '"' : "0x" + shown;
  }
}
