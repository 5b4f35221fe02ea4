// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.Coalesce;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.GetStructField;
import org.apache.spark.sql.catalyst.expressions.Literal;
import org.apache.spark.sql.catalyst.expressions.NamedExpression;
import org.apache.spark.sql.catalyst.expressions.variant.VariantGet;
import org.apache.spark.sql.catalyst.plans.logical.Aggregate;
import org.apache.spark.sql.catalyst.plans.logical.Filter;
import org.apache.spark.sql.catalyst.plans.logical.LogicalPlan;
import org.apache.spark.sql.catalyst.plans.logical.Project;
import org.apache.spark.sql.execution.datasources.VariantMetadata;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Paths of Variants in an aggregate, and in the projection and filter below it, pushed into the
 * scan. Spark itself pushes those of projections alone, and has the scan read whole Variants for an
 * aggregate.
 *
 * <p>A scan casts the values of all rows, an aggregate only those that it uses. So the scan tries a
 * cast that may fail, and the aggregate repeats it where the scan has no result.
 */
final class AggregatedPaths {
  /** What is read instead of each path, by its canonical form. */
  private final Map<Expression, Expression> parts = new HashMap<>();

  private final List<Expression> used = new ArrayList<>();
  private final List<Expression> conditions = new ArrayList<>();

  private AggregatedPaths() {}

  /** The aggregate over a projection of the same rows; null if nothing can be pushed. */
  static @Nullable LogicalPlan pushed(Aggregate aggregate) {
    LogicalPlan below = aggregate.child();
    Project project = below instanceof Project found ? found : null;
    below = project == null ? below : project.child();
    Filter filter = below instanceof Filter found ? found : null;
    return (filter == null ? below : filter.child()) instanceof DataSourceV2ScanRelation relation
            && relation.scan() instanceof FileScan scan
        ? new AggregatedPaths().pushed(aggregate, project, filter, relation, scan)
        : null;
  }

  private @Nullable LogicalPlan pushed(
      Aggregate aggregate,
      @Nullable Project project,
      @Nullable Filter filter,
      DataSourceV2ScanRelation relation,
      FileScan scan) {
    List<NamedExpression> projected = new ArrayList<>();
    if (project != null) {
      projected.addAll(CollectionConverters.asJava(project.projectList()));
      projected.removeIf(AttributeReference.class::isInstance);
    }
    aggregate.expressions().foreach(used::add);
    projected.forEach(one -> used.add((Expression) one));
    if (filter != null) {
      used.add(filter.condition());
      conditions.add(filter.condition());
    }
    StructType columns = scan.readSchema();
    List<AttributeReference> output = new ArrayList<>();
    for (AttributeReference column : CollectionConverters.asJava(relation.output())) {
      Map<Expression, VariantGet> paths = new LinkedHashMap<>();
      boolean isPathsAlone =
          column.dataType() instanceof VariantType
              && used.stream().allMatch(expression -> addPaths(expression, column, paths));
      if (isPathsAlone && !paths.isEmpty()) {
        List<Extraction> extractions = extractions(paths, column);
        columns = Extraction.structs(columns, extractions);
        output.add(struct(column, (StructType) columns.apply(column.name()).dataType(), paths));
      } else {
        output.add(column);
      }
    }
    if (parts.isEmpty()) {
      return null;
    }
    LogicalPlan plan =
        VariantScans.with(relation, scan.with(scan.asked().withColumns(columns)), output);
    if (filter != null) {
      plan = VariantScans.with(filter.mapExpressions(this::replaced), List.of(plan));
    }
    List<NamedExpression> all = new ArrayList<>(output);
    projected.forEach(one -> all.add((NamedExpression) replaced((Expression) one)));
    plan = new Project(CollectionConverters.asScala(all).toSeq(), plan);
    return VariantScans.with(aggregate.mapExpressions(this::replaced), List.of(plan));
  }

  /** What is read for the paths of a column: where a cast is tried, what it is tried on too. */
  private List<Extraction> extractions(
      Map<Expression, VariantGet> paths, AttributeReference column) {
    List<Extraction> all = new ArrayList<>();
    paths.forEach(
        (canonical, get) -> {
          boolean isTried = isTried(get);
          Extraction one = extraction(get, column.name(), get.failOnError() && !isTried);
          all.add(one);
          if (isTried) {
            all.add(one.uncast());
          }
        });
    return all;
  }

  /** Filters cast the values of all rows themselves. */
  private boolean isTried(VariantGet get) {
    return get.failOnError()
        && !(get.dataType() instanceof VariantType)
        && conditions.stream().noneMatch(one -> one.exists(part -> get.semanticEquals(part)));
  }

  private AttributeReference struct(
      AttributeReference column, StructType type, Map<Expression, VariantGet> paths) {
    AttributeReference struct =
        new AttributeReference(
            column.name(),
            type,
            true,
            Metadata.empty(),
            NamedExpression.newExprId(),
            column.qualifier());
    int ordinal = 0;
    for (Map.Entry<Expression, VariantGet> path : paths.entrySet()) {
      VariantGet get = path.getValue();
      Expression part = new GetStructField(struct, ordinal++, Option.empty());
      if (isTried(get)) {
        Expression uncast = new GetStructField(struct, ordinal++, Option.empty());
        Expression again =
            new VariantGet(
                uncast,
                Literal.create("$", DataTypes.StringType),
                get.dataType(),
                true,
                get.timeZoneId());
        part = new Coalesce(CollectionConverters.asScala(List.of(part, again)).toSeq());
      }
      parts.put(path.getKey(), part);
    }
    return struct;
  }

  /** Adds the paths of a column; false if an expression uses it in another way. */
  private static boolean addPaths(
      Expression expression, AttributeReference column, Map<Expression, VariantGet> paths) {
    if (expression instanceof AttributeReference reference) {
      return !reference.exprId().equals(column.exprId());
    } else if (expression instanceof VariantGet get
        && get.child() instanceof AttributeReference reference
        && reference.exprId().equals(column.exprId())) {
      paths.put(get.canonicalized(), get);
      return get.path() instanceof Literal path
          && path.value() != null
          && extraction(get, column.name(), true).isPart();
    }
    return CollectionConverters.asJava(expression.children()).stream()
        .allMatch(child -> addPaths(child, column, paths));
  }

  private static Extraction extraction(VariantGet get, String column, boolean failOnError) {
    String path = String.valueOf(((Literal) get.path()).value());
    String zone = get.timeZoneId().isEmpty() ? "UTC" : get.timeZoneId().get();
    VariantMetadata how = new VariantMetadata(path, failOnError, zone);
    return new Extraction(column, get.targetType(), how.toMetadata());
  }

  private Expression replaced(Expression expression) {
    Expression part = parts.get(expression.canonicalized());
    return part != null ? part : expression.mapChildren(this::replaced);
  }
}
