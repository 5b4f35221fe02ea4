// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.bundle.internal.BundleBytes;
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

  /** Offset and length of each buffer. */
  private long[] places = new long[64];

  private int placeCount;

  /**
   * Writes a message.
   *
   * @param types how each of the fields is written
   */
  void write(List<? extends FieldValues> fields, List<FieldType> types, int rows) {
    body.clear();
    placeCount = 0;
    for (int i = 0; i < types.size(); i++) {
      writeBuffers(fields.get(i), types.get(i), rows);
    }
    builder.clear();
    int buffers = pairs(placeCount, places);
    long[] nodes = new long[2 * types.size()];
    for (int i = 0; i < types.size(); i++) {
      nodes[2 * i] = rows;
      nodes[2 * i + 1] = fields.get(i).nullCount();
    }
    int nodeVector = pairs(nodes.length, nodes);
    builder.startTable(ArrowSlots.COMPRESSION_CODEC + 1);
    builder.addByte(ArrowSlots.COMPRESSION_CODEC, ArrowSlots.CODEC_ZSTD, 0);
    int compression = builder.endTable();
    builder.startTable(ArrowSlots.BATCH_COMPRESSION + 1);
    builder.addLong(ArrowSlots.BATCH_LENGTH, rows, 0);
    builder.addOffset(ArrowSlots.BATCH_NODES, nodeVector, 0);
    builder.addOffset(ArrowSlots.BATCH_BUFFERS, buffers, 0);
    builder.addOffset(ArrowSlots.BATCH_COMPRESSION, compression, 0);
    int batch = builder.endTable();
    SchemaMessage.writeMessage(out, builder, ArrowSlots.HEADER_RECORD_BATCH, batch, body.size());
    out.write(body.array(), 0, body.size());
  }

  /** The messages since the last call. */
  byte[] takeMessages() {
    byte[] messages = out.toByteArray();
    out.clear();
    return messages;
  }

  private int pairs(int count, long[] numbers) {
    builder.startVector(ArrowSlots.PAIR_BYTES, count / 2, Long.BYTES);
    for (int i = count - 1; i >= 0; i--) {
      builder.putLong(numbers[i]);
    }
    return builder.endVector();
  }

  private void writeBuffers(FieldValues field, FieldType type, int rows) {
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

  /** Whether the values in {@link #buffer} should be compressed. */
  private boolean isWorthCompressing(FieldType type) {
    int length = buffer.size();
    return length >= LEAST_COMPRESSED
        && (type.isVariable()
            || estimate.isWorthwhile(buffer.array(), length, type.width(), zstd().leastSaved()));
  }

  /** Adds what is in {@link #buffer} to the body, and forgets it. */
  private void writeBuffer(boolean isCompressed) {
    int start = body.size();
    int length = buffer.size();
    if (length > 0) {
      int size = isCompressed ? compress(length) : length;
      if (Zstd.isWorthwhile(length, size)) {
        body.writeLong(length);
        body.write(compressed, 0, size);
      } else {
        body.writeLong(ArrowSlots.NOT_COMPRESSED);
        body.write(buffer.array(), 0, length);
      }
    }
    if (placeCount == places.length) {
      places = Arrays.copyOf(places, 2 * placeCount);
    }
    places[placeCount++] = start;
    places[placeCount++] = (long) body.size() - start;
    body.allocate(ArrowSlots.padded(body.size()) - body.size());
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
