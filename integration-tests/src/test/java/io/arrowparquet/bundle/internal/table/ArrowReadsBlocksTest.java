// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.internal.BlockLayout;
import io.arrowparquet.bundle.internal.table.BundlePlace.BlockPlace;
import io.arrowparquet.bundle.internal.table.SegmentReader.SegmentSchema;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow's own reader reads the blocks of a bundle, constants included. */
class ArrowReadsBlocksTest {
  private static final int FILES = 600;
  private static final byte[] END_OF_STREAM = {-1, -1, -1, -1, 0, 0, 0, 0};

  @TempDir Path folder;

  /** Zstandard by another library than the one that has compressed. */
  private static final class ZstdFactory implements CompressionCodec.Factory {
    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type) {
      assertThat(type).isEqualTo(CompressionUtil.CodecType.ZSTD);
      return new AbstractCompressionCodec() {
        @Override
        protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf buffer) {
          throw new UnsupportedOperationException();
        }

        @Override
        protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf buffer) {
          long length = buffer.getLong(0);
          byte[] frame = new byte[(int) buffer.writerIndex() - Long.BYTES];
          buffer.getBytes(Long.BYTES, frame);
          byte[] bytes = Zstd.decompress(frame, (int) length);
          ArrowBuf result = allocator.buffer(bytes.length);
          result.setBytes(0, bytes);
          return result.writerIndex(bytes.length);
        }

        @Override
        public CompressionUtil.CodecType getCodecType() {
          return CompressionUtil.CodecType.ZSTD;
        }
      };
    }

    @Override
    public CompressionCodec createCodec(CompressionUtil.CodecType type, int level) {
      return createCodec(type);
    }
  }

  @Test
  void arrow_reads_facts_and_places_of_a_column() throws IOException {
    Path bundle = bundle();
    try (PathByteSource source = PathByteSource.open(bundle);
        FooterBundle expected = FooterBundle.open(bundle)) {
      SegmentReader segment = SegmentReader.open(source, 1 << 30);
      SegmentSchema schema = segment.schema(0);
      Map<Integer, BlockPlace[]> blocks = new TreeMap<>(Map.of(0, new BlockPlace[2]));
      new ChunkFetch.IndexReader(segment, schema.tables()).read(blocks);
      Map<String, List<Object>> facts = read(segment, blocks.get(0)[0], FILES);
      Map<String, List<Object>> places = read(segment, blocks.get(0)[1], FILES);

      int row = 0;
      for (BundleEntry entry : expected.files()) {
        FlatFooter footer = expected.footer(entry);
        ColumnChunkView chunk = footer.chunk(0, 0);
        assertThat(facts.get("num_values").get(row)).isEqualTo(chunk.numValues());
        assertThat(facts.get("null_count").get(row)).isEqualTo(chunk.statistics().nullCount());
        assertThat(facts.get("min_value").get(row)).isEqualTo(chunk.statistics().minLong());
        assertThat(facts.get("max_value").get(row)).isEqualTo(chunk.statistics().maxLong());
        assertThat(places.get("data_page_offset").get(row)).isEqualTo(chunk.dataPageOffset());
        assertThat(places.get("total_compressed_size").get(row))
            .isEqualTo(chunk.totalCompressedSize());
        row++;
      }
      assertThat(row).isEqualTo(FILES);
    }
  }

  private Path bundle() throws IOException {
    Path lake = Files.createDirectory(folder.resolve("lake"));
    Path first = EventFile.write(lake.resolve("f1000.parquet"));
    List<BundleInput> inputs = new ArrayList<>(List.of(BundleInput.of(lake, first)));
    for (int i = 1; i < FILES; i++) {
      Path copy = Files.copy(first, lake.resolve("f" + (1000 + i) + ".parquet"));
      inputs.add(BundleInput.of(lake, copy));
    }
    Path bundle = folder.resolve("lake.bundle");
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, false);
    return bundle;
  }

  /** The values of a block's fields by name, each as often as there are rows. */
  private static Map<String, List<Object>> read(SegmentReader segment, BlockPlace block, int rows)
      throws IOException {
    BlockLayout layout = segment.layouts().get(block.layout());
    byte[] schemas = BlockLayout.write(List.of(layout));
    ByteBuffer messages = ByteBuffer.wrap(schemas);
    messages.get();
    byte[] constants = message(messages);
    byte[] varying = message(messages);
    var slice = segment.bytes().read(block.place());
    ByteArrayInputStream bytes =
        new ByteArrayInputStream(slice.array(), slice.start(), slice.length());
    Map<String, List<Object>> values = new TreeMap<>();
    byte[] batch = bytes.readAllBytes();
    int second = secondMessage(batch);
    readInto(values, constants, batch, 0, second, rows);
    readInto(values, varying, batch, second, batch.length, rows);
    return values;
  }

  private static byte[] message(ByteBuffer in) {
    int length = 0;
    int shift = 0;
    byte next;
    do {
      next = in.get();
      length |= (next & 0x7F) << shift;
      shift += 7;
    } while (next < 0);
    byte[] message = new byte[length];
    in.get(message);
    return message;
  }

  /** Where the second message begins, by Arrow's own reading of the first one's body length. */
  private static int secondMessage(byte[] batch) {
    ByteBuffer in = ByteBuffer.wrap(batch).order(java.nio.ByteOrder.LITTLE_ENDIAN);
    int metadata = in.getInt(4);
    var message = org.apache.arrow.flatbuf.Message.getRootAsMessage(in.slice(8, metadata));
    return 8 + metadata + (int) message.bodyLength();
  }

  private static void readInto(
      Map<String, List<Object>> values, byte[] schema, byte[] batch, int from, int to, int rows)
      throws IOException {
    ByteArrayOutputStream stream = new ByteArrayOutputStream();
    stream.write(schema);
    stream.write(batch, from, to - from);
    stream.write(END_OF_STREAM);
    try (RootAllocator allocator = new RootAllocator();
        ArrowStreamReader reader =
            new ArrowStreamReader(
                new ByteArrayInputStream(stream.toByteArray()), allocator, new ZstdFactory())) {
      assertThat(reader.loadNextBatch()).isTrue();
      boolean isConstant = reader.getVectorSchemaRoot().getRowCount() == 1;
      for (FieldVector vector : reader.getVectorSchemaRoot().getFieldVectors()) {
        List<Object> column = values.computeIfAbsent(vector.getName(), name -> new ArrayList<>());
        for (int row = 0; row < rows; row++) {
          int at = isConstant ? 0 : row;
          column.add(
              vector instanceof BaseIntVector numbers
                  ? (Object) numbers.getValueAsLong(at)
                  : vector.getObject(at));
        }
      }
    }
  }
}
