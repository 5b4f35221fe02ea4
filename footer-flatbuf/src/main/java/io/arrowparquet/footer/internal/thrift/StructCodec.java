// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import java.lang.reflect.Constructor;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The codec of a struct, made of a list of its fields. It boxes each value; so structs of which a
 * file has many are {@linkplain #byHand read by hand}.
 *
 * @param <T> the record that a struct becomes
 */
public final class StructCodec<T> implements ThriftType<T> {
  private final StructShape shape;

  /** Null if the struct is read by hand. */
  private final Function<Values, T> constructor;

  /** Null if the struct is read by its fields; and for writing it. */
  private final Function<CompactReader, T> byHand;

  private final BiConsumer<CompactWriter, T> writtenByHand;

  /** Field 1 is the first of them; null if each field says how it is got. */
  private final RecordComponent[] components;

  private final Field<T, ?>[] fields;

  private StructCodec(
      StructShape shape,
      Function<Values, T> constructor,
      Function<CompactReader, T> byHand,
      BiConsumer<CompactWriter, T> writtenByHand,
      RecordComponent[] components,
      Field<T, ?>[] fields) {
    this.shape = shape;
    this.constructor = constructor;
    this.byHand = byHand;
    this.writtenByHand = writtenByHand;
    this.components = components;
    this.fields = fields;
  }

  public static final class Values {
    private final Object[] values;

    private Values(int count) {
      values = new Object[count];
    }

    /** The value of a field, null if it is absent; of the type that the field was declared with. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"}) // as the field is declared
    public <V> V get(int id) {
      return (V) values[id];
    }

    public boolean has(int id) {
      return values[id] != null;
    }

    public void set(int id, Object value) {
      values[id] = value;
    }

    public long ids() {
      long ids = 0;
      for (int id = 1; id < values.length; id++) {
        ids |= has(id) ? 1L << id : 0;
      }
      return ids;
    }
  }

  private record Field<T, V>(ThriftType<V> type, int wireType, Function<T, V> getter) {

    void write(CompactWriter out, int id, T struct) {
      V value = getter.apply(struct);
      if (value == null) {
        return;
      }
      if (wireType == CompactType.BOOLEAN_TRUE) {
        out.boolField(id, (Boolean) value);
      } else {
        out.fieldHeader(id, wireType);
        type.write(out, value);
      }
    }
  }

  /** A struct without fields, to be extended by the methods below. */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <T> StructCodec<T> of(String name, Function<Values, T> constructor) {
    return new StructCodec<>(StructShape.of(name), constructor, null, null, null, new Field[1]);
  }

  /**
   * As {@link #of(String, Function)}, of a record that has the fields as its components, in the
   * order of their ids from 1 on. They are read and made by reflection: a hundred lambdas, most of
   * them never called, would take a tenth of a second where a process reads its first footer.
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  public static <T extends Record> StructCodec<T> of(Class<T> record) {
    RecordComponent[] components = record.getRecordComponents();
    Constructor<T> constructor = constructor(record, components);
    return new StructCodec<>(
        StructShape.of(record.getSimpleName()),
        values -> make(constructor, values),
        null,
        null,
        components,
        new Field[1]);
  }

  private static <T> Constructor<T> constructor(Class<T> record, RecordComponent[] components) {
    try {
      Constructor<T> constructor =
          record.getDeclaredConstructor(
              Stream.of(components).map(RecordComponent::getType).toArray(Class[]::new));
      constructor.setAccessible(true);
      return constructor;
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * As {@link #of(Class)}, read by {@code reader}, which takes two thirds of the time of a table.
   * There are no {@link Values} of such a struct.
   *
   * @param writer null to write by the fields
   */
  @SuppressWarnings({"unchecked", "rawtypes"})
  static <T extends Record> StructCodec<T> byHand(
      String name,
      Class<T> record,
      Function<CompactReader, T> reader,
      BiConsumer<CompactWriter, T> writer) {
    RecordComponent[] components = record.getRecordComponents();
    return new StructCodec<>(StructShape.of(name), null, reader, writer, components, new Field[1]);
  }

  private static <T> T make(Constructor<T> constructor, Values values) {
    try {
      return constructor.newInstance(Arrays.copyOfRange(values.values, 1, values.values.length));
    } catch (InvocationTargetException e) {
      throw e.getCause() instanceof RuntimeException own ? own : new IllegalStateException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  public StructCodec<T> required(int id, String name, ThriftType<?> type) {
    return with(id, name, type, component(id), true);
  }

  public StructCodec<T> optional(int id, String name, ThriftType<?> type) {
    return with(id, name, type, component(id), false);
  }

  @SuppressWarnings("unchecked") // a component has what the field's type reads
  private <V> Function<T, V> component(int id) {
    Method accessor = components[id - 1].getAccessor();
    accessor.setAccessible(true);
    return struct -> {
      try {
        return (V) accessor.invoke(struct);
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    };
  }

  public <V> StructCodec<T> required(
      int id, String name, ThriftType<V> type, Function<T, V> getter) {
    return with(id, name, type, getter, true);
  }

  public <V> StructCodec<T> optional(
      int id, String name, ThriftType<V> type, Function<T, V> getter) {
    return with(id, name, type, getter, false);
  }

  private <V> StructCodec<T> with(
      int id, String name, ThriftType<V> type, Function<T, V> getter, boolean isRequired) {
    StructShape longer = shape.with(id, name, type, isRequired);
    Field<T, ?>[] all = Arrays.copyOf(fields, longer.maxFieldId() + 1);
    all[id] = new Field<>(type, type.wireType(), getter);
    return new StructCodec<>(longer, constructor, byHand, writtenByHand, components, all);
  }

  public StructShape shape() {
    return shape;
  }

  /** The type of a field; null if there is none with this id. */
  public ThriftType<?> fieldType(int id) {
    return id < fields.length && fields[id] != null ? fields[id].type : null;
  }

  public Values values() {
    return new Values(fields.length);
  }

  public Values valuesOf(T struct) {
    Values values = values();
    for (int id = 1; id < fields.length; id++) {
      values.values[id] = fields[id] == null ? null : fields[id].getter.apply(struct);
    }
    return values;
  }

  public T make(Values values) {
    return constructor.apply(values);
  }

  @Override
  public int wireType() {
    return CompactType.STRUCT;
  }

  /**
   * Reads one struct at the reader's position.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no such struct or lack a
   *     required field
   */
  @Override
  public T read(CompactReader in) {
    if (byHand != null) {
      return byHand.apply(in);
    }
    Values found = values();
    long seen = 0;
    in.enterStruct();
    while (in.nextField(shape)) {
      int id = in.fieldId();
      seen |= 1L << id;
      found.values[id] = fields[id].type.read(in);
    }
    in.leaveStruct(shape, seen);
    return constructor.apply(found);
  }

  @Override
  public void write(CompactWriter out, T value) {
    if (writtenByHand != null) {
      writtenByHand.accept(out, value);
      return;
    }
    out.structBegin();
    for (int id = 1; id < fields.length; id++) {
      if (fields[id] != null) {
        fields[id].write(out, id, value);
      }
    }
    out.structEnd();
  }
}
