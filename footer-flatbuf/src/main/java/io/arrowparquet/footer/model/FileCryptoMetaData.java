// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/**
 * What precedes an encrypted footer, in plain text.
 *
 * @param encryptionAlgorithm how the file is encrypted
 * @param keyMetadata how to get the footer's key; null if absent
 */
public record FileCryptoMetaData(
    EncryptionAlgorithm encryptionAlgorithm, @Nullable BinaryValue keyMetadata) {}
