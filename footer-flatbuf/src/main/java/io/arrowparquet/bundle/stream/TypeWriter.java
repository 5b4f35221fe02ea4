// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.GeographyType;
import io.arrowparquet.footer.model.LogicalType.GeometryType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimestampType;
import io.arrowparquet.footer.model.LogicalType.VariantType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.Objects;

/**
 * Types of schema elements to numbers of the registry with parameters, which are varints:
 *
 * <pre>
 *   length                      bytes of a value
 *   unit and UTC flag           unit (1 millis, 2 micros, 3 nanos) &lt;&lt; 1 | is_adjusted_to_utc
 *   width and sign              bytes (1, 2, 4, 8) &lt;&lt; 1 | is_signed
 *   physical type               number in parquet.thrift
 *   precision, scale
 *   version, algorithm          0 absent, else the number plus 1
 *   coordinate reference system 0 absent, else the length plus 1, then the UTF-8 bytes
 * </pre>
 */
final class TypeWriter {
  private TypeWriter() {}

  /** The number of the element's type, in its form; that of THRIFT if the registry lacks it. */
  static int numberOf(SchemaElement element) {
    LogicalType logical = element.logicalType();
    Integer converted = element.convertedTypeNumber();
    int form = TypeNumber.USUAL;
    TypeNumber type;
    if (logical != null) {
      ConvertedType implied = ConvertedType.impliedBy(logical);
      if (converted != null && (implied == null || converted != implied.number())) {
        return TypeNumber.THRIFT_NUMBER;
      }
      form = converted == null && implied != null ? TypeNumber.LOGICAL : TypeNumber.USUAL;
      type = TypeNumber.of(logical.kind());
    } else if (converted != null) {
      ConvertedType known = element.convertedType();
      form = TypeNumber.CONVERTED;
      logical = known == null ? null : known.logicalType(element.scale(), element.precision());
      type = known == null ? null : ofConverted(known, logical);
    } else {
      type = ofUnannotated(element);
    }
    return type != null && isReadBack(element, type, form, logical)
        ? type.inForm(form)
        : TypeNumber.THRIFT_NUMBER;
  }

  /** Whether two elements have the same number: they differ in no more than names and counts. */
  static boolean isOfOneType(SchemaElement one, SchemaElement other) {
    return Objects.equals(one.typeNumber(), other.typeNumber())
        && Objects.equals(one.repetitionTypeNumber(), other.repetitionTypeNumber())
        && Objects.equals(one.typeLength(), other.typeLength())
        && (one.numChildren() == null) == (other.numChildren() == null)
        && Objects.equals(one.convertedTypeNumber(), other.convertedTypeNumber())
        && Objects.equals(one.scale(), other.scale())
        && Objects.equals(one.precision(), other.precision())
        && Objects.equals(one.logicalType(), other.logicalType());
  }

  /** Whether number and parameters can be written, and give the element again. */
  private static boolean isReadBack(
      SchemaElement element, TypeNumber type, int form, LogicalType logical) {
    Integer repetition = element.repetitionTypeNumber();
    boolean isLeaf = element.numChildren() == null;
    boolean hasLength = element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY;
    if (type.isGroup() == isLeaf
        || (isLeaf && element.type() == null)
        || (repetition != null && element.repetitionType() == null)
        || (hasLength && (element.typeLength() == null || element.typeLength() < 0))
        || !parametersFit(element, logical)) {
      return false;
    }
    boolean isParameter = type.physicalType() == null && !type.isGroup();
    PhysicalType physical = isParameter ? element.type() : type.physicalType();
    Integer length = type.fixedLength() == 0 ? element.typeLength() : (Integer) type.fixedLength();
    SchemaElement found = TypeReader.inForm(type, form, physical, length, logical);
    return found != null
        && (hasLength || length == null)
        && TypeReader.element(
                found,
                element.name(),
                repetition == null ? 0 : repetition,
                element.fieldId(),
                element.numChildren())
            .equals(element);
  }

  private static TypeNumber ofConverted(ConvertedType converted, LogicalType logical) {
    return switch (converted) {
      case INTERVAL -> TypeNumber.INTERVAL;
      case MAP_KEY_VALUE -> TypeNumber.MAP_KEY_VALUE;
      default -> TypeNumber.of(logical.kind());
    };
  }

  private static TypeNumber ofUnannotated(SchemaElement element) {
    if (element.typeNumber() == null) {
      return element.repetitionTypeNumber() == null
          ? TypeNumber.UNREPEATED_GROUP
          : TypeNumber.GROUP;
    }
    PhysicalType physical = element.type();
    return physical == null ? null : TypeNumber.of(physical);
  }

  private static boolean parametersFit(SchemaElement element, LogicalType logical) {
    if (logical instanceof DecimalType decimal) {
      return decimal.precision() >= 0
          && decimal.scale() >= 0
          && isPhysicalTypeOfDecimal(element.type());
    } else if (logical instanceof TimeType time) {
      return element.type() == TypeNumber.physicalType(time);
    } else if (logical instanceof IntType integer) {
      return isWidth(integer.bitWidth()) && element.type() == TypeNumber.physicalType(integer);
    } else if (logical instanceof VariantType variant) {
      return variant.specificationVersion() == null || variant.specificationVersion() >= 0;
    } else if (logical instanceof GeographyType geography) {
      return geography.algorithmNumber() == null
          || (geography.algorithmNumber() >= 0 && geography.algorithmNumber() < Integer.MAX_VALUE);
    }
    return true;
  }

  private static boolean isPhysicalTypeOfDecimal(PhysicalType type) {
    return switch (type) {
      case INT32, INT64, BYTE_ARRAY, FIXED_LEN_BYTE_ARRAY -> true;
      case BOOLEAN, INT96, FLOAT, DOUBLE -> false;
    };
  }

  private static boolean isWidth(int bits) {
    return bits == Byte.SIZE || bits == Short.SIZE || bits == Integer.SIZE || bits == Long.SIZE;
  }

  static void writeParameters(TypeNumber type, SchemaElement element, BundleBytes out) {
    switch (type) {
      case FIXED_LEN_BYTE_ARRAY -> out.writeVarint(element.typeLength());
      case NULL -> writePhysicalType(element, out);
      case DECIMAL -> {
        DecimalType decimal = (DecimalType) logicalType(element);
        writePhysicalType(element, out);
        out.writeVarint(decimal.precision());
        out.writeVarint(decimal.scale());
      }
      case TIMESTAMP -> {
        TimestampType timestamp = (TimestampType) logicalType(element);
        out.writeVarint(timestamp.unit().number() << 1 | bit(timestamp.isAdjustedToUTC()));
      }
      case TIME -> {
        TimeType time = (TimeType) logicalType(element);
        out.writeVarint(time.unit().number() << 1 | bit(time.isAdjustedToUTC()));
      }
      case INTEGER -> {
        IntType integer = (IntType) logicalType(element);
        out.writeVarint((integer.bitWidth() / Byte.SIZE) << 1 | bit(integer.isSigned()));
      }
      case VARIANT -> {
        Byte version = ((VariantType) element.logicalType()).specificationVersion();
        out.writeVarint(version == null ? 0 : version + 1);
      }
      case GEOMETRY -> writeCrs(((GeometryType) element.logicalType()).crs(), out);
      case GEOGRAPHY -> {
        GeographyType geography = (GeographyType) element.logicalType();
        writeCrs(geography.crs(), out);
        Integer algorithm = geography.algorithmNumber();
        out.writeVarint(algorithm == null ? 0 : algorithm + 1L);
      }
      default -> {
        // The number says it all.
      }
    }
  }

  private static LogicalType logicalType(SchemaElement element) {
    return element.logicalType() != null
        ? element.logicalType()
        : element.convertedType().logicalType(element.scale(), element.precision());
  }

  private static int bit(boolean flag) {
    return flag ? 1 : 0;
  }

  private static void writePhysicalType(SchemaElement element, BundleBytes out) {
    out.writeVarint(element.typeNumber());
    if (element.type() == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      out.writeVarint(element.typeLength());
    }
  }

  private static void writeCrs(String crs, BundleBytes out) {
    if (crs == null) {
      out.writeVarint(0);
      return;
    }
    byte[] utf8 = SchemaText.encodeStrictly(crs);
    out.writeVarint(utf8.length + 1L);
    out.write(utf8);
  }
}
