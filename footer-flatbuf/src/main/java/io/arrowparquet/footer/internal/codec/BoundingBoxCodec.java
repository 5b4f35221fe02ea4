// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BoundingBox;

/** Thrift compact codec of {@link BoundingBox}. */
public final class BoundingBoxCodec {
  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("BoundingBox")
          .required(1, "xmin", CompactType.DOUBLE)
          .required(2, "xmax", CompactType.DOUBLE)
          .required(3, "ymin", CompactType.DOUBLE)
          .required(4, "ymax", CompactType.DOUBLE)
          .optional(5, "zmin", CompactType.DOUBLE)
          .optional(6, "zmax", CompactType.DOUBLE)
          .optional(7, "mmin", CompactType.DOUBLE)
          .optional(8, "mmax", CompactType.DOUBLE);

  private BoundingBoxCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  public static BoundingBox read(CompactReader in) {
    double xmin = 0;
    double xmax = 0;
    double ymin = 0;
    double ymax = 0;
    Double zmin = null;
    Double zmax = null;
    Double mmin = null;
    Double mmax = null;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      seen |= 1L << in.fieldId();
      switch (in.fieldId()) {
        case 1 -> xmin = in.readDouble();
        case 2 -> xmax = in.readDouble();
        case 3 -> ymin = in.readDouble();
        case 4 -> ymax = in.readDouble();
        case 5 -> zmin = in.readDouble();
        case 6 -> zmax = in.readDouble();
        case 7 -> mmin = in.readDouble();
        case 8 -> mmax = in.readDouble();
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct(SHAPE, seen);
    return new BoundingBox(xmin, xmax, ymin, ymax, zmin, zmax, mmin, mmax);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, BoundingBox value) {
    out.structBegin();
    out.doubleField(1, value.xmin());
    out.doubleField(2, value.xmax());
    out.doubleField(3, value.ymin());
    out.doubleField(4, value.ymax());
    out.optionalDoubleField(5, value.zmin());
    out.optionalDoubleField(6, value.zmax());
    out.optionalDoubleField(7, value.mmin());
    out.optionalDoubleField(8, value.mmax());
    out.structEnd();
  }
}
