// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.PlannedField;
import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof;
import io.arrowparquet.parquet.internal.evolution.FilterFolding.FileOperand;
import io.arrowparquet.parquet.internal.evolution.TargetSchema.FileEvolution;
import io.arrowparquet.parquet.internal.filter.FilterOperands;
import io.arrowparquet.parquet.internal.filter.RawColumns;
import io.arrowparquet.parquet.internal.filter.RowColumnPlaces;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * The caller's schema, and the plans of the files' schemas that were met: one for each pair, as
 * long as they are not too many. Threads may share one.
 */
public final class TargetSchema {
  private static final int MAX_PLANS = 64;

  private final Schema schema;
  private final EvolutionRules rules;
  private final Map<String, Object> literals;
  private final Map<String, Constant> defaults = new HashMap<>();
  private final List<Field> fields;
  private final RecentlyUsed<Key, FileEvolution> plans = new RecentlyUsed<>(MAX_PLANS);

  /** What a plan depends on: the reader's columns, those of its filter too, the file's schema. */
  private record Key(List<Field> outputs, List<Field> named, List<ArrowSchemaNode> nodes) {}

  /**
   * A schema of which no plan is made yet.
   *
   * @param literals by dotted path, the values of fields that files lack
   */
  public TargetSchema(Schema schema, EvolutionRules rules, Map<String, Object> literals) {
    this.schema = schema;
    this.rules = rules;
    this.literals = Map.copyOf(literals);
    this.fields = schema.getFields();
    literals.forEach(
        (path, literal) ->
            defaults.put(path, Constant.of(ArrowFields.find(fields, path).getType(), literal)));
  }

  public Schema schema() {
    return schema;
  }

  public EvolutionRules rules() {
    return rules;
  }

  /** By dotted path, what {@link #defaults} is made of. */
  public Map<String, Object> literals() {
    return literals;
  }

  /** By dotted path, the values of fields that files lack. */
  public Map<String, Constant> defaults() {
    return defaults;
  }

  /**
   * The fields that options choose, in the order of the schema.
   *
   * @param columns names, or dotted paths of fields in structs; null for all
   */
  public List<Field> fields(List<String> columns) {
    return columns == null ? fields : choose("", fields, Set.copyOf(columns));
  }

  private static List<Field> choose(String parent, List<Field> all, Set<String> columns) {
    List<Field> chosen = new ArrayList<>();
    for (Field field : all) {
      String path = FieldUnion.path(parent, field.getName());
      if (columns.contains(path)) {
        chosen.add(field);
      } else if (field.getType() instanceof ArrowType.Struct) {
        List<Field> children = choose(path, field.getChildren(), columns);
        if (!children.isEmpty()) {
          chosen.add(FieldUnion.with(field, field.isNullable(), field.getType(), children));
        }
      }
    }
    return chosen;
  }

  /** The options with names as the schema has them, or else a file, if one is given. */
  public ParquetReadOptions exact(@Nullable FlatFooter footer, ParquetReadOptions options) {
    return ExactNames.of(fields, footer, options);
  }

  public boolean has(String path) {
    return has(fields, path);
  }

  /** Whether a field, or one in structs, has this dotted path. */
  static boolean has(List<Field> fields, String path) {
    return !choose("", fields, Set.of(path)).isEmpty();
  }

  /**
   * The schema of the batches that options give.
   *
   * @throws InvalidRequestException if two columns or Variant paths have one name
   */
  public Schema schema(ParquetReadOptions all) {
    return new Schema(fields(all), schema.getCustomMetadata());
  }

  /** The fields of that schema. */
  public List<Field> fields(ParquetReadOptions all) {
    ParquetReadOptions options = exact(null, all);
    List<Field> chosen =
        new ArrayList<>(RowColumnPlaces.place(fields(options.columns()), options.rowColumns()));
    options.variantPaths().forEach(path -> chosen.add(path.target()));
    FieldUnion.requireDistinct(chosen, 0);
    return chosen;
  }

  /**
   * What to ask of a file, whose statistics prove what its evolution requires.
   *
   * @throws UnsupportedColumnException if the file does not go into the schema, with file, column
   *     and both types
   */
  public FilePlan plan(ParquetFooter file, ParquetReadOptions options) {
    FilePlan plan = FilePlan.of(file, options, this);
    try {
      StatisticsProof.require(file.footer(), plan.evolution());
    } catch (DiagnosedException e) {
      throw e.in(file.source());
    }
    return plan;
  }

  /**
   * What a field of the schema is in a file that is read by some options.
   *
   * @throws UnsupportedColumnException as {@link #plan}
   */
  public FileOperand inFile(ParquetFooter file, ParquetReadOptions how, String path) {
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withInt96Instants(how.int96Instants())
            .withColumns(List.of(path));
    return translation(file.footer(), evolution(file, options, Set.of()))
        .inFile(Operand.column(path));
  }

  OperandTranslation translation(FlatFooter footer, FileEvolution evolution) {
    return new OperandTranslation(
        evolution.whole().fields(),
        evolution.named(),
        defaults,
        path -> RowColumnPlaces.has(footer, path));
  }

  /**
   * How a file is read into the schema, if its statistics prove what that requires.
   *
   * @param options in the words of the schema
   * @param variants dotted paths of the file's groups to take for Variants
   * @throws UnsupportedColumnException if it cannot be, with file, column and both types
   */
  FileEvolution evolution(ParquetFooter file, ParquetReadOptions options, Set<String> variants) {
    List<Field> outputs = RowColumnPlaces.others(fields(options.columns()), options.rowColumns());
    List<Field> named = named(outputs, options);
    FlatFooter footer = file.footer();
    ParquetReadOptions all =
        options
            .withColumns(columnsOfInterest(footer, named))
            .withVariantColumns(variants)
            .withVariantPaths(List.of())
            .withFilter(null)
            .withDynamicFilter(null)
            .withRowColumns(List.of());
    try {
      List<ArrowSchemaNode> nodes = new RawColumns(footer, all, Set.of()).nodes();
      Key key = new Key(outputs, named, nodes);
      return plans.get(key, () -> plan(footer, all, key));
    } catch (DiagnosedException e) {
      throw e.in(file.source());
    }
  }

  /** The fields of the top level that are chosen, or that the filter or a path may name. */
  private List<Field> named(List<Field> outputs, ParquetReadOptions options) {
    Set<String> paths = FilterOperands.columns(options);
    outputs.forEach(field -> paths.add(field.getName()));
    return fields.stream()
        .filter(field -> paths.stream().anyMatch(path -> isOnWay(field.getName(), path)))
        .toList();
  }

  private static boolean isOnWay(String name, String path) {
    return path.equals(name) || path.startsWith(name + ".");
  }

  /** Where fields meet by exact names, no other column of a wide file need be looked at. */
  private List<String> columnsOfInterest(FlatFooter footer, List<Field> named) {
    boolean byName =
        rules.extraColumns()
            && !rules.ignoreCase()
            && (!rules.byFieldId() || !hasFieldIds(ArrowFields.of(named)));
    return byName
        ? named.stream()
            .map(Field::getName)
            .filter(name -> RowColumnPlaces.has(footer, name))
            .toList()
        : null;
  }

  private static boolean hasFieldIds(List<SchemaField> some) {
    return some.stream().anyMatch(f -> f.fieldId() != null || hasFieldIds(f.children()));
  }

  private FileEvolution plan(FlatFooter footer, ParquetReadOptions all, Key key) {
    Set<String> withDefault = defaults.keySet();
    List<SchemaField> whole = ArrowFields.ofNodes(key.nodes()).fields();
    if (!rules.extraColumns()) {
      EvolutionPlan.requireNoExtra("", ArrowFields.of(fields), whole, rules);
    }
    EvolutionPlan named = EvolutionPlan.of(ArrowFields.of(key.named(), withDefault), whole, rules);
    List<SchemaField> chosen = ArrowFields.of(key.outputs(), withDefault);
    FileEvolution.NeededColumns needed = new FileEvolution.NeededColumns();
    needed.add(EvolutionPlan.of(chosen, whole, rules).fields(), key.nodes());
    List<String> columns = paths(footer, key.nodes(), needed.columns());
    List<ArrowSchemaNode> projected =
        new RawColumns(footer, all.withColumns(columns), Set.of()).nodes();
    ArrowFields.OfFile file = ArrowFields.ofNodes(projected);
    EvolutionPlan plan = EvolutionPlan.of(chosen, file.fields(), rules);
    return new FileEvolution(key.named(), named, columns, plan, file.nodes());
  }

  /** The columns by their paths, or by those of the top level where all below it are needed. */
  private static List<String> paths(
      FlatFooter footer, List<ArrowSchemaNode> nodes, Set<Integer> columns) {
    List<String> paths = new ArrayList<>();
    for (ArrowSchemaNode node : nodes) {
      List<Integer> leaves = FileEvolution.NeededColumns.leaves(node);
      String name = node.field().getName();
      if (columns.containsAll(leaves) && footer.findColumns(name).size() <= 1) {
        paths.add(name);
      } else {
        leaves.stream().filter(columns::contains).map(footer::columnPath).forEach(paths::add);
      }
    }
    return paths;
  }

  /**
   * How files of one schema are read into the reader's: made once for the pair, for any file of it.
   *
   * @param named the reader's fields that a filter or path may name
   * @param whole the plan of these, from the file's whole schema
   * @param columns dotted paths of the file's columns to read
   * @param plan from them to the reader's fields
   * @param proven the file's fields that {@code plan} has proofs of, as nodes
   */
  public record FileEvolution(
      List<Field> named,
      EvolutionPlan whole,
      List<String> columns,
      EvolutionPlan plan,
      IdentityHashMap<SchemaField, ArrowSchemaNode> proven) {

    static final class NeededColumns {
      private final Set<Integer> columns = new HashSet<>();

      Set<Integer> columns() {
        return columns;
      }

      /** Adds those of planned fields, whose siblings in the file are given. */
      void add(List<PlannedField> planned, List<ArrowSchemaNode> siblings) {
        for (PlannedField field : planned) {
          if (field.isPresent()) {
            add(field, siblings.get(field.from()));
          }
        }
      }

      private void add(PlannedField field, ArrowSchemaNode node) {
        boolean inPart = field.conversion() == Conversion.CHILDREN;
        if (!inPart || node.kind() == Kind.MAP || node.kind() == Kind.LEAF) {
          columns.addAll(leaves(node));
          return;
        }
        int before = columns.size();
        add(field.children(), node.children());
        if (columns.size() == before) {
          // Which rows have the group, or how many elements the list, any column below it says.
          columns.add(leaves(node).get(0));
        }
      }

      static List<Integer> leaves(ArrowSchemaNode node) {
        return ArrowSchemaNode.leaves(List.of(node)).map(ArrowSchemaNode::column).toList();
      }
    }
  }

  /**
   * Looks for what a plan requires in the statistics of all row groups of a file, as far as {@link
   * TrustedStatistics} trusts them. Page indexes are not read.
   */
  private record StatisticsProof(FlatFooter footer, StatisticsSource source) {
    /**
     * @throws io.arrowparquet.parquet.internal.evolution.UnsupportedColumnException for the first
     *     proof that it does not give
     */
    static void require(FlatFooter footer, FileEvolution evolution) {
      if (evolution.plan().proofs().isEmpty()) {
        return;
      }
      StatisticsProof statistics = new StatisticsProof(footer, new StatisticsSource(footer));
      for (RequiredProof proof : evolution.plan().proofs()) {
        if (!statistics.gives(proof, evolution.proven().get(proof.file()))) {
          throw proof.refused();
        }
      }
    }

    private boolean gives(RequiredProof proof, ArrowSchemaNode node) {
      int column =
          node.column() >= 0 ? node.column() : FileEvolution.NeededColumns.leaves(node).get(0);
      if (proof.file().column() >= 0) {
        column = proof.file().column();
      }
      if (!footer.hasChunks(column)) {
        return false;
      }
      TrustedStatistics statistics = source.column(column, node.field().getType());
      for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
        boolean given =
            proof.kind() == RequiredProof.Kind.VALUES_FIT
                ? fits(statistics.ofChunk(rowGroup), proof.reader().type())
                : hasNoNulls(statistics, rowGroup, node);
        if (!given) {
          return false;
        }
      }
      return true;
    }

    private boolean hasNoNulls(TrustedStatistics statistics, int rowGroup, ArrowSchemaNode node) {
      if (footer.rowGroup(rowGroup).numRows() == 0 || !statistics.ofChunk(rowGroup).someNull()) {
        return true;
      }
      boolean group = node.column() < 0 && node.repetitionLevel() == 0;
      return group && !statistics.ofGroup(rowGroup, node.definitionLevel()).someNull();
    }

    private static boolean fits(Range range, ValueType type) {
      if (range.allNull() || range.end() == 0) {
        return true;
      }
      if (range.min() == null) {
        return false;
      }
      BigInteger most =
          type instanceof ValueType.Int integer
              ? BigInteger.ONE.shiftLeft(integer.bits() - 1)
              : BigInteger.TEN.pow(((ValueType.Decimal) type).precision());
      BigInteger least =
          type instanceof ValueType.Int ? most.negate() : most.negate().add(BigInteger.ONE);
      return number(range.min()).compareTo(least) >= 0 && number(range.max()).compareTo(most) < 0;
    }

    private static BigInteger number(Object bound) {
      return bound instanceof Long value ? BigInteger.valueOf(value) : (BigInteger) bound;
    }
  }
}
