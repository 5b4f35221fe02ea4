// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.page;

/** Memory for the compressed bytes of one page after another, of any column. */
final class PageScratch {
  private byte[] bytes = new byte[0];

  /** At least so many bytes; those of the call before are lost. */
  byte[] ofLength(int length) {
    if (bytes.length < length) {
      bytes = new byte[length];
    }
    return bytes;
  }
}
