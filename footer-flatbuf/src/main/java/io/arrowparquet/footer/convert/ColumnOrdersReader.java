// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.model.ColumnOrder;

/** Reads the list of column orders into one number a leaf, if it is that simple. */
final class ColumnOrdersReader {
  private static final int MAX_ID = 0xFF;

  private ColumnOrdersReader() {}

  /**
   * Reads the list at the reader's position.
   *
   * @return for each leaf the id of its order's union member, as an unsigned byte; null if there is
   *     not one order for each leaf, or one is more than an empty struct with a small id
   */
  static byte[] read(CompactReader in, int leafCount) {
    int count = in.listBegin();
    byte[] orders = count == leafCount ? new byte[count] : null;
    for (int i = 0; i < count; i++) {
      int id = readOrder(in);
      if (id == 0) {
        orders = null;
      }
      if (orders != null) {
        orders[i] = (byte) id;
      }
    }
    return count == 0 ? null : orders;
  }

  static boolean areTypeDefined(byte[] orders) {
    for (byte order : orders) {
      if (order != ColumnOrder.Known.TYPE_ORDER.number()) {
        return false;
      }
    }
    return true;
  }

  /** Id of the union's only member, an empty struct; 0 if it is anything else. */
  private static int readOrder(CompactReader in) {
    int members = 0;
    int id = 0;
    in.enterStruct();
    while (in.nextField()) {
      members++;
      id = in.fieldId();
      int start = in.position();
      int type = in.fieldType();
      in.skip();
      // An empty struct is its stop byte.
      if (type != CompactType.STRUCT || in.position() != start + 1 || id < 1 || id > MAX_ID) {
        id = 0;
      }
    }
    in.leaveStruct();
    return members == 1 ? id : 0;
  }
}
