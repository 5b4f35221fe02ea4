// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.OffsetIndex;
import io.arrowparquet.footer.internal.thrift.OffsetIndex.PageLocation;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnMetaData.PageEncodingStats;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.internal.encoding.AlpEncoder;
import io.arrowparquet.parquet.internal.encoding.ByteOutput;
import io.arrowparquet.storage.internal.ArrayNumbers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.CRC32;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.ColumnWriter;
import org.apache.parquet.column.page.PageWriter;
import org.apache.parquet.io.PositionOutputStream;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;

/**
 * The pages of one column chunk once more, in ALP.
 *
 * <p>Values come from {@linkplain #keepingValues the writer of the column}; that of {@linkplain
 * #endingPages its pages} says where a page ends and what its levels are. Both hand on what they
 * get. The values of a row group stay in memory until {@link #writeTo}.
 *
 * <p>New pages are of version 2 and not compressed, one for each old page, with the same rows.
 */
final class DuplicatedColumn {
  private static final int FIRST_PAGE_BYTES = 1 << 12;

  private final boolean wide;
  private final int maxRepetition;
  private final int maxDefinition;

  /** Values of the page that is not cut yet, little-endian. */
  private byte[] values = new byte[FIRST_PAGE_BYTES];

  private int valueBytes;
  private int nulls;
  private final List<Page> pages = new ArrayList<>();

  /**
   * What an old page and the new one have in common.
   *
   * @param values little-endian, nulls left out
   * @param count values, nulls included
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Page(
      byte[] repetition, byte[] definition, byte[] values, int count, int nulls, int rows) {}

  DuplicatedColumn(ColumnDescriptor column) {
    wide = column.getPrimitiveType().getPrimitiveTypeName() == PrimitiveTypeName.DOUBLE;
    maxRepetition = column.getMaxRepetitionLevel();
    maxDefinition = column.getMaxDefinitionLevel();
  }

  ColumnWriter keepingValues(ColumnWriter to) {
    return new ValueKeeper(to);
  }

  private final class ValueKeeper implements ColumnWriter {
    private final ColumnWriter to;

    ValueKeeper(ColumnWriter to) {
      this.to = to;
    }

    @Override
    public void write(float value, int repetition, int definition) {
      to.write(value, repetition, definition);
      add(value);
    }

    @Override
    public void write(double value, int repetition, int definition) {
      to.write(value, repetition, definition);
      add(value);
    }

    @Override
    public void writeNull(int repetition, int definition) {
      to.writeNull(repetition, definition);
      nulls++;
    }

    @Override
    public void write(int value, int repetition, int definition) {
      throw otherType();
    }

    @Override
    public void write(long value, int repetition, int definition) {
      throw otherType();
    }

    @Override
    public void write(boolean value, int repetition, int definition) {
      throw otherType();
    }

    @Override
    public void write(Binary value, int repetition, int definition) {
      throw otherType();
    }

    private static IllegalStateException otherType() {
      return new IllegalStateException("a value of another type than FLOAT and DOUBLE");
    }

    @Override
    public void close() {
      to.close();
    }

    @Override
    public long getBufferedSizeInMemory() {
      return to.getBufferedSizeInMemory();
    }
  }

  /** A proxy: which methods a page comes by, and which there are, depends on the release. */
  PageWriter endingPages(PageWriter to) {
    InvocationHandler handler =
        (proxy, method, arguments) -> {
          switch (method.getName()) {
            case "writePage" -> {
              if (!(arguments[2] instanceof Integer rows)) {
                throw new UnsupportedOperationException("a page that does not say its rows");
              }
              endPage((BytesInput) arguments[0], (int) arguments[1], rows);
            }
            case "writePageV2" ->
                endPage(
                    copy((BytesInput) arguments[3]),
                    copy((BytesInput) arguments[4]),
                    (int) arguments[2],
                    (int) arguments[0]);
            default -> {}
          }
          try {
            return method.invoke(to, arguments);
          } catch (InvocationTargetException e) {
            throw e.getCause();
          }
        };
    Class<?>[] types = {PageWriter.class};
    return (PageWriter) Proxy.newProxyInstance(PageWriter.class.getClassLoader(), types, handler);
  }

  private void add(double value) {
    ensure(Double.BYTES);
    ArrayNumbers.LONG.set(values, valueBytes, Double.doubleToRawLongBits(value));
    valueBytes += Double.BYTES;
  }

  private void add(float value) {
    ensure(Float.BYTES);
    ArrayNumbers.INT.set(values, valueBytes, Float.floatToRawIntBits(value));
    valueBytes += Float.BYTES;
  }

  private void ensure(int more) {
    if (valueBytes + more > values.length) {
      values = Arrays.copyOf(values, 2 * values.length);
    }
  }

  private int width() {
    return wide ? Double.BYTES : Float.BYTES;
  }

  /** Ends a page of version 1, which begins with its levels; each section with its length. */
  private void endPage(BytesInput bytes, int count, int rows) throws IOException {
    byte[] repetition = {};
    byte[] definition = {};
    if (maxRepetition > 0 || maxDefinition > 0) {
      byte[] page = copy(bytes);
      int at = 0;
      if (maxRepetition > 0) {
        repetition = section(page, at);
        at += Integer.BYTES + repetition.length;
      }
      if (maxDefinition > 0) {
        definition = section(page, at);
      }
    }
    endPage(repetition, definition, count, rows);
  }

  private static byte[] section(byte[] page, int at) {
    int start = at + Integer.BYTES;
    return Arrays.copyOfRange(page, start, start + (int) ArrayNumbers.INT.get(page, at));
  }

  private static byte[] copy(BytesInput bytes) throws IOException {
    ByteArrayOutputStream copy = new ByteArrayOutputStream(Math.toIntExact(bytes.size()));
    bytes.writeAllTo(copy);
    return copy.toByteArray();
  }

  private void endPage(byte[] repetition, byte[] definition, int count, int rows) {
    if (valueBytes / width() + nulls != count) {
      throw new IllegalStateException(
          "a page of " + count + " values, of which " + valueBytes / width() + " are known");
    }
    byte[] ofPage = Arrays.copyOf(values, valueBytes);
    pages.add(new Page(repetition, definition, ofPage, count, nulls, rows));
    valueBytes = 0;
    nulls = 0;
  }

  /**
   * Writes the pages and their offset index.
   *
   * @return where they are
   */
  ColumnChunk writeTo(PositionOutputStream out, boolean checksums) throws IOException {
    long start = out.getPos();
    AlpEncoder encoder = new AlpEncoder(wide);
    ByteOutput section = new ByteOutput();
    List<PageLocation> locations = new ArrayList<>();
    long count = 0;
    long row = 0;
    for (Page page : pages) {
      long offset = out.getPos();
      section.clear();
      encoder.encodePage(page.values(), page.values().length, section);
      write(page, Arrays.copyOf(section.array(), section.length()), out, checksums);
      locations.add(new PageLocation(offset, Math.toIntExact(out.getPos() - offset), row));
      count += page.count();
      row += page.rows();
    }
    long end = out.getPos();
    CompactWriter index = new CompactWriter(16 * locations.size() + 16);
    OffsetIndex.CODEC.write(index, new OffsetIndex(locations, null));
    byte[] indexBytes = index.toByteArray();
    out.write(indexBytes);
    return new ColumnChunk(
        null,
        0,
        metaData(start, end - start, count),
        end,
        indexBytes.length,
        null,
        null,
        null,
        null);
  }

  private static void write(Page page, byte[] section, PositionOutputStream out, boolean checksums)
      throws IOException {
    byte[][] parts = {page.repetition(), page.definition(), section};
    CRC32 crc = new CRC32();
    int length = 0;
    for (byte[] part : parts) {
      crc.update(part);
      length += part.length;
    }
    DataPageHeaderV2 data =
        new DataPageHeaderV2(
            page.count(),
            page.nulls(),
            page.rows(),
            ParquetEncoding.ALP.number(),
            page.definition().length,
            page.repetition().length,
            false,
            null);
    PageHeader header =
        new PageHeader(
            PageType.DATA_PAGE_V2.number(),
            length,
            length,
            checksums ? (int) crc.getValue() : null,
            null,
            null,
            null,
            data);
    CompactWriter thrift = new CompactWriter(64);
    PageHeader.CODEC.write(thrift, header);
    out.write(thrift.toByteArray());
    for (byte[] part : parts) {
      out.write(part);
    }
  }

  private ColumnMetaData metaData(long offset, long length, long count) {
    boolean levels = maxRepetition > 0 || maxDefinition > 0;
    int alp = ParquetEncoding.ALP.number();
    return new ColumnMetaData(
        (wide ? PhysicalType.DOUBLE : PhysicalType.FLOAT).number(),
        levels ? List.of(alp, ParquetEncoding.RLE.number()) : List.of(alp),
        null,
        ParquetCodec.UNCOMPRESSED.number(),
        count,
        length,
        length,
        null,
        offset,
        null,
        null,
        null,
        List.of(new PageEncodingStats(PageType.DATA_PAGE_V2.number(), alp, pages.size())),
        null,
        null,
        null,
        null);
  }
}
