// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.encoding;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.memory.internal.LittleEndian;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** Copies values out of Arrow memory into {@link Variant} objects. */
final class VariantObjectReader {
  private static final long NANOS_PER_MICRO = 1000;

  private final VariantLimits limits;

  VariantObjectReader(VariantLimits limits) {
    this.limits = limits;
  }

  Variant copy(VariantCursor value) {
    return copy(value, 0);
  }

  private Variant copy(VariantCursor value, int level) {
    int type = value.typeId();
    return switch (type) {
      case VariantTypeIds.NULL -> new Variant(type, null);
      case VariantTypeIds.TRUE, VariantTypeIds.FALSE -> new Variant(type, value.getBoolean());
      case VariantTypeIds.INT8, VariantTypeIds.INT16, VariantTypeIds.INT32, VariantTypeIds.INT64 ->
          new Variant(type, value.getLong());
      case VariantTypeIds.DOUBLE -> new Variant(type, value.getDouble());
      case VariantTypeIds.FLOAT -> new Variant(type, value.getFloat());
      case VariantTypeIds.DECIMAL4, VariantTypeIds.DECIMAL8, VariantTypeIds.DECIMAL16 ->
          Variant.decimal(type, value.decimalHigh(), value.decimalLow(), value.decimalScale());
      case VariantTypeIds.DATE -> new Variant(type, LocalDate.ofEpochDay(value.getLong()));
      case VariantTypeIds.TIME_NTZ_MICROS -> {
        VariantValidator.requireTimeOfDay(value);
        yield new Variant(type, LocalTime.ofNanoOfDay(value.getLong() * NANOS_PER_MICRO));
      }
      case VariantTypeIds.STRING -> {
        value.requireUtf8();
        yield new Variant(type, value.getString());
      }
      case VariantTypeIds.BINARY -> new Variant(type, value.getBytes());
      case VariantTypeIds.UUID -> {
        long data = value.dataAddress();
        yield new Variant(
            type,
            new UUID(
                Long.reverseBytes(LittleEndian.int64(data)),
                Long.reverseBytes(LittleEndian.int64(data + Long.BYTES))));
      }
      case VariantTypeIds.OBJECT -> new Variant(type, fields(value, level));
      case VariantTypeIds.ARRAY -> new Variant(type, elements(value, level));
      case VariantTypeIds.TIMESTAMP_MICROS,
          VariantTypeIds.TIMESTAMP_NTZ_MICROS,
          VariantTypeIds.TIMESTAMP_NANOS,
          VariantTypeIds.TIMESTAMP_NTZ_NANOS ->
          Variant.moment(type, value.getLong());
      default -> throw VariantTypeIds.unexpected(type);
    };
  }

  private List<Variant> elements(VariantCursor array, int level) {
    requireDepth(array, level);
    VariantCursor child = new VariantCursor(limits);
    List<Variant> elements = new ArrayList<>();
    int left = array.lengthBytes();
    for (int i = 0; i < array.elementCount(); i++) {
      array.element(i, child);
      left = child.takeFrom(left);
      elements.add(copy(child, level + 1));
    }
    return Collections.unmodifiableList(elements);
  }

  private Map<String, Variant> fields(VariantCursor object, int level) {
    requireDepth(object, level);
    VariantCursor child = new VariantCursor(limits);
    Map<String, Variant> fields = new LinkedHashMap<>();
    int left = object.lengthBytes();
    for (int i = 0; i < object.elementCount(); i++) {
      object.element(i, child);
      left = child.takeFrom(left);
      int id = object.fieldId(i);
      object.metadata().requireUtf8(id);
      String name = object.metadata().name(id);
      if (fields.put(name, copy(child, level + 1)) != null) {
        throw new MalformedVariantException(
            "names of an object's fields",
            object.offsetInValue(),
            "'" + name + "' twice",
            "each name once");
      }
    }
    return Collections.unmodifiableMap(fields);
  }

  private void requireDepth(VariantCursor container, int level) {
    if (level == limits.maxDepth()) {
      throw Malformed.tooDeep(container.offsetInValue(), limits.maxDepth());
    }
  }
}
