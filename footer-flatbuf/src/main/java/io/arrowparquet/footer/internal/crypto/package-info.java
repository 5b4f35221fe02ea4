// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet's modular encryption: modules to bytes and back, their additional authenticated data, the
 * keys that a file names, encrypted and signed footers.
 *
 * <p>In: framed modules, the Thrift structs that say how they are encrypted, the caller's keys.
 * Out: the bytes of modules, a struct {@code FileMetaData} in plain text. Open {@link
 * io.arrowparquet.footer.internal.crypto.FileDecryptor} first. Implements Parquet's Encryption.md,
 * sections 4 and 5.
 */
package io.arrowparquet.footer.internal.crypto;
