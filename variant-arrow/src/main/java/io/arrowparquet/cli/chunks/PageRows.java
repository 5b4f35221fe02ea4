// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.chunks;

import io.arrowparquet.cli.rows.RowOutput;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.internal.thrift.PageHeader;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.internal.fetch.ChunkInput;
import io.arrowparquet.parquet.internal.page.PageHeaders;
import io.arrowparquet.parquet.internal.page.PageReaders.PageLimits;
import io.arrowparquet.parquet.options.CorruptPageException;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;

/** Headers of pages as rows, a batch at a time; the bytes of the pages are passed over. */
final class PageRows implements AutoCloseable {
  private static final int BATCH_ROWS = 4096;

  private final ByteSource source;
  private final ParquetFooter read;
  private final PageHeaders headers;
  private final VectorSchemaRoot root;
  private final VarCharVector columns;
  private final IntVector rowGroups;
  private final VarCharVector types;
  private final VarCharVector encodings;
  private final IntVector values;
  private final BigIntVector offsets;
  private final IntVector headerBytes;
  private final IntVector compressed;
  private final IntVector uncompressed;
  private int row;

  PageRows(ByteSource source, ParquetFooter read, BufferAllocator allocator) {
    this.source = source;
    this.read = read;
    this.headers =
        new PageHeaders(PageLimits.of(ParquetReadOptions.defaults(), read.footer().createdBy()));
    columns = new VarCharVector("column", allocator);
    rowGroups = new IntVector("row_group", allocator);
    types = new VarCharVector("type", allocator);
    encodings = new VarCharVector("encoding", allocator);
    values = new IntVector("values", allocator);
    offsets = new BigIntVector("offset", allocator);
    headerBytes = new IntVector("header_size", allocator);
    compressed = new IntVector("compressed_size", allocator);
    uncompressed = new IntVector("uncompressed_size", allocator);
    List<FieldVector> all =
        List.of(
            columns,
            rowGroups,
            types,
            encodings,
            values,
            offsets,
            headerBytes,
            compressed,
            uncompressed);
    root = new VectorSchemaRoot(all);
  }

  Schema schema() {
    return root.getSchema();
  }

  void write(ColumnChunkView chunk, RowOutput.Rows rows) throws Exception {
    byte[] column = read.footer().columnPath(chunk.column()).getBytes(StandardCharsets.UTF_8);
    long position = chunk.startOffset();
    long end = Math.min(position + chunk.totalCompressedSize(), source.length());
    try (Window window = new Window(source, end)) {
      while (position < end) {
        PageHeader header = headers.read(window, position, end - position, null);
        int length = headers.checkedLength(header, end - position - headers.length());
        columns.setSafe(row, column);
        rowGroups.setSafe(row, chunk.rowGroup());
        offsets.setSafe(row, position);
        headerBytes.setSafe(row, headers.length());
        set(header);
        position += headers.length() + length;
        if (++row == BATCH_ROWS) {
          flush(rows);
        }
      }
    } catch (CorruptPageException e) {
      throw e.in(read.source());
    } catch (CorruptFooterException e) {
      throw e.in(read.source());
    }
  }

  private void set(PageHeader header) {
    String type = header.type() == null ? "type " + header.typeNumber() : header.type().name();
    types.setSafe(row, type.getBytes(StandardCharsets.US_ASCII));
    compressed.setSafe(row, header.compressedPageSize());
    uncompressed.setSafe(row, header.uncompressedPageSize());
    if (header.dataPageHeader() != null) {
      set(header.dataPageHeader().encodingNumber(), header.dataPageHeader().numValues());
    } else if (header.dataPageHeaderV2() != null) {
      set(header.dataPageHeaderV2().encodingNumber(), header.dataPageHeaderV2().numValues());
    } else if (header.dictionaryPageHeader() != null) {
      set(
          header.dictionaryPageHeader().encodingNumber(),
          header.dictionaryPageHeader().numValues());
    }
  }

  private void set(int encoding, int count) {
    ParquetEncoding known = ParquetEncoding.forNumber(encoding);
    String name = known == null ? "encoding " + encoding : known.name();
    encodings.setSafe(row, name.getBytes(StandardCharsets.US_ASCII));
    values.setSafe(row, count);
  }

  void flush(RowOutput.Rows rows) throws Exception {
    root.setRowCount(row);
    rows.write(root, row);
    root.clear();
    row = 0;
  }

  @Override
  public void close() {
    root.close();
  }

  /** Copies what is asked for, of pieces that have the headers of small pages together. */
  private static final class Window implements ChunkInput {
    private static final int BYTES = 1 << 13;

    private final ByteSource source;
    private final long end;
    private byte[] bytes = new byte[0];
    private long start;

    Window(ByteSource source, long end) {
      this.source = source;
      this.end = end;
    }

    @Override
    public void copy(long offset, byte[] target, int at, int length) throws IOException {
      if (offset < start || offset + length > start + bytes.length) {
        start = offset;
        bytes = new byte[(int) Math.min(Math.max(BYTES, length), end - offset)];
        source.readFully(offset, ByteBuffer.wrap(bytes));
      }
      System.arraycopy(bytes, (int) (offset - start), target, at, length);
    }

    @Override
    public long address(long offset, int length) {
      throw new UnsupportedOperationException("pages are passed over");
    }

    @Override
    public boolean hasRoom(long offset, long length) {
      return false;
    }

    @Override
    public boolean isWhole() {
      return false;
    }

    @Override
    public void close() {}
  }
}
