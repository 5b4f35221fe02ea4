// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rewrite;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.model.KeyValue;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The key-values of files that become one: those that are true of the new file. A key for which two
 * files have different values is left out, and one by whose name the value is about places in the
 * file; if columns go or are renamed, those too under which writers keep the schema once more.
 */
final class MergedKeyValues {
  /** By these the value is about row groups, or bytes of the file. */
  private static final Pattern ABOUT_PLACES =
      Pattern.compile("(?i).*(?:row[_.-]?group|offset).*", Pattern.DOTALL);

  /** Schemas, or names of columns, in the words of Spark, Avro, pandas and others. */
  private static final Set<String> ABOUT_SCHEMA =
      Set.of(
          "org.apache.spark.sql.parquet.row.metadata",
          "parquet.avro.schema",
          "avro.schema",
          "pandas",
          "geo",
          "iceberg.schema",
          "thrift.descriptor",
          "parquet.proto.descriptor");

  private MergedKeyValues() {}

  /**
   * The entries of the new file; null if no file has any, and none is given.
   *
   * @param given replace what the files have; a null value leaves the key out
   */
  static List<KeyValue> of(
      List<RewriteInput> inputs, SchemaChange change, Map<String, String> given) {
    Map<String, String> merged = new LinkedHashMap<>();
    Set<String> disputed = new HashSet<>();
    boolean hasSome = !given.isEmpty();
    Schema arrow = null;
    for (RewriteInput input : inputs) {
      List<KeyValue> entries = input.footer().keyValueMetadata();
      hasSome |= entries != null;
      for (KeyValue entry : entries == null ? List.<KeyValue>of() : entries) {
        boolean isArrow = entry.key().equals(ArrowSchema.ARROW_SCHEMA);
        Schema own = isArrow ? ArrowSchema.written(input.flat()) : null;
        if (!merged.containsKey(entry.key())) {
          merged.put(entry.key(), entry.value());
          arrow = isArrow ? own : arrow;
        } else if (!Objects.equals(merged.get(entry.key()), entry.value())
            && !hasSameFields(arrow, own)) {
          disputed.add(entry.key());
        }
      }
    }
    merged.keySet().removeAll(disputed);
    merged.keySet().removeIf(key -> ABOUT_PLACES.matcher(key).matches());
    if (change.isChange()) {
      Schema changed = arrow == null ? null : change.applyTo(arrow);
      merged.keySet().removeAll(ABOUT_SCHEMA);
      merged.computeIfPresent(ArrowSchema.ARROW_SCHEMA, (key, text) -> encoded(changed));
    }
    merged.putAll(given);
    merged.keySet().removeIf(key -> given.containsKey(key) && given.get(key) == null);
    List<KeyValue> entries = new ArrayList<>();
    merged.forEach((key, value) -> entries.add(new KeyValue(key, value)));
    return hasSome ? entries : null;
  }

  /** Writers encode an Arrow schema in more than one way, and add metadata to it. */
  private static boolean hasSameFields(Schema first, Schema other) {
    return first != null && other != null && first.getFields().equals(other.getFields());
  }

  /** Null for null, which leaves the key out: then the columns are read as Parquet has them. */
  private static String encoded(Schema schema) {
    return schema == null ? null : Base64.getEncoder().encodeToString(schema.serializeAsMessage());
  }
}
