// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encode;

import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;

/**
 * The values of one column, chunk by chunk and page by page, to the values' sections of its pages.
 * Values come densely, without nulls, a run at a time, by the {@code add} of the class that {@link
 * #of} gives for the physical type:
 *
 * <table>
 *   <caption>Encoders</caption>
 *   <tr><td>INT32, INT64, FLOAT and DOUBLE as bits</td><td>{@link NumberChunkEncoder}</td></tr>
 *   <tr><td>BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY</td><td>{@link BytesChunkEncoder}</td></tr>
 *   <tr><td>BOOLEAN</td><td>{@link BooleanChunkEncoder}</td></tr>
 * </table>
 *
 * <p>What it holds grows with the largest page, and with the dictionary up to its limit. Pages are
 * cut by the caller, between rows. One thread at a time.
 */
public abstract class ChunkEncoder {
  /** So that a row of 1 GiB is no more than {@link ByteOutput} can hold. */
  private static final long MOST_PLAIN_BYTES = 512 << 20;

  private final ColumnBounds bounds;
  private ValueBounds pageBounds;

  /** Values of the page that ended last as PLAIN encodes them, and what they took. */
  private long lastPlainBytes;

  private int lastEncodedBytes;

  ChunkEncoder(ColumnBounds bounds) {
    this.bounds = bounds;
  }

  /**
   * How values are encoded, resolved for one column.
   *
   * @param encoding of pages without dictionary; one that {@link #encodes} is true of
   * @param dictionaryBytes at which a dictionary is full; 0 for none, and for booleans
   * @param boundsBytes kept of the bounds of byte arrays; 0 for no bounds, MAX_VALUE for all
   * @param nanCounts whether NaNs are counted where there are no bounds either
   * @param bloom null for no Bloom filter; booleans have none
   */
  public record Settings(
      ParquetEncoding encoding,
      int dictionaryBytes,
      int boundsBytes,
      boolean nanCounts,
      BloomFilterBuilder.Size bloom) {}

  /**
   * The values of a dictionary page.
   *
   * @param entries how many
   * @param values PLAIN; the encoder's, until it starts another chunk
   */
  public record DictionaryPage(int entries, ByteOutput values) {}

  /**
   * Bounds of a page or a column chunk, in the column's order.
   *
   * @param min in PLAIN, without a length; null if no value has an order, the column has none, or
   *     bounds are not wanted
   * @param max as {@code min}; also null where a bound is to be cut and none of its length is
   *     larger
   * @param minExact whether it is one of the values, and not only less
   * @param nanCount how many values are NaN; 0 where none can be or they are not counted
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  public record ValueBounds(
      byte[] min, byte[] max, boolean minExact, boolean maxExact, long nanCount) {}

  /** Bounds of the open page and of the pages of the chunk that have ended. */
  interface ColumnBounds {
    /** Starts a column chunk. */
    void start();

    /** Ends the page; its bounds. */
    ValueBounds endPage();

    ValueBounds ofChunk();
  }

  /**
   * For a column; not for INT96, which is not written.
   *
   * @param length of FIXED_LEN_BYTE_ARRAY
   */
  public static ChunkEncoder of(
      PhysicalType type, int length, ColumnDomain domain, Settings settings) {
    if (!encodes(type, settings.encoding())) {
      throw new IllegalArgumentException(settings.encoding() + " is no encoding of " + type);
    }
    return switch (type) {
      case BOOLEAN -> new BooleanChunkEncoder(domain, settings);
      case INT32, FLOAT -> new NumberChunkEncoder(Integer.BYTES, domain, settings);
      case INT64, DOUBLE -> new NumberChunkEncoder(Long.BYTES, domain, settings);
      case FIXED_LEN_BYTE_ARRAY -> BytesChunkEncoder.of(length, domain, settings);
      default -> BytesChunkEncoder.of(BytesChunkEncoder.ANY_LENGTH, domain, settings);
    };
  }

  /** Whether pages of the type can be encoded so, apart from dictionaries. */
  public static boolean encodes(PhysicalType type, ParquetEncoding encoding) {
    return switch (encoding) {
      case PLAIN -> type != PhysicalType.INT96;
      case RLE -> type == PhysicalType.BOOLEAN;
      case DELTA_BINARY_PACKED -> type == PhysicalType.INT32 || type == PhysicalType.INT64;
      case DELTA_LENGTH_BYTE_ARRAY -> type == PhysicalType.BYTE_ARRAY;
      case DELTA_BYTE_ARRAY ->
          type == PhysicalType.BYTE_ARRAY || type == PhysicalType.FIXED_LEN_BYTE_ARRAY;
      case BYTE_STREAM_SPLIT ->
          type != PhysicalType.BOOLEAN
              && type != PhysicalType.BYTE_ARRAY
              && type != PhysicalType.INT96;
      case ALP -> type == PhysicalType.FLOAT || type == PhysicalType.DOUBLE;
      default -> false;
    };
  }

  /** PLAIN in pages of version 1; in those of version 2 deltas and run lengths where there are. */
  public static ParquetEncoding usual(PhysicalType type, boolean dataPageV2) {
    if (!dataPageV2) {
      return ParquetEncoding.PLAIN;
    }
    return switch (type) {
      case BOOLEAN -> ParquetEncoding.RLE;
      case INT32, INT64 -> ParquetEncoding.DELTA_BINARY_PACKED;
      case BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> ParquetEncoding.DELTA_BYTE_ARRAY;
      default -> ParquetEncoding.PLAIN;
    };
  }

  /** Starts a column chunk. */
  public void start() {
    bounds.start();
    lastPlainBytes = 0;
  }

  /** About what the open page's values take encoded: those of the last page say how much it is. */
  public long pageBytes() {
    long plain = plainBytes();
    return lastPlainBytes == 0
        ? plain
        : (long) (plain * ((double) lastEncodedBytes / lastPlainBytes));
  }

  /** Whether the page is to end with the row, however few bytes its values are encoded. */
  public final boolean wantsPageEnd() {
    return isDictionaryFull() || plainBytes() >= MOST_PLAIN_BYTES;
  }

  boolean isDictionaryFull() {
    return false;
  }

  /** Appends the values of the open page, which may be none, encoded so; starts another page. */
  public ParquetEncoding endPage(ByteOutput out) {
    pageBounds = bounds.endPage();
    long plain = plainBytes();
    int start = out.length();
    ParquetEncoding encoding = encodePage(out);
    if (plain > 0 && !encoding.isDictionary()) {
      lastPlainBytes = plain;
      lastEncodedBytes = out.length() - start;
    }
    return encoding;
  }

  /** Appends the open page, and clears it. */
  abstract ParquetEncoding encodePage(ByteOutput out);

  /** What the open page's values take as PLAIN. */
  abstract long plainBytes();

  /** Of the page that ended last. */
  public final ValueBounds pageBounds() {
    return pageBounds;
  }

  /** Of all pages that ended since {@link #start}. */
  public final ValueBounds chunkBounds() {
    return bounds.ofChunk();
  }

  /** What the dictionary page takes that the pages that ended need; 0 for none. */
  public long dictionaryPageBytes() {
    return 0;
  }

  /** Null if no page needs one; known after the last page. */
  public DictionaryPage dictionary() {
    return null;
  }

  /** The bitset of the Bloom filter, to be asked for once, after the last page; null for none. */
  public byte[] bloomFilter() {
    return null;
  }
}
