// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.apache.parquet.schema.LogicalTypeAnnotation.decimalType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.intType;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;

/**
 * Parquet types of shredded Variants: {@code typed_value} fields, nested as VariantShredding.md
 * asks.
 */
public final class ShreddingTypes {
  private static final String TYPED_VALUE = "typed_value";
  private static final byte SPECIFICATION_VERSION = 1;

  private ShreddingTypes() {}

  /** A primitive; {@code annotation} may be null. */
  public static Type primitive(PrimitiveTypeName type, LogicalTypeAnnotation annotation) {
    return Types.optional(type).as(annotation).named(TYPED_VALUE);
  }

  /** A signed integer of 8, 16, 32 or 64 bits. */
  public static Type integer(int bits) {
    return primitive(
        bits == 64 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.INT32, intType(bits, true));
  }

  /** A string. */
  public static Type string() {
    return primitive(PrimitiveTypeName.BINARY, stringType());
  }

  /** A decimal in the physical type of its precision; the widest as BINARY. */
  public static Type decimal(int precision, int scale) {
    PrimitiveTypeName physical =
        precision <= 9
            ? PrimitiveTypeName.INT32
            : precision <= 18 ? PrimitiveTypeName.INT64 : PrimitiveTypeName.BINARY;
    return primitive(physical, decimalType(scale, precision));
  }

  /** An array of elements shredded so; null for elements that are not shredded. */
  public static Type array(Type element) {
    return Types.optionalList()
        .element(position(Repetition.REQUIRED, "element", element))
        .named(TYPED_VALUE);
  }

  /** An object with these fields; a null type for a field that has a column but no typed one. */
  public static Type object(Map<String, Type> fields) {
    List<Type> groups = new ArrayList<>();
    fields.forEach((name, type) -> groups.add(position(Repetition.REQUIRED, name, type)));
    return new GroupType(Repetition.OPTIONAL, TYPED_VALUE, groups);
  }

  /** An object of one field. */
  public static Type object(String name, Type type) {
    Map<String, Type> fields = new LinkedHashMap<>();
    fields.put(name, type);
    return object(fields);
  }

  private static GroupType position(Repetition repetition, String name, Type typedValue) {
    List<Type> fields = new ArrayList<>();
    fields.add(Types.optional(PrimitiveTypeName.BINARY).named("value"));
    if (typedValue != null) {
      fields.add(typedValue);
    }
    return new GroupType(repetition, name, fields);
  }

  static PrimitiveType idColumn() {
    return Types.required(PrimitiveTypeName.INT64).named("id");
  }

  /** An optional Variant column with its annotation. */
  public static GroupType variantColumn(String name, Type typedValue) {
    Types.GroupBuilder<GroupType> column =
        Types.optionalGroup()
            .as(LogicalTypeAnnotation.variantType(SPECIFICATION_VERSION))
            .addField(Types.required(PrimitiveTypeName.BINARY).named("metadata"));
    if (typedValue == null) {
      return column.addField(Types.required(PrimitiveTypeName.BINARY).named("value")).named(name);
    }
    return column
        .addField(Types.optional(PrimitiveTypeName.BINARY).named("value"))
        .addField(typedValue)
        .named(name);
  }
}
