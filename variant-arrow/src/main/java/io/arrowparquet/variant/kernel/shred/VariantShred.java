// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.ShreddedLevel;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Shreds Variant columns: takes the parts that have a type of their own out of the encoded values
 * (variant-arrow/FORMAT.md, section 2).
 *
 * <p>The schema is the Arrow type that rows ought to have: a primitive of the table, a List,
 * LargeList or ListView, or a Struct, nested at will; a Null or a Variant within it leaves a part
 * as it is. Values of another type stay in {@code value}, so every row can be shredded, and put
 * together again by {@link VariantUnshred} it is the same Variant. The column may be shredded
 * already, in whatever way.
 *
 * <p>The metadata is taken over as it is, its buffers shared.
 *
 * <p>Made once per schema and serves any number of batches. It holds no memory between calls.
 * Threads: one at a time; a call while another thread is inside is an {@link
 * IllegalStateException}. Make one for each thread.
 */
public final class VariantShred {
  private final List<Field> storage;
  private final NameTable names = new NameTable();
  private final ShredLevel root;
  private final VariantLimits limits;
  private final UseGuard guard = new UseGuard("this VariantShred");

  /** By path, from the top down. */
  private final Map<String, Share> shares = new LinkedHashMap<>();

  /** In {@link ShredMode#LENIENT}, under the default limits. */
  public VariantShred(Field schema) {
    this(schema, ShredMode.LENIENT);
  }

  /** As {@link #VariantShred(Field, ShredMode, VariantLimits)}, under the default limits. */
  public VariantShred(Field schema, ShredMode mode) {
    this(schema, mode, VariantLimits.defaults());
  }

  /**
   * A kernel that shreds to a schema.
   *
   * @param schema the type; its name is ignored
   * @throws IllegalArgumentException if no Variant can be shredded so; the message names the place
   */
  public VariantShred(Field schema, ShredMode mode, VariantLimits limits) {
    this.storage = ShredPlan.storage(schema);
    this.limits = limits;
    List<Field> all = new ArrayList<>(storage);
    all.add(ShreddedLayout.METADATA_FIELD);
    ShreddedLayout.of(new Field("", FieldType.nullable(ArrowType.Struct.INSTANCE), all));
    this.root = new ShredPlan(mode, limits, names).level(schema);
  }

  /**
   * Shreds every row of a column.
   *
   * @param column read only; it may be closed before the result is
   * @param allocator whose memory the result has
   * @return a shredded column of the same rows, the caller's to close
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules
   */
  public ParquetVariantVector shred(ParquetVariantVector column, BufferAllocator allocator) {
    return guard.use(() -> shredRows(column, allocator));
  }

  private ParquetVariantVector shredRows(ParquetVariantVector column, BufferAllocator allocator) {
    try (RowSource rows = RowSource.of(column, limits)) {
      root.start(allocator);
      rows.visit(names, false, this::put);
      ParquetVariantVector shredded =
          ShredPlan.column(column, allocator, storage, root::loadChildren);
      count(shredded.layout().root(), shredded.getUnderlyingVector());
      return shredded;
    } finally {
      root.release();
    }
  }

  private void put(VariantCursor value) {
    if (value == null) {
      root.addNulls(1);
    } else {
      root.put(value);
    }
  }

  private void count(ShreddedLevel level, StructVector struct) {
    FieldVector inColumn = level.typed(struct);
    if (inColumn == null) {
      return;
    }
    long values = 0;
    long typed = 0;
    ValidityBits typedBits = ValidityBits.of(inColumn);
    ValidityBits valueBits = ValidityBits.of(level.value(struct));
    for (int word = 0; word < (struct.getValueCount() + Long.SIZE - 1) / Long.SIZE; word++) {
      typed += Long.bitCount(typedBits.word(word));
      values += Long.bitCount(typedBits.word(word) | valueBits.word(word));
    }
    shares.merge(level.path(), new Share(level.path(), values, typed), Share::plus);
    List<FieldVector> children = inColumn.getChildrenFromFields();
    if (level.element() != null) {
      count(level.element(), (StructVector) children.get(0));
    }
    for (int i = 0; i < level.fields().size(); i++) {
      count(level.fields().get(i).level(), (StructVector) children.get(i));
    }
  }

  /**
   * What went into the columns, of all batches so far; for each column's path, from the top down.
   */
  public List<Share> shares() {
    return guard.use(() -> List.copyOf(shares.values()));
  }

  /**
   * How many of the values at a path went into its {@code typed_value}. Immutable.
   *
   * @param path {@code $.items[*].price}
   * @param values of all rows, at this path; a missing field is none, a Variant null is one
   * @param typed those of them in {@code typed_value}; the others stay as they were encoded, where
   *     filters find them, and skip nothing by them
   */
  public record Share(String path, long values, long typed) {
    private Share plus(Share other) {
      return new Share(path, values + other.values, typed + other.typed);
    }
  }
}
