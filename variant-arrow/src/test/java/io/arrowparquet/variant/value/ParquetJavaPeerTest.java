// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.RandomValue.Primitive;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;

/**
 * Our bytes in parquet-java's reader, and parquet-java's bytes in ours.
 *
 * @see VariantBuilder
 * @see VariantCursor
 */
class ParquetJavaPeerTest {
  private EncodedValue ours;

  @BeforeTry
  void open() {
    ours = new EncodedValue();
  }

  @AfterTry
  void close() {
    ours.close();
  }

  @Provide
  Arbitrary<Object> values() {
    return RandomValue.values();
  }

  @Property(tries = 150)
  void parquet_java_reads_what_we_build(@ForAll("values") Object value) {
    ours.build(value);

    check(new org.apache.parquet.variant.Variant(ours.value(), ours.metadata()), value);
  }

  @Property(tries = 150)
  void we_read_what_parquet_java_builds(@ForAll("values") Object value) {
    org.apache.parquet.variant.VariantBuilder builder =
        new org.apache.parquet.variant.VariantBuilder();
    append(builder, value);
    org.apache.parquet.variant.Variant theirs = builder.build();
    VariantCursor cursor =
        ours.wrap(bytes(theirs.getMetadataBuffer()), bytes(theirs.getValueBuffer()));

    new VariantValidator().validate(cursor);
    ours.build(value);
    assertThat(Variant.copyOf(cursor)).isEqualTo(Variant.copyOf(ours.cursor()));
    assertThat(cursor.lengthBytes()).isEqualTo(theirs.getValueBuffer().remaining());
  }

  @Property(tries = 150)
  void what_we_build_is_valid_and_survives_another_dictionary(@ForAll("values") Object value) {
    ours.build(value);
    VariantCursor cursor = ours.cursor();
    new VariantValidator().validate(cursor);
    assertThat(cursor.lengthBytes()).isEqualTo(ours.value().length);
    Variant expected = Variant.copyOf(cursor);

    try (VariantDictionary names = new VariantDictionary(ours.allocator());
        VariantBuilder builder = new VariantBuilder(ours.allocator()).use(names)) {
      names.intern("zzz");
      names.intern("name");
      builder.append(cursor);
      VariantCursor copy = ours.wrap(EncodedValue.metadata(names), EncodedValue.value(builder));
      new VariantValidator().validate(copy);
      assertThat(Variant.copyOf(copy)).isEqualTo(expected).hasSameHashCodeAs(expected);
    }
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private static void check(org.apache.parquet.variant.Variant read, Object expected) {
    if (expected instanceof Map<?, ?> fields) {
      assertThat(read.getType()).isEqualTo(org.apache.parquet.variant.Variant.Type.OBJECT);
      assertThat(read.numObjectElements()).isEqualTo(fields.size());
      for (int i = 0; i < fields.size(); i++) {
        check(read.getFieldAtIndex(i).value, fields.get(read.getFieldAtIndex(i).key));
      }
    } else if (expected instanceof List<?> elements) {
      assertThat(read.getType()).isEqualTo(org.apache.parquet.variant.Variant.Type.ARRAY);
      assertThat(read.numArrayElements()).isEqualTo(elements.size());
      for (int i = 0; i < elements.size(); i++) {
        check(read.getElementAtIndex(i), elements.get(i));
      }
    } else {
      check(read, (Primitive) expected);
    }
  }

  private static void check(org.apache.parquet.variant.Variant read, Primitive expected) {
    Object found =
        switch (read.getType()) {
          case NULL -> null;
          case BOOLEAN -> read.getBoolean();
          case BYTE, SHORT, INT, LONG, DATE, TIME -> read.getLong();
          case TIMESTAMP_TZ, TIMESTAMP_NTZ, TIMESTAMP_NANOS_TZ, TIMESTAMP_NANOS_NTZ ->
              read.getLong();
          case DOUBLE -> read.getDouble();
          case FLOAT -> read.getFloat();
          case DECIMAL4, DECIMAL8, DECIMAL16 -> read.getDecimal();
          case STRING -> read.getString();
          case UUID -> read.getUUID();
          case BINARY -> bytes(read.getBinary());
          default -> throw new AssertionError(read.getType());
        };
    assertThat(found).isEqualTo(expected.value());
  }

  private static void append(org.apache.parquet.variant.VariantBuilder builder, Object value) {
    if (value instanceof Map<?, ?> fields) {
      VariantObjectBuilder object = builder.startObject();
      fields.forEach(
          (name, field) -> {
            object.appendKey((String) name);
            append(object, field);
          });
      builder.endObject();
    } else if (value instanceof List<?> elements) {
      VariantArrayBuilder array = builder.startArray();
      elements.forEach(element -> append(array, element));
      builder.endArray();
    } else {
      append(builder, (Primitive) value);
    }
  }

  private static void append(
      org.apache.parquet.variant.VariantBuilder builder, Primitive primitive) {
    Object value = primitive.value();
    switch (primitive.typeId()) {
      case VariantTypeIds.NULL -> builder.appendNull();
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> builder.appendBoolean((Boolean) value);
      case VariantTypeIds.INT8 -> builder.appendByte(((Long) value).byteValue());
      case VariantTypeIds.INT16 -> builder.appendShort(((Long) value).shortValue());
      case VariantTypeIds.INT32 -> builder.appendInt(((Long) value).intValue());
      case VariantTypeIds.INT64 -> builder.appendLong((Long) value);
      case VariantTypeIds.DOUBLE -> builder.appendDouble((Double) value);
      case VariantTypeIds.FLOAT -> builder.appendFloat((Float) value);
      case VariantTypeIds.DATE -> builder.appendDate(((Long) value).intValue());
      case VariantTypeIds.TIMESTAMP_MICROS -> builder.appendTimestampTz((Long) value);
      case VariantTypeIds.TIMESTAMP_NTZ_MICROS -> builder.appendTimestampNtz((Long) value);
      case VariantTypeIds.TIMESTAMP_NANOS -> builder.appendTimestampNanosTz((Long) value);
      case VariantTypeIds.TIMESTAMP_NTZ_NANOS -> builder.appendTimestampNanosNtz((Long) value);
      case VariantTypeIds.TIME_NTZ_MICROS -> builder.appendTime((Long) value);
      case VariantTypeIds.BINARY -> builder.appendBinary(ByteBuffer.wrap((byte[]) value));
      case VariantTypeIds.UUID -> builder.appendUUID((UUID) value);
      case VariantTypeIds.STRING -> builder.appendString((String) value);
      default -> builder.appendDecimal((BigDecimal) value);
    }
  }
}
