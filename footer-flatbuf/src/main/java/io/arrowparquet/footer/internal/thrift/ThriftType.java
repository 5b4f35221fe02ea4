// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.model.BinaryValue;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The type of a Thrift field, as {@link StructCodec} needs it.
 *
 * @param <V> what its values are in a record
 */
public interface ThriftType<V> {
  /** The header of a field says whether it is true, so no bytes follow. */
  ThriftType<Boolean> BOOL =
      scalar(CompactType.BOOLEAN_TRUE, CompactReader::readBool, (out, value) -> {});

  /** A boolean in a list, where it takes a byte. */
  ThriftType<Boolean> BOOL_ELEMENT =
      scalar(
          CompactType.BOOLEAN_TRUE,
          CompactReader::readBoolElement,
          CompactWriter::writeBoolElement);

  ThriftType<Byte> I8 =
      scalar(CompactType.I8, CompactReader::readByte, (out, value) -> out.writeByte(value));
  ThriftType<Short> I16 =
      scalar(CompactType.I16, CompactReader::readI16, (out, value) -> out.writeI32(value));

  ThriftType<Integer> I32 =
      scalar(CompactType.I32, CompactReader::readI32, CompactWriter::writeI32);

  /** The number of a constant: an i32 in Thrift, a byte in FlatBuffers. */
  ThriftType<Integer> ENUM =
      scalar(CompactType.I32, CompactReader::readI32, CompactWriter::writeI32);

  ThriftType<Long> I64 = scalar(CompactType.I64, CompactReader::readI64, CompactWriter::writeI64);
  ThriftType<Double> DOUBLE =
      scalar(CompactType.DOUBLE, CompactReader::readDouble, CompactWriter::writeDouble);
  ThriftType<String> STRING =
      scalar(CompactType.BINARY, CompactReader::readString, CompactWriter::writeString);
  ThriftType<BinaryValue> BINARY =
      scalar(CompactType.BINARY, CompactReader::readBinaryValue, CompactWriter::writeBinaryValue);

  /** What a list has room for before it is known to be as long as it says. */
  int INITIAL_CAPACITY = 1024;

  int wireType();

  V read(CompactReader in);

  void write(CompactWriter out, V value);

  /** What {@link #read} calls, without the call between. */
  default Function<CompactReader, V> reader() {
    return this::read;
  }

  default BiConsumer<CompactWriter, V> writer() {
    return this::write;
  }

  static <T> ThriftType<T> struct(
      Function<CompactReader, T> reader, BiConsumer<CompactWriter, T> writer) {
    return scalar(CompactType.STRUCT, reader, writer);
  }

  /** A list of values; booleans are {@link #BOOL_ELEMENT}s. */
  static <E> ThriftType<List<E>> list(ThriftType<E> element) {
    return new ListType<>(element, true);
  }

  /** Reads a list or set; what comes back is unchangeable. */
  static <E> List<E> readList(CompactReader in, Function<CompactReader, E> element) {
    int size = in.listBegin();
    if (size == 1) {
      return List.of(element.apply(in));
    }
    // The size is bounded by the bytes present, but a reference takes more than a byte: grow.
    Object[] elements = new Object[Math.min(size, INITIAL_CAPACITY)];
    for (int i = 0; i < size; i++) {
      if (i == elements.length) {
        elements = Arrays.copyOf(elements, (int) Math.min(size, 2L * i));
      }
      elements[i] = element.apply(in);
    }
    @SuppressWarnings("unchecked") // every element came from the codec
    List<E> list = (List<E>) List.of(elements);
    return list;
  }

  private static <V> ThriftType<V> scalar(
      int wireType, Function<CompactReader, V> reader, BiConsumer<CompactWriter, V> writer) {
    return new Scalar<>(wireType, reader, writer);
  }

  record Scalar<V>(
      int wireType, Function<CompactReader, V> reader, BiConsumer<CompactWriter, V> writer)
      implements ThriftType<V> {
    @Override
    public V read(CompactReader in) {
      return reader.apply(in);
    }

    @Override
    public void write(CompactWriter out, V value) {
      writer.accept(out, value);
    }
  }

  /** {@code isKept}: whether what is read is kept: else elements are read for what they throw. */
  record ListType<E>(ThriftType<E> element, boolean isKept) implements ThriftType<List<E>> {
    @Override
    public int wireType() {
      return CompactType.LIST;
    }

    @Override
    public List<E> read(CompactReader in) {
      Function<CompactReader, E> reader = element.reader();
      if (isKept) {
        return readList(in, reader);
      }
      for (int i = in.listBegin(); i > 0; i--) {
        E unused = reader.apply(in);
      }
      return List.of();
    }

    @Override
    public void write(CompactWriter out, List<E> value) {
      out.listBegin(element.wireType(), value.size());
      BiConsumer<CompactWriter, E> writer = element.writer();
      for (E each : value) {
        writer.accept(out, each);
      }
    }
  }
}
