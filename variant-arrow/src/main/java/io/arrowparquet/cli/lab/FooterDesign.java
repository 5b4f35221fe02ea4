// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.thrift.SchemaPaths;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.IndexedThrift;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import java.util.List;

/** A design of a footer: how one is written, and how some columns of one are read. */
interface FooterDesign {
  /** Those that this library writes; another one is a row here. */
  List<FooterDesign> ALL =
      List.of(
          new OfLayout(FooterLayout.THRIFT, "FileMetaData of parquet.thrift, as every file has it"),
          new OfLayout(
              FooterLayout.SPEC,
              "parquet-format 544 at c938fc7 with this project's fields: name index, tiles of"
                  + " columns, checksums of blocks; Thrift stays beside it"),
          new OfLayout(
              FooterLayout.ARROW_CPP,
              "parquet-format 544 at a77d277, as Arrow C++ writes it (apache/arrow 48431), in one"
                  + " LZ4 block; Thrift stays beside it"),
          new OfLayout(FooterLayout.PAR3, "the FlatBuffer of spec alone, with the magic PAR3"),
          new OfLayout(
              FooterLayout.PARX,
              "parquet-format 588 at d2f5162: Thrift without path_in_schema, with the magic PARX,"
                  + " feature flags and a CRC-32"),
          new OfLayout(
              FooterLayout.INDEX,
              "this project's index of where the parts of the Thrift footer are, in its extension"));

  /** The name in tables and options. */
  String label();

  /** What a file with such a footer begins with. */
  int magic();

  /** The struct that is written where Thrift is; {@link #ending} makes it of the same bytes. */
  byte[] struct(byte[] thrift);

  /** Which revision it is, and what of it is here. */
  String note();

  /**
   * The end of a file, from the first byte of its footer on.
   *
   * @param thrift the footer's records as Thrift: as objects, those of a million chunks would take
   *     a gigabyte
   * @throws IllegalArgumentException if the design cannot say them
   */
  ByteBuffer ending(byte[] thrift, long offset);

  /**
   * Reads a footer, takes places, sizes and counts of chunks from it and finds their statistics.
   *
   * @param reader with the guess of how much of the end is read first
   * @param columns by dotted path; null for all
   * @param rowGroup null for all
   * @return a sum of what was read, which is the same in every design
   */
  long read(FooterReader reader, ByteSource file, List<String> columns, Integer rowGroup)
      throws IOException;

  /**
   * Reads a footer as {@link #read} does, and notes which bytes its decoder looks at. Neither
   * blocks around them nor checksums are in it; a table of a FlatBuffer is, whole. Thrift that has
   * no index is all looked at, to find where the next struct begins, and so is what is packed.
   *
   * @param file a whole one
   */
  Touched touched(ByteBuffer file, List<String> columns, Integer rowGroup) throws IOException;

  /**
   * What was looked at.
   *
   * @param start a place in the file
   * @param bytes by their places, counted from the start
   * @param sum as {@link #read} gives it
   */
  record Touched(int start, BitSet bytes, long sum) {}

  /** A layout of this library, read by its reader. */
  record OfLayout(FooterLayout layout, String note) implements FooterDesign {
    @Override
    public String label() {
      return layout.label();
    }

    @Override
    public ByteBuffer ending(byte[] thrift, long offset) {
      return new FooterEnding(layout, true, true).of(label(), struct(thrift), offset);
    }

    @Override
    public int magic() {
      return FooterEnding.magic(layout);
    }

    @Override
    public byte[] struct(byte[] thrift) {
      return layout == FooterLayout.PARX ? SchemaPaths.omit(thrift) : thrift;
    }

    @Override
    public long read(FooterReader reader, ByteSource file, List<String> columns, Integer rowGroup)
        throws IOException {
      // Who names a column gets it of all row groups, which the index has at as many places.
      boolean isAlone = rowGroup != null && layout == FooterLayout.INDEX && file.hints().isLocal();
      FooterReader suited = reader;
      if (columns == null) {
        // Who wants all of a footer fetches it at once.
        suited = reader.withCrcCheck(CrcCheck.WHOLE);
      } else if (!isAlone) {
        suited = reader.withColumns(columns);
      }
      return sum(suited.read(file).footer(), columns, rowGroup);
    }

    private static long sum(FlatFooter footer, List<String> columns, Integer rowGroup) {
      int first = rowGroup == null ? 0 : rowGroup;
      int end = rowGroup == null ? footer.rowGroupCount() : rowGroup + 1;
      int count = columns == null ? footer.columnCount() : columns.size();
      ColumnChunkView chunk = new ColumnChunkView();
      StatisticsView statistics = new StatisticsView();
      long sum = 0;
      for (int i = 0; i < count; i++) {
        int column = columns == null ? i : footer.findColumn(columns.get(i));
        for (int group = first; group < end; group++) {
          footer.chunk(group, column, chunk).statistics(statistics);
          sum += chunk.dataPageOffset() + chunk.totalCompressedSize() + chunk.numValues();
        }
      }
      return sum;
    }

    @Override
    public Touched touched(ByteBuffer file, List<String> columns, Integer rowGroup)
        throws IOException {
      LocatedFooter tail = LocatedFooter.parse(file, file.limit());
      FooterFrame frame = tail.frame();
      BitSet bytes = new BitSet();
      if (frame == null || !frame.isPlain()) {
        int start = (int) (frame == null ? tail.footerOffset() : tail.dataOffset());
        bytes.set(0, file.limit() - start);
        ByteSource memory = new BufferByteSource(label(), file);
        return new Touched(start, bytes, read(FooterReader.defaults(), memory, columns, rowGroup));
      }
      boolean isIndex = layout == FooterLayout.INDEX;
      int start = (int) (isIndex ? tail.thriftOffset() : tail.dataOffset());
      int size = file.limit() - frame.trailerLength() - start;
      FooterBytes noting = FooterBytes.noting(file.slice(start, size), bytes);
      FlatFooter footer =
          isIndex
              ? IndexedThrift.open(noting, label(), frame.dataLength())
              : FlatFooter.of(noting, null);
      if (columns != null && rowGroup == null) {
        footer.fetch(columns);
      }
      long sum = sum(footer, columns, rowGroup);
      bytes.set(size, file.limit() - start);
      return new Touched(start, bytes, sum);
    }
  }
}
