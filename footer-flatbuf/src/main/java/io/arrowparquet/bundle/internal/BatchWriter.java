// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.bundle.internal.BlockLayout.Field;
import java.util.Arrays;
import java.util.List;

/**
 * Writes record batches as Arrow IPC messages; buffers are compressed with Zstandard where that
 * makes them smaller. Owns memory of the compressor until it is closed. For one thread.
 */
public final class BatchWriter implements AutoCloseable {
  /** Shorter buffers are not worth a frame's header. */
  private static final int LEAST_COMPRESSED = 48;

  private final FlatBufferBuilder builder = new FlatBufferBuilder(1024);
  private final CompressionEstimate estimate = new CompressionEstimate();
  private final BundleBytes out = new BundleBytes(1 << 16);
  private final BundleBytes body = new BundleBytes(1 << 16);
  private final BundleBytes buffer = new BundleBytes(1 << 14);
  private byte[] compressed = new byte[1 << 14];

  /** Null as long as nothing is compressed. */
  private ZstdEncoder zstd;

  private long[] places = new long[64];
  private int placeCount;

  void write(List<FieldValues> fields, List<Field> types, int rows) {
    body.clear();
    placeCount = 0;
    long[] nodes = new long[2 * types.size()];
    for (int i = 0; i < types.size(); i++) {
      writeBuffers(fields.get(i), types.get(i).type(), rows);
      nodes[2 * i] = rows;
      nodes[2 * i + 1] = fields.get(i).nullCount();
    }
    IpcFormat.writeBatch(out, builder, rows, nodes, places, placeCount, body);
  }

  byte[] takeMessages() {
    byte[] messages = out.toByteArray();
    out.clear();
    return messages;
  }

  private void writeBuffers(FieldValues field, BlockLayout.FieldType type, int rows) {
    buffer.clear();
    if (field.nullCount() > 0) {
      field.writeValidity(buffer, rows);
    }
    writeBuffer(buffer.size() >= LEAST_COMPRESSED);
    if (type.isVariable()) {
      field.writeOffsets(buffer, rows);
      writeBuffer(buffer.size() >= LEAST_COMPRESSED);
    }
    field.writeData(buffer, type, rows);
    writeBuffer(isWorthCompressing(type));
  }

  private boolean isWorthCompressing(BlockLayout.FieldType type) {
    int length = buffer.size();
    return length >= LEAST_COMPRESSED
        && (type.isVariable()
            || estimate.isWorthwhile(buffer.array(), length, type.width(), zstd().leastSaved()));
  }

  private void writeBuffer(boolean isCompressed) {
    int start = body.size();
    int length = buffer.size();
    if (length > 0) {
      int size = isCompressed ? compress(length) : length;
      if (Zstd.isWorthwhile(length, size)) {
        body.writeLong(length);
        body.write(compressed, 0, size);
      } else {
        body.writeLong(Zstd.NOT_COMPRESSED);
        body.write(buffer.array(), 0, length);
      }
    }
    if (placeCount == places.length) {
      places = Arrays.copyOf(places, 2 * placeCount);
    }
    places[placeCount++] = start;
    places[placeCount++] = (long) body.size() - start;
    body.allocate(IpcFormat.padded(body.size()) - body.size());
    buffer.clear();
  }

  private int compress(int length) {
    int most = zstd().maxLength(length);
    if (compressed.length < most) {
      compressed = new byte[most];
    }
    return zstd().compress(buffer.array(), length, compressed);
  }

  private ZstdEncoder zstd() {
    if (zstd == null) {
      zstd = ZstdEncoder.create();
    }
    return zstd;
  }

  @Override
  public void close() {
    if (zstd != null) {
      zstd.close();
    }
  }
}
