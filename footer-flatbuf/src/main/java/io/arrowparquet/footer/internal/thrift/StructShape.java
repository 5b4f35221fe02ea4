// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.Arrays;

/**
 * The fields of one struct as {@code parquet.thrift} declares them: ids, names, wire types, which
 * are required. Immutable; one constant per codec.
 *
 * <p>The codecs' constants are the only statement of this. A reader with another way of its own
 * takes them from there, so that all readers refuse the same bytes: a required field is required
 * even where {@code parquet.thrift} gives it a default ({@code ColumnChunk.file_offset}).
 */
public final class StructShape {
  private static final int BOOLEAN_TYPES =
      1 << CompactType.BOOLEAN_TRUE | 1 << CompactType.BOOLEAN_FALSE;
  private static final int VARINT_TYPES =
      1 << CompactType.I16 | 1 << CompactType.I32 | 1 << CompactType.I64;
  private static final int LIST_TYPES = 1 << CompactType.LIST | 1 << CompactType.SET;

  private final String name;
  private final String[] fieldNames;

  /** Per field id the set of wire types accepted, one bit each; 0 for ids that are not declared. */
  private final int[] typeSets;

  /** Per field id the set of element types accepted; 0 where the field is not a list. */
  private final int[] elementTypeSets;

  private final long required;

  private StructShape(
      String name, String[] fieldNames, int[] typeSets, int[] elementTypeSets, long required) {
    this.name = name;
    this.fieldNames = fieldNames;
    this.typeSets = typeSets;
    this.elementTypeSets = elementTypeSets;
    this.required = required;
  }

  /** The shape of a struct without fields, to be extended by the methods below. */
  public static StructShape of(String name) {
    return new StructShape(name, new String[1], new int[1], new int[1], 0);
  }

  public StructShape required(int id, String field, int type) {
    return with(id, field, setOf(type), 0, 1L << id);
  }

  public StructShape optional(int id, String field, int type) {
    return with(id, field, setOf(type), 0, 0);
  }

  public StructShape requiredList(int id, String field, int elementType) {
    return with(id, field, LIST_TYPES, setOfElements(elementType), 1L << id);
  }

  StructShape with(int id, String field, ThriftType<?> type, boolean isRequired) {
    long requiredBit = isRequired ? 1L << id : 0;
    return type instanceof ThriftType.ListType<?> list
        ? with(id, field, LIST_TYPES, setOfElements(list.element().wireType()), requiredBit)
        : with(id, field, setOf(type.wireType()), 0, requiredBit);
  }

  private StructShape with(int id, String field, int types, int elementTypes, long requiredBit) {
    if (id < 1 || id > 63) {
      throw new IllegalArgumentException(name + "." + field + " has id " + id + ", not 1 to 63");
    }
    int size = Math.max(fieldNames.length, id + 1);
    String[] names = Arrays.copyOf(fieldNames, size);
    int[] sets = Arrays.copyOf(typeSets, size);
    int[] elementSets = Arrays.copyOf(elementTypeSets, size);
    names[id] = field;
    sets[id] = types;
    elementSets[id] = elementTypes;
    return new StructShape(name, names, sets, elementSets, required | requiredBit);
  }

  /** A boolean's type carries its value, so both types mean "boolean". */
  private static int setOf(int type) {
    int set = 1 << type;
    return (set & BOOLEAN_TYPES) != 0 ? BOOLEAN_TYPES : set;
  }

  /**
   * Integers of two bytes and more are written alike, as zig-zag varints, and there are files whose
   * lists of enums declare another of their types; so each is taken for the others in a list.
   */
  private static int setOfElements(int type) {
    int set = setOf(type);
    return (set & VARINT_TYPES) != 0 ? VARINT_TYPES : set;
  }

  public String name() {
    return name;
  }

  public String fieldName(int id) {
    return id > 0 && id < fieldNames.length ? fieldNames[id] : null;
  }

  /** Wire type of a declared field; of a boolean that of a true one. */
  public int type(int id) {
    return Integer.numberOfTrailingZeros(typeSets[id]);
  }

  public boolean isRequired(int id) {
    return id > 0 && id < fieldNames.length && (required >>> id & 1) != 0;
  }

  /**
   * Whether all required fields were met.
   *
   * @param seen one bit per field id met
   */
  public boolean hasRequired(long seen) {
    return (required & ~seen) == 0;
  }

  public int maxFieldId() {
    return fieldNames.length - 1;
  }

  /**
   * Whether a field can be read as declared.
   *
   * @param valueByte the first byte of the value: of a list, its header with the element type. The
   *     element type of an empty list says nothing, writers put anything there.
   */
  public boolean accepts(int id, int type, byte valueByte) {
    if (id <= 0 || id >= typeSets.length || (typeSets[id] >>> type & 1) == 0) {
      return false;
    }
    int elementTypes = elementTypeSets[id];
    return elementTypes == 0
        || (valueByte & 0xf0) == 0
        || (elementTypes >>> (valueByte & 0x0f) & 1) != 0;
  }

  String describe(int id, int type) {
    if (StructExtension.isExtension(id, type)) {
      return name + " extension (field " + StructExtension.FIELD_ID + ")";
    }
    String known = fieldName(id);
    String field = known == null ? " field " + id : "." + known;
    return name + field + " (" + CompactType.nameOf(type) + ")";
  }

  /**
   * @param seen one bit per field id met
   * @param reader just past the struct's stop byte
   */
  void checkRequired(long seen, CompactReader reader) {
    if (!hasRequired(seen)) {
      throw missing(Long.numberOfTrailingZeros(required & ~seen), reader.position());
    }
  }

  private CorruptFooterException missing(int id, int structEnd) {
    return new CorruptFooterException(
        "Thrift struct " + name + " ending",
        structEnd,
        "no field " + name + "." + fieldName(id),
        "it, with id " + id + "; it is required");
  }
}
