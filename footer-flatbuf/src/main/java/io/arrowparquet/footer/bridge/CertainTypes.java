// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.FlatFooter;

/** A schema is made of known types only: a guess would give other values than the file has. */
final class CertainTypes {
  private CertainTypes() {}

  /**
   * @throws UnsupportedOperationException if it leaves that open
   */
  static void require(FlatFooter footer, int column) {
    if (footer.isTypeDoubtful(column)) {
      throw new UnsupportedOperationException(
          "column "
              + footer.columnPath(column)
              + ": the FlatBuffers footer of another writer does not say whether its timestamps are"
              + " in UTC, or its values intervals; FooterReader.withCertainTypes uses the Thrift"
              + " footer then");
    }
  }
}
