// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.DecimalDigits;
import io.arrowparquet.variant.internal.TextTokens;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

final class TypeTextParser {
  private static final int MAX_DEPTH = 128;

  private final Tokens tokens;
  private int depth;

  TypeTextParser(String text) {
    this.tokens = new Tokens(text);
  }

  Field parse(String name) {
    Field field = field(name);
    tokens.requireEnd();
    return field;
  }

  private Field field(String name) {
    if (++depth > MAX_DEPTH) {
      throw tokens.wrong("at most " + MAX_DEPTH + " levels");
    }
    Field field = type(name);
    depth--;
    if (!tokens.skipWord("not")) {
      return field;
    }
    if (!tokens.skipWord("null")) {
      throw tokens.wrong("null, after not");
    }
    return notNull(field);
  }

  private static Field notNull(Field field) {
    return of(field.getName(), false, field.getType(), field.getMetadata(), field.getChildren());
  }

  private Field type(String name) {
    int start = tokens.skipSpace();
    String word = tokens.name().toLowerCase(Locale.ROOT);
    ArrowType plain = TypeNames.PLAIN.get(word);
    if (plain != null) {
      return Field.nullable(name, plain);
    }
    ArrowType list = TypeNames.LISTS.get(word.equals("array") ? "list" : word);
    if (list != null) {
      return of(name, list, element());
    }
    return switch (word) {
      case TypeNames.DECIMAL, TypeNames.NUMERIC -> Field.nullable(name, decimal());
      case TypeNames.TIME -> Field.nullable(name, time());
      case TypeNames.TIMESTAMP -> Field.nullable(name, timestamp());
      case TypeNames.TIMESTAMP_NTZ -> Field.nullable(name, new ArrowType.Timestamp(unit(), null));
      case TypeNames.DURATION -> Field.nullable(name, new ArrowType.Duration(unit()));
      case TypeNames.INTERVAL -> Field.nullable(name, interval());
      case TypeNames.FIXED_SIZE_BINARY ->
          Field.nullable(name, new ArrowType.FixedSizeBinary(size()));
      case TypeNames.FIXED_SIZE_LIST -> of(name, new ArrowType.FixedSizeList(size()), element());
      case TypeNames.UUID -> VariantPrimitive.of(VariantTypeIds.UUID).field(name);
      case TypeNames.VARIANT -> of(name, ParquetVariantType.INSTANCE, ShreddedLayout.UNSHREDDED);
      case TypeNames.STRUCT -> of(name, ArrowType.Struct.INSTANCE, named());
      case TypeNames.MAP -> map(name);
      case TypeNames.RUN_END_ENCODED ->
          of(name, new ArrowType.RunEndEncoded(), pair("run_ends", "values"));
      case TypeNames.DENSE_UNION -> union(name, UnionMode.Dense);
      case TypeNames.SPARSE_UNION -> union(name, UnionMode.Sparse);
      default -> throw tokens.wrongAt(start, "a type, as bigint, string or struct<...>");
    };
  }

  private ArrowType decimal() {
    tokens.require("(");
    int start = tokens.skipSpace();
    int precision = tokens.number(DecimalDigits.INT256);
    if (precision == 0) {
      throw tokens.wrongAt(start, "a precision of 1 to " + DecimalDigits.INT256);
    }
    int scale = tokens.skip(",") ? tokens.signedNumber(DecimalDigits.INT256) : 0;
    int bits = precision <= DecimalDigits.INT128 ? 128 : 256;
    if (tokens.skip(",")) {
      int at = tokens.skipSpace();
      bits = tokens.number(256);
      if (bits != 32 && bits != 64 && bits != 128 && bits != 256) {
        throw tokens.wrongAt(at, "32, 64, 128 or 256 bits");
      }
    }
    tokens.require(")");
    return new ArrowType.Decimal(precision, scale, bits);
  }

  private ArrowType time() {
    TimeUnit unit = unit();
    boolean wide = unit == TimeUnit.MICROSECOND || unit == TimeUnit.NANOSECOND;
    return new ArrowType.Time(unit, wide ? Long.SIZE : Integer.SIZE);
  }

  private ArrowType timestamp() {
    TimeUnit unit = TimeUnit.MICROSECOND;
    String zone = "UTC";
    if (tokens.skip("(")) {
      unit = unitWord();
      if (tokens.skip(",")) {
        zone = tokens.quoted('\'');
      }
      tokens.require(")");
    }
    return new ArrowType.Timestamp(unit, zone);
  }

  private TimeUnit unit() {
    if (!tokens.skip("(")) {
      return TimeUnit.MICROSECOND;
    }
    TimeUnit unit = unitWord();
    tokens.require(")");
    return unit;
  }

  private TimeUnit unitWord() {
    return word(TypeNames.UNITS, "a unit: s, ms, us or ns");
  }

  private ArrowType interval() {
    tokens.require("(");
    ArrowType type =
        new ArrowType.Interval(
            word(TypeNames.INTERVALS, "a unit: year_month, day_time or month_day_nano"));
    tokens.require(")");
    return type;
  }

  private <T> T word(Map<String, T> words, String expected) {
    int start = tokens.skipSpace();
    T found = words.get(tokens.name().toLowerCase(Locale.ROOT));
    if (found == null) {
      throw tokens.wrongAt(start, expected);
    }
    return found;
  }

  private int size() {
    tokens.require("(");
    int size = tokens.number(Integer.MAX_VALUE);
    tokens.require(")");
    return size;
  }

  private List<Field> element() {
    tokens.require("<");
    Field element = field("element");
    tokens.require(">");
    return List.of(element);
  }

  private List<Field> named() {
    tokens.require("<");
    List<Field> fields = new ArrayList<>();
    Set<String> names = new HashSet<>();
    if (tokens.skip(">")) {
      return fields;
    }
    do {
      int start = tokens.skipSpace();
      String name = tokens.name();
      if (!names.add(name)) {
        throw tokens.wrongAt(start, "a name that no field before it has");
      }
      tokens.skip(":");
      fields.add(field(name));
    } while (tokens.skip(","));
    tokens.require(">");
    return fields;
  }

  private Field map(String name) {
    List<Field> pair = pair(MapVector.KEY_NAME, MapVector.VALUE_NAME);
    Field entries = of(MapVector.DATA_VECTOR_NAME, false, ArrowType.Struct.INSTANCE, null, pair);
    return of(name, new ArrowType.Map(false), List.of(entries));
  }

  private List<Field> pair(String first, String second) {
    tokens.require("<");
    Field key = notNull(field(first));
    tokens.require(",");
    Field value = field(second);
    tokens.require(">");
    return List.of(key, value);
  }

  private Field union(String name, UnionMode mode) {
    List<Integer> ids = new ArrayList<>();
    int start = tokens.skipSpace();
    if (tokens.skip("(")) {
      do {
        ids.add(tokens.number(Byte.MAX_VALUE));
      } while (tokens.skip(","));
      tokens.require(")");
    }
    List<Field> members = named();
    return of(name, new ArrowType.Union(mode, numbers(ids, members.size(), start)), members);
  }

  private int[] numbers(List<Integer> ids, int members, int start) {
    if (ids.isEmpty()) {
      return IntStream.range(0, members).toArray();
    }
    if (ids.size() != members || Set.copyOf(ids).size() != members) {
      throw tokens.wrongAt(start, "one type id for each of " + members + " members");
    }
    return ids.stream().mapToInt(Integer::intValue).toArray();
  }

  private static Field of(String name, ArrowType type, List<Field> children) {
    return of(name, true, type, null, children);
  }

  private static Field of(
      String name,
      boolean nullable,
      ArrowType type,
      Map<String, String> metadata,
      List<Field> children) {
    return new Field(name, new FieldType(nullable, type, null, metadata), children);
  }

  static final class Tokens extends TextTokens {
    private static final String SIGNS = ",:<>()`'";

    Tokens(String text) {
      super(text, SIGNS, "type " + text + ": ", "the end of the type");
    }

    void requireEnd() {
      if (!isAtEnd()) {
        throw wrong("the end of the type");
      }
    }

    String name() {
      if (peek() == '`') {
        return quoted('`');
      }
      int start = position;
      position = endOfWord(start);
      if (position == start) {
        throw wrong("a name");
      }
      return text.substring(start, position);
    }

    int signedNumber(int most) {
      return skip("-") ? -number(most) : number(most);
    }

    static boolean isPlain(String name) {
      return !name.isEmpty() && name.chars().allMatch(c -> isPlain((char) c, SIGNS));
    }
  }
}
