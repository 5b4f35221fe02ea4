// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import io.arrowparquet.variant.encoding.VariantCursor;
import io.arrowparquet.variant.encoding.VariantMetadata;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/** Variant, unshredded: any value as it stands, Variant null included, with its dictionary. */
final class VariantSink extends Sink {
  private final BytesSink metadata;
  private final BytesSink values;
  private final int metadataChild;

  VariantSink(Target target, BytesSink metadata, BytesSink values, int metadataChild) {
    super(target);
    this.metadata = metadata;
    this.values = values;
    this.metadataChild = metadataChild;
  }

  @Override
  boolean take(VariantCursor value) {
    VariantMetadata dictionary = value.metadata();
    metadata.append(dictionary.address(), dictionary.lengthBytes());
    values.append(value.buffer().memoryAddress() + value.start(), value.lengthBytes());
    validity.appendOne();
    return true;
  }

  @Override
  void start(BufferAllocator allocator) {
    validity.start(allocator);
    metadata.start(allocator);
    values.start(allocator);
  }

  @Override
  void addNulls(int rows) {
    validity.appendZeros(rows);
    metadata.addNulls(rows);
    values.addNulls(rows);
  }

  @Override
  void load(FieldVector vector) {
    load(vector, validity.count(), validity.zeros(), validity.take());
    metadata.load(vector.getChildrenFromFields().get(metadataChild));
    values.load(vector.getChildrenFromFields().get(1 - metadataChild));
  }

  @Override
  void release() {
    validity.release();
    metadata.release();
    values.release();
  }
}
