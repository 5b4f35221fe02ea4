// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.internal.crypto.FileDecryptor.FooterModule;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.ExtendedStruct;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.internal.wire.TailReader;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileCryptoMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Footers of encrypted files made readable: structs {@code FileMetaData} in which all column
 * metadata whose key is to be had is in plain text.
 *
 * <pre>
 *   encrypted:  | FileCryptoMetaData | length | nonce | FileMetaData, encrypted | tag |
 *   signed:     | FileMetaData, in plain text       | nonce | tag |
 * </pre>
 */
public final class EncryptedFooter {
  private static final int SIGNATURE = ModuleCipher.NONCE + ModuleCipher.TAG;

  private final FileDecryptor file;
  private boolean hasDecrypted;

  private EncryptedFooter(FileDecryptor file) {
    this.file = file;
  }

  /**
   * The struct of a file in which something is encrypted or signed: for what makes another file of
   * it, which has to keep what is secret.
   *
   * @return null for a file in plain text
   * @throws EncryptedFooterException if the footer's key is not to be had
   */
  public static byte @Nullable [] read(ByteSource source, DecryptionKeys keys) throws IOException {
    TailReader bytes = new TailReader(source, TailReader.SUITABLE, false, false);
    LocatedFooter tail = bytes.locateEncrypted();
    if (tail.encrypted()) {
      byte[] section = new byte[tail.thriftLength()];
      bytes.section(tail.thriftOffset(), section.length).duplicate().get(section);
      return decrypt(source.name(), section, keys);
    }
    byte[] whole = RawFooter.readStruct(source, true).struct();
    ExtendedStruct parts = ExtendedStruct.parse(whole);
    byte[] struct = parts.struct();
    if (FileMetaDataCodec.STRUCT.read(new CompactReader(struct)).encryptionAlgorithm() == null) {
      return null;
    }
    byte[] signature = Arrays.copyOfRange(whole, whole.length - parts.rest(), whole.length);
    byte[] verified = verify(source.name(), struct, signature, keys);
    return verified == null ? struct : verified;
  }

  /**
   * The struct of an encrypted footer. It says how the file is encrypted, as a footer in plain text
   * does.
   *
   * @param bytes from {@code FileCryptoMetaData} to the footer's length; offsets of exceptions
   *     count from their beginning
   * @throws EncryptedFooterException if the footer's key is not to be had
   */
  public static byte[] decrypt(String source, byte[] bytes, DecryptionKeys keys) {
    CompactReader in = new CompactReader(bytes);
    FileCryptoMetaData crypto = ParquetStructs.FILE_CRYPTO_META_DATA.read(in);
    FileDecryptor file =
        FileDecryptor.of(source, crypto.encryptionAlgorithm(), crypto.keyMetadata(), keys);
    FooterModule module = file.footer();
    if (module == null) {
      throw new EncryptedFooterException(
          source,
          "the footer is encrypted, so it cannot be read without its key "
              + FileDecryptor.describe(crypto.keyMetadata()));
    }
    FileMetaData footer;
    try {
      byte[] struct = module.decrypt(bytes, in.position(), bytes.length);
      int framed = struct.length + ModuleCipher.OVERHEAD;
      if (framed != bytes.length - in.position()) {
        throw new CorruptFooterException(
            "length of the " + ModuleType.FOOTER,
            0,
            framed + " bytes",
            bytes.length - in.position() + ", as the end of the file says");
      }
      footer = FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(in.position());
    }
    FileMetaData named = footer.withEncryption(crypto.encryptionAlgorithm(), crypto.keyMetadata());
    return write(new EncryptedFooter(file).decrypted(named));
  }

  /**
   * The struct of a footer in plain text, with the column metadata that could be decrypted; null if
   * none could, and the struct is as good.
   *
   * @param struct stop byte included, in which an encryption algorithm is
   * @param rest what follows the struct: the signature, which is compared if its key is to be had
   * @throws CorruptFooterException if the signature is not that of the struct
   */
  public static byte @Nullable [] verify(
      String source, byte[] struct, byte[] rest, DecryptionKeys keys) {
    FileMetaData footer = FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
    FileDecryptor file =
        FileDecryptor.of(
            source, footer.encryptionAlgorithm(), footer.footerSigningKeyMetadata(), keys);
    FooterModule module = file.footer();
    if (module != null) {
      requireSignature(module, struct, rest);
    }
    EncryptedFooter decryption = new EncryptedFooter(file);
    FileMetaData decrypted = decryption.decrypted(footer);
    return decryption.hasDecrypted ? write(decrypted) : null;
  }

  private static void requireSignature(FooterModule module, byte[] struct, byte[] rest) {
    if (rest.length != SIGNATURE) {
      throw new CorruptFooterException(
          "signature of the footer", struct.length, rest.length + " bytes", SIGNATURE + " bytes");
    }
    byte[] nonce = Arrays.copyOf(rest, ModuleCipher.NONCE);
    byte[] tag = module.cipher().tag(struct, nonce, module.aad());
    byte[] found = Arrays.copyOfRange(rest, ModuleCipher.NONCE, SIGNATURE);
    if (!MessageDigest.isEqual(tag, found)) {
      throw new CorruptFooterException(
          "signature of the footer",
          struct.length,
          "one that does not fit",
          "that of its bytes in this file, by the key given");
    }
  }

  private static byte[] write(FileMetaData footer) {
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, footer);
    return out.toByteArray();
  }

  private FileMetaData decrypted(FileMetaData footer) {
    List<RowGroup> rowGroups = new ArrayList<>();
    for (int i = 0; i < footer.rowGroups().size(); i++) {
      RowGroup group = footer.rowGroups().get(i);
      int ordinal = group.ordinal() == null ? i : group.ordinal();
      List<ColumnChunk> chunks = new ArrayList<>();
      for (int column = 0; column < group.columns().size(); column++) {
        chunks.add(decrypted(group.columns().get(column), ordinal, column));
      }
      rowGroups.add(group.withColumns(chunks));
    }
    return footer.withRowGroups(rowGroups);
  }

  private ColumnChunk decrypted(ColumnChunk chunk, int rowGroup, int column) {
    BinaryValue encrypted = chunk.encryptedColumnMetadata();
    ChunkDecryptor decryptor =
        encrypted == null || chunk.cryptoMetadata() == null
            ? null
            : file.chunk(chunk.cryptoMetadata(), rowGroup, column);
    if (decryptor == null) {
      return chunk;
    }
    hasDecrypted = true;
    ColumnMetaData metaData;
    try {
      byte[] bytes = encrypted.toByteArray();
      byte[] struct = decryptor.module(ModuleType.COLUMN_META_DATA, bytes, 0, bytes.length);
      metaData = ColumnMetaDataCodec.STRUCT.read(new CompactReader(struct));
    } catch (CorruptFooterException e) {
      throw new CorruptFooterException(
          e.problem() + " of column " + column + ", row group " + rowGroup,
          e.found(),
          e.expected());
    }
    return chunk.withMetaData(metaData, chunk.cryptoMetadata(), null);
  }
}
