// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import io.arrowparquet.footer.flatbuf.FooterSlots.AesGcmV1;
import io.arrowparquet.footer.flatbuf.FooterSlots.FileMetaData;

/** The encryption algorithm of a file whose footer is in plain text. One thread at a time. */
public final class EncryptionView extends TableView {
  private int algorithmId;
  private byte[] signingKeyMetadata;

  private EncryptionView() {}

  static EncryptionView of(FooterBytes bytes, int root) {
    int tag = bytes.field(root, FileMetaData.ENCRYPTION_ALGORITHM_TYPE);
    int signingKey = bytes.child(root, FileMetaData.FOOTER_SIGNING_KEY_METADATA);
    if ((tag == 0 || bytes.u8(tag) == 0) && signingKey == 0) {
      return null;
    }
    EncryptionView view = new EncryptionView();
    view.algorithmId = tag == 0 ? 0 : bytes.u8(tag);
    view.signingKeyMetadata = bytes.bytes(signingKey);
    view.at(
        bytes, view.algorithmId == 0 ? 0 : bytes.child(root, FileMetaData.ENCRYPTION_ALGORITHM));
    return view;
  }

  /** Id of the algorithm in parquet.thrift: 1 AES_GCM_V1, 2 AES_GCM_CTR_V1, 0 if it is absent. */
  public int algorithmId() {
    return algorithmId;
  }

  /** The prefix of the additional authenticated data; null if it is not stored. */
  public byte[] aadPrefix() {
    return table == 0 ? null : bytes.bytes(child(AesGcmV1.AAD_PREFIX));
  }

  /** What identifies the file in the additional authenticated data; null if it is absent. */
  public byte[] aadFileUnique() {
    return table == 0 ? null : bytes.bytes(child(AesGcmV1.AAD_FILE_UNIQUE));
  }

  /** Whether a reader must bring the prefix; null if the footer does not say. */
  public Boolean supplyAadPrefix() {
    return has(AesGcmV1.SUPPLY_AAD_PREFIX) ? booleanField(AesGcmV1.SUPPLY_AAD_PREFIX) : null;
  }

  /** How to get the key that signed the footer; null if it is absent. */
  public byte[] footerSigningKeyMetadata() {
    return signingKeyMetadata == null ? null : signingKeyMetadata.clone();
  }
}
