// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;

/**
 * The bits of a field in a layer.
 *
 * <pre>
 *   header | [varint length - 8] | varint type id | parameters | name | [zig-zag field id]
 *
 *   header    7   6   5   4   3   2   1   0
 *           | 0 | N | P | encoding|   size    |
 *             N  OPTIONAL
 *             P  a Variant: the type of its values varies
 *             encoding  of the name, see NameCodec
 *             size  0 to 6: the name has 1 to 7 bytes; 7: it has 8 plus the varint
 *   type id   n ... 3   2   1   0
 *           | number  | R | E | I |
 *             R  REPEATED
 *             E  the name is empty
 *             I  a field id follows the name
 * </pre>
 *
 * A name without bytes has size 0: an empty one (E), the field id in decimal digits (TAG_ID and I),
 * or none at all (TAG_ID without I). Type number 0 has no I: the Thrift bytes have the field id.
 */
final class FieldInfo {
  static final int MAX_SHORT_LENGTH = 7;
  static final int FLAG_FIELD_ID = 1;
  static final int FLAG_EMPTY_NAME = 2;
  private static final int FLAG_REPEATED = 4;
  static final int NUMBER_SHIFT = 3;
  private static final int SIZE_MASK = 7;
  private static final int LONG_SIZE = 7;
  private static final int ENCODING_SHIFT = 3;
  private static final int ENCODING_MASK = 3;
  private static final int POLYMORPHIC = 1 << 5;
  private static final int NULLABLE = 1 << 6;
  private static final int TYPE_FLAGS = POLYMORPHIC | NULLABLE | 1 << 7;

  private FieldInfo() {}

  static int header(int nameLength, int encoding, SchemaElement element) {
    int size = nameLength > MAX_SHORT_LENGTH ? LONG_SIZE : Math.max(nameLength - 1, 0);
    return size | encoding << ENCODING_SHIFT | typeFlags(element);
  }

  private static int typeFlags(SchemaElement element) {
    return (element.repetitionType() == FieldRepetitionType.OPTIONAL ? NULLABLE : 0)
        | (element.logicalType() instanceof LogicalType.VariantType ? POLYMORPHIC : 0);
  }

  static int typeId(int number, boolean hasFieldId, boolean isEmpty, SchemaElement element) {
    return number << NUMBER_SHIFT
        | (element.repetitionType() == FieldRepetitionType.REPEATED ? FLAG_REPEATED : 0)
        | (isEmpty ? FLAG_EMPTY_NAME : 0)
        | (hasFieldId ? FLAG_FIELD_ID : 0);
  }

  /** The size in a header: 0 to 6 for 1 to 7 bytes, or 7. */
  static int size(int header) {
    return header & SIZE_MASK;
  }

  static boolean hasLongSize(int header) {
    return size(header) == LONG_SIZE;
  }

  static int encoding(int header) {
    return header >> ENCODING_SHIFT & ENCODING_MASK;
  }

  static int repetition(int header, int typeId) {
    FieldRepetitionType repetition =
        (typeId & FLAG_REPEATED) != 0
            ? FieldRepetitionType.REPEATED
            : (header & NULLABLE) != 0
                ? FieldRepetitionType.OPTIONAL
                : FieldRepetitionType.REQUIRED;
    return repetition.number();
  }

  static boolean flagsFit(int header, int typeId, SchemaElement element) {
    return (header & TYPE_FLAGS) == typeFlags(element)
        && (typeId & FLAG_REPEATED) == (typeId(0, false, false, element) & FLAG_REPEATED);
  }

  /** Whether a name is the text of a field id, so that it need not be stored. */
  static boolean isFieldId(String name, int fieldId) {
    return !name.isEmpty() && name.charAt(0) <= '9' && name.equals(Integer.toString(fieldId));
  }
}
