// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

/** When the bytes of a FlatBuffers footer are compared with their checksum. */
public enum CrcCheck {
  /**
   * All of them, when the footer is opened. It is fetched whole, and does not need its source
   * afterwards.
   */
  WHOLE,

  /**
   * Each block of 4 KiB when it is touched first; a footer that is larger than the tail guess is
   * fetched in the same way. A block that is damaged is a {@link
   * io.arrowparquet.footer.CorruptFooterException} with its number and offset, from the method that
   * asked for something of it; none ever gives a value of such a block. To go on with the Thrift
   * footer then, read the file again {@linkplain FooterReader#withThriftOnly with Thrift only}.
   *
   * <p>Footers without checksums of blocks, from other writers, are checked as {@link #WHOLE}, and
   * so are those in layout arrow-cpp and all that are {@linkplain FooterReader#withVerification
   * verified}.
   */
  LAZY,

  /**
   * Not at all; the checksum of the footer's size always is. Reading stays memory-safe, but damaged
   * bytes may give wrong answers. Fetched as with {@link #LAZY}.
   */
  NONE
}
