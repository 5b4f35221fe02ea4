// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.thrift.codec;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.metadata.ColumnChunk;
import io.arrowparquet.footer.metadata.FileMetaData;
import io.arrowparquet.footer.metadata.RowGroup;
import io.arrowparquet.footer.thrift.CompactReader;
import io.arrowparquet.footer.thrift.StructShape;
import io.arrowparquet.footer.thrift.codec.Projection.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads what a {@link Projection} wants of a footer: the codecs with narrowed shapes, and row
 * groups of which most chunks are stepped over.
 */
final class ProjectionReader {
  private final int[] ordinals;
  private final StructShape file;
  private final StructShape rowGroup;
  private final StructShape chunk;
  private final StructShape metaData;

  private ProjectionReader(int[] ordinals, Projection projection) {
    this.ordinals = ordinals;
    StructShape narrowed = FileMetaDataCodec.SHAPE;
    narrowed = unless(projection.wants(Part.SCHEMA), narrowed, 2);
    narrowed = unless(projection.wants(Part.KEY_VALUE_METADATA), narrowed, 5);
    this.file = unless(projection.wants(Part.COLUMN_ORDERS), narrowed, 7);
    this.rowGroup = unless(projection.wants(Part.SORTING_COLUMNS), RowGroupCodec.SHAPE, 4);
    this.chunk = unless(projection.wants(Part.PAGE_INDEXES), ColumnChunkCodec.SHAPE, 4, 5, 6, 7);
    narrowed = ColumnMetaDataCodec.SHAPE;
    narrowed = unless(projection.wants(Part.ENCODINGS), narrowed, 2, 13);
    narrowed = unless(projection.wants(Part.COLUMN_KEY_VALUE_METADATA), narrowed, 8);
    narrowed = unless(projection.wants(Part.STATISTICS), narrowed, 12);
    narrowed = unless(projection.wants(Part.BLOOM_FILTERS), narrowed, 14, 15);
    narrowed = unless(projection.wants(Part.SIZE_STATISTICS), narrowed, 16);
    this.metaData = unless(projection.wants(Part.GEOSPATIAL_STATISTICS), narrowed, 17);
  }

  private static StructShape unless(boolean wanted, StructShape shape, int... fieldIds) {
    return wanted ? shape : shape.without(fieldIds);
  }

  static FileMetaData read(CompactReader in, Projection projection) {
    ProjectionReader reader = new ProjectionReader(projection.resolve(in), projection);
    return FileMetaDataCodec.read(in, reader.file, reader::readRowGroup);
  }

  private RowGroup readRowGroup(CompactReader in) {
    return RowGroupCodec.read(in, rowGroup, this::readChunks);
  }

  private List<ColumnChunk> readChunks(CompactReader in) {
    int listStart = in.position();
    int size = in.listBegin();
    if (ordinals.length > 0 && ordinals[ordinals.length - 1] >= size) {
      throw new CorruptFooterException(
          "RowGroup.columns",
          listStart,
          size + " column chunks",
          "one for column " + ordinals[ordinals.length - 1] + " too");
    }
    List<ColumnChunk> chunks = new ArrayList<>(ordinals.length);
    int next = 0;
    for (int ordinal : ordinals) {
      ColumnChunkCodec.skip(in, ordinal - next);
      chunks.add(ColumnChunkCodec.read(in, chunk, metaData));
      next = ordinal + 1;
    }
    ColumnChunkCodec.skip(in, size - next);
    return chunks;
  }
}
