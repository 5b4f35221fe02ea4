// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Comparisons of one int64 column with constants as a Substrait {@code ExtendedExpression}, the
 * form in which Arrow's Dataset takes filters. Written by hand: a protobuf message is fields of a
 * number, a wire type and a value.
 *
 * <pre>
 *   ExtendedExpression { 1 uris, 2 functions, 3 expression with its name, 4 schema }
 *   Expression         { 2 field reference | 1 literal | 3 function of 4 arguments, giving 3 type }
 * </pre>
 */
final class SubstraitFilter {
  private static final int AND = 1;
  private static final int LESS = 2;
  private static final int AT_LEAST = 3;
  private static final int NULLABLE = 1;
  private static final String FUNCTIONS =
      "https://github.com/substrait-io/substrait/blob/main/extensions/functions_";

  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

  private SubstraitFilter() {}

  /** Whether a column, counted from 0, is in a range. */
  static ByteBuffer range(Schema schema, int column, long from, long to) {
    SubstraitFilter least = comparison(AT_LEAST, column, from);
    SubstraitFilter most = comparison(LESS, column, to);
    return filter(schema, function(AND, least, most));
  }

  /** Whether a column, counted from 0, is less than a number. */
  static ByteBuffer lessThan(Schema schema, int column, long to) {
    return filter(schema, comparison(LESS, column, to));
  }

  private static ByteBuffer filter(Schema schema, SubstraitFilter expression) {
    SubstraitFilter all =
        message()
            .put(1, message().put(1, 1).put(2, FUNCTIONS + "comparison.yaml"))
            .put(1, message().put(1, 2).put(2, FUNCTIONS + "boolean.yaml"))
            .put(2, declaration(2, AND, "and"))
            .put(2, declaration(1, LESS, "lt"))
            .put(2, declaration(1, AT_LEAST, "gte"))
            .put(3, message().put(1, expression).put(3, "filter"))
            .put(4, schema(schema))
            // The version of Substrait.
            .put(7, message().put(2, 44));
    byte[] written = all.bytes.toByteArray();
    return ByteBuffer.allocateDirect(written.length).put(written).flip();
  }

  private static SubstraitFilter declaration(int uri, int number, String name) {
    return message().put(3, message().put(1, uri).put(2, number).put(3, name));
  }

  private static SubstraitFilter comparison(int function, int column, long constant) {
    SubstraitFilter field =
        message()
            .put(1, message().put(2, column == 0 ? message() : message().put(1, column)))
            .put(4, message());
    return function(
        function, message().put(2, field), message().put(1, message().put(7, constant)));
  }

  private static SubstraitFilter function(
      int function, SubstraitFilter left, SubstraitFilter right) {
    SubstraitFilter call =
        message()
            .put(1, function)
            .put(3, type(1, message()))
            .put(4, message().put(3, left))
            .put(4, message().put(3, right));
    return message().put(3, call);
  }

  private static SubstraitFilter schema(Schema schema) {
    SubstraitFilter named = message();
    schema.getFields().forEach(field -> named.put(1, field.getName()));
    SubstraitFilter struct = message();
    schema.getFields().forEach(field -> struct.put(1, type(field.getType())));
    return named.put(2, struct.put(3, 2));
  }

  private static SubstraitFilter type(ArrowType type) {
    if (type instanceof ArrowType.Int integer) {
      return type(integer.getBitWidth() == Integer.SIZE ? 5 : 7, message());
    }
    if (type instanceof ArrowType.Decimal decimal) {
      SubstraitFilter digits = message().put(1, decimal.getScale()).put(2, decimal.getPrecision());
      return message().put(24, digits.put(4, NULLABLE));
    }
    if (type instanceof ArrowType.Date) {
      return type(16, message());
    }
    if (type instanceof ArrowType.Utf8) {
      return type(12, message());
    }
    throw new IllegalArgumentException(List.of(type).toString());
  }

  private static SubstraitFilter type(int kind, SubstraitFilter empty) {
    return message().put(kind, empty.put(2, NULLABLE));
  }

  private static SubstraitFilter message() {
    return new SubstraitFilter();
  }

  private SubstraitFilter put(int field, long value) {
    varint((long) field << 3);
    varint(value);
    return this;
  }

  private SubstraitFilter put(int field, String value) {
    return put(field, value.getBytes(StandardCharsets.UTF_8));
  }

  private SubstraitFilter put(int field, SubstraitFilter value) {
    return put(field, value.bytes.toByteArray());
  }

  private SubstraitFilter put(int field, byte[] value) {
    varint(((long) field << 3) | 2);
    varint(value.length);
    bytes.writeBytes(value);
    return this;
  }

  private void varint(long value) {
    long left = value;
    while ((left & ~0x7fL) != 0) {
      bytes.write((int) ((left & 0x7f) | 0x80));
      left >>>= 7;
    }
    bytes.write((int) left);
  }
}
