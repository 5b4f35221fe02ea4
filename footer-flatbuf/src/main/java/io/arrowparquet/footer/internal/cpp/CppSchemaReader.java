// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.Table;
import io.arrowparquet.footer.internal.cpp.generated.CppDecimalOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppFileMetaData;
import io.arrowparquet.footer.internal.cpp.generated.CppGeographyType;
import io.arrowparquet.footer.internal.cpp.generated.CppGeometryType;
import io.arrowparquet.footer.internal.cpp.generated.CppIntOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppLogicalType;
import io.arrowparquet.footer.internal.cpp.generated.CppSchemaElement;
import io.arrowparquet.footer.internal.cpp.generated.CppTimeOptions;
import io.arrowparquet.footer.internal.cpp.generated.CppVariantType;
import io.arrowparquet.footer.internal.generated.DecimalOptions;
import io.arrowparquet.footer.internal.generated.GeographyType;
import io.arrowparquet.footer.internal.generated.GeometryType;
import io.arrowparquet.footer.internal.generated.IntOptions;
import io.arrowparquet.footer.internal.generated.SchemaElement;
import io.arrowparquet.footer.internal.generated.TimeOptions;
import io.arrowparquet.footer.internal.generated.VariantType;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.Type;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/** Translates the schema from arrow-cpp.fbs to parquet.fbs. */
final class CppSchemaReader {
  /** Bytes of an INTERVAL: three numbers of 32 bits. */
  static final int INTERVAL_BYTES = 12;

  private static final byte FLAG_EXPLICIT_CONVERTED_TYPE = 1;

  private final CppFileMetaData from;
  private final TableCopier to;
  private final List<LeafColumn> leaves = new ArrayList<>();
  private final CppSchemaElement element = new CppSchemaElement();

  /** The table of the logical type of the element being written; 0 for none. */
  private int logicalType;

  CppSchemaReader(CppFileMetaData from, TableCopier to) {
    this.from = from;
    this.to = to;
  }

  /** The columns, once the schema was converted. */
  List<LeafColumn> leaves() {
    return leaves;
  }

  int convert() {
    int[] tables = new int[from.schemaLength()];
    for (int i = 0; i < tables.length; i++) {
      from.schema(element, i);
      if (i > 0 && element.hasType() && element.numChildren() == 0) {
        leaves.add(
            new LeafColumn(
                Type.forNumber(element.type()),
                element.typeLength(),
                element.logicalTypeType() == CppLogicalType.DecimalType));
      }
      tables[i] = writeElement();
    }
    return to.references(tables);
  }

  private int writeElement() {
    ByteBuffer nameBytes = element.nameAsByteBuffer();
    int name = nameBytes == null ? 0 : to.string(nameBytes);
    logicalType = element.logicalTypeType() == CppLogicalType.NONE ? 0 : writeLogicalType();
    int columnOrder = element.columnOrderType() == 0 ? 0 : to.empty();
    SchemaElement.startSchemaElement(to.builder);
    if (nameBytes != null) {
      SchemaElement.addName(to.builder, name);
    }
    if (logicalType != 0) {
      SchemaElement.addLogicalType(to.builder, logicalType);
      SchemaElement.addLogicalTypeType(to.builder, element.logicalTypeType());
    }
    if (columnOrder != 0) {
      SchemaElement.addColumnOrder(to.builder, columnOrder);
      SchemaElement.addColumnOrderType(to.builder, element.columnOrderType());
    }
    addNumbers();
    return SchemaElement.endSchemaElement(to.builder);
  }

  private void addNumbers() {
    if (element.hasTypeLength()) {
      SchemaElement.addTypeLength(to.builder, element.typeLength());
    }
    if (element.numChildren() != 0) {
      SchemaElement.addNumChildren(to.builder, element.numChildren());
    }
    if (element.hasFieldId()) {
      SchemaElement.addFieldId(to.builder, element.fieldId());
    }
    if (element.hasType()) {
      SchemaElement.addType(to.builder, element.type());
    }
    SchemaElement.addRepetitionType(to.builder, element.repetitionType());
    if (isInterval()) {
      SchemaElement.addConvertedType(to.builder, ConvertedType.INTERVAL.number());
      SchemaElement.addFlags(to.builder, FLAG_EXPLICIT_CONVERTED_TYPE);
    }
  }

  /** Of the converted types, INTERVAL alone has no logical type: the tag is NONE, with a member. */
  private boolean isInterval() {
    return element.logicalTypeType() == CppLogicalType.NONE
        && element.logicalType(new Table()) != null
        && element.hasType()
        && element.type() == Type.FIXED_LEN_BYTE_ARRAY.number()
        && element.typeLength() == INTERVAL_BYTES;
  }

  private int writeLogicalType() {
    return switch (element.logicalTypeType()) {
      case CppLogicalType.DecimalType -> writeDecimal();
      case CppLogicalType.TimeType, CppLogicalType.TimestampType -> writeTime();
      case CppLogicalType.IntType -> writeInteger();
      case CppLogicalType.VariantType -> writeVariant();
      case CppLogicalType.GeometryType -> writeGeometry();
      case CppLogicalType.GeographyType -> writeGeography();
      default -> to.empty();
    };
  }

  private int writeDecimal() {
    CppDecimalOptions options = (CppDecimalOptions) element.logicalType(new CppDecimalOptions());
    return DecimalOptions.createDecimalOptions(to.builder, options.scale(), options.precision());
  }

  private int writeTime() {
    CppTimeOptions options = (CppTimeOptions) element.logicalType(new CppTimeOptions());
    return TimeOptions.createTimeOptions(to.builder, options.isAdjustedToUtc(), options.unit());
  }

  private int writeInteger() {
    CppIntOptions options = (CppIntOptions) element.logicalType(new CppIntOptions());
    return IntOptions.createIntOptions(to.builder, options.bitWidth(), options.isSigned());
  }

  private int writeVariant() {
    CppVariantType variant = (CppVariantType) element.logicalType(new CppVariantType());
    VariantType.startVariantType(to.builder);
    if (variant.hasSpecificationVersion()) {
      VariantType.addSpecificationVersion(to.builder, variant.specificationVersion());
    }
    return VariantType.endVariantType(to.builder);
  }

  private int writeGeometry() {
    int crs = crs(((CppGeometryType) element.logicalType(new CppGeometryType())).crsAsByteBuffer());
    GeometryType.startGeometryType(to.builder);
    if (crs != 0) {
      GeometryType.addCrs(to.builder, crs);
    }
    return GeometryType.endGeometryType(to.builder);
  }

  private int writeGeography() {
    CppGeographyType geography = (CppGeographyType) element.logicalType(new CppGeographyType());
    int crs = crs(geography.crsAsByteBuffer());
    GeographyType.startGeographyType(to.builder);
    if (crs != 0) {
      GeographyType.addCrs(to.builder, crs);
    }
    GeographyType.addAlgorithm(to.builder, geography.algorithm());
    return GeographyType.endGeographyType(to.builder);
  }

  /** An empty name is written for the default one. */
  private int crs(ByteBuffer name) {
    return name == null || !name.hasRemaining() ? 0 : to.string(name);
  }
}
