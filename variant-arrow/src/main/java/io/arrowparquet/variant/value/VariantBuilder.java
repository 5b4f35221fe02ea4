// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.BufferChecks;
import io.arrowparquet.variant.internal.ByteCopy;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;

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
public final class VariantBuilder extends PrimitiveAppender implements AutoCloseable {
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

  /** Appends bytes that are a whole value. */
  void appendEncoded(long address, int count) {
    ByteCopy.copy(address, leaf(count), count);
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
    if (dictionary != null) {
      return field(dictionary.intern(utf8));
    }
    int id = metadata == null ? -1 : metadata.find(utf8);
    if (id < 0) {
      throw new IllegalArgumentException(
          "no such name in the metadata: " + new String(utf8, StandardCharsets.UTF_8));
    }
    return field(id);
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

  /** Makes a leaf of so many bytes the next child and returns the address to write it to. */
  @Override
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

  /** Writes the value at an address known to have room for it. */
  void writeTo(long address) {
    tape.copyTo(address);
  }

  /** The growing dictionary in use, null while existing metadata is. */
  public VariantDictionary dictionary() {
    return dictionary;
  }

  /** The metadata in use, or null. */
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
