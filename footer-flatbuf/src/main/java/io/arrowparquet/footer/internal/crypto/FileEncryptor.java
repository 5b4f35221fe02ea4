// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.Algorithm;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.Magic;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithColumnKey;
import io.arrowparquet.footer.model.ColumnCryptoMetaData.EncryptionWithFooterKey;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmCtrV1;
import io.arrowparquet.footer.model.EncryptionAlgorithm.AesGcmV1;
import io.arrowparquet.footer.model.FileCryptoMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.spec.SecretKeySpec;
import org.jspecify.annotations.Nullable;

/**
 * Encrypts the modules of one file, column metadata and footer included.
 *
 * <p>Threads: modules of different columns may be encrypted at the same time.
 */
public final class FileEncryptor {
  /** Bytes of the part of the additional authenticated data that tells files apart. */
  private static final int UNIQUE = 8;

  /** Of all keys together, where the format allows this many for each. */
  private static final long MOST_MODULES = 1L << 32;

  private final FileEncryption options;
  private final SecureRandom random = new SecureRandom();
  private final ModuleAad aad;
  private final EncryptionAlgorithm algorithm;
  private final ModuleCipher footer;
  private final AtomicLong modules = new AtomicLong();

  /** By column; null for one in plain text. */
  private final List<ColumnKey> columns = new ArrayList<>();

  private record ColumnKey(ColumnCryptoMetaData crypto, ModuleCipher cipher) {
    boolean isOwn() {
      return crypto instanceof EncryptionWithColumnKey;
    }
  }

  /**
   * For a file.
   *
   * @param paths of its columns, in their order
   * @throws InvalidRequestException if a key is for a column that is not there
   */
  public FileEncryptor(FileEncryption options, List<List<String>> paths) {
    this.options = options;
    byte[] unique = new byte[UNIQUE];
    random.nextBytes(unique);
    byte[] prefix = options.aadPrefix() == null ? new byte[0] : options.aadPrefix();
    this.aad = new ModuleAad(prefix, unique);
    boolean hasPrefix = options.aadPrefix() != null;
    boolean isStored = hasPrefix && options.storesAadPrefix();
    BinaryValue stored = isStored ? BinaryValue.of(prefix) : null;
    Boolean mustBeSupplied = (hasPrefix && !isStored) ? Boolean.TRUE : null;
    this.algorithm =
        options.algorithm() == Algorithm.AES_GCM_V1
            ? new AesGcmV1(stored, BinaryValue.of(unique), mustBeSupplied)
            : new AesGcmCtrV1(stored, BinaryValue.of(unique), mustBeSupplied);
    this.footer = cipher(options.footerKey());
    Set<String> used = new HashSet<>();
    for (List<String> path : paths) {
      columns.add(columnKey(path, used));
    }
    for (String path : options.columnKeys().keySet()) {
      if (!used.contains(path)) {
        throw new InvalidRequestException(path, "a key, but no such column", "a column's path");
      }
    }
  }

  private static ModuleCipher cipher(EncryptionKey key) {
    return new ModuleCipher(new SecretKeySpec(key.bytes(), "AES"));
  }

  /** That of the column itself, else of the closest group around it. */
  private @Nullable ColumnKey columnKey(List<String> path, Set<String> used) {
    Map<String, EncryptionKey> keys = options.columnKeys();
    for (int length = path.size(); length > 0; length--) {
      String dotted = String.join(".", path.subList(0, length));
      EncryptionKey own = keys.get(dotted);
      if (own != null) {
        used.add(dotted);
        return new ColumnKey(new EncryptionWithColumnKey(path, value(own.metadata())), cipher(own));
      }
    }
    return options.plaintextColumns()
        ? null
        : new ColumnKey(new EncryptionWithFooterKey(), cipher(options.footerKey()));
  }

  private static @Nullable BinaryValue value(byte @Nullable [] bytes) {
    return bytes == null ? null : BinaryValue.of(bytes);
  }

  public boolean isEncrypted(int column) {
    return columns.get(column) != null;
  }

  /**
   * The module framed, as it is in the file.
   *
   * @param page {@link ChunkDecryptor#NO_PAGE} for other modules than data pages and their headers
   * @throws InvalidRequestException if there are more row groups, columns or pages than encrypted
   *     files can have
   */
  public byte[] encrypt(ModuleType type, int rowGroup, int column, int page, byte[] bytes) {
    requireOrdinal("row groups", rowGroup);
    requireOrdinal("columns", column);
    requireOrdinal("pages of a column chunk", page);
    if (modules.incrementAndGet() >= MOST_MODULES) {
      throw new InvalidRequestException("more than 2^32 modules of one encrypted file", null);
    }
    boolean isCtr = type.isPage() && options.algorithm() == Algorithm.AES_GCM_CTR_V1;
    byte[] data = aad.of(type, rowGroup, column, page);
    return columns.get(column).cipher().encrypt(isCtr, nonce(), bytes, data);
  }

  private static void requireOrdinal(String what, int ordinal) {
    if (ordinal > Short.MAX_VALUE) {
      throw new InvalidRequestException(
          "more than "
              + (Short.MAX_VALUE + 1)
              + " "
              + what
              + ": an encrypted file cannot have them",
          null);
    }
  }

  private byte[] nonce() {
    byte[] nonce = new byte[ModuleCipher.NONCE];
    random.nextBytes(nonce);
    return nonce;
  }

  private ColumnChunk chunk(int rowGroup, int column, ColumnChunk chunk) {
    ColumnKey key = columns.get(column);
    if (key == null) {
      return chunk;
    }
    boolean isApart = key.isOwn() || options.plaintextFooter();
    BinaryValue encrypted = null;
    ColumnMetaData visible = chunk.metaData();
    if (isApart) {
      CompactWriter out = new CompactWriter();
      ColumnMetaDataCodec.STRUCT.write(out, visible);
      ModuleType type = ModuleType.COLUMN_META_DATA;
      encrypted =
          BinaryValue.of(
              encrypt(type, rowGroup, column, ChunkDecryptor.NO_PAGE, out.toByteArray()));
      visible = options.plaintextFooter() ? placesOf(visible) : null;
    }
    return chunk.withMetaData(visible, key.crypto(), encrypted);
  }

  /** What readers need that do not know encryption: nothing of values. */
  private static ColumnMetaData placesOf(ColumnMetaData all) {
    return new ColumnMetaData(
        all.typeNumber(),
        all.encodingNumbers(),
        all.pathInSchema(),
        all.codecNumber(),
        all.numValues(),
        all.totalUncompressedSize(),
        all.totalCompressedSize(),
        null,
        all.dataPageOffset(),
        all.indexPageOffset(),
        all.dictionaryPageOffset(),
        null,
        null,
        all.bloomFilterOffset(),
        all.bloomFilterLength(),
        null,
        null);
  }

  /**
   * The metadata as the footer has it: what is secret of columns is encrypted, and one in plain
   * text says how the file is. Chunks of columns in plain text are the same objects.
   */
  public FileMetaData metadata(FileMetaData plain) {
    List<RowGroup> rowGroups = new ArrayList<>();
    for (RowGroup group : plain.rowGroups()) {
      List<ColumnChunk> chunks = new ArrayList<>();
      for (ColumnChunk chunk : group.columns()) {
        chunks.add(chunk(rowGroups.size(), chunks.size(), chunk));
      }
      rowGroups.add(group.withColumns(chunks));
    }
    FileMetaData metadata = plain.withRowGroups(rowGroups);
    return options.plaintextFooter()
        ? metadata.withEncryption(algorithm, value(options.footerKey().metadata()))
        : metadata;
  }

  public int magic() {
    return options.plaintextFooter() ? Magic.PAR1 : Magic.PARE;
  }

  /**
   * The end of the file.
   *
   * @param thrift the {@code FileMetaData} struct
   */
  public ByteBuffer ending(byte[] thrift) {
    byte[] nonce = nonce();
    if (options.plaintextFooter()) {
      byte[] tag = footer.tag(thrift, nonce, aad.ofFooter());
      ByteBuffer signed = ByteBuffer.allocate(thrift.length + nonce.length + tag.length);
      return FooterFrame.thrift(signed.put(thrift).put(nonce).put(tag).flip(), Magic.PAR1);
    }
    CompactWriter out = new CompactWriter();
    ParquetStructs.FILE_CRYPTO_META_DATA.write(
        out, new FileCryptoMetaData(algorithm, value(options.footerKey().metadata())));
    byte[] crypto = out.toByteArray();
    byte[] module = footer.encrypt(false, nonce, thrift, aad.ofFooter());
    ByteBuffer all = ByteBuffer.allocate(Math.addExact(crypto.length, module.length));
    return FooterFrame.thrift(all.put(crypto).put(module).flip(), Magic.PARE);
  }
}
