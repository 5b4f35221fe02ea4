// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.crypto;

import io.arrowparquet.storage.internal.OptionValues;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The keys for reading encrypted files. A key that is given here is used before one that a {@link
 * KeyRetriever} knows. Columns without a key stay closed; all others are read.
 *
 * <p>Immutable; threads may share it. Each {@code with} method gives a changed copy. Arrays are
 * copied. {@link #toString} tells no key.
 */
public final class DecryptionKeys {
  private static final DecryptionKeys NONE = new DecryptionKeys(new Values());

  private final Values values;

  private DecryptionKeys(Values values) {
    this.values = values;
  }

  /** No keys: of an encrypted file what is in plain text is read. */
  public static DecryptionKeys defaults() {
    return NONE;
  }

  /** The key of the footer, and of columns that are encrypted with it. */
  public DecryptionKeys withFooterKey(byte[] key) {
    byte[] copy = key.clone();
    return with(changed -> changed.footerKey = copy);
  }

  /**
   * The key of one column.
   *
   * @param dottedPath of a leaf
   */
  public DecryptionKeys withColumnKey(String dottedPath, byte[] key) {
    byte[] copy = key.clone();
    return with(
        changed -> {
          changed.columnKeys = new HashMap<>(changed.columnKeys);
          changed.columnKeys.put(dottedPath, copy);
        });
  }

  /** Asked for keys that are not given, by the metadata that the file has of them. */
  public DecryptionKeys withRetriever(KeyRetriever retriever) {
    return with(changed -> changed.retriever = retriever);
  }

  /**
   * The prefix of the additional authenticated data: which file it is meant to be. Needed for files
   * that do not store it; of one that does, it has to be the same.
   */
  public DecryptionKeys withAadPrefix(byte[] prefix) {
    byte[] copy = prefix.clone();
    return with(changed -> changed.aadPrefix = copy);
  }

  /** The key of the footer, a new array; null if it is not given. */
  public byte @Nullable [] footerKey() {
    return copy(values.footerKey);
  }

  /** The key of a column, a new array; null if it is not given. */
  public byte @Nullable [] columnKey(String dottedPath) {
    return copy(values.columnKeys.get(dottedPath));
  }

  public @Nullable KeyRetriever retriever() {
    return values.retriever;
  }

  /** A new array; null if it is not given. */
  public byte @Nullable [] aadPrefix() {
    return copy(values.aadPrefix);
  }

  @Override
  public String toString() {
    return "DecryptionKeys[footer key "
        + (values.footerKey == null ? "not given" : "given")
        + ", keys of columns "
        + values.columnKeys.keySet().stream().sorted().toList()
        + (values.retriever == null ? "" : ", a retriever")
        + (values.aadPrefix == null ? "" : ", an AAD prefix")
        + "]";
  }

  private static byte @Nullable [] copy(byte @Nullable [] bytes) {
    return bytes == null ? null : bytes.clone();
  }

  private DecryptionKeys with(Consumer<Values> change) {
    return new DecryptionKeys(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private byte @Nullable [] footerKey;
    private Map<String, byte[]> columnKeys = Map.of();
    private @Nullable KeyRetriever retriever;
    private byte @Nullable [] aadPrefix;
  }
}
