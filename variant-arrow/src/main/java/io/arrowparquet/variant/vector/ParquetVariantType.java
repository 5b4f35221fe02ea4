// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.impl.ExtensionTypeWriterFactory;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Arrow's canonical extension type {@code arrow.parquet.variant} over a Struct; its metadata is the
 * empty string (variant-arrow/FORMAT.md, section 1).
 *
 * <p>The type does not know its storage's children: whether they are legal is checked when a field
 * or vector has them, see {@link ShreddedLayout}. Immutable, one instance; threads share it.
 */
public final class ParquetVariantType extends ExtensionType {
  /** The name that is written. */
  public static final String NAME = "arrow.parquet.variant";

  /** The name older producers wrote; accepted when read, never written. */
  public static final String LEGACY_NAME = "parquet.variant";

  /** The type. */
  public static final ParquetVariantType INSTANCE = new ParquetVariantType(NAME);

  private final String name;

  private ParquetVariantType(String name) {
    this.name = name;
  }

  /**
   * Makes Arrow's readers produce {@link ParquetVariantVector} for columns of this type, under its
   * canonical and its legacy name. May be called any number of times, from any thread. A name that
   * another library has registered stays theirs, and one may replace ours: such columns arrive as
   * that library's vectors, and {@link ParquetVariantVector#over} takes their Struct. Files do not
   * depend on it. A shredded column that such vectors cannot hold goes through messages and the C
   * data interface as its own Struct, {@link ParquetVariantVector#getUnderlyingVector}.
   *
   * @return whether the canonical name is ours
   */
  public static synchronized boolean register() {
    if (ExtensionTypeRegistry.lookup(NAME) == null) {
      ExtensionTypeRegistry.register(INSTANCE);
    }
    if (ExtensionTypeRegistry.lookup(LEGACY_NAME) == null) {
      ExtensionTypeRegistry.register(new ParquetVariantType(LEGACY_NAME));
    }
    return ExtensionTypeRegistry.lookup(NAME) instanceof ParquetVariantType;
  }

  /**
   * What Arrow's writers write single Variants with: a {@code Variant}, a {@code VariantCursor}, or
   * null for SQL null, into a column that is not shredded and whose children are Binary. A column
   * without children, as Arrow's writers make it from the type alone, gets these.
   *
   * <pre>{@code
   * ExtensionWriter writer = structWriter.extension("event", ParquetVariantType.INSTANCE);
   * writer.addExtensionTypeWriterFactory(ParquetVariantType.writers());
   * writer.writeExtension(variant);
   * }</pre>
   *
   * <p>For convenience: each value has a dictionary of its own, and scratch memory for as long as
   * it is written. Columns are better built by {@link VariantColumnBuilder} or cast from other
   * vectors. Arrow 18's writers of lists do not know extension types in full: give the list's own
   * data vector a writer, and set its position to each element's.
   */
  public static ExtensionTypeWriterFactory<?> writers() {
    // Not a field of this class: versions of Arrow without such factories load it too.
    return VariantFieldWriter.FACTORY;
  }

  @Override
  public ArrowType storageType() {
    return ArrowType.Struct.INSTANCE;
  }

  @Override
  public String extensionName() {
    return name;
  }

  @Override
  public boolean extensionEquals(ExtensionType other) {
    return other instanceof ParquetVariantType variant && variant.name.equals(name);
  }

  @Override
  public String serialize() {
    return "";
  }

  /**
   * The type again. The metadata is ignored: some producers write text.
   *
   * @throws IllegalArgumentException if the storage is not a Struct
   */
  @Override
  public ArrowType deserialize(ArrowType storageType, String serializedData) {
    if (!(storageType instanceof ArrowType.Struct)) {
      throw new IllegalArgumentException(
          NAME + ": storage is " + storageType + ", expected a Struct");
    }
    return INSTANCE;
  }

  @Override
  public FieldVector getNewVector(String name, FieldType fieldType, BufferAllocator allocator) {
    return new ParquetVariantVector(name, fieldType, allocator);
  }
}
