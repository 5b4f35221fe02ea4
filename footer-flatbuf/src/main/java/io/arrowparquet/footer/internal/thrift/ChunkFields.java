// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.storage.internal.ArrayNumbers;
import java.util.Arrays;

/**
 * The fields of one Thrift {@code ColumnChunk}, its metadata and statistics: numbers as numbers,
 * everything else as a range of the source. Reused from chunk to chunk.
 *
 * <p>A field of {@code ColumnMetaData} goes by its id, one of the other structs by its id plus a
 * constant. Numbers and ranges of absent fields are left over from another chunk: check {@link
 * #has} first.
 */
public final class ChunkFields {
  /** Added to the ids of {@code ColumnMetaData}. */
  public static final int IN_META_DATA = 0;

  /** Added to the ids of {@code ColumnChunk}. */
  public static final int IN_CHUNK = 32;

  /** Added to the ids of {@code Statistics}. */
  public static final int IN_STATISTICS = 48;

  public static final int FILE_PATH = IN_CHUNK + ColumnChunkCodec.FILE_PATH;
  public static final int FILE_OFFSET = IN_CHUNK + ColumnChunkCodec.FILE_OFFSET;
  public static final int META_DATA = IN_CHUNK + ColumnChunkCodec.META_DATA;
  public static final int OFFSET_INDEX_OFFSET = IN_CHUNK + ColumnChunkCodec.OFFSET_INDEX_OFFSET;
  public static final int OFFSET_INDEX_LENGTH = IN_CHUNK + ColumnChunkCodec.OFFSET_INDEX_LENGTH;
  public static final int COLUMN_INDEX_OFFSET = IN_CHUNK + ColumnChunkCodec.COLUMN_INDEX_OFFSET;
  public static final int COLUMN_INDEX_LENGTH = IN_CHUNK + ColumnChunkCodec.COLUMN_INDEX_LENGTH;
  public static final int CRYPTO_METADATA = IN_CHUNK + ColumnChunkCodec.CRYPTO_METADATA;
  public static final int ENCRYPTED_COLUMN_METADATA =
      IN_CHUNK + ColumnChunkCodec.ENCRYPTED_COLUMN_METADATA;

  public static final int MAX = IN_STATISTICS + StatisticsCodec.MAX;
  public static final int MIN = IN_STATISTICS + StatisticsCodec.MIN;
  public static final int NULL_COUNT = IN_STATISTICS + StatisticsCodec.NULL_COUNT;
  public static final int DISTINCT_COUNT = IN_STATISTICS + StatisticsCodec.DISTINCT_COUNT;
  public static final int MAX_VALUE = IN_STATISTICS + StatisticsCodec.MAX_VALUE;
  public static final int MIN_VALUE = IN_STATISTICS + StatisticsCodec.MIN_VALUE;
  public static final int IS_MAX_VALUE_EXACT = IN_STATISTICS + StatisticsCodec.IS_MAX_VALUE_EXACT;
  public static final int IS_MIN_VALUE_EXACT = IN_STATISTICS + StatisticsCodec.IS_MIN_VALUE_EXACT;
  public static final int NAN_COUNT = IN_STATISTICS + StatisticsCodec.NAN_COUNT;

  public static final int COUNT = Long.SIZE;

  /** By field: its number. Of the chunk read last, as all of these. */
  public final long[] numbers = new long[COUNT];

  /** By field: where its bytes are. */
  public final int[] starts = new int[COUNT];

  /** By field: how many bytes it has. */
  public final int[] lengths = new int[COUNT];

  /** Bit i: field i is there. */
  long seen;

  /** Bit i: field i, a boolean, is true. */
  long trueFlags;

  boolean pathIsTheSchemas;
  private boolean hasExtension;

  private int start;
  private int end;

  /** Names of unknown fields collected before this chunk. */
  private int unknownNamesBefore;

  private final CompactReader in;
  private final Paths paths;
  private final OrderedChunkReader ordered;

  public ChunkFields(CompactReader in, Paths paths) {
    this.in = in;
    this.paths = paths;
    this.ordered = new OrderedChunkReader(in, this, paths);
  }

  /**
   * Reads the struct at the reader's position, the chunk of a leaf, if its fields are known and in
   * the order of their ids.
   *
   * @return false if it must be read otherwise; reader and fields are then in no particular state
   */
  public boolean readInOrder(int leaf) {
    pathIsTheSchemas = false;
    return ordered.read(leaf);
  }

  public long seen() {
    return seen;
  }

  public long trueFlags() {
    return trueFlags;
  }

  /** Whether {@code path_in_schema} is there, and the path of the chunk's leaf. */
  public boolean hasPath() {
    return pathIsTheSchemas;
  }

  /** Whether the metadata has an extension, which only the Thrift bytes of the chunk keep. */
  public boolean hasExtension() {
    return hasExtension;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  public boolean has(int field) {
    return (seen >>> field & 1) != 0;
  }

  public boolean hasAll(long fields) {
    return (seen & fields) == fields;
  }

  public boolean hasAny(long fields) {
    return (seen & fields) != 0;
  }

  public boolean isTrue(int field) {
    return (trueFlags >>> field & 1) != 0;
  }

  public void read(int leaf) {
    start = in.position();
    hasExtension = false;
    unknownNamesBefore = in.unknownFields().nameCount();
    if (!ordered.read(leaf)) {
      in.position(start);
      seen = 0;
      trueFlags = 0;
      pathIsTheSchemas = false;
      long unknownBefore = in.unknownFields().count();
      readStruct(ColumnChunkCodec.SHAPE, IN_CHUNK, leaf);
      // An extension counts as an unknown field.
      hasExtension =
          in.unknownFields().count() > unknownBefore
              && has(META_DATA)
              && StructExtension.find(in.array(), starts[META_DATA], in.position()) != null;
    }
    end = in.position();
  }

  /** Says that the Thrift bytes of the chunk are kept, and so its unknown fields. */
  public void keepUnknownFields() {
    in.unknownFields().dropNames(unknownNamesBefore);
  }

  private void readStruct(StructShape shape, int before, int leaf) {
    long fieldsOfStruct = ((2L << shape.maxFieldId()) - 2) << before;
    seen &= ~fieldsOfStruct;
    in.enterStruct();
    while (in.nextField(shape)) {
      int field = before + in.fieldId();
      seen |= 1L << field;
      readField(field, leaf);
    }
    in.leaveStruct(shape, seen >>> before);
  }

  private void readField(int field, int leaf) {
    switch (in.fieldType()) {
      case CompactType.I32 -> numbers[field] = in.readI32();
      case CompactType.I64 -> numbers[field] = in.readI64();
      case CompactType.BOOLEAN_TRUE -> trueFlags |= 1L << field;
      case CompactType.BOOLEAN_FALSE -> trueFlags &= ~(1L << field);
      case CompactType.BINARY -> {
        lengths[field] = in.readBinary();
        starts[field] = in.binaryStart();
      }
      default -> readNested(field, leaf);
    }
  }

  private void readNested(int field, int leaf) {
    switch (field) {
      case META_DATA -> {
        starts[META_DATA] = in.position();
        readStruct(ColumnMetaDataCodec.SHAPE, IN_META_DATA, leaf);
      }
      case ColumnMetaDataCodec.STATISTICS -> readStruct(StatisticsCodec.SHAPE, IN_STATISTICS, leaf);
      case ColumnMetaDataCodec.PATH_IN_SCHEMA -> pathIsTheSchemas = paths.read(in, leaf);
      default -> {
        starts[field] = in.position();
        in.skip();
        lengths[field] = in.position() - starts[field];
      }
    }
  }

  public long startOffset() {
    long dictionary =
        has(ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET)
            ? numbers[ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET]
            : 0;
    long data = numbers[ColumnMetaDataCodec.DATA_PAGE_OFFSET];
    return dictionary > 0 && dictionary < data ? dictionary : data;
  }

  /**
   * Whether two ranges hold the same bytes. Nearly all have fewer than 16, where this takes half
   * the time of {@link Arrays#equals(byte[], int, int, byte[], int, int)}.
   */
  public static boolean sameBytes(byte[] bytes, int start, int otherStart, int length) {
    int rest = length & (Long.BYTES - 1);
    int whole = length - rest;
    if (Math.max(start, otherStart) > bytes.length - whole - Long.BYTES) {
      return Arrays.equals(bytes, start, start + length, bytes, otherStart, otherStart + length);
    }
    for (int i = 0; i < whole; i += Long.BYTES) {
      if (longAt(bytes, start + i) != longAt(bytes, otherStart + i)) {
        return false;
      }
    }
    long difference = longAt(bytes, start + whole) ^ longAt(bytes, otherStart + whole);
    return rest == 0 || difference << (Long.SIZE - Byte.SIZE * rest) == 0;
  }

  /** The eight bytes from an index on as a number, little-endian. */
  public static long longAt(byte[] bytes, int index) {
    return (long) ArrayNumbers.LONG.get(bytes, index);
  }

  /**
   * Compares each chunk's {@code path_in_schema} with the path of its leaf, so that it need not be
   * stored. A path that was met before is compared with those bytes at once.
   */
  public abstract static class Paths {
    private final byte[] source;
    private final int end;

    /** For each leaf: where the list is that was the leaf's path, its length in the low half. */
    private final long[] known;

    private static final int HEAD = 4;

    /** For each leaf: where the head of its chunk before is, and what it says. */
    private final long[] heads;

    protected Paths(CompactReader in, int leafCount) {
      this.source = in.array();
      this.end = in.end();
      this.known = new long[leafCount];
      this.heads = new long[HEAD * leafCount];
    }

    public static Paths of(CompactReader in, byte[][] lists) {
      return new Paths(in, lists.length) {
        @Override
        protected boolean skipPath(CompactReader reader, int leaf) {
          int start = reader.position();
          int length = lists[leaf].length;
          if (length > reader.end() - start
              || !Arrays.equals(reader.array(), start, start + length, lists[leaf], 0, length)) {
            reader.skipElement(CompactType.LIST);
            return false;
          }
          reader.position(start + length);
          return true;
        }
      };
    }

    /**
     * The position after the fields from the type to the number of values, if their bytes are those
     * of the leaf's chunk before, whose values are then set; or -1.
     */
    int skipHead(ChunkFields to, int start, int limit, int leaf) {
      int at = leaf * HEAD;
      int length = (int) heads[at];
      if (length == 0
          || length > limit - start
          || !sameBytes(source, start, (int) (heads[at] >>> Integer.SIZE), length)) {
        return -1;
      }
      to.numbers[ColumnMetaDataCodec.TYPE] = heads[at + 1] >> Integer.SIZE;
      to.numbers[ColumnMetaDataCodec.CODEC] = (int) heads[at + 1];
      to.numbers[ColumnMetaDataCodec.NUM_VALUES] = heads[at + 2];
      to.starts[ColumnMetaDataCodec.ENCODINGS] = (int) (heads[at + 3] >>> Integer.SIZE);
      to.lengths[ColumnMetaDataCodec.ENCODINGS] = (int) heads[at + 3];
      to.pathIsTheSchemas = true;
      return start + length;
    }

    void keepHead(ChunkFields from, int start, int end, int leaf) {
      if (!from.pathIsTheSchemas) {
        return;
      }
      int at = leaf * HEAD;
      heads[at] = pair(start, end - start);
      heads[at + 1] =
          pair(
              (int) from.numbers[ColumnMetaDataCodec.TYPE],
              (int) from.numbers[ColumnMetaDataCodec.CODEC]);
      heads[at + 2] = from.numbers[ColumnMetaDataCodec.NUM_VALUES];
      heads[at + 3] =
          pair(
              from.starts[ColumnMetaDataCodec.ENCODINGS],
              from.lengths[ColumnMetaDataCodec.ENCODINGS]);
    }

    private static long pair(int high, int low) {
      return (long) high << Integer.SIZE | (low & 0xFFFFFFFFL);
    }

    /** Whether the list at the reader's position is the leaf's path; the reader goes past it. */
    protected abstract boolean skipPath(CompactReader reader, int leaf);

    /** The position after the list at a position, if it is as the leaf's path was before; or -1. */
    int skipKnown(int start, int leaf) {
      int length = (int) known[leaf];
      return length > 0
              && length <= end - start
              && sameBytes(source, start, (int) (known[leaf] >>> Integer.SIZE), length)
          ? start + length
          : -1;
    }

    boolean read(CompactReader reader, int leaf) {
      int start = reader.position();
      boolean same = skipPath(reader, leaf);
      if (same) {
        known[leaf] = (long) start << Integer.SIZE | (reader.position() - start);
      }
      return same;
    }
  }
}
