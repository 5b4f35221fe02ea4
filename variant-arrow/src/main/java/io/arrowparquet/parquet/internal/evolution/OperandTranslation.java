// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import static java.util.stream.Collectors.joining;

import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.value.VariantPath;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Columns that a filter or a Variant path names, in the reader's schema, as one file has them. A
 * path that the reader's schema does not have is taken for the file's own.
 *
 * @param planned the plan of these files
 * @param fields the reader's, as they were planned
 * @param isInFile whether the file has a column or a group of a dotted path
 */
public record OperandTranslation(
    List<PlannedField> planned,
    List<Field> fields,
    Map<String, Constant> defaults,
    Predicate<String> isInFile) {
  public FileOperand inFile(Operand operand) {
    if (operand instanceof VariantProjection path) {
      VariantProjection own = inFile(path);
      return own == null ? new FileOperand.NullInFile() : new FileOperand.InFile(own);
    }
    String path = ((Operand.Column) operand).path();
    FileOperand found = find(new Group(planned, fields, "", "", false), path);
    if (found != null) {
      return found;
    }
    return isInFile.test(path) ? new FileOperand.InFile(operand) : new FileOperand.NullInFile();
  }

  /** The file's column; null if the file has no such column. */
  public String column(String path) {
    return inFile(Operand.column(path)) instanceof FileOperand.InFile in
            && in.operand() instanceof Operand.Column column
        ? column.path()
        : null;
  }

  /** The path in the file's Variant column; null if the file has no such column. */
  public VariantProjection inFile(VariantProjection path) {
    FileOperand found = inFile(Operand.column(path.column()));
    if (!(found instanceof FileOperand.InFile in)) {
      return null;
    }
    String column =
        in.operand() instanceof VariantProjection decoded
            ? decoded.column()
            : ((Operand.Column) in.operand()).path();
    return new VariantProjection(column, path.path(), path.target(), path.mode());
  }

  /**
   * A group that both schemas have.
   *
   * @param path in the reader's schema; empty for the root
   * @param filePath in the file; empty for the root
   * @param nullable whether a row may lack the group
   */
  private record Group(
      List<PlannedField> planned,
      List<Field> fields,
      String path,
      String filePath,
      boolean nullable) {}

  /** Null if the reader's schema has no such path. */
  private FileOperand find(Group group, String rest) {
    for (int i = 0; i < group.planned().size(); i++) {
      PlannedField child = group.planned().get(i);
      Field field = group.fields().get(i);
      String name = field.getName();
      if (rest.equals(name)) {
        return end(group, child, field, FieldUnion.path(group.path(), name));
      }
      if (rest.startsWith(name + ".")) {
        String path = FieldUnion.path(group.path(), name);
        FileOperand found = below(group, child, field, path, rest.substring(name.length() + 1));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private FileOperand end(Group group, PlannedField child, Field field, String path) {
    if (child.conversion() == Conversion.ABSENT && defaults.containsKey(path)) {
      Operand around = group.nullable() ? Operand.column(group.filePath()) : null;
      return new FileOperand.DefaultInFile(defaults.get(path), around);
    }
    if (!child.isPresent() || child.conversion() == Conversion.NULLS) {
      return new FileOperand.NullInFile();
    }
    String filePath = FieldUnion.path(group.filePath(), child.file().name());
    return new FileOperand.InFile(
        child.conversion() == Conversion.DECODE
            ? decoded(filePath, List.of(), field)
            : Operand.column(filePath));
  }

  private FileOperand below(
      Group group, PlannedField child, Field field, String path, String rest) {
    if (!ArrowFields.hasNames(field)) {
      return null;
    }
    if (child.conversion() == Conversion.DECODE) {
      String filePath = FieldUnion.path(group.filePath(), child.file().name());
      return decoded(filePath, new ArrayList<>(), field, rest);
    }
    if (!child.isPresent() || child.conversion() == Conversion.NULLS) {
      boolean isThere = TargetSchema.has(field.getChildren(), rest);
      return isThere ? new FileOperand.NullInFile() : null;
    }
    boolean nullable = group.nullable() || child.file().nullable();
    String filePath = FieldUnion.path(group.filePath(), child.file().name());
    return find(new Group(child.children(), field.getChildren(), path, filePath, nullable), rest);
  }

  /** A field of a struct that a Variant is decoded to: the path of its name in the Variant. */
  private static FileOperand decoded(
      String variant, List<VariantPath.Step> steps, Field parent, String rest) {
    for (Field child : parent.getChildren()) {
      String name = child.getName();
      List<VariantPath.Step> more = new ArrayList<>(steps);
      more.add(VariantPath.Step.field(name));
      if (rest.equals(name)) {
        return new FileOperand.InFile(decoded(variant, more, child));
      }
      if (rest.startsWith(name + ".") && child.getType() instanceof ArrowType.Struct) {
        FileOperand found = decoded(variant, more, child, rest.substring(name.length() + 1));
        if (found != null) {
          return found;
        }
      }
    }
    return null;
  }

  private static VariantProjection decoded(
      String variant, List<VariantPath.Step> steps, Field field) {
    FieldType type = new FieldType(true, field.getType(), null, field.getMetadata());
    Field target = new Field(field.getName(), type, field.getChildren());
    String text = steps.stream().map(VariantPath.Step::toString).collect(joining("", "$", ""));
    return new VariantProjection(variant, VariantPath.parse(text), target, ConversionMode.TRY_CAST);
  }
}
