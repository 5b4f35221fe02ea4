// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import io.arrowparquet.variant.internal.KeyedHash;
import io.arrowparquet.variant.internal.UnsignedBytes;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Text or bytes as indices into a dictionary of the values met so far. Hashing once for a value:
 * equal hashes are compared by their bytes. One thread at a time.
 */
public final class DictionaryIndices {
  public static final ArrowType TYPE = new ArrowType.Int(Integer.SIZE, true);

  private static final int FIRST_SLOTS = 1 << 10;

  private final long mostBytes;

  /** Open addressing, a power of two: one more than the index of a value, 0 where there is none. */
  private int[] slots = new int[FIRST_SLOTS];

  private int[] hashes = new int[FIRST_SLOTS / 2];
  private int count;
  private int generation;
  private BaseVariableWidthVector values;

  /** A dictionary of more bytes is not continued where another can begin. */
  public DictionaryIndices(long mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** A schema in which columns of some names are indices. */
  public static Schema schema(Schema values, Set<String> columns) {
    List<Field> fields =
        values.getFields().stream()
            .map(field -> columns.contains(field.getName()) ? field(field) : field)
            .toList();
    return new Schema(fields, values.getCustomMetadata());
  }

  public static Field field(Field values) {
    FieldType type = new FieldType(values.isNullable(), TYPE, null, values.getMetadata());
    return new Field(values.getName(), type, List.of());
  }

  /**
   * Goes on with a batch.
   *
   * @param dictionary Utf8 or Binary, with the values of the batches before; more are added until
   *     {@link #end}
   * @param mayRestart whether no index given out before is used any more
   */
  public void begin(FieldVector dictionary, boolean mayRestart) {
    values = (BaseVariableWidthVector) dictionary;
    if (mayRestart && count > 0 && values.getStartOffset(count) > mostBytes) {
      Arrays.fill(slots, 0);
      count = 0;
      generation++;
      values.clear();
    }
  }

  /** The dictionary then has all values. */
  public void end() {
    values.setValueCount(count);
  }

  /** Another one where indices given out before are no longer of this dictionary. */
  int generation() {
    return generation;
  }

  /**
   * Makes the indices of a batch.
   *
   * @param source Utf8 or Binary
   * @param target an empty vector of Int32
   */
  public void encode(FieldVector source, FieldVector target, int rows, BufferAllocator allocator) {
    ArrowBuf offsets = source.getOffsetBuffer();
    ArrowBuf data = source.getDataBuffer();
    IntUnaryOperator indexOf =
        row -> {
          long at = (long) row * Integer.BYTES;
          int start = offsets.getInt(at);
          int end = offsets.getInt(at + Integer.BYTES);
          data.checkBytes(start, end);
          return index(data.memoryAddress() + start, end - start);
        };
    fill(source, indexOf, target, rows, allocator);
  }

  /**
   * Makes the indices of a batch from those into another dictionary: each of its entries is looked
   * up once, unless there are more of them than rows.
   *
   * @param source Int32
   * @param dictionary of the source, Utf8 or Binary
   * @param target an empty vector of Int32
   */
  public void translate(
      FieldVector source,
      FieldVector dictionary,
      FieldVector target,
      int rows,
      BufferAllocator allocator) {
    BaseVariableWidthVector entries = (BaseVariableWidthVector) dictionary;
    ArrowBuf ids = source.getDataBuffer();
    int[] known = new int[entries.getValueCount() <= rows ? entries.getValueCount() : 0];
    IntUnaryOperator indexOf =
        row -> {
          int id = ids.getInt((long) row * Integer.BYTES);
          if (id < known.length && known[id] > 0) {
            return known[id] - 1;
          }
          long start = entries.getDataBuffer().memoryAddress() + entries.getStartOffset(id);
          int index = index(start, entries.getValueLength(id));
          if (id < known.length) {
            known[id] = index + 1;
          }
          return index;
        };
    fill(source, indexOf, target, rows, allocator);
  }

  private static void fill(
      FieldVector source,
      IntUnaryOperator indexOf,
      FieldVector target,
      int rows,
      BufferAllocator allocator) {
    try (ArrowBuf indices = allocator.buffer((long) rows * Integer.BYTES)) {
      indices.setZero(0, (long) rows * Integer.BYTES);
      for (int row = 0; row < rows; row++) {
        if (!source.isNull(row)) {
          indices.setInt((long) row * Integer.BYTES, indexOf.applyAsInt(row));
        }
      }
      indices.writerIndex((long) rows * Integer.BYTES);
      target.loadFieldBuffers(
          new ArrowFieldNode(rows, source.getNullCount()),
          List.of(source.getValidityBuffer(), indices));
    }
  }

  /** The index of bytes, whose address is known to be valid. */
  int index(long address, int length) {
    int hash = (int) KeyedHash.ofBytes(address, length);
    int slot = hash & (slots.length - 1);
    while (slots[slot] != 0) {
      int index = slots[slot] - 1;
      if (hashes[index] == hash && isEqual(index, address, length)) {
        return index;
      }
      slot = (slot + 1) & (slots.length - 1);
    }
    values.setValueLengthSafe(count, length);
    values.setIndexDefined(count);
    MemoryUtil.copyMemory(address, addressOf(count), length);
    hashes[count] = hash;
    slots[slot] = ++count;
    if (count == hashes.length) {
      grow();
    }
    return count - 1;
  }

  private long addressOf(int index) {
    return values.getDataBuffer().memoryAddress() + values.getStartOffset(index);
  }

  private boolean isEqual(int index, long address, int length) {
    return values.getValueLength(index) == length
        && UnsignedBytes.equal(addressOf(index), address, length);
  }

  private void grow() {
    hashes = Arrays.copyOf(hashes, hashes.length * 2);
    slots = new int[slots.length * 2];
    for (int index = 0; index < count; index++) {
      int slot = hashes[index] & (slots.length - 1);
      while (slots[slot] != 0) {
        slot = (slot + 1) & (slots.length - 1);
      }
      slots[slot] = index + 1;
    }
  }
}
