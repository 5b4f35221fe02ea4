// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.hash.ArrowBufHasher;
import org.apache.arrow.vector.ExtensionTypeVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ValueVector;
import org.apache.arrow.vector.compare.Range;
import org.apache.arrow.vector.compare.RangeEqualsVisitor;
import org.apache.arrow.vector.compare.VectorVisitor;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.NullableStructReaderImpl;
import org.apache.arrow.vector.complex.reader.FieldReader;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.util.CallBack;
import org.apache.arrow.vector.util.TransferPair;
import org.jspecify.annotations.Nullable;

/**
 * A column of Variants over any legal storage, shredded or not (variant-arrow/FORMAT.md, sections 1
 * and 2). A null row is SQL null; Variant null is a value.
 *
 * <p>The storage's children say what it holds; this class reads and checks them. Vectors made by
 * Arrow (from a field, by IPC) are checked when their children are known, others when the layout is
 * first asked for.
 *
 * <p>Ownership: as any Arrow vector, it owns its buffers until closed. A dictionary that encodes
 * the metadata belongs to the owner of the {@link DictionaryProvider}. Threads: not to be shared
 * while written.
 */
public final class ParquetVariantVector extends ExtensionTypeVector<StructVector> {
  private final DictionaryProvider dictionaries;

  private ShreddedLayout layout;

  /** An empty vector without children; Arrow adds them from a field. */
  public ParquetVariantVector(String name, FieldType type, BufferAllocator allocator) {
    this(new StructVector(name, allocator, storageType(type), null), null);
  }

  private ParquetVariantVector(StructVector storage, DictionaryProvider dictionaries) {
    super(storage.getField().getName(), storage.getAllocator(), storage);
    this.dictionaries = dictionaries;
  }

  /**
   * A Variant vector over a Struct that has its children; it owns the Struct from now on.
   *
   * @throws IllegalArgumentException if the storage is not legal; the message names the rule. The
   *     Struct then stays the caller's
   */
  public static ParquetVariantVector over(StructVector storage) {
    return over(storage, null);
  }

  /**
   * As {@link #over(StructVector)}, with the dictionaries that encode its metadata.
   *
   * @param dictionaries borrowed: to stay open as long as the vector; null if nothing is encoded
   */
  public static ParquetVariantVector over(
      StructVector storage, @Nullable DictionaryProvider dictionaries) {
    ParquetVariantVector vector = new ParquetVariantVector(storage, dictionaries);
    vector.layout();
    return vector;
  }

  /**
   * The same column with the dictionaries that encode its metadata, which IPC readers keep apart.
   * Shares the storage: close one of the two.
   */
  public ParquetVariantVector withDictionaries(DictionaryProvider provider) {
    return over(getUnderlyingVector(), provider);
  }

  /**
   * Whether any part of the column is shredded, so that {@code value} alone is not the whole.
   *
   * @throws IllegalArgumentException if the storage is not legal; the message names the rule
   */
  public boolean isShredded() {
    return layout().isShredded();
  }

  /**
   * For the library itself: the layout of the storage, read once.
   *
   * @throws IllegalArgumentException if the storage is not legal; the message names the rule
   */
  @SuppressWarnings("exports")
  public ShreddedLayout layout() {
    ShreddedLayout known = layout;
    if (known == null) {
      known = ShreddedLayout.of(getUnderlyingVector().getField());
      layout = known;
    }
    return known;
  }

  /** The dictionaries that encode the metadata, as they were given; null if none were. */
  public @Nullable DictionaryProvider dictionaries() {
    return dictionaries;
  }

  /** The child {@code metadata}: the rows' dictionaries, which {@link #dictionaries} may encode. */
  public FieldVector metadataVector() {
    return child(layout().metadataChild());
  }

  /**
   * The child {@code value} of the top level, or null if the storage has none.
   *
   * <p>Null rows of it may be shredded; see {@link #isShredded}.
   */
  public @Nullable FieldVector valueVector() {
    int number = layout().root().valueChild();
    return number < 0 ? null : child(number);
  }

  /** The child {@code typed_value} of the top level, or null if the storage has none. */
  public @Nullable FieldVector typedValueVector() {
    int number = layout().root().typedChild();
    return number < 0 ? null : child(number);
  }

  private FieldVector child(int number) {
    return (FieldVector) getUnderlyingVector().getChildByOrdinal(number);
  }

  @Override
  public void initializeChildrenFromFields(List<Field> children) {
    layout =
        ShreddedLayout.of(
            new Field(getName(), FieldType.nullable(ParquetVariantType.INSTANCE), children));
    super.initializeChildrenFromFields(children);
  }

  @Override
  public Field getField() {
    Field storage = getUnderlyingVector().getField();
    FieldType type = storageType(storage.getFieldType());
    return new Field(
        getName(),
        new FieldType(
            type.isNullable(),
            ParquetVariantType.INSTANCE,
            type.getDictionary(),
            type.getMetadata()),
        storage.getChildren());
  }

  /**
   * Checks that the storage is legal, that no child is shorter than it is, and that no row that is
   * not null lacks its metadata. The values themselves are checked by {@code VariantValidator}.
   *
   * @throws IllegalArgumentException if the storage is not legal
   * @throws MalformedVariantException if rows are not as the layout demands
   */
  @Override
  public void validate() {
    int rows = getValueCount();
    layout();
    for (FieldVector child : getUnderlyingVector().getChildrenFromFields()) {
      BufferChecks.requireRows("$", child, rows);
    }
    BinaryColumn metadata = BinaryColumn.ofMetadata(getUnderlyingVector(), dictionaries);
    for (int row = 0; row < rows; row++) {
      if (!isNull(row) && metadata.isNull(row)) {
        throw new MalformedVariantException("metadata", "null", "a dictionary").atRow(row);
      }
    }
  }

  /**
   * A row's Variant as a Java object, or null for SQL null. For convenience: {@link VariantReader}
   * shows many rows and allocates nothing.
   *
   * @throws MalformedVariantException if the row is not a Variant, or breaks the rules of shredding
   */
  @Override
  public @Nullable Variant getObject(int index) {
    try (VariantReader reader = new VariantReader(this)) {
      VariantCursor value = reader.seek(index);
      return value == null ? null : Variant.copyOf(value);
    } catch (MalformedVariantException e) {
      throw e.atRow(index);
    }
  }

  /**
   * Whether two rows mean the same, however each is encoded or shredded; see {@link
   * Variant#equals}. Two SQL nulls are equal.
   */
  public boolean equals(int index, ParquetVariantVector other, int otherIndex) {
    return Objects.equals(getObject(index), other.getObject(otherIndex));
  }

  /** The hash of a row's meaning: the same for rows that are equal, however encoded. */
  @Override
  public int hashCode(int index) {
    return Objects.hashCode(getObject(index));
  }

  /** As {@link #hashCode(int)}: a hash of bytes would distinguish equal values. */
  @Override
  public int hashCode(int index, ArrowBufHasher hasher) {
    return hashCode(index);
  }

  /**
   * As any vector accepts a visitor; but a {@link RangeEqualsVisitor}, also one inside a List,
   * Struct or Map, compares what rows mean, as {@link #equals(int, ParquetVariantVector, int)}
   * does.
   *
   * <p>That visitor compares the types first and finds a shredded and an unshredded column unequal,
   * unless it is made with another comparison of types: {@code new RangeEqualsVisitor(left, right,
   * (l, r) -> true)}.
   */
  @Override
  @SuppressWarnings("unchecked") // a RangeEqualsVisitor is a VectorVisitor<Boolean, Range>
  public <OUT, IN> OUT accept(VectorVisitor<OUT, IN> visitor, IN value) {
    boolean byMeaning =
        visitor.getClass() == RangeEqualsVisitor.class
            && ((RangeEqualsVisitor) visitor).getLeft() == this
            && ((RangeEqualsVisitor) visitor).getRight() instanceof ParquetVariantVector;
    if (!byMeaning || !(value instanceof Range range)) {
      return super.accept(visitor, value);
    }
    ParquetVariantVector right = (ParquetVariantVector) ((RangeEqualsVisitor) visitor).getRight();
    Boolean equal = equals(right, range);
    return (OUT) equal;
  }

  private boolean equals(ParquetVariantVector right, Range range) {
    for (int i = 0; i < range.getLength(); i++) {
      if (!equals(range.getLeftStart() + i, right, range.getRightStart() + i)) {
        return false;
      }
    }
    return true;
  }

  /**
   * Arrow's reader of rows: {@code readObject} gives a {@link Variant}, {@code reader(name)} the
   * parts of the storage, which is also what copying through a reader copies.
   */
  @Override
  protected FieldReader getReaderImpl() {
    return new VariantFieldReader(this);
  }

  /** Copies a row of another Variant vector whose storage has the same shape. */
  @Override
  public void copyFrom(int fromIndex, int thisIndex, ValueVector from) {
    getUnderlyingVector().copyFrom(fromIndex, thisIndex, of(from).getUnderlyingVector());
  }

  /** As {@link #copyFrom}, growing this vector where needed. */
  @Override
  public void copyFromSafe(int fromIndex, int thisIndex, ValueVector from) {
    getUnderlyingVector().copyFromSafe(fromIndex, thisIndex, of(from).getUnderlyingVector());
  }

  private static FieldType storageType(FieldType type) {
    Map<String, String> metadata = new HashMap<>(type.getMetadata());
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
    return new FieldType(
        type.isNullable(), ArrowType.Struct.INSTANCE, type.getDictionary(), metadata);
  }

  /** The vector, if it is one of Variants. */
  static ParquetVariantVector of(ValueVector vector) {
    if (vector instanceof ParquetVariantVector variants) {
      return variants;
    }
    throw new IllegalArgumentException(
        "vector "
            + vector.getName()
            + " is not a ParquetVariantVector: "
            + vector.getField().getType());
  }

  @Override
  public TransferPair getTransferPair(BufferAllocator allocator) {
    return transferTo(getUnderlyingVector().getTransferPair(allocator));
  }

  @Override
  public TransferPair getTransferPair(String ref, BufferAllocator allocator) {
    return transferTo(getUnderlyingVector().getTransferPair(ref, allocator));
  }

  @Override
  public TransferPair getTransferPair(String ref, BufferAllocator allocator, CallBack callBack) {
    return transferTo(getUnderlyingVector().getTransferPair(ref, allocator, callBack));
  }

  @Override
  public TransferPair getTransferPair(Field field, BufferAllocator allocator) {
    return getTransferPair(field, allocator, null);
  }

  @Override
  public TransferPair getTransferPair(Field field, BufferAllocator allocator, CallBack callBack) {
    // Without the field's children: Arrow makes the target's from this vector's own.
    Field storage = new Field(field.getName(), storageType(field.getFieldType()), null);
    return transferTo(getUnderlyingVector().getTransferPair(storage, allocator, callBack));
  }

  @Override
  public TransferPair makeTransferPair(ValueVector target) {
    ParquetVariantVector variants = of(target);
    return new VariantTransferPair(
        getUnderlyingVector().makeTransferPair(variants.getUnderlyingVector()), variants);
  }

  private TransferPair transferTo(TransferPair pair) {
    return new VariantTransferPair(
        pair, new ParquetVariantVector((StructVector) pair.getTo(), dictionaries));
  }

  private record VariantTransferPair(TransferPair storage, ParquetVariantVector to)
      implements TransferPair {
    @Override
    public void transfer() {
      storage.transfer();
    }

    @Override
    public void splitAndTransfer(int startIndex, int length) {
      storage.splitAndTransfer(startIndex, length);
    }

    @Override
    public ValueVector getTo() {
      return to;
    }

    @Override
    public void copyValueSafe(int from, int index) {
      storage.copyValueSafe(from, index);
    }
  }

  /**
   * Arrow's reader of a Variant column: the Struct's reader, whose objects are Variants.
   *
   * <p>It stays a Struct to Arrow's copier, which knows no extension types.
   */
  private static final class VariantFieldReader extends NullableStructReaderImpl {
    private final ParquetVariantVector vector;

    VariantFieldReader(ParquetVariantVector vector) {
      super(vector.getUnderlyingVector());
      this.vector = vector;
    }

    @Override
    public Field getField() {
      return vector.getField();
    }

    /** The row's {@code Variant}, or null for SQL null. */
    @Override
    public Object readObject() {
      return vector.getObject(idx());
    }
  }
}
