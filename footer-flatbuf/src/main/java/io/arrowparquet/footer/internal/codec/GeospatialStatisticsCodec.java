// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.codec;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BoundingBox;
import io.arrowparquet.footer.model.GeospatialStatistics;
import java.util.List;

/** Thrift compact codec of {@link GeospatialStatistics}. */
public final class GeospatialStatisticsCodec {
  // Field ids.
  public static final int BBOX = 1;
  public static final int GEOSPATIAL_TYPES = 2;

  /** The fields, as {@code parquet.thrift} declares them. */
  public static final StructShape SHAPE =
      StructShape.of("GeospatialStatistics")
          .optional(BBOX, "bbox", CompactType.STRUCT)
          .optionalList(GEOSPATIAL_TYPES, "geospatial_types", CompactType.I32);

  private GeospatialStatisticsCodec() {}

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct
   */
  public static GeospatialStatistics read(CompactReader in) {
    BoundingBox bbox = null;
    List<Integer> geospatialTypes = null;
    in.enterStruct();
    while (in.nextField(SHAPE)) {
      switch (in.fieldId()) {
        case BBOX -> bbox = BoundingBoxCodec.read(in);
        case GEOSPATIAL_TYPES -> geospatialTypes = ListCodec.read(in, CompactReader::readI32);
        default -> in.skipUnknown(SHAPE);
      }
    }
    in.leaveStruct();
    return new GeospatialStatistics(bbox, geospatialTypes);
  }

  /** Writes one struct, in the order of field ids. */
  public static void write(CompactWriter out, GeospatialStatistics value) {
    out.structBegin();
    out.optionalStructField(BBOX, value.bbox(), BoundingBoxCodec::write);
    ListCodec.writeField(
        out, GEOSPATIAL_TYPES, CompactType.I32, value.geospatialTypes(), CompactWriter::writeI32);
    out.structEnd();
  }
}
