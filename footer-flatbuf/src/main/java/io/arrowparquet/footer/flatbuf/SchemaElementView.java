// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flatbuf;

import io.arrowparquet.footer.flatbuf.FooterSlots.SchemaElement;
import io.arrowparquet.footer.thrift.FieldRepetitionType;
import io.arrowparquet.footer.thrift.Type;
import java.nio.ByteBuffer;

/**
 * A view of one schema element; {@link FlatFooter#schemaElement(int, SchemaElementView)} points it
 * elsewhere. One thread at a time.
 */
public final class SchemaElementView extends TableView {
  /** Of {@code flags}: converted type, scale and precision do not follow from the logical type. */
  static final int FLAG_EXPLICIT_CONVERTED_TYPE = 1;

  private NameIndex names;
  private int element;

  /** A view of nothing yet. */
  public SchemaElementView() {}

  SchemaElementView wrap(FooterBytes newBytes, NameIndex newNames, int newElement) {
    at(newBytes, newNames.elementTable(newElement));
    names = newNames;
    element = newElement;
    return this;
  }

  /** Number of this element, depth first, 0 for the root. */
  public int element() {
    return element;
  }

  /** The name; empty if there is none. */
  public String name() {
    String name = bytes.string(child(SchemaElement.NAME));
    return name == null ? "" : name;
  }

  /** The bytes of the name, which should be UTF-8; null if there is none. */
  public byte[] nameBytes() {
    return bytes.bytes(child(SchemaElement.NAME));
  }

  /** Whether this is no leaf: the root, or an element with children or without a type. */
  public boolean isGroup() {
    return names.column(element) < 0;
  }

  /** Number of direct children, 0 for a leaf. */
  public int childCount() {
    return intField(SchemaElement.NUM_CHILDREN);
  }

  /** Whether the number of children is in the footer, be it zero. */
  public boolean hasChildCount() {
    return has(SchemaElement.NUM_CHILDREN);
  }

  /** The physical type; null for a group and for a type newer than this library. */
  public Type type() {
    return hasType() ? Type.forNumber(typeNumber()) : null;
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
  public FieldRepetitionType repetition() {
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

  /**
   * The whole Thrift struct, if it says what the other accessors cannot: an unknown logical type,
   * numbers out of range. Null otherwise. Read-only.
   */
  public ByteBuffer thrift() {
    return bytes.slice(child(SchemaElement.THRIFT));
  }
}
