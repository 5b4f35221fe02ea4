// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.cpp.generated.CppColumnOrder;
import io.arrowparquet.footer.internal.cpp.generated.CppDecimalOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppGeographyType;
import io.arrowparquet.footer.internal.cpp.generated.CppGeometryType;
import io.arrowparquet.footer.internal.cpp.generated.CppIntOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppLogicalType;
import io.arrowparquet.footer.internal.cpp.generated.CppSchemaElement;
import io.arrowparquet.footer.internal.cpp.generated.CppTimeOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppTimeUnit;
import io.arrowparquet.footer.internal.cpp.generated.CppVariantType;
import io.arrowparquet.footer.internal.flat.LogicalTypeTag;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.TimeUnit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Translates the schema to arrow-cpp.fbs. */
final class CppSchemaWriter {
  private final FlatFooter footer;
  private final CppTables out;
  private final FlatBufferBuilder builder;
  private final List<LeafColumn> leaves = new ArrayList<>();

  CppSchemaWriter(FlatFooter footer, CppTables out) {
    this.footer = footer;
    this.out = out;
    this.builder = out.builder;
  }

  /** The columns, once the schema was written; of no known type where bounds have no order. */
  List<LeafColumn> leaves() {
    return leaves;
  }

  int write() {
    int[] elements = new int[footer.elementCount()];
    SchemaElementView element = new SchemaElementView();
    for (int i = 0; i < elements.length; i++) {
      footer.schemaElement(i, element);
      int column = footer.elementColumn(i);
      boolean isOrdered = column >= 0 && isOrdered(column, element);
      if (column >= 0) {
        leaves.add(
            new LeafColumn(
                isOrdered ? element.type() : null,
                element.typeLength(),
                LogicalTypes.of(element) instanceof LogicalType.DecimalType));
      }
      elements[i] = writeElement(element, isOrdered);
    }
    return out.references(elements);
  }

  /** Readers of arrow-cpp.fbs take every bound for one in the order of its type. */
  private boolean isOrdered(int column, SchemaElementView element) {
    return footer.columnOrder(column) == ColumnOrder.Known.TYPE_ORDER
        && (element.logicalType() == null || LogicalTypes.isRepresentable(element.logicalType()));
  }

  private int writeElement(SchemaElementView element, boolean isOrdered) {
    LogicalType type = LogicalTypes.of(element);
    boolean isTyped = LogicalTypes.isRepresentable(type);
    // A member without a tag is what Arrow C++ makes of an INTERVAL.
    boolean isInterval = ConvertedType.isInterval(element.logicalType(), element.convertedType());
    int member = isTyped ? writeMember(type) : isInterval ? out.empty() : 0;
    int order = isOrdered ? out.empty() : 0;
    int name = out.stringOrEmpty(ByteBuffer.wrap(element.nameBytes()));
    out.count();
    CppSchemaElement.startCppSchemaElement(builder);
    CppSchemaElement.addName(builder, name);
    if (member != 0) {
      CppSchemaElement.addLogicalType(builder, member);
      CppSchemaElement.addLogicalTypeType(
          builder, isTyped ? LogicalTypeTag.of(type.kind()) : CppLogicalType.NONE);
    }
    if (order != 0) {
      CppSchemaElement.addColumnOrder(builder, order);
      CppSchemaElement.addColumnOrderType(builder, CppColumnOrder.TypeDefinedOrder);
    }
    if (element.hasTypeLength()) {
      CppSchemaElement.addTypeLength(builder, element.typeLength());
    }
    if (element.childCount() != 0) {
      CppSchemaElement.addNumChildren(builder, element.childCount());
    }
    if (element.hasFieldId()) {
      CppSchemaElement.addFieldId(builder, element.fieldId());
    }
    if (element.hasType()) {
      CppSchemaElement.addType(builder, (byte) element.typeNumber());
    }
    if (element.repetitionNumber() != 0) {
      CppSchemaElement.addRepetitionType(builder, (byte) element.repetitionNumber());
    }
    return CppSchemaElement.endCppSchemaElement(builder);
  }

  private int writeMember(LogicalType type) {
    if (type instanceof LogicalType.DecimalType decimal) {
      out.count();
      return CppDecimalOptions.createCppDecimalOptions(
          builder, decimal.precision(), decimal.scale());
    }
    if (type instanceof LogicalType.TimeType time) {
      return writeTime(time.isAdjustedToUTC(), time.unit());
    }
    if (type instanceof LogicalType.TimestampType timestamp) {
      return writeTime(timestamp.isAdjustedToUTC(), timestamp.unit());
    }
    if (type instanceof LogicalType.IntType integer) {
      out.count();
      return CppIntOptions.createCppIntOptions(builder, integer.bitWidth(), integer.isSigned());
    }
    if (type instanceof LogicalType.VariantType variant) {
      return writeVariant(variant);
    }
    if (type instanceof LogicalType.GeometryType geometry) {
      int crs = crs(geometry.crs());
      out.count();
      return CppGeometryType.createCppGeometryType(builder, crs);
    }
    if (type instanceof LogicalType.GeographyType geography) {
      int crs = crs(geography.crs());
      Integer algorithm = geography.algorithmNumber();
      out.count();
      return CppGeographyType.createCppGeographyType(
          builder, crs, algorithm == null ? 0 : algorithm.byteValue());
    }
    return out.empty();
  }

  private int writeTime(boolean isAdjustedToUtc, TimeUnit unit) {
    out.count();
    byte number =
        switch (unit) {
          case MILLIS -> CppTimeUnit.MILLIS;
          case MICROS -> CppTimeUnit.MICROS;
          case NANOS -> CppTimeUnit.NANOS;
        };
    return CppTimeOptions.createCppTimeOptions(builder, isAdjustedToUtc, number);
  }

  private int writeVariant(LogicalType.VariantType variant) {
    out.count();
    CppVariantType.startCppVariantType(builder);
    if (variant.specificationVersion() != null) {
      CppVariantType.addSpecificationVersion(builder, variant.specificationVersion());
    }
    return CppVariantType.endCppVariantType(builder);
  }

  /** Arrow C++ reads it without asking whether it is there; an empty one is the default. */
  private int crs(String name) {
    return out.stringOrEmpty(name == null ? null : StandardCharsets.UTF_8.encode(name));
  }
}
