// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ValidityBits;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.BaseLargeVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthVector;
import org.apache.arrow.vector.BaseVariableWidthViewVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;

/**
 * Where each row of a binary or string column lies in memory, whatever form the column has: Binary,
 * LargeBinary, BinaryView and their UTF-8 twins, plain, dictionary- or run-end-encoded.
 *
 * <p>{@link #seek} moves to a row and allocates nothing. The range it finds is what the column
 * says; the reader checks it against the buffer, as {@code VariantCursor} does. Ownership: borrows
 * the vector's buffers and holds for as long as the vector is neither closed nor changed. Threads:
 * one object per thread.
 */
public final class BinaryColumn {
  private enum Form {
    SMALL_OFFSETS,
    LARGE_OFFSETS,
    VIEWS
  }

  private static final int VIEW_BYTES = 16;
  private static final int VIEW_INLINE_BYTES = 12;
  private static final int VIEW_INLINE_START = 4;
  private static final int VIEW_BUFFER_INDEX = 8;
  private static final int VIEW_OFFSET = 12;

  private final int count;
  private final RowMap rows;
  private final boolean plain;
  private final Form form;
  private final int stored;
  private final ValidityBits validity;
  private final boolean text;
  private final ArrowBuf places;
  private final ArrowBuf[] data;
  private ArrowBuf buffer;
  private long start;
  private long end;

  private BinaryColumn(int count, RowMap rows, FieldVector vector) {
    this.count = count;
    this.rows = rows;
    this.plain = rows == RowMap.IDENTITY;
    this.stored = vector.getValueCount();
    this.validity = ValidityBits.of(vector);
    this.text =
        switch (vector.getField().getType().getTypeID()) {
          case Utf8, LargeUtf8, Utf8View -> true;
          default -> false;
        };
    if (vector instanceof BaseVariableWidthVector) {
      form = Form.SMALL_OFFSETS;
      places = vector.getOffsetBuffer();
      data = new ArrowBuf[] {vector.getDataBuffer()};
    } else if (vector instanceof BaseLargeVariableWidthVector) {
      form = Form.LARGE_OFFSETS;
      places = vector.getOffsetBuffer();
      data = new ArrowBuf[] {vector.getDataBuffer()};
    } else if (vector instanceof BaseVariableWidthViewVector views) {
      form = Form.VIEWS;
      places = views.getDataBuffer();
      data = views.getDataBuffers().toArray(new ArrowBuf[0]);
    } else {
      throw new IllegalArgumentException(
          "column " + vector.getName() + ": type " + vector.getField().getType() + " has no bytes");
    }
    requireBuffers(vector);
  }

  private void requireBuffers(FieldVector vector) {
    long needed =
        switch (form) {
          case SMALL_OFFSETS -> (stored + 1L) * Integer.BYTES;
          case LARGE_OFFSETS -> (stored + 1L) * Long.BYTES;
          case VIEWS -> (long) stored * VIEW_BYTES;
        };
    if (stored > 0) {
      BufferChecks.requireLength(vector, "offsets or views", places, needed);
    }
  }

  /**
   * A column's rows; {@code dictionaries} may be null where nothing is encoded.
   *
   * @throws IllegalArgumentException if the column's type holds no bytes, or its dictionary is not
   *     to be found
   */
  public static BinaryColumn of(FieldVector column, DictionaryProvider dictionaries) {
    RowMap rows = RowMap.IDENTITY;
    FieldVector vector = column;
    if (vector instanceof RunEndEncodedVector runs) {
      rows = new RowMap.Runs(runs);
      vector = runs.getValuesVector();
    }
    if (vector.getField().getDictionary() != null && vector instanceof BaseIntVector indices) {
      FieldVector values = dictionary(vector, dictionaries).getVector();
      rows = new RowMap.Indices(rows, indices, values.getValueCount());
      vector = values;
    }
    return new BinaryColumn(column.getValueCount(), rows, vector);
  }

  /**
   * As {@link #of}, the metadata of a Variant column.
   *
   * @throws MalformedVariantException if it has fewer rows, or its run ends or buffers are damaged
   */
  public static BinaryColumn ofMetadata(StructVector storage, DictionaryProvider dictionaries) {
    String name = ShreddedLayout.METADATA;
    BinaryColumn metadata = of(storage.getChild(name), dictionaries);
    if (metadata.text) {
      throw new IllegalArgumentException(
          "column "
              + storage.getName()
              + ": metadata is a dictionary of Utf8, expected one of Binary");
    }
    BufferChecks.requireRows("$", storage.getChild(name), storage.getValueCount());
    return metadata;
  }

  private static Dictionary dictionary(FieldVector vector, DictionaryProvider dictionaries) {
    long id = vector.getField().getDictionary().getId();
    Dictionary found = dictionaries == null ? null : dictionaries.lookup(id);
    if (found == null) {
      throw new IllegalArgumentException(
          "column "
              + vector.getName()
              + ": dictionary "
              + id
              + " is not known; give the vector its DictionaryProvider");
    }
    return found;
  }

  public boolean isNull(int row) {
    int place = plain ? row : rows.place(checkRow(row));
    return place < 0 || validity.isNull(place);
  }

  /** Whether any row may be null; false is certain. */
  public boolean mayHaveNulls() {
    return !plain || !validity.noneNull();
  }

  /** Moves to the bytes of a row that is not null; refuses places outside dictionary or buffer. */
  public void seek(int row) {
    int place = checkPlace(plain ? checkRow(row) : rows.place(checkRow(row)));
    switch (form) {
      case SMALL_OFFSETS -> {
        long offsets = places.memoryAddress() + (long) place * Integer.BYTES;
        setBuffer(data[0]);
        start = MemoryUtil.getInt(offsets);
        end = MemoryUtil.getInt(offsets + Integer.BYTES);
      }
      case LARGE_OFFSETS -> {
        long offsets = places.memoryAddress() + (long) place * Long.BYTES;
        setBuffer(data[0]);
        start = MemoryUtil.getLong(offsets);
        end = MemoryUtil.getLong(offsets + Long.BYTES);
      }
      case VIEWS -> seekView((long) place * VIEW_BYTES);
    }
  }

  private void seekView(long view) {
    long address = places.memoryAddress() + view;
    int length = MemoryUtil.getInt(address);
    if (length <= VIEW_INLINE_BYTES) {
      setBuffer(places);
      start = view + VIEW_INLINE_START;
    } else {
      int index = MemoryUtil.getInt(address + VIEW_BUFFER_INDEX);
      if (index < 0 || index >= data.length) {
        throw outside("data buffer of a view", index, data.length);
      }
      setBuffer(data[index]);
      start = MemoryUtil.getInt(address + VIEW_OFFSET);
    }
    end = start + length;
  }

  @SuppressWarnings("ReferenceEquality") // the same object is meant
  private void setBuffer(ArrowBuf newBuffer) {
    if (buffer != newBuffer) {
      buffer = newBuffer;
    }
  }

  private int checkRow(int row) {
    if (row < 0 || row >= count) {
      throw new IndexOutOfBoundsException("row " + row + " of a column with " + count + " rows");
    }
    return row;
  }

  private int checkPlace(int place) {
    if (place < 0 || place >= stored) {
      throw outside("row of the dictionary or runs", place, stored);
    }
    return place;
  }

  private static MalformedVariantException outside(String what, int found, int count) {
    return new MalformedVariantException(what, Integer.toString(found), "0 to " + (count - 1));
  }

  /** As {@link #seek}, of bytes that are in their buffer; returns how many they are. */
  public int seekChecked(int row) {
    seek(row);
    BufferChecks.requireRange("bytes of a row", buffer, start, end);
    return (int) (end - start);
  }

  public ArrowBuf buffer() {
    return buffer;
  }

  public long start() {
    return start;
  }

  public long end() {
    return end;
  }
}
