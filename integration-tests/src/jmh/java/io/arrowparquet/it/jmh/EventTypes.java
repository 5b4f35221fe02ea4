// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/** Arrow types that {@link EventRows} are decoded to. */
final class EventTypes {
  private static final ArrowType LONG = new ArrowType.Int(64, true);
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  private EventTypes() {}

  /** The columns of {@link FiveVectors}. */
  static Field fiveColumns() {
    return struct(
        "event",
        of("id", LONG),
        of("type", ArrowType.Utf8.INSTANCE),
        of("amount", DOUBLE),
        struct("user", of("name", ArrowType.Utf8.INSTANCE)),
        of("ok", ArrowType.Bool.INSTANCE));
  }

  /**
   * Every field of the rows. Where a field has values of several types, one column takes one of
   * them: by turns the integers, the numbers, the strings and the objects.
   */
  static Field everything(EventRows.Shape shape) {
    return shape == EventRows.Shape.HOMOGENEOUS ? event() : mixed();
  }

  private static Field event() {
    Field tags =
        new Field(
            "tags",
            FieldType.nullable(ArrowType.List.INSTANCE),
            List.of(of("element", ArrowType.Utf8.INSTANCE)));
    Field[] payload = new Field[5];
    for (int f = 0; f < payload.length; f++) {
      payload[f] = of("f" + f, f % 2 == 0 ? LONG : ArrowType.Utf8.INSTANCE);
    }
    return struct(
        "event",
        of("id", LONG),
        of("ts", LONG),
        of("type", ArrowType.Utf8.INSTANCE),
        struct("user", of("id", LONG), of("name", ArrowType.Utf8.INSTANCE), tags),
        of("amount", DOUBLE),
        of("ok", ArrowType.Bool.INSTANCE),
        struct("payload", payload));
  }

  private static Field mixed() {
    List<Field> fields = new ArrayList<>();
    for (String key : EventRows.mixedKeys()) {
      fields.add(
          switch (fields.size() % 4) {
            case 0 -> of(key, LONG);
            case 1 -> of(key, DOUBLE);
            case 2 -> of(key, ArrowType.Utf8.INSTANCE);
            default -> struct(key, of("name", ArrowType.Utf8.INSTANCE), of("count", LONG));
          });
    }
    return struct("event", fields.toArray(new Field[0]));
  }

  private static Field of(String name, ArrowType type) {
    return Field.nullable(name, type);
  }

  private static Field struct(String name, Field... fields) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(fields));
  }
}
