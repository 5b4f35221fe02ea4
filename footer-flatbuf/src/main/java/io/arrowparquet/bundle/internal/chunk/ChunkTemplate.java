// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockRows;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.util.ArrayList;
import java.util.List;

/**
 * The Thrift struct of one chunk of a column, without the values that other rows of its blocks have
 * differently: for rows that have values in the same fields. Immutable.
 *
 * <pre>
 *   | bytes of all such rows | value | bytes of all such rows | value | ... | bytes of all such rows |
 * </pre>
 */
final class ChunkTemplate {
  private final byte[] bytes;

  /** By value: how many of the bytes are before it. */
  private final int[] ends;

  private final Value[] values;

  private ChunkTemplate(byte[] bytes, int[] ends, Value[] values) {
    this.bytes = bytes;
    this.ends = ends;
    this.values = values;
  }

  /** How a value is written, without the header of its field. */
  enum Kind {
    I64 {
      @Override
      void write(CompactWriter out, BlockRows from, int field, int row) {
        out.writeI64(from.number(field, row));
      }
    },
    I32 {
      @Override
      void write(CompactWriter out, BlockRows from, int field, int row) {
        out.writeI32((int) from.number(field, row));
      }
    },
    BINARY {
      @Override
      void write(CompactWriter out, BlockRows from, int field, int row) {
        out.writeBinaryValue(from.bytes(field, row));
      }
    },

    /** Bytes of a list or struct. */
    RAW {
      @Override
      void write(CompactWriter out, BlockRows from, int field, int row) {
        out.writeRaw(from.bytes(field, row));
      }
    },
    DICTIONARY_PAGE_OFFSET {
      @Override
      void write(CompactWriter out, BlockRows places, int field, int row) {
        long dataPage = places.number(PlaceFields.DATA_PAGE_OFFSET, row);
        out.writeI64(dataPage - places.number(PlaceFields.DICTIONARY_BYTES, row));
      }
    },
    FILE_OFFSET {
      @Override
      void write(CompactWriter out, BlockRows places, int field, int row) {
        out.writeI64(fileOffset(places, row));
      }
    };

    abstract void write(CompactWriter out, BlockRows from, int field, int row);

    private static long fileOffset(BlockRows places, int row) {
      long dataPage = places.number(PlaceFields.DATA_PAGE_OFFSET, row, 0);
      long firstPage = dataPage - places.number(PlaceFields.DICTIONARY_BYTES, row, 0);
      return switch ((int) places.number(PlaceFields.FILE_OFFSET_KIND, row)) {
        case PlaceFields.NO_OFFSET -> 0;
        case PlaceFields.DATA_PAGE -> dataPage;
        case PlaceFields.FIRST_PAGE -> firstPage;
        case PlaceFields.END_OF_CHUNK ->
            firstPage + places.number(PlaceFields.TOTAL_COMPRESSED_SIZE, row, 0);
        default -> places.number(PlaceFields.FILE_OFFSET, row);
      };
    }

    /** Whether rows of a block may have different values. */
    private boolean isVarying(BlockRows from, int field) {
      return this == FILE_OFFSET || this == DICTIONARY_PAGE_OFFSET || from.isVarying(field);
    }
  }

  private record Value(Kind kind, BlockRows from, int field) {}

  /** Writes the chunk of another row. */
  void write(CompactWriter out, int row) {
    int start = 0;
    for (int i = 0; i < values.length; i++) {
      Value value = values[i];
      out.writeRaw(bytes, start, ends[i] - start);
      value.kind.write(out, value.from, value.field, row);
      start = ends[i];
    }
    out.writeRaw(bytes, start, bytes.length - start);
  }

  /** Notes where the values of a chunk are while it is written. */
  static final class Recorder {
    private final List<Value> values = new ArrayList<>();
    private final List<Integer> places = new ArrayList<>();

    /** A value that was written. */
    void value(Kind kind, BlockRows from, int field, int start, int end) {
      if (kind.isVarying(from, field)) {
        values.add(new Value(kind, from, field));
        places.add(start);
        places.add(end);
      }
    }

    /**
     * The template.
     *
     * @param chunk what was written
     */
    ChunkTemplate finish(byte[] chunk) {
      CompactWriter bytes = new CompactWriter(chunk.length);
      int[] ends = new int[values.size()];
      int start = 0;
      for (int i = 0; i < ends.length; i++) {
        bytes.writeRaw(chunk, start, places.get(2 * i) - start);
        ends[i] = bytes.size();
        start = places.get(2 * i + 1);
      }
      bytes.writeRaw(chunk, start, chunk.length - start);
      return new ChunkTemplate(bytes.toByteArray(), ends, values.toArray(Value[]::new));
    }
  }
}
