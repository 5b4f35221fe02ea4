// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.PhysicalType;
import java.lang.ref.SoftReference;
import java.lang.ref.WeakReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ArrowTypeID;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The schema that an Arrow writer kept in the file, laid over the one read from Parquet's types.
 *
 * <p>It is advice: where it does not fit the column (another writer changed the file), the column's
 * own type stands.
 */
final class ArrowSchemaHints {
  /** Stands before the length of a message, but for those of old writers. */
  private static final int CONTINUATION = -1;

  private static final ArrowType TIME_SECONDS = new ArrowType.Time(TimeUnit.SECOND, Integer.SIZE);
  private static final ArrowType TIME_MILLIS =
      new ArrowType.Time(TimeUnit.MILLISECOND, Integer.SIZE);

  /** Files of a table have the same, which takes milliseconds to decode if they are wide. */
  private static volatile SoftReference<Written> last = new SoftReference<>(null);

  private final FlatFooter footer;

  /** {@code footer}: that it was last asked for: plans ask for the same one some times. */
  record Written(
      WeakReference<FlatFooter> footer,
      String encoded,
      org.apache.arrow.flatbuf.Schema message,
      List<Field> fields,
      Map<String, Field> byName) {
    /** Not made before it is asked for: the class of Arrow's schemas loads Jackson. */
    Schema schema() {
      return Schema.convertSchema(message);
    }

    private boolean isOf(FlatFooter other) {
      return footer.refersTo(other);
    }

    private Written in(FlatFooter other) {
      return new Written(new WeakReference<>(other), encoded, message, fields, byName);
    }
  }

  private ArrowSchemaHints(FlatFooter footer) {
    this.footer = footer;
  }

  /** The schema in the file's metadata; null if there is none, or none that can be read. */
  static Written find(FlatFooter footer) {
    Written known = last.get();
    if (known != null && known.isOf(footer)) {
      return known;
    }
    String encoded = footer.findValue(ArrowSchema.ARROW_SCHEMA);
    if (encoded == null) {
      return null;
    }
    if (known != null && known.encoded.equals(encoded)) {
      known = known.in(footer);
      last = new SoftReference<>(known);
      return known;
    }
    try {
      org.apache.arrow.flatbuf.Schema schema = decode(Base64.getMimeDecoder().decode(encoded));
      if (schema == null) {
        return null;
      }
      List<Field> fields =
          IntStream.range(0, schema.fieldsLength())
              .mapToObj(i -> Field.convertField(schema.fields(i)))
              .toList();
      Written written =
          new Written(new WeakReference<>(footer), encoded, schema, fields, byName(fields));
      if (fields.stream().allMatch(ArrowSchemaHints::hasNoExtension)) {
        last = new SoftReference<>(written);
      }
      return written;
    } catch (RuntimeException e) {
      // Writers do not check this value; without it the file is as readable as any other.
      return null;
    }
  }

  /** Whether a field is decoded to the same whatever types are registered with Arrow by then. */
  private static boolean hasNoExtension(Field field) {
    return !(field.getType() instanceof ExtensionType)
        && !field.getMetadata().containsKey(ExtensionType.EXTENSION_METADATA_KEY_NAME)
        && field.getChildren().stream().allMatch(ArrowSchemaHints::hasNoExtension);
  }

  /** Null for another message, and for one that is shorter than it says. */
  private static org.apache.arrow.flatbuf.Schema decode(byte[] bytes) {
    ByteBuffer message = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = message.getInt();
    if (length == CONTINUATION) {
      length = message.getInt();
    }
    if (length < 0 || length > message.remaining()) {
      return null;
    }
    Message root = Message.getRootAsMessage(message.slice(message.position(), length));
    return root.headerType() == MessageHeader.Schema
        ? (org.apache.arrow.flatbuf.Schema) root.header(new org.apache.arrow.flatbuf.Schema())
        : null;
  }

  private static Map<String, Field> byName(List<Field> written) {
    Map<String, Field> byName = new HashMap<>();
    written.forEach(field -> byName.put(field.getName(), field));
    return byName;
  }

  /** The root's children with the hints of the written fields of their names. */
  static List<ArrowSchemaNode> apply(FlatFooter footer, List<ArrowSchemaNode> nodes) {
    Written written = find(footer);
    return written == null ? nodes : new ArrowSchemaHints(footer).apply(nodes, written.byName);
  }

  private List<ArrowSchemaNode> apply(List<ArrowSchemaNode> nodes, Map<String, Field> byName) {
    List<ArrowSchemaNode> result = new ArrayList<>();
    for (ArrowSchemaNode node : nodes) {
      Field hint = byName.get(node.field().getName());
      result.add(hint == null ? node : apply(node, hint));
    }
    return result;
  }

  private ArrowSchemaNode apply(ArrowSchemaNode node, Field hint) {
    ArrowType written = ExtensionStorage.storage(hint.getType());
    List<ArrowSchemaNode> children =
        switch (node.kind()) {
          case LEAF -> List.of();
          case STRUCT ->
              written instanceof ArrowType.Struct
                  ? apply(node.children(), byName(hint.getChildren()))
                  : node.children();
          case LIST, MAP -> applyToElement(node, hint);
        };
    Field field = node.field();
    ArrowType type = type(node, written);
    List<Field> fields = ArrowSchemaNode.fields(children);
    Map<String, String> metadata = metadata(new Field("", FieldType.nullable(type), fields), hint);
    metadata.putAll(field.getMetadata());
    FieldType fieldType = new FieldType(field.isNullable(), type, null, metadata);
    return node.with(new Field(field.getName(), fieldType, fields), children);
  }

  /** Names of elements differ between the two schemas; there is only one to match. */
  private List<ArrowSchemaNode> applyToElement(ArrowSchemaNode node, Field hint) {
    return hint.getChildren().size() == 1
        ? List.of(apply(node.children().get(0), hint.getChildren().get(0)))
        : node.children();
  }

  private ArrowType type(ArrowSchemaNode node, ArrowType written) {
    ArrowType read = node.field().getType();
    return switch (written.getTypeID()) {
      case LargeUtf8 -> read instanceof ArrowType.Utf8 ? written : read;
      case LargeBinary -> read instanceof ArrowType.Binary ? written : read;
      case LargeList -> read instanceof ArrowType.List ? written : read;
      // Parquet has neither dates in milliseconds nor times in seconds.
      case Date -> read instanceof ArrowType.Date ? written : read;
      case Time -> read.equals(TIME_MILLIS) && written.equals(TIME_SECONDS) ? written : read;
      case Duration -> read.equals(new ArrowType.Int(Long.SIZE, true)) ? written : read;
      case Timestamp ->
          read instanceof ArrowType.Timestamp stored
              ? timestamp(node, stored, (ArrowType.Timestamp) written)
              : read;
      default -> read;
    };
  }

  /**
   * INT96 has neither unit nor zone: both are the writer's. Any other column keeps its unit, but
   * for seconds, which Parquet stores as milliseconds; and an instant has the zone of the writer's.
   */
  private ArrowType timestamp(
      ArrowSchemaNode node, ArrowType.Timestamp stored, ArrowType.Timestamp written) {
    String zone = zone(written);
    if (footer.schemaElement(node.element()).type() == PhysicalType.INT96) {
      return new ArrowType.Timestamp(written.getUnit(), zone);
    }
    boolean seconds =
        written.getUnit() == TimeUnit.SECOND && stored.getUnit() == TimeUnit.MILLISECOND;
    boolean instants = stored.getTimezone() != null && zone != null;
    return new ArrowType.Timestamp(
        seconds ? TimeUnit.SECOND : stored.getUnit(), instants ? zone : stored.getTimezone());
  }

  private static String zone(ArrowType.Timestamp type) {
    return type.getTimezone() == null || type.getTimezone().isEmpty() ? null : type.getTimezone();
  }

  /**
   * The written field's metadata, and its extension if the field that is read is a storage of it.
   */
  private static Map<String, String> metadata(Field read, Field hint) {
    Map<String, String> metadata = new LinkedHashMap<>(hint.getMetadata());
    if (hint.getType() instanceof ExtensionType extension) {
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_NAME, extension.extensionName());
      metadata.put(ExtensionType.EXTENSION_METADATA_KEY_METADATA, extension.serialize());
    }
    String extension = metadata.get(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    if (extension != null && !ExtensionStorage.isAllowed(extension, read, hint)) {
      metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_NAME);
      metadata.remove(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
    }
    return metadata;
  }

  /**
   * Which storage types an Arrow extension may have. A reader that knows the extension refuses a
   * schema in which the storage is another, so a field keeps the name of an extension only on a
   * storage that it allows:
   *
   * <pre>
   *   arrow.uuid                    FixedSizeBinary(16)
   *   arrow.json                    Utf8, LargeUtf8, Utf8View
   *   arrow.bool8                   Int8
   *   arrow.opaque                  any
   *   arrow.fixed_shape_tensor      FixedSizeList
   *   arrow.variable_shape_tensor   Struct of data (List) and shape (FixedSizeList of Int32)
   *   arrow.timestamp_with_offset   Struct of timestamp (with a time zone) and offset_minutes (Int16)
   *   arrow.parquet.variant         Struct
   *   any other                     the type that the Arrow schema in the file has
   * </pre>
   */
  private static final class ExtensionStorage {
    private static final int UUID_BYTES = 16;

    private ExtensionStorage() {}

    /**
     * @param read the field as it is read
     * @param written the field of the Arrow schema in the file, which has the extension
     */
    static boolean isAllowed(String extension, Field read, Field written) {
      ArrowType type = read.getType();
      List<Field> children = read.getChildren();
      return switch (extension) {
        case "arrow.uuid" ->
            type instanceof ArrowType.FixedSizeBinary fixed && fixed.getByteWidth() == UUID_BYTES;
        case "arrow.json" ->
            type instanceof ArrowType.Utf8
                || type instanceof ArrowType.LargeUtf8
                || type instanceof ArrowType.Utf8View;
        case "arrow.bool8" -> type.equals(new ArrowType.Int(Byte.SIZE, true));
        case "arrow.opaque" -> true;
        case "arrow.fixed_shape_tensor" -> type instanceof ArrowType.FixedSizeList;
        case "arrow.variable_shape_tensor" ->
            isPair(type, children, "data", "shape")
                && children.get(0).getType() instanceof ArrowType.List
                && children.get(1).getType() instanceof ArrowType.FixedSizeList;
        case "arrow.timestamp_with_offset" ->
            isPair(type, children, "timestamp", "offset_minutes")
                && children.get(0).getType() instanceof ArrowType.Timestamp timestamp
                && timestamp.getTimezone() != null
                && children.get(1).getType().equals(new ArrowType.Int(Short.SIZE, true));
        case ArrowSchema.VARIANT_EXTENSION -> type instanceof ArrowType.Struct;
        default -> isSame(read, written);
      };
    }

    private static boolean isPair(
        ArrowType type, List<Field> children, String first, String second) {
      return type instanceof ArrowType.Struct
          && children.size() == 2
          && children.get(0).getName().equals(first)
          && children.get(1).getName().equals(second);
    }

    /** Whether types are equal, to the names of Struct children; those of elements are at will. */
    private static boolean isSame(Field read, Field written) {
      ArrowType type = storage(written.getType());
      boolean sameType =
          read.getType().equals(type)
              // No zone is written as none or as an empty name.
              || (read.getType() instanceof ArrowType.Timestamp timestamp
                  && type.equals(new ArrowType.Timestamp(timestamp.getUnit(), "")));
      if (!sameType || read.getChildren().size() != written.getChildren().size()) {
        return false;
      }
      for (int i = 0; i < read.getChildren().size(); i++) {
        Field child = read.getChildren().get(i);
        Field other = written.getChildren().get(i);
        boolean named = type.getTypeID() == ArrowTypeID.Struct;
        if ((named && !child.getName().equals(other.getName())) || !isSame(child, other)) {
          return false;
        }
      }
      return true;
    }

    private static ArrowType storage(ArrowType type) {
      return type instanceof ExtensionType extension ? extension.storageType() : type;
    }
  }
}
