// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.Int128;
import io.arrowparquet.variant.internal.LeafWriter;
import io.arrowparquet.variant.internal.Malformed;
import io.arrowparquet.variant.internal.ValueHeader;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.jspecify.annotations.Nullable;

/**
 * Builds one Variant value after another in Arrow memory: {@link #reset}, then the value by {@code
 * append} calls, containers between {@code start} and {@code end}, then {@link #writeTo}. The
 * smallest form is chosen: widths, short strings; fields are put in the order of their names.
 *
 * <pre>{@code
 * try (VariantDictionary names = new VariantDictionary(allocator);
 *     VariantBuilder builder = new VariantBuilder(allocator).use(names)) {
 *   builder.startObject();
 *   builder.field("id").appendInteger(7);
 *   builder.field("tags").startArray();
 *   builder.appendString("new");
 *   builder.endArray();
 *   builder.endObject();
 *   builder.writeTo(buffer, 0); // lengthBytes() bytes
 * }
 * }</pre>
 *
 * <p>Field names come from a {@link VariantDictionary}, which grows, or from an existing {@link
 * VariantMetadata}, whose names are all there are. Either is borrowed and must outlive the value.
 *
 * <p>Calls in an order that makes no value are an {@link IllegalStateException}. A value beyond the
 * limits of depth and size is a {@link MalformedVariantException}. After any exception, {@link
 * #reset} begins anew.
 *
 * <p>Ownership: owns scratch memory until closed; nothing is allocated for a row once the scratch
 * has grown to what rows need. Threads: one at a time.
 */
public final class VariantBuilder implements AutoCloseable {
  private final VariantLimits limits;
  private final ValueTape tape;
  private final ContainerStack open = new ContainerStack();
  private final FieldSorter sorter = new FieldSorter();
  private final NameRanks ranks = new NameRanks();
  private final ValueCopier copier;

  private VariantDictionary dictionary;
  private VariantMetadata metadata;
  private long length;
  private boolean complete;

  /** A builder under the default limits. */
  public VariantBuilder(BufferAllocator allocator) {
    this(allocator, VariantLimits.defaults());
  }

  /** A builder under limits. */
  public VariantBuilder(BufferAllocator allocator, VariantLimits limits) {
    this.limits = limits;
    this.tape = new ValueTape(allocator);
    this.copier = new ValueCopier(limits);
  }

  /** Takes field names from a growing dictionary from now on; drops a value not yet complete. */
  public VariantBuilder use(VariantDictionary names) {
    dictionary = names;
    metadata = null;
    return reset();
  }

  /** Takes field ids from existing metadata from now on; drops a value not yet complete. */
  public VariantBuilder use(VariantMetadata names) {
    dictionary = null;
    metadata = names;
    return reset();
  }

  /** Begins a new value. */
  public VariantBuilder reset() {
    tape.clear();
    open.clear();
    length = 0;
    complete = false;
    return this;
  }

  /**
   * Appends an existing value: its bytes as they are if its dictionary is the one in use, otherwise
   * field by field with the ids looked up or added.
   *
   * @throws MalformedVariantException if the value violates the format, as far as it is read: so
   *     where an object has a field twice and that is an error
   */
  public void append(VariantCursor value) {
    copier.append(value, this);
  }

  void appendEncoded(long address, int count) {
    ByteCopy.copy(address, leaf(count), count);
  }

  /** Appends Variant null, which is a value. */
  public void appendNull() {
    LeafWriter.header(leaf(1), VariantTypeIds.NULL);
  }

  /** Appends a boolean. */
  public void appendBoolean(boolean value) {
    LeafWriter.header(leaf(1), value ? VariantTypeIds.TRUE : VariantTypeIds.FALSE);
  }

  /** Appends an int8. */
  public void appendInt8(byte value) {
    LeafWriter.int8(leaf(1 + Byte.BYTES), value);
  }

  /** Appends an int16. */
  public void appendInt16(short value) {
    LeafWriter.int16(leaf(1 + Short.BYTES), value);
  }

  /** Appends an int32. */
  public void appendInt32(int value) {
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.INT32, value);
  }

  /** Appends an int64. */
  public void appendInt64(long value) {
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), VariantTypeIds.INT64, value);
  }

  /** Appends an integer as the smallest of int8, int16, int32 and int64 that holds it. */
  public void appendInteger(long value) {
    if (value == (byte) value) {
      appendInt8((byte) value);
    } else if (value == (short) value) {
      appendInt16((short) value);
    } else if (value == (int) value) {
      appendInt32((int) value);
    } else {
      appendInt64(value);
    }
  }

  /** Appends a double. */
  public void appendDouble(double value) {
    long bits = Double.doubleToRawLongBits(value);
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), VariantTypeIds.DOUBLE, bits);
  }

  /** Appends a float. */
  public void appendFloat(float value) {
    int bits = Float.floatToRawIntBits(value);
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.FLOAT, bits);
  }

  /**
   * Appends a decimal as the smallest of decimal4, decimal8 and decimal16 that has both the digits
   * and, since other readers ask for that, at least {@code scale} digits to give.
   *
   * @param high the unscaled number's upper 64 bits, with its sign
   * @param low its lower 64 bits
   * @param scale digits after the point, 0 to 38
   * @throws IllegalArgumentException if the number has more than 38 digits, or for another scale
   */
  public void appendDecimal(long high, long low, int scale) {
    int digits = Math.max(scale, Int128.digits(high, low));
    appendDecimal(PrimitiveType.ofDecimal(digits).typeId(), high, low, scale);
  }

  /**
   * Appends a decimal of a type that is given, {@link VariantTypeIds#DECIMAL4} and on.
   *
   * @throws IllegalArgumentException if the type is not a decimal or too small for the number, or
   *     if the scale is not in 0 to 38
   */
  public void appendDecimal(int typeId, long high, long low, int scale) {
    boolean fits =
        VariantTypeIds.isDecimal(typeId)
            && Int128.fits(high, low, PrimitiveType.of(typeId).digits());
    if (!fits || scale < 0 || scale > ValueHeader.MAX_SCALE) {
      throw new IllegalArgumentException(
          "not a " + VariantTypeIds.name(typeId) + ": too many digits, or scale " + scale);
    }
    LeafWriter.decimal(leaf(1 + ValueHeader.DATA_LENGTHS[typeId]), typeId, scale, high, low);
  }

  /** Appends a date: days since 1970-01-01. */
  public void appendDate(int days) {
    LeafWriter.fourBytes(leaf(1 + Integer.BYTES), VariantTypeIds.DATE, days);
  }

  /**
   * Appends a time or a timestamp in the unit of its type.
   *
   * @param typeId {@link VariantTypeIds#TIME_NTZ_MICROS} or one of the four timestamps
   * @throws IllegalArgumentException for another type
   */
  public void appendTime(int typeId, long value) {
    if (!PrimitiveType.isPrimitive(typeId) || PrimitiveType.of(typeId).nanosPerUnit() == 0) {
      throw new IllegalArgumentException(
          VariantTypeIds.name(typeId) + " is neither a time nor a timestamp");
    }
    LeafWriter.eightBytes(leaf(1 + Long.BYTES), typeId, value);
  }

  /** Appends a UUID given by its 16 bytes, first and last eight, as big-endian numbers. */
  public void appendUuid(long mostSignificant, long leastSignificant) {
    LeafWriter.uuid(leaf(1 + 2 * Long.BYTES), mostSignificant, leastSignificant);
  }

  /** Appends a string. Allocates its UTF-8 form: prefer bytes in loops. */
  public void appendString(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    appendString(utf8, 0, utf8.length);
  }

  /** Appends a string; the bytes must be UTF-8 and are copied. */
  public void appendString(byte[] utf8, int from, int count) {
    Objects.checkFromIndexSize(from, count, utf8.length);
    ByteCopy.copy(utf8, from, startString(count), count);
  }

  /** Appends a string; the buffer's bytes must be UTF-8 and are copied. */
  public void appendString(ArrowBuf utf8, long from, int count) {
    BufferChecks.requireRoom(utf8, from, count);
    ByteCopy.copy(utf8.memoryAddress() + from, startString(count), count);
  }

  /** Appends a string whose bytes the caller writes to the address returned, all of them. */
  long startString(int count) {
    return LeafWriter.string(leaf((long) LeafWriter.stringPrefix(count) + count), count);
  }

  /** Appends bytes, which are copied. */
  public void appendBinary(byte[] bytes, int from, int count) {
    Objects.checkFromIndexSize(from, count, bytes.length);
    MemoryUtil.copyToMemory(bytes, from, startBinary(count), count);
  }

  /** Appends bytes, which are copied. */
  public void appendBinary(ArrowBuf bytes, long from, int count) {
    BufferChecks.requireRoom(bytes, from, count);
    ByteCopy.copy(bytes.memoryAddress() + from, startBinary(count), count);
  }

  private long startBinary(int count) {
    long at = leaf((long) ValueHeader.LENGTH_PREFIX_END + count);
    return LeafWriter.prefixed(at, VariantTypeIds.BINARY, count);
  }

  /** Starts an object; a {@code field} call goes before each of its values. */
  public void startObject() {
    start(true);
  }

  /** Starts an array. */
  public void startArray() {
    start(false);
  }

  private void start(boolean object) {
    requirePlace();
    if (open.depth() == limits.maxDepth()) {
      throw Malformed.tooDeep(MalformedVariantException.UNKNOWN, limits.maxDepth());
    }
    open.push(tape.startContainer(), object);
  }

  /**
   * Says which field of the innermost object the next value is.
   *
   * @param id an id of the dictionary or metadata in use
   */
  public VariantBuilder field(int id) {
    if (!open.needsField()) {
      throw new IllegalStateException(
          open.inObject() ? "the field before has no value" : "field needs startObject before it");
    }
    if (id < 0 || id >= names()) {
      throw new IllegalArgumentException("field id " + id + " of a dictionary of " + names());
    }
    open.field(id);
    return this;
  }

  /**
   * As {@link #field(int)}, by name: added to a growing dictionary where it is new.
   *
   * @throws IllegalArgumentException if existing metadata is in use and has no such name
   */
  public VariantBuilder field(byte[] utf8) {
    return field(dictionary != null ? dictionary.intern(utf8) : idOf(utf8));
  }

  /** The id of a name in existing metadata, which must have it. */
  int idOf(byte[] utf8) {
    int id = metadata == null ? -1 : metadata.find(utf8);
    if (id < 0) {
      throw new IllegalArgumentException(
          "no such name in the metadata: " + new String(utf8, StandardCharsets.UTF_8));
    }
    return id;
  }

  /** As {@link #field(byte[])}. Allocates: prefer ids in loops. */
  public VariantBuilder field(String name) {
    return field(name.getBytes(StandardCharsets.UTF_8));
  }

  private int names() {
    return dictionary != null ? dictionary.size() : metadata != null ? metadata.size() : 0;
  }

  /**
   * Ends the innermost object.
   *
   * @throws IllegalArgumentException if two fields have the same name, unless the limits let the
   *     last one win
   */
  public void endObject() {
    if (!open.needsField()) {
      throw new IllegalStateException(
          open.inObject() ? "the last field has no value" : "endObject without startObject");
    }
    int from = open.firstChild();
    int to = open.endOfChildren();
    if (to - from > 1) {
      to =
          dictionary != null && ranks.canSort(dictionary, to - from)
              ? sortByRank(from, to)
              : sortByName(from, to);
    }
    int data = (int) open.dataLength();
    end(tape.endObject(open.container(), open.ids, open.offsets, from, to, data) + data);
  }

  // Of fields with equal names the last stays; the bytes of the others do, too, which the format
  // allows.

  private int sortByRank(int from, int to) {
    int count = ranks.sort(open.ids, open.offsets, from, to);
    if (count < to - from) {
      allowDuplicate(ranks.duplicate());
    }
    return from + count;
  }

  private int sortByName(int from, int to) {
    FieldSorter.Order order = dictionary != null ? dictionary : metadata;
    sorter.sort(open.ids, open.offsets, from, to, order);
    int kept = from;
    for (int i = from + 1; i < to; i++) {
      if (order.compare(open.ids[kept], open.ids[i]) != 0) {
        kept++;
      } else {
        allowDuplicate(open.ids[i]);
      }
      open.ids[kept] = open.ids[i];
      open.offsets[kept] = open.offsets[i];
    }
    return kept + 1;
  }

  private void allowDuplicate(int id) {
    if (!limits.lastFieldWins()) {
      throw new IllegalArgumentException("duplicate field: " + name(id));
    }
  }

  private String name(int id) {
    return dictionary != null ? dictionary.name(id) : metadata.name(id);
  }

  /** Ends the innermost array. */
  public void endArray() {
    if (!open.inArray()) {
      throw new IllegalStateException("endArray without startArray");
    }
    int from = open.firstChild();
    int to = open.endOfChildren();
    int data = (int) open.dataLength();
    end(tape.endArray(open.container(), open.offsets, from, to, data) + data);
  }

  private void end(long containerLength) {
    open.pop();
    place(containerLength);
  }

  long leaf(long bytes) {
    requirePlace();
    if (bytes > limits.maxSizeBytes() - tape.leaves.length()) {
      throw Malformed.tooLarge("value", tape.leaves.length() + bytes, limits.maxSizeBytes());
    }
    long at = tape.leaves.append(bytes);
    place(bytes);
    return at;
  }

  private void requirePlace() {
    if (complete) {
      throw new IllegalStateException("the value is complete: call reset before the next");
    }
    if (open.needsField()) {
      throw new IllegalStateException("in an object, call field before each value");
    }
  }

  private void place(long bytes) {
    if (bytes > limits.maxSizeBytes()) {
      throw Malformed.tooLarge("value", bytes, limits.maxSizeBytes());
    }
    if (open.depth() == 0) {
      length = bytes;
      complete = true;
      return;
    }
    if (open.dataLength() + bytes > limits.maxSizeBytes()) {
      throw Malformed.tooLarge("value", open.dataLength() + bytes, limits.maxSizeBytes());
    }
    open.add(bytes);
  }

  /** Whether a whole value is there to be written. */
  public boolean isComplete() {
    return complete;
  }

  /** Length in bytes of the value that was built. */
  public int lengthBytes() {
    if (!complete) {
      throw new IllegalStateException(
          "no complete value: " + open.depth() + " containers are open");
    }
    return (int) length;
  }

  /**
   * Writes the value, {@link #lengthBytes} bytes, into a buffer. It can be written again.
   *
   * @throws IndexOutOfBoundsException if the buffer has no room for it at that position
   */
  public void writeTo(ArrowBuf target, long position) {
    BufferChecks.requireRoom(target, position, lengthBytes());
    tape.copyTo(target.memoryAddress() + position);
  }

  void writeTo(long address) {
    tape.copyTo(address);
  }

  /** The growing dictionary in use, null while existing metadata is. */
  public @Nullable VariantDictionary dictionary() {
    return dictionary;
  }

  VariantMetadata metadata() {
    return metadata;
  }

  /** Releases the scratch memory. The builder may be used again and then owns memory again. */
  @Override
  public void close() {
    reset();
    tape.close();
  }
}
