// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * Stands before the footer of a file whose footer is encrypted.
 *
 * @param encryptionAlgorithm the algorithm
 * @param keyMetadata how to get the key; null if absent
 */
public record FileCryptoMetaData(
    EncryptionAlgorithm encryptionAlgorithm, BinaryValue keyMetadata) {}
