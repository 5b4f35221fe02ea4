// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;

/** Writes the text of a type; the grammar is drawn at {@link ArrowTypeText}. */
final class TypeTextWriter {

  private final StringBuilder text;

  TypeTextWriter(StringBuilder text) {
    this.text = text;
  }

  void field(Field field) {
    type(field);
    if (!field.isNullable()) {
      text.append(" not null");
    }
  }

  private void type(Field field) {
    if (field.getDictionary() != null) {
      throw new IllegalArgumentException(
          "field " + field.getName() + " is dictionary-encoded: there is no text of its type");
    }
    if (VariantPrimitive.isUuid(field)) {
      text.append(TypeNames.UUID);
    } else if (field.getType() instanceof ParquetVariantType) {
      text.append(TypeNames.VARIANT);
    } else if (field.getType() instanceof ExtensionType extension) {
      type(extension.storageType(), field.getChildren());
    } else {
      type(field.getType(), field.getChildren());
    }
  }

  private void type(ArrowType type, List<Field> children) {
    String plain = TypeNames.PLAIN_NAMES.get(type);
    if (plain != null) {
      text.append(plain);
      return;
    }
    switch (type.getTypeID()) {
      case List, LargeList, ListView, LargeListView -> {
        text.append(TypeNames.LIST_NAMES.get(type));
        unnamed(children);
      }
      case FixedSizeList -> {
        text.append(TypeNames.FIXED_SIZE_LIST);
        text.append('(').append(((ArrowType.FixedSizeList) type).getListSize()).append(')');
        unnamed(children);
      }
      case Map -> map(children.get(0).getChildren());
      case RunEndEncoded -> runEndEncoded(children);
      case Struct -> {
        text.append(TypeNames.STRUCT);
        named(children);
      }
      case Union -> union((ArrowType.Union) type, children);
      default -> text.append(withParameters(type));
    }
  }

  private static String withParameters(ArrowType type) {
    return switch (type.getTypeID()) {
      case Decimal -> decimal((ArrowType.Decimal) type);
      case Time -> TypeNames.TIME + unit(((ArrowType.Time) type).getUnit());
      case Timestamp -> timestamp((ArrowType.Timestamp) type);
      case Duration -> TypeNames.DURATION + unit(((ArrowType.Duration) type).getUnit());
      case Interval -> {
        String unit = TypeNames.INTERVAL_NAMES.get(((ArrowType.Interval) type).getUnit());
        yield TypeNames.INTERVAL + '(' + unit + ')';
      }
      case FixedSizeBinary -> {
        int width = ((ArrowType.FixedSizeBinary) type).getByteWidth();
        yield TypeNames.FIXED_SIZE_BINARY + '(' + width + ')';
      }
      default -> throw new IllegalArgumentException("there is no text of the type " + type);
    };
  }

  private static String decimal(ArrowType.Decimal type) {
    int usualBits = type.getPrecision() <= DecimalDigits.INT128 ? 128 : 256;
    String bits = type.getBitWidth() == usualBits ? "" : ", " + type.getBitWidth();
    return TypeNames.DECIMAL + '(' + type.getPrecision() + ", " + type.getScale() + bits + ')';
  }

  private static String timestamp(ArrowType.Timestamp type) {
    String zone = type.getTimezone();
    if (zone == null || zone.isEmpty()) {
      return TypeNames.TIMESTAMP_NTZ + unit(type.getUnit());
    }
    if (zone.equals("UTC")) {
      return TypeNames.TIMESTAMP + unit(type.getUnit());
    }
    String quoted = "'" + zone.replace("'", "''") + "'";
    return TypeNames.TIMESTAMP
        + '('
        + TypeNames.UNIT_NAMES.get(type.getUnit())
        + ", "
        + quoted
        + ')';
  }

  private static String unit(TimeUnit unit) {
    return unit == TimeUnit.MICROSECOND ? "" : "(" + TypeNames.UNIT_NAMES.get(unit) + ")";
  }

  private void map(List<Field> pair) {
    // A key is never null, so the text need not say so.
    text.append(TypeNames.MAP).append('<');
    type(pair.get(0));
    text.append(", ");
    field(pair.get(1));
    text.append('>');
  }

  private void runEndEncoded(List<Field> children) {
    text.append(TypeNames.RUN_END_ENCODED).append('<');
    type(children.get(0));
    text.append(", ");
    field(children.get(1));
    text.append('>');
  }

  private void union(ArrowType.Union type, List<Field> members) {
    text.append(type.getMode() == UnionMode.Dense ? TypeNames.DENSE_UNION : TypeNames.SPARSE_UNION);
    int[] ids = type.getTypeIds();
    int[] usual = IntStream.range(0, members.size()).toArray();
    if (ids != null && !Arrays.equals(ids, usual)) {
      String list =
          Arrays.stream(ids).mapToObj(Integer::toString).collect(Collectors.joining(", "));
      text.append('(').append(list).append(')');
    }
    named(members);
  }

  private void unnamed(List<Field> element) {
    text.append('<');
    field(element.get(0));
    text.append('>');
  }

  private void named(List<Field> fields) {
    text.append('<');
    String separator = "";
    for (Field field : fields) {
      text.append(separator).append(name(field.getName())).append(": ");
      field(field);
      separator = ", ";
    }
    text.append('>');
  }

  private static String name(String name) {
    return TypeTokens.isPlain(name) ? name : '`' + name.replace("`", "``") + '`';
  }
}
