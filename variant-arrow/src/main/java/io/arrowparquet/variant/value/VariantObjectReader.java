// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.JsonTimes;
import io.arrowparquet.variant.internal.LittleEndian;
import io.arrowparquet.variant.internal.NameBudget;
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
  private final VariantLimits limits;
  private final NameBudget names;

  VariantObjectReader(VariantLimits limits) {
    this.limits = limits;
    this.names = new NameBudget(limits);
  }

  Variant copy(VariantCursor value) {
    return copy(value, 0);
  }

  private Variant copy(VariantCursor value, int level) {
    int typeId = value.typeId();
    if (typeId == VariantTypeIds.OBJECT) {
      return new Variant(typeId, fields(value, level));
    }
    return typeId == VariantTypeIds.ARRAY
        ? new Variant(typeId, elements(value, level))
        : copyPrimitive(value, PrimitiveType.of(typeId));
  }

  private static Variant copyPrimitive(VariantCursor value, PrimitiveType type) {
    int typeId = type.typeId();
    return switch (type.kind()) {
      case NULL -> new Variant(typeId, null);
      case BOOLEAN -> new Variant(typeId, value.getBoolean());
      case INTEGER -> new Variant(typeId, value.getLong());
      case DOUBLE -> new Variant(typeId, value.getDouble());
      case FLOAT -> new Variant(typeId, value.getFloat());
      case DECIMAL ->
          Variant.decimal(typeId, value.decimalHigh(), value.decimalLow(), value.decimalScale());
      case DATE -> new Variant(typeId, LocalDate.ofEpochDay(value.getLong()));
      case TIME -> {
        JsonTimes.requireTimeOfDay(value.getLong(), type.nanosPerUnit(), value.offsetInValue());
        yield new Variant(typeId, LocalTime.ofNanoOfDay(value.getLong() * type.nanosPerUnit()));
      }
      case TIMESTAMP -> Variant.timestamp(type, value.getLong());
      case STRING -> {
        value.requireUtf8();
        yield new Variant(typeId, value.getString());
      }
      case BINARY -> new Variant(typeId, value.getBytes());
      case UUID -> {
        long data = value.dataAddress();
        yield new Variant(
            typeId,
            new UUID(
                Long.reverseBytes(LittleEndian.int64(data)),
                Long.reverseBytes(LittleEndian.int64(data + Long.BYTES))));
      }
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
    VariantMetadata metadata = object.metadata();
    names.enter(metadata, metadata.generation(), metadata.lengthBytes());
    int left = object.lengthBytes();
    for (int i = 0; i < object.elementCount(); i++) {
      object.element(i, child);
      left = child.takeFrom(left);
      int id = object.fieldId(i);
      names.take(metadata.nameLength(id), object.offsetInValue());
      metadata.requireUtf8(id);
      String name = metadata.name(id);
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
