// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.bridge.ArrowSchemaHints.Written;
import io.arrowparquet.footer.bridge.ArrowSchemaTree.RootChildren;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.LogicalType;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The schema of a Parquet file in Arrow's words.
 *
 * <p>Types follow Arrow's mapping: see {@link ArrowSchemaType}. Lists and maps are recognised in
 * the three-level layout and in the legacy ones. A field id is in the field's metadata under {@link
 * #FIELD_ID}. A group annotated as VARIANT is a Struct whose metadata names the extension {@link
 * #VARIANT_EXTENSION}; this module does not look into it. Where an Arrow writer left its own schema
 * in the file ({@link #ARROW_SCHEMA}), it decides what Parquet cannot say: large strings, binaries
 * and lists, time zones, timestamps and times in seconds, Date64, the unit of INT96, durations,
 * metadata of fields, and extensions whose storage the column's type is.
 *
 * <p>Threads: any may call it.
 */
@SuppressWarnings("exports") // Arrow is optional: who uses this requires it too.
public final class ArrowSchema {
  /** Key of a field's metadata: the field id, in decimal. */
  public static final String FIELD_ID = "PARQUET:field_id";

  /**
   * Key of a field's metadata: the annotation of its group, where that is no type of Arrow's:
   * {@code FILE}, of a struct with the parts of a reference to a file. Writers keep it.
   */
  public static final String ANNOTATION = "PARQUET:logical_type";

  /** Key of the file's metadata: the schema of the Arrow data it was written from. */
  public static final String ARROW_SCHEMA = "ARROW:schema";

  /** Name of the extension that a VARIANT group is. */
  public static final String VARIANT_EXTENSION = "arrow.parquet.variant";

  /** Name of the extension that GEOMETRY and GEOGRAPHY are, whose metadata has their CRS. */
  public static final String WKB_EXTENSION = "geoarrow.wkb";

  private ArrowSchema() {}

  /**
   * The schema.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if elements lack their types, or nest
   *     beyond all reason
   * @throws UnsupportedOperationException if the footer leaves open what the values of a column
   *     mean ({@link FlatFooter#isTypeDoubtful}); {@code FooterReader.withCertainTypes} avoids that
   */
  public static Schema of(FlatFooter footer) {
    return new Schema(ArrowSchemaNode.fields(nodes(footer)), metadata(footer));
  }

  /**
   * The schema that an Arrow writer left in the file ({@link #ARROW_SCHEMA}); null if there is
   * none, or none that can be read.
   */
  public static @Nullable Schema written(FlatFooter footer) {
    Written written = ArrowSchemaHints.find(footer);
    return written == null ? null : written.schema();
  }

  /**
   * What a schema element's values mean: its logical type or, in old files, what its deprecated
   * converted type says. Null for neither.
   */
  public static @Nullable LogicalType annotation(SchemaElementView element) {
    return ArrowSchemaType.annotation(element);
  }

  /**
   * The schema as a tree that knows columns and levels, for readers of pages: the root's children.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException as {@link #of}
   * @throws UnsupportedOperationException as {@link #of}, of the columns here
   */
  public static List<ArrowSchemaNode> nodes(FlatFooter footer) {
    return ArrowSchemaHints.apply(footer, new ArrowSchemaTree(footer).read());
  }

  /**
   * As {@link #nodes(FlatFooter)}, of those children of the root alone that the paths lead into:
   * the time it takes grows with them, not with the schema, as long as every path is a column's.
   *
   * @param dottedPaths paths of columns, of all that have one where names have dots in them, and of
   *     groups where no column has it; those that lead nowhere are passed over
   * @throws io.arrowparquet.footer.CorruptFooterException as {@link #of}
   * @throws UnsupportedOperationException as {@link #of}, of the columns here
   */
  public static List<ArrowSchemaNode> nodes(FlatFooter footer, Collection<String> dottedPaths) {
    return ArrowSchemaHints.apply(
        footer, new ArrowSchemaTree(footer).read(RootChildren.of(footer, dottedPaths)));
  }

  /**
   * Whether a column may have been written from dictionary arrays: unless the schema that an Arrow
   * writer left in the file says that its child of the root has none.
   */
  public static boolean mayWriteDictionaries(FlatFooter footer, int column) {
    int element = footer.columnElement(column);
    while (footer.parentElement(element) > 0) {
      element = footer.parentElement(element);
    }
    String name = footer.schemaElement(element).name();
    Written written = ArrowSchemaHints.find(footer);
    List<Field> fields =
        written == null
            ? List.of()
            : written.fields().stream().filter(field -> field.getName().equals(name)).toList();
    return fields.isEmpty() || fields.stream().anyMatch(ArrowSchema::hasDictionary);
  }

  private static boolean hasDictionary(Field field) {
    return field.getDictionary() != null
        || field.getChildren().stream().anyMatch(ArrowSchema::hasDictionary);
  }

  /**
   * The key-value metadata of the file but for the Arrow schema itself. Null keys and values are
   * left out.
   */
  public static Map<String, String> metadata(FlatFooter footer) {
    Map<String, String> metadata = new LinkedHashMap<>();
    for (int i = 0; i < footer.keyValueCount(); i++) {
      String key = footer.key(i);
      String value = footer.value(i);
      if (key != null && value != null && !key.equals(ARROW_SCHEMA)) {
        metadata.put(key, value);
      }
    }
    return metadata;
  }
}
