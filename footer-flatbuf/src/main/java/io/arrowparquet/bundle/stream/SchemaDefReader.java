// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The layers of a SchemaDef to schema elements. First all layers are read in the order of the
 * bytes; then each group takes its layer, depth first.
 */
final class SchemaDefReader {
  private static final int LEAST_FIELD = 2;

  /** Child count of an element that takes no layer. */
  private static final int NO_LAYER = -1;

  /** Child count of a group whose layer alone says how many there are. */
  private static final int ANY = -2;

  private final ByteCursor in;
  private final TypeReader types = new TypeReader();
  private final List<SchemaElement> fields = new ArrayList<>();

  /** By field: how many children its layer must have, or {@link #ANY} or {@link #NO_LAYER}. */
  private int[] childCounts = new int[16];

  /** By field: the Thrift bytes of those that are stored so, name included. */
  private final Map<Integer, BinaryValue> thrift = new HashMap<>();

  /** By layer: its first field, and the one after its last. */
  private final int[] layerStarts;

  private final List<SchemaElement> schema;
  private final Map<Integer, BinaryValue> thriftBySchema = new HashMap<>();
  private int layersTaken;

  private SchemaDefReader(ByteCursor in, int layers) {
    this.in = in;
    this.layerStarts = new int[layers + 1];
    for (int layer = 0; layer < layers; layer++) {
      int count = in.readCount("number of fields of a SchemaDef layer", LEAST_FIELD);
      for (int i = 0; i < count; i++) {
        readField();
      }
      layerStarts[layer + 1] = fields.size();
    }
    this.schema = new ArrayList<>(fields.size() + 1);
  }

  record Elements(List<SchemaElement> schema, Map<Integer, BinaryValue> thrift) {}

  static Elements read(ByteCursor in, int layers) {
    if (layers > in.remaining()) {
      throw new CorruptFooterException(
          "number of layers of a SchemaDef",
          in.offset(),
          layers,
          "at most " + in.remaining() + ", for which there are bytes");
    }
    SchemaDefReader reader = new SchemaDefReader(in, layers);
    reader.build();
    return new Elements(List.copyOf(reader.schema), Map.copyOf(reader.thriftBySchema));
  }

  private void build() {
    int root = fields.size();
    if (in.remaining() > 0) {
      readField();
    } else {
      add(SchemaDefHeader.usualRoot(0), ANY);
    }
    if (in.remaining() > 0) {
      throw new CorruptFooterException(
          "SchemaDef ending", in.offset(), in.remaining() + " more bytes", "the root last");
    }
    int[] at = new int[layerStarts.length];
    int[] ends = new int[layerStarts.length];
    int depth = 0;
    depth = take(root, at, ends, depth);
    while (depth > 0) {
      if (at[depth - 1] == ends[depth - 1]) {
        depth--;
      } else {
        depth = take(at[depth - 1]++, at, ends, depth);
      }
    }
    if (layersTaken != layerStarts.length - 1) {
      throw new CorruptFooterException(
          "number of layers of a SchemaDef",
          in.offset(),
          layerStarts.length - 1,
          layersTaken + ", as many as there are groups");
    }
  }

  private int take(int field, int[] at, int[] ends, int depth) {
    int children = childCounts[field];
    SchemaElement element = fields.get(field);
    BinaryValue bytes = thrift.isEmpty() ? null : thrift.get(field);
    if (bytes != null) {
      thriftBySchema.put(schema.size(), bytes);
    }
    if (children == NO_LAYER) {
      schema.add(element);
      return depth;
    }
    int layer = layersTaken++;
    if (layer >= layerStarts.length - 1) {
      throw new CorruptFooterException(
          "number of layers of a SchemaDef",
          in.offset(),
          layerStarts.length - 1,
          "more: one for each group");
    }
    int count = layerStarts[layer + 1] - layerStarts[layer];
    if (children == ANY) {
      schema.add(element.withChildren(count));
    } else if (children == count) {
      schema.add(element);
    } else {
      throw new CorruptFooterException(
          "number of fields of a SchemaDef layer",
          in.offset(),
          count,
          children + ", as num_children of its group");
    }
    at[depth] = layerStarts[layer];
    ends[depth] = layerStarts[layer + 1];
    return depth + 1;
  }

  private void add(SchemaElement element, int children) {
    int field = fields.size();
    if (field == childCounts.length) {
      childCounts = Arrays.copyOf(childCounts, 2 * field);
    }
    childCounts[field] = children;
    fields.add(element);
  }

  private void readField() {
    long offset = in.offset();
    int header = in.readByte("field in a SchemaDef");
    int encoding = FieldInfo.encoding(header);
    int length = readLength(header, encoding);
    if (encoding == NameCodec.TAG_ID && length > 0) {
      throw wrongFlags(offset, header, 0);
    }
    long typeOffset = in.offset();
    int typeId = in.readVarint("type id in a SchemaDef");
    int number = typeId >> FieldInfo.NUMBER_SHIFT;
    boolean hasFieldId = (typeId & FieldInfo.FLAG_FIELD_ID) != 0;
    if ((typeId & FieldInfo.FLAG_EMPTY_NAME) != 0) {
      if (length != 1 || encoding != NameCodec.UTF_8) {
        throw wrongFlags(offset, header, typeId);
      }
      length = 0;
    }
    SchemaElement element;
    int children;
    if (number == TypeNumber.THRIFT_NUMBER) {
      element = hasFieldId ? null : readThrift(length, encoding);
      children = element == null ? NO_LAYER : childrenOfThrift(element);
    } else {
      SchemaElement type = types.read(in, number, typeOffset);
      String name = encoding == NameCodec.TAG_ID ? null : readName(length, encoding);
      Integer fieldId = hasFieldId ? in.readZigZag("field id in a SchemaDef") : null;
      element =
          name == null && fieldId == null
              ? null
              : TypeReader.element(
                  type,
                  name == null ? fieldId.toString() : name,
                  FieldInfo.repetition(header, typeId),
                  fieldId,
                  type.numChildren());
      children = type.numChildren() == null ? NO_LAYER : ANY;
    }
    if (element == null || !FieldInfo.flagsFit(header, typeId, element)) {
      throw wrongFlags(offset, header, typeId);
    }
    add(element, children);
  }

  private static int childrenOfThrift(SchemaElement element) {
    Integer children = element.numChildren();
    return children == null || children <= 0 ? NO_LAYER : children;
  }

  private static CorruptFooterException wrongFlags(long offset, int header, int typeId) {
    return new CorruptFooterException(
        "field in a SchemaDef",
        offset,
        String.format("header 0x%02x with type id %d", header, typeId),
        "flags that agree");
  }

  private int readLength(int header, int encoding) {
    if (encoding == NameCodec.TAG_ID && FieldInfo.size(header) == 0) {
      return 0;
    }
    int shortLength = FieldInfo.size(header) + 1;
    if (!FieldInfo.hasLongSize(header)) {
      return shortLength;
    }
    return shortLength + in.readCount("length of a name in a SchemaDef", 1);
  }

  private String readName(int length, int encoding) {
    if (encoding == NameCodec.UTF_8) {
      return SchemaText.decode(in.array(), in.skip(length, "name in a SchemaDef"), length);
    }
    return SchemaText.decodeAscii(NameCodec.unpack(in, length, encoding));
  }

  private SchemaElement readThrift(int nameLength, int encoding) {
    long offset = in.offset();
    int length = in.readCount("length of a Thrift schema element in a SchemaDef", 1);
    int start = in.skip(length, "Thrift schema element in a SchemaDef");
    byte[] struct = Arrays.copyOfRange(in.array(), start, start + length);
    byte[] name = null;
    if (encoding == NameCodec.UTF_8) {
      int at = in.skip(nameLength, "name in a SchemaDef");
      name = Arrays.copyOfRange(in.array(), at, at + nameLength);
    } else if (encoding != NameCodec.TAG_ID) {
      name = NameCodec.unpack(in, nameLength, encoding);
    }
    try {
      byte[] named =
          ThriftSchema.NamelessElement.withName(struct, name == null ? new byte[0] : name);
      CompactReader reader = new CompactReader(named);
      SchemaElement element = SchemaElementCodec.read(reader);
      if (reader.position() != named.length) {
        throw new CorruptFooterException(
            "Thrift schema element", reader.position(), "more bytes", "one struct");
      }
      if (name == null) {
        return ThriftSchema.NamelessElement.named(element, null);
      }
      thrift.put(fields.size(), BinaryValue.of(named));
      return ThriftSchema.NamelessElement.named(element, SchemaText.decode(name, 0, name.length));
    } catch (CorruptFooterException e) {
      throw new CorruptFooterException(
          "Thrift schema element in a SchemaDef", offset, "bytes that are none", "a struct", e);
    }
  }
}
