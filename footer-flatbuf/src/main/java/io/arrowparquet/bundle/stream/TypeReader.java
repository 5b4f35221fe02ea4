// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;

/** Types of schema elements: elements without a name, groups of them without children. */
final class TypeReader {
  private static final String PARAMETER = "type parameter in a SchemaDef";

  /** By number: types without parameters, once they were met. */
  private final SchemaElement[] known = new SchemaElement[TypeNumber.LIMIT];

  /** Reads the parameters of a number other than 0. */
  SchemaElement read(ByteCursor in, int number, long numberOffset) {
    if (number < known.length && known[number] != null) {
      return known[number];
    }
    TypeNumber type = TypeNumber.of(number);
    if (type == null || TypeNumber.form(number) > TypeNumber.LOGICAL) {
      throw unknown(number, numberOffset);
    }
    int parameters = in.position();
    PhysicalType physical = type.physicalType();
    if (type == TypeNumber.DECIMAL || type == TypeNumber.NULL) {
      physical = readPhysicalType(in);
    }
    Integer length = null;
    if (physical == PhysicalType.FIXED_LEN_BYTE_ARRAY) {
      length = type.fixedLength() == 0 ? in.readVarint(PARAMETER) : type.fixedLength();
    }
    LogicalType logical = readLogicalType(in, type);
    if (logical instanceof TimeType time) {
      physical = TypeNumber.physicalType(time);
    } else if (logical instanceof IntType integer) {
      physical = TypeNumber.physicalType(integer);
    }
    SchemaElement found = inForm(type, TypeNumber.form(number), physical, length, logical);
    if (found == null) {
      throw unknown(number, numberOffset);
    }
    if (in.position() == parameters) {
      known[number] = found;
    }
    return found;
  }

  /** The type with the annotations of a form; null if it does not have that form. */
  static SchemaElement inForm(
      TypeNumber type, int form, PhysicalType physical, Integer length, LogicalType logical) {
    ConvertedType implied =
        switch (type) {
          case INTERVAL -> ConvertedType.INTERVAL;
          case MAP_KEY_VALUE -> ConvertedType.MAP_KEY_VALUE;
          default -> ConvertedType.impliedBy(logical);
        };
    if (form == TypeNumber.USUAL ? type.hasNoLogicalType() : implied == null) {
      return null;
    }
    if (form == TypeNumber.LOGICAL && type.hasNoLogicalType()) {
      return null;
    }
    boolean hasConverted = implied != null && form != TypeNumber.LOGICAL;
    DecimalType decimal =
        hasConverted && logical instanceof DecimalType annotated ? annotated : null;
    SchemaElement found =
        new SchemaElement(
            physical == null ? null : physical.number(),
            length,
            type == TypeNumber.UNREPEATED_GROUP ? null : 0,
            null,
            type.isGroup() ? 0 : null,
            hasConverted ? implied.number() : null,
            decimal == null ? null : decimal.scale(),
            decimal == null ? null : decimal.precision(),
            null,
            form == TypeNumber.CONVERTED ? null : logical);
    return form == TypeNumber.CONVERTED && !isMeaningOfConverted(found, logical) ? null : found;
  }

  /** A converted type says that a time is in UTC, so it cannot say the contrary. */
  private static boolean isMeaningOfConverted(SchemaElement found, LogicalType logical) {
    return logical == null
        || logical.equals(found.convertedType().logicalType(found.scale(), found.precision()));
  }

  private static LogicalType readLogicalType(ByteCursor in, TypeNumber type) {
    return switch (type) {
      case DECIMAL -> {
        int precision = in.readVarint(PARAMETER);
        yield new LogicalType.DecimalType(in.readVarint(PARAMETER), precision);
      }
      case TIMESTAMP -> {
        int flagged = in.readVarint(PARAMETER);
        yield new LogicalType.TimestampType((flagged & 1) != 0, unit(in, flagged >> 1));
      }
      case TIME -> {
        int flagged = in.readVarint(PARAMETER);
        yield new LogicalType.TimeType((flagged & 1) != 0, unit(in, flagged >> 1));
      }
      case INTEGER -> readInteger(in);
      case VARIANT -> {
        int version = in.readVarint(PARAMETER);
        if (version > Byte.MAX_VALUE + 1) {
          throw wrongParameter(in, version, "a version up to " + Byte.MAX_VALUE);
        }
        yield new LogicalType.VariantType(version == 0 ? null : (byte) (version - 1));
      }
      case GEOMETRY -> new LogicalType.GeometryType(readCrs(in));
      case GEOGRAPHY -> {
        String crs = readCrs(in);
        int algorithm = in.readVarint(PARAMETER);
        yield new LogicalType.GeographyType(crs, algorithm == 0 ? null : algorithm - 1);
      }
      default -> type.plainType();
    };
  }

  private static TimeUnit unit(ByteCursor in, int number) {
    TimeUnit unit = TimeUnit.forNumber(number);
    if (unit == null) {
      throw wrongParameter(in, number, "the number of a unit");
    }
    return unit;
  }

  private static LogicalType readInteger(ByteCursor in) {
    int flagged = in.readVarint(PARAMETER);
    int bytes = flagged >> 1;
    if (bytes > Long.BYTES || Integer.bitCount(bytes) != 1) {
      throw wrongParameter(in, bytes, "1, 2, 4 or 8 bytes");
    }
    return new LogicalType.IntType((byte) (bytes * Byte.SIZE), (flagged & 1) != 0);
  }

  private static PhysicalType readPhysicalType(ByteCursor in) {
    int number = in.readVarint(PARAMETER);
    PhysicalType type = PhysicalType.forNumber(number);
    if (type == null) {
      throw wrongParameter(in, number, "the number of a physical type");
    }
    return type;
  }

  private static String readCrs(ByteCursor in) {
    int length = in.readVarint(PARAMETER) - 1;
    if (length < 0) {
      return null;
    }
    String crs = SchemaText.decodeStrictly(in.array(), in.skip(length, PARAMETER), length);
    if (crs == null) {
      throw new CorruptFooterException(PARAMETER, in.offset(), "other bytes", "UTF-8");
    }
    return crs;
  }

  private static CorruptFooterException unknown(int number, long offset) {
    return new CorruptFooterException(
        "type number in a SchemaDef", offset, number, "one of the registry");
  }

  private static CorruptFooterException wrongParameter(ByteCursor in, int found, String expected) {
    return new CorruptFooterException(PARAMETER, in.offset(), found, expected);
  }

  static SchemaElement element(
      SchemaElement type, String name, int repetition, Integer fieldId, Integer children) {
    return new SchemaElement(
        type.typeNumber(),
        type.typeLength(),
        type.repetitionTypeNumber() == null ? null : repetition,
        name,
        children,
        type.convertedTypeNumber(),
        type.scale(),
        type.precision(),
        fieldId,
        type.logicalType());
  }
}
