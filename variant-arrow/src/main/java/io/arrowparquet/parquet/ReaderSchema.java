// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.parquet.internal.evolution.ArrowFields;
import io.arrowparquet.parquet.internal.evolution.Constant;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.storage.InvalidRequestException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The schema that files of other schemas are read into: fields, how they meet the files', and what
 * rows have of fields that their file lacks. Immutable; threads may share one. Each {@code with}
 * method gives a changed copy.
 *
 * <p>Fields of structs meet by field id or name ({@link EvolutionRules}); what the reader lacks is
 * left out, what the file lacks is the default or null. Elements of lists, and keys and values of
 * maps, meet whatever their names and ids are. Types change so, at any depth:
 *
 * <pre>
 *   intN       -> wider intN              fits          wider -> narrower     by proof
 *   float16    -> float, double           fits
 *   float      -> double                  fits
 *   decimal    -> more digits, same scale fits          more -> fewer digits  by proof
 *   timestamp  -> finer unit, same zone   multiplied
 *   time       -> finer unit              multiplied
 *   duration   -> finer unit              multiplied
 *   null       -> any type                nulls
 *   variant    -> any type                decoded
 * </pre>
 *
 * <p>All else is refused: unsigned integers keep their width, dates do not become timestamps, and
 * nothing is rounded. A product that 64 bits cannot hold is an error when it is read.
 *
 * <p>Narrowing has to be allowed, and proved by the file's statistics. A required field of the file
 * may be optional here; an optional one may be required only by proof. Vectors may be of large
 * offsets or small ones, decimals of 128 or 256 bits, and a Variant may be read as any type: values
 * that do not fit are null.
 *
 * <p>A field's id is in its metadata under {@code PARQUET:field_id}, where Arrow's Parquet readers
 * put it. Paths are names joined by dots, in this schema: of a list's element and of a map's key
 * and value, those that the Arrow schema has for them; the struct between a map and its keys is
 * left out.
 */
public final class ReaderSchema {
  private final Schema schema;
  private final EvolutionRules rules;
  private final Map<String, Object> defaults;

  private ReaderSchema(Schema schema, EvolutionRules rules, Map<String, Object> defaults) {
    this.schema = schema;
    this.rules = rules;
    this.defaults = Map.copyOf(defaults);
  }

  /** A schema by the {@linkplain EvolutionRules#defaults default} rules, without defaults. */
  public static ReaderSchema of(Schema schema) {
    Objects.requireNonNull(schema, "schema");
    return new ReaderSchema(schema, EvolutionRules.defaults().withDecodeVariants(true), Map.of());
  }

  /**
   * The same schema by other rules.
   *
   * @param newRules Variants are decoded whatever they say
   */
  public ReaderSchema withRules(EvolutionRules newRules) {
    return new ReaderSchema(schema, newRules.withDecodeVariants(true), defaults);
  }

  /**
   * The same schema with the value of a field in rows whose file lacks it: Iceberg's {@code
   * initial-default}. Where the file lacks a group above it too, the group is null, whatever
   * defaults are below it.
   *
   * @param path dotted path of a field of a primitive type
   * @param value not null; of a class that {@link io.arrowparquet.parquet.options.Operand} lists
   *     for the field's type
   * @throws InvalidRequestException if there is no such field, or if the value is not one of its
   *     type
   */
  public ReaderSchema withDefault(String path, Object value) {
    Field field = ArrowFields.find(schema.getFields(), path);
    if (field == null) {
      throw new InvalidRequestException(
          path,
          "no such column",
          "one of " + schema.getFields().stream().map(Field::getName).toList());
    }
    Map<String, Object> more = new HashMap<>(defaults);
    Constant.of(field.getType(), Objects.requireNonNull(value, "value"));
    more.put(path, value);
    return new ReaderSchema(schema, rules, more);
  }

  /** The Arrow schema. */
  public Schema schema() {
    return schema;
  }

  /** How its fields meet the files'. */
  public EvolutionRules rules() {
    return rules;
  }

  /** The values of fields that files lack, by dotted path. Cannot be changed. */
  public Map<String, Object> defaults() {
    return defaults;
  }
}
