// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/** How an encrypted file is encrypted, or a plaintext footer signed: a union. */
public sealed interface EncryptionAlgorithm {

  /**
   * AES-GCM for all modules.
   *
   * @param aadPrefix prefix of the additional authenticated data; null if absent
   * @param aadFileUnique the part of it that identifies the file; null if absent
   * @param supplyAadPrefix whether readers must bring the prefix; null if absent
   */
  record AesGcmV1(
      @Nullable BinaryValue aadPrefix,
      @Nullable BinaryValue aadFileUnique,
      @Nullable Boolean supplyAadPrefix)
      implements EncryptionAlgorithm {}

  /**
   * AES-GCM for metadata, AES-CTR for pages.
   *
   * @param aadPrefix prefix of the additional authenticated data; null if absent
   * @param aadFileUnique the part of it that identifies the file; null if absent
   * @param supplyAadPrefix whether readers must bring the prefix; null if absent
   */
  record AesGcmCtrV1(
      @Nullable BinaryValue aadPrefix,
      @Nullable BinaryValue aadFileUnique,
      @Nullable Boolean supplyAadPrefix)
      implements EncryptionAlgorithm {}

  /**
   * An algorithm of the future.
   *
   * @param member what the bytes say
   */
  record Unknown(UnionMember member) implements EncryptionAlgorithm {}
}
