// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.crypto;

import io.arrowparquet.storage.internal.OptionValues;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a file is encrypted that is written. Unless told otherwise all of it is, the footer included,
 * with one key.
 *
 * <p>A key encrypts at most 2^32 modules, and each page is two: a key that is used for many files
 * is the caller's to count. Readers find the keys by the metadata that is stored with them in plain
 * text, or are given them.
 *
 * <p>Immutable; threads may share it. Each {@code with} method gives a changed copy. Arrays are
 * copied. {@link #toString} tells no key.
 */
public final class FileEncryption {
  /** How modules are encrypted. */
  public enum Algorithm {
    /** All of them with AES in Galois/Counter mode: that they were changed or swapped shows. */
    AES_GCM_V1,

    /** As AES_GCM_V1, but pages in counter mode: that bytes of a page were changed may not show. */
    AES_GCM_CTR_V1
  }

  /**
   * A key, and how readers get it.
   *
   * @param bytes 16, 24 or 32
   * @param metadata stored in the file, in plain text; null if readers are given the key
   */
  @SuppressWarnings("ArrayRecordComponent") // copied on the way in and out
  public record EncryptionKey(byte[] bytes, byte @Nullable [] metadata) {
    /**
     * Copies both.
     *
     * @throws IllegalArgumentException if there are not 16, 24 or 32 bytes
     */
    public EncryptionKey {
      if (bytes.length != 16 && bytes.length != 24 && bytes.length != 32) {
        throw new IllegalArgumentException(
            "a key of " + bytes.length + " bytes: 16, 24 or 32 bytes");
      }
      bytes = bytes.clone();
      metadata = metadata == null ? null : metadata.clone();
    }

    /** A new array. */
    @Override
    public byte[] bytes() {
      return bytes.clone();
    }

    /** A new array; null if there is none. */
    @Override
    public byte @Nullable [] metadata() {
      return metadata == null ? null : metadata.clone();
    }

    @Override
    public String toString() {
      return "EncryptionKey[" + bytes.length + " bytes]";
    }
  }

  private final Values values;

  private FileEncryption(Values values) {
    this.values = values;
  }

  /**
   * All of the file with one key.
   *
   * @param footerKey that of the footer, and of columns without one of their own
   */
  public static FileEncryption of(EncryptionKey footerKey) {
    return new FileEncryption(new Values()).with(changed -> changed.footerKey = footerKey);
  }

  /**
   * A key of a column's own: who has that of the footer alone can read neither its values nor its
   * statistics.
   *
   * @param dottedPath of a column, or of a group for all columns below it
   */
  public FileEncryption withColumnKey(String dottedPath, EncryptionKey key) {
    return with(
        changed -> {
          changed.columnKeys = new TreeMap<>(changed.columnKeys);
          changed.columnKeys.put(dottedPath, key);
        });
  }

  /**
   * Whether columns without a key of their own stay in plain text; if not, which is the default,
   * they are encrypted with the footer's key.
   */
  public FileEncryption withPlaintextColumns(boolean plaintext) {
    return with(changed -> changed.plaintextColumns = plaintext);
  }

  /**
   * Whether the footer is in plain text, signed with its key, so that readers without keys, and
   * those that know no encryption, read columns in plain text. It tells the schema, and of
   * encrypted columns where they are; false by default.
   */
  public FileEncryption withPlaintextFooter(boolean plaintext) {
    return with(changed -> changed.plaintextFooter = plaintext);
  }

  /** How modules are encrypted; {@link Algorithm#AES_GCM_V1} by default. */
  public FileEncryption withAlgorithm(Algorithm algorithm) {
    return with(changed -> changed.algorithm = algorithm);
  }

  /**
   * What the file is meant to be, such as table, date and part: a reader who knows it finds out
   * that the file was replaced by another one.
   *
   * @param isStored whether the file has it, in plain text; if not, readers have to bring it
   */
  public FileEncryption withAadPrefix(byte[] prefix, boolean isStored) {
    byte[] copy = prefix.clone();
    return with(
        changed -> {
          changed.aadPrefix = copy;
          changed.storesAadPrefix = isStored;
        });
  }

  public EncryptionKey footerKey() {
    return values.footerKey;
  }

  /** By dotted path; not to be changed. */
  public Map<String, EncryptionKey> columnKeys() {
    return values.columnKeys;
  }

  public boolean plaintextColumns() {
    return values.plaintextColumns;
  }

  public boolean plaintextFooter() {
    return values.plaintextFooter;
  }

  public Algorithm algorithm() {
    return values.algorithm;
  }

  /** A new array; null, the default, if there is none. */
  public byte @Nullable [] aadPrefix() {
    return values.aadPrefix == null ? null : values.aadPrefix.clone();
  }

  public boolean storesAadPrefix() {
    return values.storesAadPrefix;
  }

  @Override
  public String toString() {
    return "FileEncryption["
        + values.algorithm
        + (values.plaintextFooter ? ", footer in plain text" : "")
        + ", keys of "
        + values.columnKeys.keySet()
        + (values.plaintextColumns ? ", other columns in plain text" : "")
        + "]";
  }

  private FileEncryption with(Consumer<Values> change) {
    return new FileEncryption(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private @Nullable EncryptionKey footerKey;
    private Map<String, EncryptionKey> columnKeys = Map.of();
    private boolean plaintextColumns;
    private boolean plaintextFooter;
    private Algorithm algorithm = Algorithm.AES_GCM_V1;
    private byte @Nullable [] aadPrefix;
    private boolean storesAadPrefix;
  }
}
