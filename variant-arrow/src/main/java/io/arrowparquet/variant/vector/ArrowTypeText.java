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

/**
 * Arrow types as text for people, both ways: {@code struct<a: bigint, b: struct<c: string>, tags:
 * list<string>>}.
 *
 * <pre>
 *   field   = type [ "not null" ]
 *   type    = boolean | tinyint | smallint | int | bigint | uint8 | uint16 | uint32 | uint64
 *           | float16 | float | double | decimal(precision, scale) | string | binary
 *           | date | time | timestamp | timestamp_ntz | duration | uuid | variant | null
 *           | list&lt;field> | map&lt;field, field>
 *           | struct&lt;name: field, ...> | dense_union&lt;name: field, ...> | sparse_union&lt;...>
 *   name    = one or more characters but space , : &lt; > ( ) ` ' | ` any ` (`` is one `)
 * </pre>
 *
 * <p>{@code time}, {@code timestamp}, {@code timestamp_ntz} and {@code duration} count microseconds
 * unless a unit follows: {@code timestamp(ns)}; the units are {@code s}, {@code ms}, {@code us} and
 * {@code ns}. A {@code timestamp} is an instant of zone UTC or of one that is named, {@code
 * timestamp(us, 'Europe/Paris')}; a {@code timestamp_ntz} is none. The rest of Arrow's types have
 * names too: {@code large_string}, {@code string_view}, {@code large_binary}, {@code binary_view},
 * {@code fixed_size_binary(8)}, {@code date_ms}, {@code interval(year_month)}, {@code large_list},
 * {@code list_view}, {@code large_list_view}, {@code fixed_size_list(3)<float>}, {@code
 * run_end_encoded<int, string>}, {@code decimal(9, 2, 32)} of 32 bits, {@code dense_union(5, 7)<a:
 * int, b: string>} with type ids. Keywords are read in upper or lower case, and under their other
 * usual names ({@code bool}, {@code int8} to {@code int64}, {@code integer}, {@code long}, {@code
 * real}, {@code varchar}, {@code array}, ...).
 *
 * <p>A {@code variant} is an unshredded one. Text does not say the name of a list's element or of a
 * map's entries, whether a map's keys are sorted, metadata, or other extensions than Variant and
 * UUID (their storage is shown).
 *
 * <p>Threads: any may call it.
 */
public final class ArrowTypeText {
  private ArrowTypeText() {}

  /**
   * Reads the text of a type.
   *
   * @param name of the field to make
   * @param text the type; nullable unless it says otherwise
   * @throws IllegalArgumentException if it is none, saying at which position, counted from 0, and
   *     what was expected
   */
  public static Field parse(String name, String text) {
    return new TypeTextParser(text).parse(name);
  }

  /**
   * The text of a field's type, on one line; {@link #parse} reads it back.
   *
   * @throws IllegalArgumentException if the field, or one below it, is dictionary-encoded: its type
   *     is that of the dictionary, which it does not know
   */
  public static String of(Field field) {
    StringBuilder text = new StringBuilder();
    new Writer(text).field(field);
    return text.toString();
  }

  private static final class Writer {
    private final StringBuilder text;

    Writer(StringBuilder text) {
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
        case Map -> pair(TypeNames.MAP, children.get(0).getChildren());
        case RunEndEncoded -> pair(TypeNames.RUN_END_ENCODED, children);
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
      String zone = VariantPrimitive.zone(type);
      if (zone == null) {
        return TypeNames.TIMESTAMP_NTZ + unit(type.getUnit());
      }
      String unit = TypeNames.UNIT_NAMES.get(type.getUnit());
      return TypeNames.TIMESTAMP
          + (zone.equals("UTC")
              ? unit(type.getUnit())
              : "(" + unit + ", '" + zone.replace("'", "''") + "')");
    }

    private static String unit(TimeUnit unit) {
      return unit == TimeUnit.MICROSECOND ? "" : "(" + TypeNames.UNIT_NAMES.get(unit) + ")";
    }

    private void pair(String word, List<Field> pair) {
      text.append(word).append('<');
      // Keys and run ends are never null, so the text need not say so.
      type(pair.get(0));
      text.append(", ");
      field(pair.get(1));
      text.append('>');
    }

    private void union(ArrowType.Union type, List<Field> members) {
      text.append(
          type.getMode() == UnionMode.Dense ? TypeNames.DENSE_UNION : TypeNames.SPARSE_UNION);
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
      return TypeTextParser.Tokens.isPlain(name) ? name : '`' + name.replace("`", "``") + '`';
    }
  }
}
