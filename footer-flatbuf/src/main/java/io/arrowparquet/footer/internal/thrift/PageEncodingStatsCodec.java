// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;

/** Thrift compact codec of {@link PageEncodingStats}. */
public final class PageEncodingStatsCodec {
  // Field ids.
  public static final int PAGE_TYPE = 1;
  public static final int ENCODING = 2;
  public static final int COUNT = 3;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("PageEncodingStats")
          .required(PAGE_TYPE, "page_type", CompactType.I32)
          .required(ENCODING, "encoding", CompactType.I32)
          .required(COUNT, "count", CompactType.I32);

  private PageEncodingStatsCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static PageEncodingStats read(CompactReader in) {
    int pageTypeNumber = 0;
    int encodingNumber = 0;
    int count = 0;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case PAGE_TYPE -> pageTypeNumber = in.readI32();
        case ENCODING -> encodingNumber = in.readI32();
        case COUNT -> count = in.readI32();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new PageEncodingStats(pageTypeNumber, encodingNumber, count);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, PageEncodingStats value) {
    out.structBegin();
    out.i32Field(PAGE_TYPE, value.pageTypeNumber());
    out.i32Field(ENCODING, value.encodingNumber());
    out.i32Field(COUNT, value.count());
    out.structEnd();
  }
}
