// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.footer.model.UnionMember;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Trees of elements, of which some are usual and others as odd as Thrift allows. */
final class RandomSchema {
  private static final int MAX_DEPTH = 5;
  private static final int[] EDGES = {0, 1, -1, 7, 16, 38, Integer.MAX_VALUE, Integer.MIN_VALUE};
  private static final String[] NAMES = {
    "a",
    "id",
    "Name",
    "list",
    "element",
    "key_value",
    "column_12",
    "x.y",
    "$ref",
    "a|b",
    "A|B",
    "with space",
    "\u00e9t\u00e9",
    "\ud83d\ude00",
    "\udcff",
    "UPPER",
    "camelCaseName",
    "0",
    "-1",
    "12",
    "z".repeat(200),
    "Q".repeat(9),
    ""
  };

  /** Each member once, with usual and unusual parameters. */
  static final List<LogicalType> LOGICAL_TYPES = logicalTypes();

  private final Random random;
  private final List<SchemaElement> schema = new ArrayList<>();

  private RandomSchema(long seed) {
    random = new Random(seed);
  }

  static List<SchemaElement> of(long seed) {
    RandomSchema maker = new RandomSchema(seed);
    maker.add(0);
    return maker.schema;
  }

  private static List<LogicalType> logicalTypes() {
    List<LogicalType> types = new ArrayList<>();
    types.add(new LogicalType.StringType());
    types.add(new LogicalType.MapType());
    types.add(new LogicalType.ListType());
    types.add(new LogicalType.EnumType());
    types.add(new LogicalType.DateType());
    types.add(new LogicalType.NullType());
    types.add(new LogicalType.JsonType());
    types.add(new LogicalType.BsonType());
    types.add(new LogicalType.UUIDType());
    types.add(new LogicalType.Float16Type());
    types.add(new LogicalType.FileType());
    for (int scale : EDGES) {
      types.add(new LogicalType.DecimalType(scale, 9));
      types.add(new LogicalType.DecimalType(2, scale));
    }
    for (TimeUnit unit : TimeUnit.values()) {
      for (boolean isUtc : new boolean[] {false, true}) {
        types.add(new LogicalType.TimeType(isUtc, unit));
        types.add(new LogicalType.TimestampType(isUtc, unit));
      }
    }
    for (int width : new int[] {8, 16, 32, 64, 0, 24, -8}) {
      types.add(new LogicalType.IntType((byte) width, true));
      types.add(new LogicalType.IntType((byte) width, false));
    }
    for (Byte version : new Byte[] {null, 0, 1, 127, -1}) {
      types.add(new LogicalType.VariantType(version));
    }
    for (String crs : new String[] {null, "", "OGC:CRS84", "\u00fc\ufffd"}) {
      types.add(new LogicalType.GeometryType(crs));
      for (Integer algorithm : new Integer[] {null, 0, 4, 99, -1, Integer.MAX_VALUE}) {
        types.add(new LogicalType.GeographyType(crs, algorithm));
      }
    }
    types.add(
        new LogicalType.Unknown(new UnionMember(77, 12, BinaryValue.of(new byte[] {0x15, 2, 0}))));
    return List.copyOf(types);
  }

  private void add(int depth) {
    int children = depth < MAX_DEPTH && random.nextInt(3) == 0 ? random.nextInt(6) : 0;
    children = depth == 0 ? random.nextInt(8) : children;
    boolean isGroup = children > 0 || random.nextInt(12) == 0;
    schema.add(random.nextInt(4) == 0 ? odd(isGroup, children) : usual(isGroup, children));
    for (int child = 0; child < children; child++) {
      add(depth + 1);
    }
  }

  private String name() {
    return NAMES[random.nextInt(NAMES.length)];
  }

  private Integer fieldId() {
    return random.nextInt(3) == 0 ? Integer.valueOf(EDGES[random.nextInt(EDGES.length)]) : null;
  }

  private SchemaElement usual(boolean isGroup, int children) {
    int repetition = random.nextInt(3);
    Integer converted = random.nextInt(3) == 0 ? Integer.valueOf(random.nextInt(22)) : null;
    boolean isDecimal = converted != null && converted == ConvertedType.DECIMAL.number();
    int type = random.nextInt(8);
    return new SchemaElement(
        isGroup ? null : type,
        isGroup || type != 7 ? null : random.nextInt(20),
        repetition,
        name(),
        isGroup ? children : null,
        converted,
        isDecimal ? 2 : null,
        isDecimal ? 9 : null,
        fieldId(),
        null);
  }

  private SchemaElement odd(boolean isGroup, int children) {
    LogicalType logical =
        random.nextBoolean() ? LOGICAL_TYPES.get(random.nextInt(LOGICAL_TYPES.size())) : null;
    return new SchemaElement(
        isGroup && random.nextInt(4) > 0 ? null : maybe(9),
        maybe(20),
        maybe(4),
        random.nextInt(10) == 0 ? null : name(),
        children > 0 || random.nextInt(4) == 0 ? Integer.valueOf(children) : null,
        maybe(24),
        maybe(5),
        maybe(5),
        fieldId(),
        logical);
  }

  private Integer maybe(int bound) {
    return random.nextBoolean() ? Integer.valueOf(random.nextInt(bound)) : null;
  }
}
