// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.parquet.internal.encoding.FixedConversion.TimestampRangeException;
import io.arrowparquet.parquet.internal.encoding.FixedEncodings;
import io.arrowparquet.parquet.internal.encoding.Scratch;
import io.arrowparquet.parquet.internal.page.Page;
import io.arrowparquet.variant.internal.VectorMemory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/** Decodes dictionaries to vectors, as rows with their values would be. One thread at a time. */
public final class DictionaryVectors {
  private final FlatFooter footer;
  private final BufferAllocator allocator;
  private final Scratch scratch = new Scratch();

  public DictionaryVectors(FlatFooter footer, BufferAllocator allocator) {
    this.footer = footer;
    this.allocator = allocator;
  }

  /** The caller closes the vector; null if it cannot hold one of the entries. */
  public FieldVector decode(ArrowSchemaNode leaf, Page page) {
    SchemaElementView element = footer.schemaElement(leaf.element());
    String column = footer.columnPath(leaf.column());
    FixedEncodings.requireHeld(page, element.type(), element.typeLength());
    ColumnDecoders decoders = new ColumnDecoders(allocator, scratch, false, Map.of());
    int count = page.numValues();
    List<ArrowBuf> buffers = new ArrayList<>();
    try (ColumnDecoder decoder =
        decoders.decoder(column, element.type(), element.typeLength(), leaf.field().getType())) {
      decoder.startChunk();
      decoder.startBatch(count);
      decoder.startPage(page, page.start(), null);
      for (int left = count; left > 0; left -= Scratch.WINDOW) {
        int slots = Math.min(left, Scratch.WINDOW);
        decoder.append(scratch.present(), slots, slots);
      }
      buffers.add(allocator.getEmpty());
      decoder.finish(buffers);
      return VectorMemory.filled(
          leaf.field().createVector(allocator),
          vector -> vector.loadFieldBuffers(new ArrowFieldNode(count, 0), buffers));
    } catch (TimestampRangeException e) {
      return null;
    } finally {
      buffers.forEach(ArrowBuf::close);
    }
  }
}
