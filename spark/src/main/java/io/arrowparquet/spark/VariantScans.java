// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.spark.sql.ExperimentalMethods;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.expressions.And;
import org.apache.spark.sql.catalyst.expressions.AttributeReference;
import org.apache.spark.sql.catalyst.expressions.BinaryComparison;
import org.apache.spark.sql.catalyst.expressions.Cast;
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
import org.apache.spark.sql.catalyst.rules.Rule;
import org.apache.spark.sql.execution.datasources.RequestedVariantField;
import org.apache.spark.sql.execution.datasources.v2.DataSourceV2ScanRelation;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.Metadata;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.types.VariantType;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.jdk.javaapi.CollectionConverters;

/**
 * An optimization of plans with scans of Variants: where a projection, or an aggregate with the
 * projection below it, and the filter below these use a Variant by its paths alone, the scan reads
 * the paths. Spark itself can push paths of projections into a scan, but not those of aggregates,
 * and then tells the scan neither which columns are used nor the predicates on paths. Here these
 * rule out row groups and rows; Spark evaluates them all the same, since it casts values in its own
 * way.
 *
 * <p>A scan casts the values of all rows, an expression only those that it comes to. So the scan
 * tries a cast that may fail, and the expression repeats it where the scan has no result.
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
    LogicalPlan pushed = pushed(plan);
    return pushed == null ? plan.mapChildren(this::apply) : pushed;
  }

  /** The same with paths of a scan; null if nothing can be pushed into one. */
  private static @Nullable LogicalPlan pushed(LogicalPlan user) {
    if (!(user instanceof Aggregate || user instanceof Project)) {
      return null;
    }
    LogicalPlan below = user.children().head();
    Project project = user instanceof Aggregate && below instanceof Project found ? found : null;
    below = project == null ? below : project.child();
    Filter filter = below instanceof Filter found ? found : null;
    return (filter == null ? below : filter.child()) instanceof DataSourceV2ScanRelation relation
            && relation.scan() instanceof FileScan scan
        ? new Paths(user, project, filter).pushed(relation, scan)
        : null;
  }

  private static LogicalPlan with(LogicalPlan plan, LogicalPlan child) {
    return plan.withNewChildren(CollectionConverters.asScala(List.of(child)).toIndexedSeq());
  }

  /** The paths that a part of a plan uses. */
  private static final class Paths {
    private final LogicalPlan user;
    private final @Nullable Filter filter;
    private final List<NamedExpression> projected = new ArrayList<>();
    private final List<Expression> used = new ArrayList<>();

    /** What is read instead of each path, by its canonical form. */
    private final Map<Expression, Expression> parts = new HashMap<>();

    Paths(LogicalPlan user, @Nullable Project project, @Nullable Filter filter) {
      this.user = user;
      this.filter = filter;
      if (project != null) {
        projected.addAll(CollectionConverters.asJava(project.projectList()));
        projected.removeIf(AttributeReference.class::isInstance);
      }
      user.expressions().foreach(used::add);
      projected.forEach(one -> used.add((Expression) one));
      if (filter != null) {
        used.add(filter.condition());
      }
    }

    @Nullable LogicalPlan pushed(DataSourceV2ScanRelation relation, FileScan scan) {
      StructType columns = new StructType();
      List<AttributeReference> output = new ArrayList<>();
      for (AttributeReference column : CollectionConverters.asJava(relation.output())) {
        AttributeReference struct =
            column.dataType() instanceof VariantType ? struct(column) : null;
        AttributeReference read = struct == null ? column : struct;
        output.add(read);
        columns = columns.add(read.name(), read.dataType());
      }
      if (parts.isEmpty()) {
        return null;
      }
      ScanRequest request = scan.asked().withColumns(columns);
      if (filter != null) {
        RowFilter pruning = comparisons(filter.condition(), ConversionMode.STRICT, new HashSet<>());
        Set<Operand> operands = new LinkedHashSet<>();
        RowFilter kept = comparisons(filter.condition(), ConversionMode.SAFE, operands);
        for (Operand operand : operands) {
          kept = kept.or(operand.isNull()); // a value that Spark casts may be there
        }
        request = request.withPruning(pruning, kept);
      }
      LogicalPlan plan =
          relation.copy(
              relation.relation(),
              scan.with(request),
              CollectionConverters.asScala(output).toIndexedSeq(),
              relation.keyGroupedPartitioning(),
              relation.ordering(),
              relation.copy$default$6());
      if (filter != null) {
        plan = with(filter.mapExpressions(this::replaced), plan);
      }
      if (!projected.isEmpty()) {
        List<NamedExpression> all = new ArrayList<>(output);
        projected.forEach(one -> all.add((NamedExpression) replaced((Expression) one)));
        plan = new Project(CollectionConverters.asScala(all).toSeq(), plan);
      }
      return with(user.mapExpressions(this::replaced), plan);
    }

    /** What is read in place of a column, never null; null if not its paths alone are used. */
    private @Nullable AttributeReference struct(AttributeReference column) {
      Map<Expression, Extraction> paths = new LinkedHashMap<>();
      if (!used.stream().allMatch(expression -> addPaths(expression, column, paths))
          || paths.isEmpty()) {
        return null;
      }
      Map<Expression, List<Extraction>> read = new LinkedHashMap<>();
      paths.forEach(
          (path, one) ->
              read.put(
                  path, isTried(path, one) ? List.of(one.tried(), one.uncast()) : List.of(one)));
      AttributeReference struct =
          new AttributeReference(
              column.name(),
              Extraction.struct(read.values().stream().flatMap(List::stream).toList()),
              false,
              Metadata.empty(),
              NamedExpression.newExprId(),
              column.qualifier());
      int ordinal = 0;
      for (Expression path : read.keySet()) {
        Expression part = new GetStructField(struct, ordinal++, Option.empty());
        if (read.get(path).size() > 1) {
          Expression uncast = new GetStructField(struct, ordinal++, Option.empty());
          Extraction one = paths.get(path);
          Literal all = Literal.create("$", DataTypes.StringType);
          Option<String> zone = Option.apply(one.cast().timeZoneId());
          Expression again = new VariantGet(uncast, all, one.type(), true, zone);
          part = new Coalesce(CollectionConverters.asScala(List.of(part, again)).toSeq());
        }
        parts.put(path, part);
      }
      return struct;
    }

    /** Filters cast the values of all rows themselves. */
    private boolean isTried(Expression path, Extraction one) {
      return one.cast().failOnError()
          && !(one.type() instanceof VariantType)
          && (filter == null
              || !filter.condition().exists(part -> part.canonicalized().equals(path)));
    }

    private Expression replaced(Expression expression) {
      Expression part = parts.get(expression.canonicalized());
      return part != null ? part : expression.mapChildren(this::replaced);
    }
  }

  /** Adds the paths of a column; false if an expression uses it in another way. */
  private static boolean addPaths(
      Expression expression, AttributeReference column, Map<Expression, Extraction> paths) {
    Extraction path = extraction(expression);
    if (path == null) {
      return !isSame(expression, column)
          && CollectionConverters.asJava(expression.children()).stream()
              .allMatch(child -> addPaths(child, column, paths));
    }
    if (isSame(expression.children().head(), column)) {
      paths.put(expression.canonicalized(), path);
    }
    return true;
  }

  private static boolean isSame(Expression expression, AttributeReference column) {
    return expression instanceof AttributeReference reference
        && reference.exprId().equals(column.exprId());
  }

  /** The path of a Variant column that is an expression; null for others. */
  private static @Nullable Extraction extraction(Expression expression) {
    boolean isPath =
        expression instanceof VariantGet get
            && get.path() instanceof Literal path
            && path.value() != null;
    if (!(isPath || expression instanceof Cast)
        || !(expression.children().head() instanceof AttributeReference column)
        || !(column.dataType() instanceof VariantType)) {
      return null;
    }
    RequestedVariantField asked =
        isPath
            ? RequestedVariantField.apply((VariantGet) expression)
            : RequestedVariantField.apply((Cast) expression);
    Extraction one = new Extraction(column.name(), asked.targetType(), asked.path().toMetadata());
    return one.isPart() ? one : null;
  }

  /**
   * What comparisons of paths, joined by and, say together; null for nothing.
   *
   * @param mode how paths are read for it
   * @param operands to add what is compared to
   */
  private static @Nullable RowFilter comparisons(
      Expression condition, ConversionMode mode, Set<Operand> operands) {
    if (condition instanceof And and) {
      return ScanRequest.both(
          comparisons(and.left(), mode, operands), comparisons(and.right(), mode, operands));
    }
    if (!(condition instanceof BinaryComparison comparison)) {
      return null;
    }
    boolean isFlipped = comparison.left() instanceof Literal;
    Extraction path = extraction(isFlipped ? comparison.right() : comparison.left());
    String symbol = isFlipped ? SparkFilters.flipped(comparison.symbol()) : comparison.symbol();
    if (path == null
        || !((isFlipped ? comparison.left() : comparison.right()) instanceof Literal literal)
        || literal.value() == null
        || symbol.equals("<=>")) {
      return null;
    }
    VariantProjection operand = path.projection("", mode);
    if (!SparkValues.areSame(operand.target())) {
      return null;
    }
    operands.add(operand);
    return SparkFilters.compare(operand, operand.target(), symbol, literal.value());
  }
}
