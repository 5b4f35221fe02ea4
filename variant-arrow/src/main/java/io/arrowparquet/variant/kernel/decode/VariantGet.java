// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.GrowableBuffer;
import io.arrowparquet.variant.internal.UseGuard;
import io.arrowparquet.variant.internal.ValidityBits;
import io.arrowparquet.variant.internal.ValueWriter;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.internal.shred.LevelReader;
import io.arrowparquet.variant.internal.shred.ShreddedRow;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.internal.build.Target;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.internal.columnar.RowErrorLocator;
import io.arrowparquet.variant.kernel.internal.columnar.RowSource;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.value.VariantPathFinder;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * Takes what a path leads to in each row of a Variant column, as Variants or decoded to a type by
 * the rules of {@link VariantDecode}.
 *
 * <p>A row in which the path leads to nothing is null. Of a shredded column only the columns along
 * the path are read, as far as its steps have columns.
 *
 * <p>Made once per path and serves any number of batches. It holds no memory between calls.
 * Threads: one at a time; a call while another thread is inside is an {@link
 * IllegalStateException}. Make one for each thread.
 */
public final class VariantGet {
  private final VariantPath path;
  private final DecodePlan plan;
  private final VariantLimits limits;
  private final UseGuard guard = new UseGuard("this VariantGet");

  /** Takes Variants, named as said, under the default limits. */
  public VariantGet(VariantPath path, String name) {
    this(path, VariantVectorBuilder.field(name), ConversionMode.SAFE, VariantLimits.defaults());
  }

  /**
   * Takes values of a type, under limits.
   *
   * @param target name and type of the vectors to be made
   * @throws IllegalArgumentException if no Variant converts to the type, or to part of it
   */
  public VariantGet(VariantPath path, Field target, ConversionMode mode, VariantLimits limits) {
    this.path = path;
    this.plan = new DecodePlan(new Target(target, path.toString(), mode), limits);
    this.limits = limits;
  }

  /**
   * Takes the path's values from every row of a column.
   *
   * @param column read only
   * @param allocator whose memory the result has
   * @return a vector with as many rows, the caller's to close; it may share buffers with the column
   * @throws MalformedVariantException if a row is not a Variant, or is shredded against the rules,
   *     as far as the path has to look
   * @throws ConversionException if a value does not convert and the mode is {@code STRICT} or
   *     {@code CAST}, or a null comes where the target allows none
   */
  public FieldVector get(ParquetVariantVector column, BufferAllocator allocator) {
    return guard.use(() -> getRows(column, allocator));
  }

  private FieldVector getRows(ParquetVariantVector column, BufferAllocator allocator) {
    if (column.isShredded()) {
      return RowErrorLocator.named(
          column.getValueCount(), rows -> getShredded(column, rows, allocator));
    }
    try (RowSource rows = RowSource.of(column, limits)) {
      return plan.decode(rows, new VariantPathFinder(path), limits, allocator);
    }
  }

  private FieldVector getShredded(
      ParquetVariantVector column, int rows, BufferAllocator allocator) {
    FieldVector taken = plan.decode(column, rows, path, limits, allocator);
    if (taken != null) {
      return taken;
    }
    PathReader reader = new PathReader(column, limits, path);
    VariantMetadata metadata = reader.position.metadata();
    try (RowSource source = new RowSource(rows, reader::seek, metadata, reader.scratch::release)) {
      return plan.decode(source, reader.rest, limits, allocator);
    }
  }

  /**
   * What a path leads to in each row of a shredded column, as far as its steps have columns, which
   * alone are read: the value put together at the last of them, where the rest is to be followed.
   */
  private static final class PathReader {
    private final ValidityBits present;
    private final BinaryColumn dictionaries;
    private final ShreddedRow position;
    private final VariantCursor cursor;

    /** The level at the start of the path, and after each step that has a column. */
    private final LevelReader[] levels;

    private final VariantPathFinder rest;

    private final GrowableBuffer scratch = new GrowableBuffer();
    private final ValueWriter writer = new ValueWriter(scratch);

    PathReader(ParquetVariantVector column, VariantLimits limits, VariantPath path) {
      present = ValidityBits.of(column.getUnderlyingVector());
      dictionaries = BinaryColumn.ofMetadata(column.getUnderlyingVector(), column.dictionaries());
      position = new ShreddedRow(limits);
      cursor = new VariantCursor(limits);
      LevelReader root =
          LevelReader.of(column.layout().root(), column.getUnderlyingVector(), position);
      levels = levels(root, path.steps()).toArray(new LevelReader[0]);
      rest = new VariantPathFinder(path, levels.length - 1);
      scratch.start(column.getAllocator());
    }

    private static List<LevelReader> levels(LevelReader root, List<VariantPath.Step> steps) {
      List<LevelReader> levels = new ArrayList<>();
      levels.add(root);
      for (VariantPath.Step step : steps) {
        LevelReader last = levels.get(levels.size() - 1);
        LevelReader next = step.isField() ? last.field(step.name()) : null;
        if (next == null) {
          break;
        }
        levels.add(next);
      }
      return levels;
    }

    VariantCursor seek(int row) {
      try {
        if (present.isNull(row)) {
          return null;
        }
        position.seek(row, dictionaries);
        int level = levels.length - 1;
        for (int above = 0; above < level; above++) {
          if (!levels[above].isTypedObject(row)) {
            // No object: of one typed_value would have the field, whatever value has.
            return null;
          }
        }
        scratch.clear();
        if (!levels[level].write(row, writer)) {
          if (level > 0) {
            return null;
          }
          writer.writeNull();
        }
        cursor.wrap(position.metadata(), scratch.buffer(), 0, scratch.length());
        return cursor;
      } catch (MalformedVariantException e) {
        throw e.atRow(row);
      }
    }
  }
}
