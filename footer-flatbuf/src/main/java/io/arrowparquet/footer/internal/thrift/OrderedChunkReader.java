// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.storage.internal.ArrayNumbers;

/**
 * Reads a column chunk whose fields are in the order of their ids, as every known writer puts them,
 * in a third of the time that looking each field up takes.
 *
 * <pre>
 *   ColumnChunk     | 26 file_offset | 1C { | 15 type | 19 encodings | 18 path_in_schema | ... | 00 } | ... | 00 |
 * </pre>
 *
 * <p>One step for each field that there may be, in order. A step is taken only if the very header
 * that this field would have here is next, and does nothing otherwise; so each step has branches of
 * its own, which go the same way for nearly every chunk. After the last step of a struct its stop
 * byte must follow. If it does not, whatever the reason, the chunk is to be read the careful way,
 * which decides what to accept and what to report.
 *
 * <p>Steps pass the position on to each other as a value, together with the fields seen, and not
 * through this object: a processor that has to wait for each step's store before the next step's
 * load takes twice as long.
 */
final class OrderedChunkReader {
  /** Room for a header and the longest varint, so that a step checks once. */
  private static final int MARGIN = 16;

  /** A position after every limit: no further step is taken from it, and no stop byte found. */
  private static final int FAULT = Integer.MAX_VALUE;

  private static final long CONTINUES_1 = 0x80L;
  private static final long CONTINUES_2 = 0x8000L;
  private static final long CONTINUES_3 = 0x800000L;
  private static final long CONTINUES_4 = 0x80000000L;
  private static final long CONTINUES_5 = 0x8000000000L;
  private static final long CONTINUES = 0x8080808080808080L;

  /**
   * What fits into a word beside the field's header; a number of more bytes is not a file's size.
   */
  private static final int LONGEST_VARINT = 7;

  /** The low half of a list's header is the element type, the high half the size. */
  private static final int ELEMENT_TYPE = 0x0F;

  private static final int SIZE = 0xF0;

  /** Field headers of the field that follows the one with the id before its own. */
  private static final int NEXT_I32 = 1 << 4 | CompactType.I32;

  private static final int NEXT_I64 = 1 << 4 | CompactType.I64;
  private static final int NEXT_LIST = 1 << 4 | CompactType.LIST;
  private static final int NEXT_STRUCT = 1 << 4 | CompactType.STRUCT;
  private static final int NEXT_BINARY = 1 << 4 | CompactType.BINARY;
  private static final int NEXT_TRUE = 1 << 4 | CompactType.BOOLEAN_TRUE;

  /** The same of the field after the next one, and so on. */
  private static final int AFTER_NEXT_I64 = 2 << 4 | CompactType.I64;

  private static final int AFTER_NEXT_BINARY = 2 << 4 | CompactType.BINARY;
  private static final int THIRD_NEXT_I64 = 3 << 4 | CompactType.I64;
  private static final int THIRD_NEXT_STRUCT = 3 << 4 | CompactType.STRUCT;

  /** Last of the consecutive required fields of {@code ColumnMetaData}. */
  private static final int LAST_REQUIRED = ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE;

  /** Those fields, from 1 on. */
  private static final long REQUIRED_TOGETHER = (2L << LAST_REQUIRED) - 2;

  private static final long USUAL =
      REQUIRED_TOGETHER
          | 1L << ColumnMetaDataCodec.DATA_PAGE_OFFSET
          | 1L << ColumnMetaDataCodec.STATISTICS
          | 1L << ChunkFields.FILE_OFFSET
          | 1L << ChunkFields.META_DATA
          | 1L << ChunkFields.NULL_COUNT
          | 1L << ChunkFields.MAX_VALUE
          | 1L << ChunkFields.MIN_VALUE;

  private static final long INDEXES =
      1L << ChunkFields.OFFSET_INDEX_OFFSET
          | 1L << ChunkFields.OFFSET_INDEX_LENGTH
          | 1L << ChunkFields.COLUMN_INDEX_OFFSET
          | 1L << ChunkFields.COLUMN_INDEX_LENGTH;

  //  at     | seen: 32 bits, bit i for field i of the struct | position: 32 bits |
  private static final int SEEN_SHIFT = 32;

  private final CompactReader in;
  private final ChunkFields to;
  private final ChunkFields.Paths paths;
  private final byte[] source;
  private final long[] numbers;

  /** No step begins after it. */
  private final int limit;

  private int previous;

  /** Fields of the nested structs. */
  private long seen;

  private long trueFlags;

  OrderedChunkReader(CompactReader in, ChunkFields to, ChunkFields.Paths paths) {
    this.in = in;
    this.to = to;
    this.paths = paths;
    this.source = in.array();
    this.numbers = to.numbers;
    this.limit = in.end() - MARGIN;
  }

  /**
   * Reads the chunk of a leaf at the reader's position.
   *
   * @return false if it must be read otherwise; reader and fields are then in no particular state
   */
  boolean read(int leaf) {
    int start = in.position();
    if (readUsual(start, leaf)) {
      return true;
    }
    seen = 0;
    trueFlags = 0;
    previous = 0;
    long at = start;
    at = binary(at, ColumnChunkCodec.FILE_PATH, ChunkFields.IN_CHUNK);
    at = i64(at, ColumnChunkCodec.FILE_OFFSET, ChunkFields.IN_CHUNK);
    if (previous != ColumnChunkCodec.FILE_OFFSET) {
      return false;
    }
    if (isNext(at, ColumnChunkCodec.META_DATA, CompactType.STRUCT)) {
      at = took(at, ColumnChunkCodec.META_DATA, readMetaData((int) at + 1, leaf));
    }
    at = i64(at, ColumnChunkCodec.OFFSET_INDEX_OFFSET, ChunkFields.IN_CHUNK);
    at = i32(at, ColumnChunkCodec.OFFSET_INDEX_LENGTH, ChunkFields.IN_CHUNK);
    at = i64(at, ColumnChunkCodec.COLUMN_INDEX_OFFSET, ChunkFields.IN_CHUNK);
    at = i32(at, ColumnChunkCodec.COLUMN_INDEX_LENGTH, ChunkFields.IN_CHUNK);
    at = struct(at, ColumnChunkCodec.CRYPTO_METADATA, ChunkFields.IN_CHUNK);
    at = binary(at, ColumnChunkCodec.ENCRYPTED_COLUMN_METADATA, ChunkFields.IN_CHUNK);
    int end = leave(at, ChunkFields.IN_CHUNK);
    if (end == FAULT) {
      return false;
    }
    to.seen = seen;
    to.trueFlags = trueFlags;
    in.position(end);
    return true;
  }

  /**
   * Reads a chunk with the fields that most writers write, and no others, in half of the time: each
   * step knows the header that it expects, as a constant. One long method, as {@link
   * #readMetaData}.
   *
   * @return false if it must be read otherwise
   */
  private boolean readUsual(int start, int leaf) {
    int p = required(start, AFTER_NEXT_I64, ChunkFields.FILE_OFFSET);
    if (p > limit || source[p] != NEXT_STRUCT) {
      return false;
    }
    p = head(p + 1, leaf);
    p = required(p, NEXT_I64, ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE);
    p = required(p, NEXT_I64, ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    p = required(p, AFTER_NEXT_I64, ColumnMetaDataCodec.DATA_PAGE_OFFSET);
    if (p > limit) {
      return false;
    }
    long found = USUAL;
    int statistics = THIRD_NEXT_STRUCT;
    if (source[p] == AFTER_NEXT_I64) {
      p = required(p, AFTER_NEXT_I64, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET);
      found |= 1L << ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET;
      statistics = NEXT_STRUCT;
    }
    if (p > limit || source[p] != statistics) {
      return false;
    }
    p++;
    int nullCount = THIRD_NEXT_I64;
    if (source[p] == NEXT_BINARY) {
      p = bound(p, NEXT_BINARY, ChunkFields.MAX);
      p = bound(p, NEXT_BINARY, ChunkFields.MIN);
      found |= 1L << ChunkFields.MAX | 1L << ChunkFields.MIN;
      nullCount = NEXT_I64;
    }
    p = required(p, nullCount, ChunkFields.NULL_COUNT);
    p = bound(p, AFTER_NEXT_BINARY, ChunkFields.MAX_VALUE);
    p = bound(p, NEXT_BINARY, ChunkFields.MIN_VALUE);
    if (p > limit) {
      return false;
    }
    long flags = 0;
    if (source[p] != CompactType.STOP) {
      int max = source[p] - NEXT_TRUE;
      int min = source[p + 1] - NEXT_TRUE;
      if ((max | min) >>> 1 != 0) {
        return false;
      }
      flags =
          (1L - max) << ChunkFields.IS_MAX_VALUE_EXACT
              | (1L - min) << ChunkFields.IS_MIN_VALUE_EXACT;
      found |= 1L << ChunkFields.IS_MAX_VALUE_EXACT | 1L << ChunkFields.IS_MIN_VALUE_EXACT;
      p += 2;
    }
    if (source[p++] != CompactType.STOP) {
      return false;
    }
    if (source[p] == NEXT_LIST) {
      p =
          nestedValue(
              p + 1, ColumnMetaDataCodec.ENCODING_STATS, CompactType.LIST, CompactType.STRUCT);
      found |= 1L << ColumnMetaDataCodec.ENCODING_STATS;
    }
    if (p > limit || source[p++] != CompactType.STOP) {
      return false;
    }
    if (source[p] == NEXT_I64) {
      p = required(p, NEXT_I64, ChunkFields.OFFSET_INDEX_OFFSET);
      p = required(p, NEXT_I32, ChunkFields.OFFSET_INDEX_LENGTH);
      p = required(p, NEXT_I64, ChunkFields.COLUMN_INDEX_OFFSET);
      p = required(p, NEXT_I32, ChunkFields.COLUMN_INDEX_LENGTH);
      found |= INDEXES;
    }
    if (p > limit || source[p] != CompactType.STOP) {
      return false;
    }
    to.seen = found;
    to.trueFlags = flags;
    in.position(p + 1);
    return true;
  }

  private int bound(int p, int header, int field) {
    if (p > limit || source[p] != header) {
      return FAULT;
    }
    int length = source[p + 1];
    if (length < 0 || length > limit - p) {
      return FAULT;
    }
    to.starts[field] = p + 2;
    to.lengths[field] = length;
    return p + 2 + length;
  }

  /**
   * The position after the struct at a position, or {@link #FAULT}.
   *
   * <p>One long method on purpose, with the statistics in it: methods of up to 325 bytes of code
   * are compiled once more into each of their callers, and again into theirs. For all these steps
   * that takes the compiler longer than anything else, and most programs convert a few footers.
   */
  private int readMetaData(int start, int leaf) {
    int p = head(start, leaf);
    p = required(p, NEXT_I64, ColumnMetaDataCodec.TOTAL_UNCOMPRESSED_SIZE);
    p = required(p, NEXT_I64, ColumnMetaDataCodec.TOTAL_COMPRESSED_SIZE);
    previous = LAST_REQUIRED;
    long at = REQUIRED_TOGETHER << SEEN_SHIFT | p;
    at = structs(at, ColumnMetaDataCodec.KEY_VALUE_METADATA, ChunkFields.IN_META_DATA);
    at = i64(at, ColumnMetaDataCodec.DATA_PAGE_OFFSET, ChunkFields.IN_META_DATA);
    if (previous != ColumnMetaDataCodec.DATA_PAGE_OFFSET) {
      return FAULT;
    }
    at = i64(at, ColumnMetaDataCodec.INDEX_PAGE_OFFSET, ChunkFields.IN_META_DATA);
    at = i64(at, ColumnMetaDataCodec.DICTIONARY_PAGE_OFFSET, ChunkFields.IN_META_DATA);
    if (isNext(at, ColumnMetaDataCodec.STATISTICS, CompactType.STRUCT)) {
      previous = 0;
      long inner = (int) (at + 1);
      inner = binary(inner, StatisticsCodec.MAX, ChunkFields.IN_STATISTICS);
      inner = binary(inner, StatisticsCodec.MIN, ChunkFields.IN_STATISTICS);
      inner = i64(inner, StatisticsCodec.NULL_COUNT, ChunkFields.IN_STATISTICS);
      inner = i64(inner, StatisticsCodec.DISTINCT_COUNT, ChunkFields.IN_STATISTICS);
      inner = binary(inner, StatisticsCodec.MAX_VALUE, ChunkFields.IN_STATISTICS);
      inner = binary(inner, StatisticsCodec.MIN_VALUE, ChunkFields.IN_STATISTICS);
      inner = bool(inner, StatisticsCodec.IS_MAX_VALUE_EXACT, ChunkFields.IN_STATISTICS);
      inner = bool(inner, StatisticsCodec.IS_MIN_VALUE_EXACT, ChunkFields.IN_STATISTICS);
      inner = i64(inner, StatisticsCodec.NAN_COUNT, ChunkFields.IN_STATISTICS);
      at = took(at, ColumnMetaDataCodec.STATISTICS, leave(inner, ChunkFields.IN_STATISTICS));
    }
    at = structs(at, ColumnMetaDataCodec.ENCODING_STATS, ChunkFields.IN_META_DATA);
    at = i64(at, ColumnMetaDataCodec.BLOOM_FILTER_OFFSET, ChunkFields.IN_META_DATA);
    at = i32(at, ColumnMetaDataCodec.BLOOM_FILTER_LENGTH, ChunkFields.IN_META_DATA);
    at = struct(at, ColumnMetaDataCodec.SIZE_STATISTICS, ChunkFields.IN_META_DATA);
    at = struct(at, ColumnMetaDataCodec.GEOSPATIAL_STATISTICS, ChunkFields.IN_META_DATA);
    return leave(at, ChunkFields.IN_META_DATA);
  }

  /** The fields that are often the same in all row groups. */
  private int head(int start, int leaf) {
    int end = paths.skipHead(to, start, limit, leaf);
    if (end < 0) {
      end = readHead(start, leaf);
      if (end <= limit) {
        paths.keepHead(to, start, end, leaf);
      }
    }
    return end;
  }

  private int readHead(int start, int leaf) {
    int p = required(start, NEXT_I32, ColumnMetaDataCodec.TYPE);
    p = requiredList(p, NEXT_LIST, ColumnMetaDataCodec.ENCODINGS, CompactType.I32);
    p = path(p, leaf);
    p = required(p, NEXT_I32, ColumnMetaDataCodec.CODEC);
    return required(p, NEXT_I64, ColumnMetaDataCodec.NUM_VALUES);
  }

  /** Whether the short header of this field is next, with room for a number after it. */
  private boolean isNext(long at, int id, int type) {
    int p = (int) at;
    return p <= limit && (source[p] & 0xFF) == ((id - previous) << 4 | type);
  }

  /** Ends a struct, whose ids are counted from {@code before} on among all fields. */
  private int leave(long at, int before) {
    seen |= at >>> SEEN_SHIFT << before;
    int p = (int) at;
    return p <= limit && source[p] == CompactType.STOP ? p + 1 : FAULT;
  }

  private long took(long at, int id, int end) {
    previous = id;
    return (at >>> SEEN_SHIFT | 1L << id) << SEEN_SHIFT | end;
  }

  private long bool(long at, int id, int before) {
    boolean isTrue = isNext(at, id, CompactType.BOOLEAN_TRUE);
    if (!isTrue && !isNext(at, id, CompactType.BOOLEAN_FALSE)) {
      return at;
    }
    trueFlags |= (isTrue ? 1L : 0) << (before + id);
    return took(at, id, (int) at + 1);
  }

  private long i64(long at, int id, int before) {
    return isNext(at, id, CompactType.I64) ? took(at, id, number((int) at, before + id)) : at;
  }

  private long i32(long at, int id, int before) {
    return isNext(at, id, CompactType.I32) ? took(at, id, smallNumber((int) at, before + id)) : at;
  }

  /** The position after a number with this header, or {@link #FAULT}. */
  private int required(int p, int header, int field) {
    if (p > limit || source[p] != header) {
      return FAULT;
    }
    return header == NEXT_I32 ? smallNumber(p, field) : number(p, field);
  }

  private int smallNumber(int headerAt, int field) {
    int end = number(headerAt, field);
    return numbers[field] == (int) numbers[field] ? end : FAULT;
  }

  /**
   * By comparison: neighbouring chunks have numbers of like sizes, so the processor guesses the
   * branches and runs ahead, which it cannot where the length is computed.
   */
  private int number(int headerAt, int field) {
    long word = (long) ArrayNumbers.LONG.get(source, headerAt) >>> Byte.SIZE;
    long raw = word & 0x7F;
    int length = 1;
    if ((word & CONTINUES_1) != 0) {
      raw |= word >>> 1 & 0x3F80;
      length = 2;
      if ((word & CONTINUES_2) != 0) {
        raw |= word >>> 2 & 0x1FC000;
        length = 3;
        if ((word & CONTINUES_3) != 0) {
          raw |= word >>> 3 & 0xFE00000;
          length = 4;
          if ((word & CONTINUES_4) != 0) {
            raw |= word >>> 4 & 0x7F0000000L;
            length = 5;
            if ((word & CONTINUES_5) != 0) {
              return longNumber(word, headerAt, field);
            }
          }
        }
      }
    }
    numbers[field] = (raw >>> 1) ^ -(raw & 1);
    return headerAt + 1 + length;
  }

  private int longNumber(long word, int headerAt, int field) {
    int length = Long.numberOfTrailingZeros(~word & CONTINUES) / Byte.SIZE + 1;
    if (length > LONGEST_VARINT) {
      return FAULT;
    }
    long raw = Varint.gatherSevenBitGroups(word & (-1L >>> (Long.SIZE - Byte.SIZE * length)));
    numbers[field] = (raw >>> 1) ^ -(raw & 1);
    return headerAt + 1 + length;
  }

  /** Takes values of up to 16383 bytes. */
  private long binary(long at, int id, int before) {
    if (!isNext(at, id, CompactType.BINARY)) {
      return at;
    }
    int start = (int) at + 2;
    int length = source[start - 1];
    if (length < 0) {
      int high = source[start++];
      length = high < 0 ? Integer.MAX_VALUE : (length & 0x7F) | high << 7;
    }
    if (length > limit - start) {
      return at;
    }
    to.starts[before + id] = start;
    to.lengths[before + id] = length;
    return took(at, id, start + length);
  }

  private int path(int p, int leaf) {
    if (p > limit || source[p] != NEXT_LIST) {
      return FAULT;
    }
    int end = paths.skipKnown(p + 1, leaf);
    if (end >= 0) {
      to.pathIsTheSchemas = true;
      return end;
    }
    if ((source[p + 1] & ELEMENT_TYPE) != CompactType.BINARY) {
      return FAULT;
    }
    in.position(p + 1);
    to.pathIsTheSchemas = paths.read(in, leaf);
    return in.position();
  }

  private long struct(long at, int id, int before) {
    return isNext(at, id, CompactType.STRUCT)
        ? took(at, id, nestedValue((int) at + 1, before + id, CompactType.STRUCT, 0))
        : at;
  }

  private long structs(long at, int id, int before) {
    return isNext(at, id, CompactType.LIST)
        ? took(at, id, nestedValue((int) at + 1, before + id, CompactType.LIST, CompactType.STRUCT))
        : at;
  }

  private int requiredList(int p, int header, int field, int elementType) {
    return p <= limit && source[p] == header
        ? nestedValue(p + 1, field, CompactType.LIST, elementType)
        : FAULT;
  }

  /**
   * Takes a list or struct. Its bytes determine its end, so one that begins with all the bytes of
   * the previous chunk's is equal: it is compared and not parsed, and keeps the earlier range.
   *
   * @param elementType of a list
   */
  private int nestedValue(int start, int field, int type, int elementType) {
    int length = to.lengths[field];
    if (length > 0
        && length <= limit - start
        && ChunkFields.sameBytes(source, start, to.starts[field], length)) {
      return start + length;
    }
    if (type == CompactType.LIST
        && ((source[start] & ELEMENT_TYPE) != elementType || (source[start] & SIZE) == 0)) {
      // The element type of an empty list says nothing, so it is no precedent for others.
      return FAULT;
    }
    in.position(start);
    in.skipElement(type);
    to.starts[field] = start;
    to.lengths[field] = in.position() - start;
    return in.position();
  }
}
