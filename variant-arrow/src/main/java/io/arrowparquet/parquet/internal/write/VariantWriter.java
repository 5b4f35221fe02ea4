// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * A Variant group. Each batch is given the form that the file has for it, then written as a group
 * of {@code metadata}, {@code value} and {@code typed_value}.
 */
final class VariantWriter extends NodeWriter {
  private final VariantForm form;
  private final BufferAllocator allocator;
  private final DictionaryProvider dictionaries;
  private final BytesLeaf metadata;
  private final NodeWriter value;
  private final NodeWriter typedValue;
  private final List<NodeWriter> children;
  private final Slots below = new Slots();

  /** What {@link #form} made of the batch; null where it took the batch as it is. */
  private ParquetVariantVector made;

  /**
   * @param dictionaries of vectors that do not bring their own; may be null
   * @param value null if there is no such column
   * @param typedValue null if there is none
   */
  VariantWriter(
      Node node,
      VariantForm form,
      BufferAllocator allocator,
      DictionaryProvider dictionaries,
      BytesLeaf metadata,
      NodeWriter value,
      NodeWriter typedValue) {
    super(node);
    this.form = form;
    this.allocator = allocator;
    this.dictionaries = dictionaries;
    this.metadata = metadata;
    this.value = value;
    this.typedValue = typedValue;
    this.children = Stream.of(metadata, value, typedValue).filter(Objects::nonNull).toList();
  }

  @Override
  void start(FieldVector vector) {
    ParquetVariantVector column = (ParquetVariantVector) vector;
    if (column.dictionaries() == null && dictionaries != null) {
      column = column.withDictionaries(dictionaries);
    }
    ParquetVariantVector formed = form.apply(column, allocator);
    if (formed != column) {
      made = formed;
    }
    super.start(VariantPrimitive.storage(formed));
    int rows = formed.getValueCount();
    metadata.start(requireRows(formed.metadataVector(), rows), formed.dictionaries());
    start(value, formed.valueVector(), rows);
    start(typedValue, formed.typedValueVector(), rows);
  }

  private static void start(NodeWriter child, FieldVector vector, int rows) {
    if (child != null) {
      child.start(requireRows(vector, rows));
    }
  }

  @Override
  void write(Slots slots) {
    Slots entries = entriesOfChildren(slots, below, node.nullable());
    children.forEach(child -> child.write(entries));
  }

  @Override
  void end() {
    super.end();
    children.forEach(NodeWriter::end);
    if (made != null) {
      made.close();
      made = null;
    }
  }
}
