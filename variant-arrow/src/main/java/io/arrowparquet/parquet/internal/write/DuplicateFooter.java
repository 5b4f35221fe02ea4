// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.thrift.SecondEncodingCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.storage.internal.ChannelPieces;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Completes the footer of a file with second encodings, which parquet-java has just written: puts
 * column chunks, whose pages were written in another order, into that of the schema, and says in
 * their metadata where the second encodings are. All else stays as it is.
 */
final class DuplicateFooter {
  private static final int TRAILER_BYTES = 8;

  private final List<List<String>> paths;
  private final byte[] thrift;
  private final CompactReader in;
  private final CompactWriter out;

  private int copied;

  private DuplicateFooter(List<List<String>> paths, byte[] thrift) {
    this.paths = paths;
    this.thrift = thrift;
    this.in = new CompactReader(thrift);
    this.out = new CompactWriter(thrift.length + thrift.length / 4);
  }

  @FunctionalInterface
  interface Rewriting {
    byte[] of(byte[] thrift) throws IOException;
  }

  /** Rewrites the footer at the end of a file. */
  static void rewrite(FileChannel file, Rewriting rewriting) throws IOException {
    ByteBuffer trailer = ByteBuffer.allocate(TRAILER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    ChannelPieces.readFully(file, trailer, file.size() - TRAILER_BYTES);
    ByteBuffer footer = ByteBuffer.allocate(trailer.getInt(0));
    long start = file.size() - TRAILER_BYTES - footer.capacity();
    ChannelPieces.readFully(file, footer, start);
    byte[] rewritten = rewriting.of(footer.array());
    trailer.putInt(0, rewritten.length).rewind();
    file.truncate(start).position(start);
    ChannelPieces.write(file, ByteBuffer.wrap(rewritten));
    ChannelPieces.write(file, trailer);
  }

  /**
   * The footer with the second encodings.
   *
   * @param paths of the columns, in the order of the schema
   * @param duplicates for each row group the second encodings by column
   */
  static byte[] of(
      List<List<String>> paths, byte[] thrift, List<Map<Integer, ColumnChunk>> duplicates) {
    return new DuplicateFooter(paths, thrift).rewrite(duplicates);
  }

  private byte[] rewrite(List<Map<Integer, ColumnChunk>> duplicates) {
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() != FileMetaDataCodec.ROW_GROUPS) {
        in.skip();
        continue;
      }
      int count = in.listBegin();
      for (int rowGroup = 0; rowGroup < count; rowGroup++) {
        rewriteRowGroup(duplicates.get(rowGroup));
      }
    }
    copyTo(thrift.length);
    return out.toByteArray();
  }

  private void rewriteRowGroup(Map<Integer, ColumnChunk> duplicates) {
    in.enterStruct();
    while (in.nextField()) {
      if (in.fieldId() == RowGroupCodec.COLUMNS) {
        rewriteChunks(duplicates);
      } else {
        in.skip();
      }
    }
    in.leaveStruct();
  }

  private void rewriteChunks(Map<Integer, ColumnChunk> duplicates) {
    int count = in.listBegin();
    copyTo(in.position());
    byte[][] chunks = new byte[count][];
    for (int i = 0; i < count; i++) {
      int start = in.position();
      ColumnChunk chunk = ColumnChunkCodec.STRUCT.read(in);
      int column = paths.indexOf(chunk.metaData().pathInSchema());
      byte[] bytes = Arrays.copyOfRange(thrift, start, in.position());
      ColumnChunk duplicate = duplicates.get(column);
      chunks[column] =
          duplicate == null
              ? bytes
              : ColumnChunkCodec.extended(bytes, SecondEncodingCodec.write(duplicate));
    }
    for (byte[] chunk : chunks) {
      out.writeRaw(chunk, 0, chunk.length);
    }
    copied = in.position();
  }

  private void copyTo(int end) {
    out.writeRaw(thrift, copied, end - copied);
    copied = end;
  }
}
