// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import io.arrowparquet.footer.model.LogicalType.Kind;

/** Tags of logical types in parquet.fbs, which are those of arrow-cpp.fbs. */
public final class LogicalTypeTag {
  /** INTERVAL never came to be in Thrift: ids from 10 on are one higher than tags. */
  private static final int UNUSED_ID = 9;

  private LogicalTypeTag() {}

  /** 0, which is {@code NONE}, for a logical type that the union does not have. */
  public static byte of(Kind kind) {
    return ofMember(kind.number());
  }

  public static byte ofMember(int id) {
    if (id < 1 || id == UNUSED_ID || id > Kind.GEOGRAPHY.number()) {
      return 0;
    }
    return (byte) (id > UNUSED_ID ? id - 1 : id);
  }

  /** The id in Thrift of the member with a tag; the union there has no other ids. */
  public static int memberOf(int tag) {
    return tag >= UNUSED_ID ? tag + 1 : tag;
  }
}
