// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.BatchColumn.Texts;
import io.arrowparquet.variant.internal.KeyedHash;
import io.arrowparquet.variant.internal.UnsignedBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;

/**
 * Groups of rows that are equal in some columns, numbered as they come. Each column numbers its own
 * values; two numbers make one, from the first column to the last.
 */
final class GroupKeys {
  private final List<Column> columns;

  /** For each column but the first: the pair of numbers that each number stands for. */
  private final List<Numbered> pairs = new ArrayList<>();

  GroupKeys(List<Field> fields) {
    this.columns = fields.stream().map(Column::new).toList();
    for (int i = 1; i < columns.size(); i++) {
      pairs.add(new Numbered());
    }
  }

  /** How many groups there are: one of all rows if there are no columns. */
  int count() {
    if (columns.isEmpty()) {
      return 1;
    }
    return pairs.isEmpty() ? columns.get(0).values.size() : pairs.get(pairs.size() - 1).size;
  }

  /** How many bytes texts have. */
  long bytes() {
    return columns.stream().mapToLong(column -> column.bytes).sum();
  }

  void clear() {
    columns.forEach(Column::clear);
    pairs.forEach(Numbered::clear);
  }

  /** The group of each row; null if there is one of all rows. */
  int @Nullable [] groups(VectorSchemaRoot batch) {
    int[] groups = null;
    for (int i = 0; i < columns.size(); i++) {
      int[] numbers = columns.get(i).numbers(batch);
      if (groups == null) {
        groups = numbers;
        continue;
      }
      Numbered numbered = pairs.get(i - 1);
      for (int row = 0; row < numbers.length; row++) {
        groups[row] = numbered.number((long) groups[row] << Integer.SIZE | numbers[row]);
      }
    }
    return groups;
  }

  /** Puts the values of a group at the front of a row. */
  void put(int group, @Nullable Object[] row) {
    int number = group;
    for (int i = columns.size() - 1; i > 0; i--) {
      long pair = pairs.get(i - 1).words[number];
      row[i] = columns.get(i).values.get((int) pair);
      number = (int) (pair >>> Integer.SIZE);
    }
    if (!columns.isEmpty()) {
      row[0] = columns.get(0).values.get(number);
    }
  }

  /** Words numbered as they come, found by hash. */
  private static final class Numbered {
    private static final int SLOTS = 64;

    /** By number. */
    private long[] words = new long[SLOTS / 2];

    /** One more than a number, and 0 for none. */
    private int[] slots = new int[SLOTS];

    private int size;

    /** A number that no word finds; -1 for none. */
    private int hidden = -1;

    void clear() {
      size = 0;
      hidden = -1;
      Arrays.fill(slots, 0);
    }

    int number(long word) {
      for (int slot = slot(word); ; slot = next(slot)) {
        int number = slots[slot] - 1;
        if (number < 0) {
          return add(word, slot);
        } else if (words[number] == word) {
          return number;
        }
      }
    }

    int slot(long word) {
      return (int) (KeyedHash.place(word, 0) >>> (Long.numberOfLeadingZeros(slots.length) + 1));
    }

    int next(int slot) {
      return (slot + 1) & (slots.length - 1);
    }

    int add(long word, int slot) {
      slots[slot] = append(word) + 1;
      if (size > slots.length / 2) {
        slots = new int[2 * slots.length];
        for (int i = 0; i < size; i++) {
          if (i != hidden) {
            int free = slot(words[i]);
            while (slots[free] != 0) {
              free = next(free);
            }
            slots[free] = i + 1;
          }
        }
      }
      return size - 1;
    }

    private int append(long word) {
      if (size == words.length) {
        words = Arrays.copyOf(words, 2 * size);
      }
      words[size] = word;
      return size++;
    }

    /** The number of the null, which no word finds. */
    int hidden() {
      if (hidden < 0) {
        hidden = append(0);
      }
      return hidden;
    }
  }

  /** The values of a column, numbered. */
  private static final class Column {
    private final Field field;
    private final Numbered numbered = new Numbered();

    /** By number, with the null if there was one. */
    private final List<@Nullable Object> values = new ArrayList<>();

    private long bytes;

    Column(Field field) {
      this.field = field;
    }

    void clear() {
      numbered.clear();
      values.clear();
      bytes = 0;
    }

    int[] numbers(VectorSchemaRoot batch) {
      FieldVector vector = batch.getVector(field.getName());
      int[] numbers = new int[batch.getRowCount()];
      boolean[] nulls = BatchColumn.nulls(vector);
      if (BatchColumn.isText(field)) {
        Texts texts = new Texts(vector);
        for (int row = 0; row < numbers.length; row++) {
          numbers[row] = nulls != null && nulls[row] ? ofNull() : text(texts, row);
        }
        return numbers;
      }
      long[] longs = BatchColumn.longs(vector);
      for (int row = 0; row < numbers.length; row++) {
        numbers[row] = nulls != null && nulls[row] ? ofNull() : number(longs[row]);
      }
      return numbers;
    }

    private int ofNull() {
      int number = numbered.hidden();
      if (number == values.size()) {
        values.add(null);
      }
      return number;
    }

    private int number(long value) {
      int number = numbered.number(value);
      if (number == values.size()) {
        values.add(BatchColumn.value(field, value));
      }
      return number;
    }

    /** Up to seven bytes and their length are a word; of more bytes it is a hash. */
    private int text(Texts texts, int row) {
      long address = texts.address(row);
      int length = texts.length(row);
      boolean isWord = length < Long.BYTES;
      long word =
          isWord
              ? UnsignedBytes.prefix(address, length) | length
              : KeyedHash.ofBytes(address, length);
      for (int slot = numbered.slot(word); ; slot = numbered.next(slot)) {
        int number = numbered.slots[slot] - 1;
        if (number < 0) {
          values.add(texts.bytes(row));
          bytes += length;
          return numbered.add(word, slot);
        } else if (numbered.words[number] == word) {
          byte[] other = (byte[]) values.get(number);
          if (other.length == length && (isWord || UnsignedBytes.equal(address, other, length))) {
            return number;
          }
        }
      }
    }
  }
}
