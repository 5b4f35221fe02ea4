// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A view of one schema element; {@link FlatFooter#schemaElement(int, SchemaElementView)} points it
 * elsewhere. One thread at a time.
 */
public final class SchemaElementView extends TableView {
  /** Of {@code flags}: converted type, scale and precision do not follow from the logical type. */
  static final int FLAG_EXPLICIT_CONVERTED_TYPE = 1;

  /** Of {@code flags}: the logical type is there for readers that know no converted type. */
  private static final int FLAG_DERIVED_LOGICAL_TYPE = 2;

  /** Of {@code flags}: the coordinate system is there for readers that need one. */
  private static final int FLAG_NO_CRS = 4;

  private static final int INTERVAL_BYTES = 12;

  private NameIndex names;
  private int element;

  /** What {@link #element} is less by than in the footer that the view was asked of. */
  private int shift;

  /** Number of children where the table does not say it; -1 if it does. */
  private int children;

  /** A view for the footer to point at a table; it answers nothing before that. */
  public SchemaElementView() {}

  SchemaElementView wrap(FooterBytes newBytes, NameIndex newNames, int newElement) {
    at(newBytes, newNames.elementTable(newElement));
    names = newNames;
    element = newElement;
    shift = 0;
    children = -1;
    return this;
  }

  SchemaElementView ofWhole(int elements, int childCount) {
    shift = elements;
    children = childCount;
    return this;
  }

  /** Number of this element, depth first, 0 for the root. */
  public int element() {
    return element + shift;
  }

  /** The name; empty if there is none. */
  public String name() {
    String name = bytes.string(child(SchemaElement.NAME));
    return name == null ? "" : name;
  }

  /** The bytes of the name, which should be UTF-8, in a new array; empty if there is none. */
  public byte[] nameBytes() {
    byte[] name = bytes.bytes(child(SchemaElement.NAME));
    return name == null ? new byte[0] : name;
  }

  /** Whether this is not a leaf: the root, or an element with children or without a type. */
  public boolean isGroup() {
    return names.column(element) < 0;
  }

  /** Number of direct children, 0 for a leaf. */
  public int childCount() {
    return children >= 0 ? children : intField(SchemaElement.NUM_CHILDREN);
  }

  /** Whether the number of children is in the footer, possibly zero. */
  public boolean hasChildCount() {
    return has(SchemaElement.NUM_CHILDREN);
  }

  /** The physical type; null for a group and for a type newer than this library. */
  public @Nullable PhysicalType type() {
    return hasType() ? PhysicalType.forNumber(typeNumber()) : null;
  }

  /** Whether there is a physical type. */
  public boolean hasType() {
    return has(SchemaElement.TYPE);
  }

  /** Number of the physical type. */
  public int typeNumber() {
    return byteField(SchemaElement.TYPE);
  }

  /** Bytes of a FIXED_LEN_BYTE_ARRAY value; 0 where it is absent. */
  public int typeLength() {
    return intField(SchemaElement.TYPE_LENGTH);
  }

  /** Whether there is a type length. */
  public boolean hasTypeLength() {
    return has(SchemaElement.TYPE_LENGTH);
  }

  /** The repetition; null where it is absent (the root) or newer than this library. */
  public @Nullable FieldRepetitionType repetition() {
    return hasRepetition() ? FieldRepetitionType.forNumber(repetitionNumber()) : null;
  }

  /** Whether there is a repetition. */
  public boolean hasRepetition() {
    return has(SchemaElement.REPETITION_TYPE);
  }

  /** Number of the repetition. */
  public int repetitionNumber() {
    return byteField(SchemaElement.REPETITION_TYPE);
  }

  /** Whether there is a field id. */
  public boolean hasFieldId() {
    return has(SchemaElement.FIELD_ID);
  }

  /** The field id; 0 where it is absent. */
  public int fieldId() {
    return intField(SchemaElement.FIELD_ID);
  }

  /** What the values or children mean; null if the footer does not say. */
  public @Nullable LogicalType logicalType() {
    if (has(SchemaElement.THRIFT)) {
      return thriftStruct().logicalType();
    }
    if (hasFlag(FLAG_DERIVED_LOGICAL_TYPE)) {
      return null;
    }
    LogicalType type = storedLogicalType();
    return hasFlag(FLAG_NO_CRS) ? withoutCrs(type) : type;
  }

  private static LogicalType withoutCrs(LogicalType type) {
    if (type instanceof LogicalType.GeographyType geography) {
      return new LogicalType.GeographyType(null, geography.algorithmNumber());
    }
    return type instanceof LogicalType.GeometryType ? new LogicalType.GeometryType(null) : type;
  }

  private LogicalType storedLogicalType() {
    int tag = byteField(SchemaElement.LOGICAL_TYPE_TYPE) & 0xFF;
    return tag == 0
        ? null
        : StructReader.logicalType(bytes, tag, child(SchemaElement.LOGICAL_TYPE));
  }

  private boolean hasFlag(int flag) {
    return (byteField(SchemaElement.FLAGS) & flag) != 0;
  }

  private io.arrowparquet.footer.model.SchemaElement thriftStruct() {
    return StructReader.thrift(bytes, child(SchemaElement.THRIFT), SchemaElementCodec::read);
  }

  /** The deprecated converted type; null if there is none, or one newer than this library. */
  public @Nullable ConvertedType convertedType() {
    Integer number = convertedTypeNumber();
    return number == null ? null : ConvertedType.forNumber(number);
  }

  /** Number of the deprecated converted type; null if there is none. */
  public @Nullable Integer convertedTypeNumber() {
    return deprecated(
        io.arrowparquet.footer.model.SchemaElement::convertedTypeNumber,
        SchemaElement.CONVERTED_TYPE,
        type -> {
          ConvertedType implied = ConvertedType.impliedBy(type);
          return implied == null ? null : (Integer) implied.number();
        });
  }

  private Integer deprecated(
      Function<io.arrowparquet.footer.model.SchemaElement, Integer> ofThrift,
      int slot,
      Function<LogicalType, Integer> impliedBy) {
    if (has(SchemaElement.THRIFT)) {
      return ofThrift.apply(thriftStruct());
    }
    if (hasFlag(FLAG_EXPLICIT_CONVERTED_TYPE)) {
      return has(slot) ? (Integer) intField(slot) : null;
    }
    return impliedBy.apply(storedLogicalType());
  }

  /**
   * The deprecated scale of a decimal, beside the one of the logical type; null if there is none.
   */
  public @Nullable Integer scale() {
    return deprecated(
        io.arrowparquet.footer.model.SchemaElement::scale,
        SchemaElement.SCALE,
        type -> type instanceof LogicalType.DecimalType it ? (Integer) it.scale() : null);
  }

  /** The deprecated precision of a decimal, beside the logical type's; null if there is none. */
  public @Nullable Integer precision() {
    return deprecated(
        io.arrowparquet.footer.model.SchemaElement::precision,
        SchemaElement.PRECISION,
        type -> type instanceof LogicalType.DecimalType it ? (Integer) it.precision() : null);
  }

  /**
   * Whether a footer of Arrow C++ may not say what the type is: it has no converted types, and its
   * writer does not derive the logical type from them.
   *
   * <pre>
   *   in Thrift                                    in the footer
   *   TIMESTAMP_MILLIS, _MICROS, no logical type   timestamp that is not adjusted to UTC
   *   INTERVAL beside UNKNOWN, as parquet-java     UNKNOWN: a column of nulls
   * </pre>
   */
  boolean isDoubtful() {
    LogicalType type = logicalType();
    if (type instanceof LogicalType.TimestampType timestamp) {
      return !timestamp.isAdjustedToUTC();
    }
    return type instanceof LogicalType.NullType
        && type() == PhysicalType.FIXED_LEN_BYTE_ARRAY
        && typeLength() == INTERVAL_BYTES;
  }

  int columnOrderId() {
    int newer = byteField(SchemaElement.COLUMN_ORDER_ID) & 0xFF;
    return newer != 0 ? newer : byteField(SchemaElement.COLUMN_ORDER_TYPE) & 0xFF;
  }

  /**
   * The whole Thrift struct, if it says what the other accessors cannot: an unknown logical type,
   * numbers out of range. Null otherwise. Read-only.
   */
  public @Nullable ByteBuffer thrift() {
    return bytes.slice(child(SchemaElement.THRIFT));
  }
}
