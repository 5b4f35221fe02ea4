// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BundleBytes;
import java.util.zip.CRC32;

/** Writes an index of blocks of chunks; {@link IndexReader} draws it. For one thread. */
final class IndexWriter {
  /** In the place of a block that a table does not have. */
  static final BlockPlace NO_BLOCK = new BlockPlace(new BundlePlace(0, 0, 0), 0);

  private final BundleBytes out;
  private final int start;
  private final CRC32 crc = new CRC32();
  private int pageStart;
  private int entries;

  /** An index at the end of some bytes. */
  IndexWriter(BundleBytes out) {
    this.out = out;
    this.start = out.size();
    this.pageStart = start;
  }

  /** Where the index begins in the bytes. */
  int start() {
    return start;
  }

  /** Adds the entries of a block. */
  void add(BlockPlace facts, BlockPlace places) {
    facts.writeEntry(out);
    places.writeEntry(out);
    if (++entries % BundleFormat.ENTRIES_PER_PAGE == 0) {
      endPage();
    }
  }

  /** Ends the last page. */
  void finish() {
    if (out.size() > pageStart) {
      endPage();
    }
  }

  private void endPage() {
    crc.reset();
    crc.update(out.array(), pageStart, out.size() - pageStart);
    out.writeInt((int) crc.getValue());
    pageStart = out.size();
  }
}
