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
  ThriftType<Boolean> BOOL = new Plain<>(CompactType.BOOLEAN_TRUE, false);

  /** A boolean in a list, where it takes a byte. */
  ThriftType<Boolean> BOOL_ELEMENT = new Plain<>(CompactType.BOOLEAN_TRUE, true);

  ThriftType<Byte> I8 = new Plain<>(CompactType.I8, false);
  ThriftType<Short> I16 = new Plain<>(CompactType.I16, false);
  ThriftType<Integer> I32 = new Plain<>(CompactType.I32, false);

  /** The number of a constant: an i32 in Thrift, a byte in FlatBuffers. */
  ThriftType<Integer> ENUM = new Plain<>(CompactType.I32, true);

  ThriftType<Long> I64 = new Plain<>(CompactType.I64, false);
  ThriftType<Double> DOUBLE = new Plain<>(CompactType.DOUBLE, false);
  ThriftType<String> STRING = new Plain<>(CompactType.BINARY, true);
  ThriftType<BinaryValue> BINARY = new Plain<>(CompactType.BINARY, false);

  /** What a list has room for before it is known to be as long as it says. */
  int INITIAL_CAPACITY = 1024;

  int wireType();

  V read(CompactReader in);

  void write(CompactWriter out, V value);

  /** The type of what is made of values of another. */
  static <V, T> ThriftType<T> mapped(
      ThriftType<V> type, Function<V, T> reader, Function<T, V> writer) {
    return new Scalar<>(
        type.wireType(),
        in -> reader.apply(type.read(in)),
        (out, value) -> type.write(out, writer.apply(value)));
  }

  static <T> ThriftType<T> struct(
      Function<CompactReader, T> reader, BiConsumer<CompactWriter, T> writer) {
    return new Scalar<>(CompactType.STRUCT, reader, writer);
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

  /**
   * The types of single values, in one class: two lambdas for each would be linked where a process
   * reads its first footer.
   *
   * @param isOther which one of two types that are the same on the wire
   */
  record Plain<V>(int wireType, boolean isOther) implements ThriftType<V> {
    @Override
    @SuppressWarnings("unchecked") // as the constants are declared
    public V read(CompactReader in) {
      Object value =
          switch (wireType) {
            case CompactType.BOOLEAN_TRUE -> isOther ? in.readBoolElement() : in.readBool();
            case CompactType.I8 -> in.readByte();
            case CompactType.I16 -> in.readI16();
            case CompactType.I32 -> in.readI32();
            case CompactType.I64 -> in.readI64();
            case CompactType.DOUBLE -> in.readDouble();
            default -> isOther ? in.readString() : in.readBinaryValue();
          };
      return (V) value;
    }

    @Override
    public void write(CompactWriter out, V value) {
      switch (wireType) {
        case CompactType.BOOLEAN_TRUE -> out.writeBoolElement((Boolean) value);
        case CompactType.I8 -> out.writeByte((Byte) value);
        case CompactType.I16 -> out.writeI32((Short) value);
        case CompactType.I32 -> out.writeI32((Integer) value);
        case CompactType.I64 -> out.writeI64((Long) value);
        case CompactType.DOUBLE -> out.writeDouble((Double) value);
        default -> {
          if (isOther) {
            out.writeString((String) value);
          } else {
            out.writeBinaryValue((BinaryValue) value);
          }
        }
      }
    }
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
      if (isKept) {
        return readList(in, element::read);
      }
      for (int i = in.listBegin(); i > 0; i--) {
        E unused = element.read(in);
      }
      return List.of();
    }

    @Override
    public void write(CompactWriter out, List<E> value) {
      out.listBegin(element.wireType(), value.size());
      for (E each : value) {
        element.write(out, each);
      }
    }
  }
}
