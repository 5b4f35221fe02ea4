// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.sql.ExperimentalMethods;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.Attribute;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An optimization of plans with scans of Variant paths. Once paths are pushed into a scan, Spark
 * tells it neither which columns are used, nor the predicates on the paths. Here it learns both:
 * other columns are not read, nor are row groups that predicates rule out. Predicates are evaluated
 * by Spark all the same, since it casts values in its own way.
 */
final class VariantScans extends Rule<LogicalPlan> {
  private static final VariantScans RULE = new VariantScans();

  private VariantScans() {}

  /** Makes it one of the session's, if it is none yet. */
  static void addTo(SparkSession session) {
    ExperimentalMethods methods = session.experimental();
    synchronized (methods) {
      List<Rule<LogicalPlan>> rules =
          new ArrayList<>(CollectionConverters.asJava(methods.extraOptimizations()));
      if (!rules.contains(RULE)) {
        rules.add(RULE);
        methods.extraOptimizations_$eq(CollectionConverters.asScala(rules).toSeq());
      }
    }
  }

  @Override
  public LogicalPlan apply(LogicalPlan plan) {
    return narrowed(plan, plan);
  }

  private static LogicalPlan narrowed(LogicalPlan plan, LogicalPlan all) {
    LogicalPlan whole = plan.mapChildren(child -> narrowed(child, all));
    if (whole instanceof Project project) {
      boolean isFiltered = project.child() instanceof Filter;
      LogicalPlan below = isFiltered ? ((Filter) project.child()).child() : project.child();
      if (below instanceof DataSourceV2ScanRelation relation
          && relation.scan() instanceof FileScan scan
          && !ScanRequest.extractions(scan.readSchema(), false).isEmpty()) {
        Filter filter = isFiltered ? (Filter) project.child() : null;
        return narrowed(project, filter, relation, scan, all);
      }
    }
    LogicalPlan pushed =
        whole instanceof Aggregate aggregate ? AggregatedPaths.pushed(aggregate) : null;
    return pushed == null ? whole : narrowed(pushed, pushed);
  }

  static LogicalPlan with(LogicalPlan plan, List<LogicalPlan> children) {
    return plan.withNewChildren(CollectionConverters.asScala(children).toIndexedSeq());
  }

  static LogicalPlan with(
      DataSourceV2ScanRelation relation, FileScan scan, List<AttributeReference> output) {
    return relation.copy(
        relation.relation(),
        scan,
        CollectionConverters.asScala(output).toIndexedSeq(),
        relation.keyGroupedPartitioning(),
        relation.ordering(),
        relation.copy$default$6());
  }

  private static LogicalPlan narrowed(
      Project project,
      @Nullable Filter filter,
      DataSourceV2ScanRelation relation,
      FileScan scan,
      LogicalPlan all) {
    List<Expression> used = new ArrayList<>();
    project.expressions().foreach(used::add);
    if (filter != null) {
      used.add(filter.condition());
    }
    StructType columns = new StructType();
    List<AttributeReference> output = new ArrayList<>();
    boolean nulls = false;
    for (AttributeReference column : CollectionConverters.asJava(relation.output())) {
      if (used.stream().anyMatch(expression -> expression.references().contains(column))) {
        output.add(column);
        columns = columns.add(scan.readSchema().apply(column.name()));
        boolean isPaths = VariantMetadata.isVariantStruct(column.dataType());
        nulls |= isPaths && isUsed(column, all);
      }
    }
    ScanRequest request = scan.asked().withColumns(columns);
    RowFilter pruning = filter == null ? null : pruning(filter.condition());
    request = pruning == null ? request : request.withPruning(pruning);
    FileScan other = scan.with(nulls ? request : request.withoutNulls());
    if (other.equals(scan)) {
      return project;
    }
    LogicalPlan narrow = with(relation, other, output);
    return with(project, List.of(filter == null ? narrow : with(filter, List.of(narrow))));
  }

  /** Whether a struct of paths itself is used in a plan, and not only what is in it. */
  private static boolean isUsed(Attribute column, LogicalPlan plan) {
    List<Expression> expressions = new ArrayList<>();
    plan.expressions().foreach(expressions::add);
    // A scan gives it out, a projection hands it on: what is above says what for.
    if (plan instanceof Project || plan instanceof DataSourceV2ScanRelation) {
      expressions.removeIf(expression -> expression instanceof AttributeReference);
    }
    return expressions.stream().anyMatch(expression -> isUsed(column, expression))
        || CollectionConverters.asJava(plan.children()).stream()
            .anyMatch(child -> isUsed(column, child));
  }

  private static boolean isUsed(Attribute column, Expression expression) {
    if (expression instanceof AttributeReference reference) {
      return reference.exprId().equals(column.exprId());
    }
    return !isPath(expression)
        && CollectionConverters.asJava(expression.children()).stream()
            .anyMatch(child -> isUsed(column, child));
  }

  private static boolean isPath(Expression expression) {
    return expression instanceof GetStructField part
        && part.child() instanceof AttributeReference reference
        && VariantMetadata.isVariantStruct(reference.dataType());
  }

  /** What comparisons of paths, joined by and, say together; null for nothing. */
  private static @Nullable RowFilter pruning(Expression condition) {
    if (condition instanceof And and) {
      return ScanRequest.both(pruning(and.left()), pruning(and.right()));
    } else if (condition instanceof BinaryComparison comparison) {
      return comparison.left() instanceof Literal literal
          ? pruning(comparison.right(), SparkFilters.flipped(comparison.symbol()), literal)
          : comparison.right() instanceof Literal other
              ? pruning(comparison.left(), comparison.symbol(), other)
              : null;
    }
    return null;
  }

  /** Values that Spark has to cast are in no row group that is ruled out: reading them fails. */
  private static @Nullable RowFilter pruning(Expression left, String symbol, Literal literal) {
    if (!isPath(left) || literal.value() == null || symbol.equals("<=>")) {
      return null;
    }
    AttributeReference column = (AttributeReference) ((GetStructField) left).child();
    StructField path = ((StructType) column.dataType()).fields()[((GetStructField) left).ordinal()];
    VariantProjection operand =
        new Extraction(column.name(), path.dataType(), path.metadata())
            .projection(path.name(), false);
    return SparkValues.areSame(operand.target())
        ? SparkFilters.compare(operand, operand.target(), symbol, literal.value())
        : null;
  }
}
