// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import io.arrowparquet.variant.json.VariantJsonReader;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantValidator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Single values from JSON and to JSON, as bytes that every engine takes and gives. */
public final class ArrowParquetJson implements AutoCloseable {
  private final BufferAllocator allocator = new RootAllocator();
  private final VariantDictionary names = new VariantDictionary(allocator);
  private final VariantBuilder builder = new VariantBuilder(allocator).use(names);
  private final VariantJsonReader reader = new VariantJsonReader();
  private final VariantJsonWriter writer = new VariantJsonWriter();
  private final VariantValidator validator = new VariantValidator();
  private final VariantMetadata metadata = new VariantMetadata();
  private final VariantCursor cursor = new VariantCursor();

  /** Parses UTF-8 text; what comes out is valid, or this fails. */
  public EncodedVariant parse(byte[] utf8) {
    names.clear();
    builder.reset();
    reader.read(utf8, 0, utf8.length, builder);
    byte[] metadataBytes = new byte[names.metadataLength()];
    byte[] valueBytes = new byte[builder.lengthBytes()];
    try (ArrowBuf copy = allocator.buffer(metadataBytes.length + valueBytes.length)) {
      names.writeMetadata(copy, 0);
      builder.writeTo(copy, metadataBytes.length);
      metadata.wrap(copy, 0, metadataBytes.length);
      cursor.wrap(metadata, copy, metadataBytes.length, metadataBytes.length + valueBytes.length);
      validator.validate(cursor);
      copy.getBytes(0, metadataBytes);
      copy.getBytes(metadataBytes.length, valueBytes);
    }
    return new EncodedVariant(metadataBytes, valueBytes);
  }

  /** Writes a value as text. */
  public String write(EncodedVariant variant) {
    int metadataLength = variant.metadata().length;
    int length = metadataLength + variant.value().length;
    try (ArrowBuf copy = allocator.buffer(length)) {
      copy.setBytes(0, variant.metadata());
      copy.setBytes(metadataLength, variant.value());
      metadata.wrap(copy, 0, metadataLength);
      cursor.wrap(metadata, copy, metadataLength, length);
      return writer.write(cursor);
    }
  }

  @Override
  public void close() {
    builder.close();
    names.close();
    allocator.close();
  }
}
