// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.List;
import java.util.Map;

final class SchemaDefWriter {
  private static final int HASH_BITS = 6;
  private static final int SPREAD = 0x9E3779B9;
  private static final int BYTES_OF_FIELD = 16;

  private final List<SchemaElement> schema;

  /** By element: its Thrift bytes without name, for those that are stored so in any case. */
  private final Map<Integer, byte[]> thrift;

  /** By element: the one after its last descendant. */
  private final int[] next;

  private final boolean[] takesLayer;

  /** By a hash of types: a field, and the number that was found for its type. */
  private final SchemaElement[] numbered = new SchemaElement[1 << HASH_BITS];

  private final int[] numbers = new int[1 << HASH_BITS];
  private final BundleBytes body;
  private int layers;

  private SchemaDefWriter(List<SchemaElement> schema, Map<Integer, byte[]> thrift) {
    this.schema = schema;
    this.thrift = thrift;
    this.next = new int[schema.size()];
    this.takesLayer = new boolean[schema.size()];
    this.body = new BundleBytes(schema.size() * BYTES_OF_FIELD + 64);
  }

  /**
   * @param thrift by element: its Thrift bytes without name, for those that must be stored so
   * @throws IllegalArgumentException if the list is not a tree, or a name not Unicode text
   */
  static byte[] write(List<SchemaElement> schema, Map<Integer, byte[]> thrift) {
    SchemaDefWriter writer = new SchemaDefWriter(schema, thrift);
    writer.findNext();
    writer.writeBody();
    return SchemaDefHeader.frame(writer.layers, writer.body);
  }

  /** Each element is passed once as a child, so this takes linear time, whatever the depth. */
  private void findNext() {
    int count = schema.size();
    for (int element = count - 1; element >= 0; element--) {
      int children = childCount(element);
      int at = element + 1;
      for (int child = 0; child < children; child++) {
        if (at >= count) {
          throw notATree(
              "element " + element + " has " + children + " children, but only " + child);
        }
        at = next[at];
      }
      next[element] = at;
    }
    if (count == 0) {
      throw notATree("it has no elements");
    }
    if (next[0] != count) {
      throw notATree(count - next[0] + " elements are not below the root");
    }
  }

  private int childCount(int element) {
    Integer children = schema.get(element).numChildren();
    if (children != null && children < 0) {
      throw notATree("element " + element + " has " + children + " children");
    }
    return children == null ? 0 : children;
  }

  private static IllegalArgumentException notATree(String why) {
    return new IllegalArgumentException("the schema is not a tree: " + why);
  }

  private void writeBody() {
    BundleBytes root = new BundleBytes(64);
    writeField(0, root);
    for (int element = 0; element < next.length; element++) {
      if (takesLayer[element]) {
        layers++;
        body.writeVarint(childCount(element));
        for (int child = element + 1; child < next[element]; child = next[child]) {
          writeField(child, body);
        }
      }
    }
    if (!SchemaDefHeader.isUsualRoot(schema.get(0)) || thrift.containsKey(0)) {
      body.write(root.array(), 0, root.size());
    }
  }

  /** Schemas have few types, whose numbers are found once. */
  private int numberOf(SchemaElement field) {
    int type = number(field.typeNumber()) + 31 * number(field.repetitionTypeNumber());
    LogicalType logical = field.logicalType();
    int meaning =
        logical == null
            ? number(field.convertedTypeNumber())
            : logical.getClass().hashCode() + logical.hashCode();
    int slot = ((type + (31 * meaning)) * SPREAD) >>> (Integer.SIZE - HASH_BITS);
    if (numbered[slot] == null || !TypeWriter.isOfOneType(field, numbered[slot])) {
      numbers[slot] = TypeWriter.numberOf(field);
      numbered[slot] = field;
    }
    return numbers[slot];
  }

  private static int number(Integer number) {
    return number == null ? -1 : number;
  }

  private void writeField(int element, BundleBytes out) {
    SchemaElement field = schema.get(element);
    byte[] asThrift = thrift.get(element);
    int number =
        asThrift != null || field.name() == null ? TypeNumber.THRIFT_NUMBER : numberOf(field);
    TypeNumber type = TypeNumber.of(number);
    boolean isThrift = type == TypeNumber.THRIFT;
    takesLayer[element] = isThrift ? childCount(element) > 0 : type.isGroup();
    Integer fieldId = isThrift ? null : field.fieldId();
    byte[] name = field.name() == null ? null : SchemaText.encode(field.name());
    int encoding = encodingOf(name, field.name(), fieldId);
    int length = encoding == NameCodec.TAG_ID ? 0 : NameCodec.length(name, encoding);
    out.writeByte(FieldInfo.header(length, encoding, field));
    if (length > FieldInfo.MAX_SHORT_LENGTH) {
      out.writeVarint(length - FieldInfo.MAX_SHORT_LENGTH - 1L);
    }
    boolean isEmpty = length == 0 && encoding != NameCodec.TAG_ID;
    out.writeVarint(FieldInfo.typeId(number, fieldId != null, isEmpty, field));
    if (isThrift) {
      byte[] bytes = asThrift != null ? asThrift : ThriftSchema.NamelessElement.of(field);
      out.writeVarint(bytes.length);
      out.write(bytes);
    } else {
      TypeWriter.writeParameters(type, field, out);
    }
    if (length > 0) {
      NameCodec.write(name, encoding, out);
    }
    if (fieldId != null) {
      out.writeZigZag(fieldId);
    }
  }

  private static int encodingOf(byte[] utf8, String name, Integer fieldId) {
    return utf8 == null || (fieldId != null && FieldInfo.isFieldId(name, fieldId))
        ? NameCodec.TAG_ID
        : NameCodec.choose(utf8);
  }
}
