// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.internal.plan.FactsAssembler.Facts;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/** Statistics of the files of a bundle, by schema, then some columns at a time, then by block. */
final class BundleStatistics extends ArrowReader {
  private static final Field FILE =
      new Field("file", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null);
  private static final Field COLUMN =
      new Field("column", FieldType.notNullable(ArrowType.Utf8.INSTANCE), null);

  /** Chunks whose facts are in memory, if one column does not have more in a block. */
  private static final int MOST_CHUNKS = 1 << 17;

  private static final int MOST_ROWS = 1 << 16;

  /** Where rows go. */
  interface Form {
    Schema schema();

    /** Dotted paths; null for all columns. */
    Collection<String> columns();

    /** Whether columns are in the same rows, and so read together. */
    boolean joinsColumns();

    /** Adds rows from {@code row} on; returns the row after them. */
    int add(VectorSchemaRoot root, int row, FileFacts facts);
  }

  /** Facts of some columns of row groups whose files are still in the bundle. */
  private static final class FileFacts {
    private final Facts facts;
    private final StatisticsSource source;

    /** Those that are not in rows yet. */
    final Deque<ArrowSchemaNode> leaves;

    private final List<byte[]> paths = new ArrayList<>();
    final List<Integer> live = new ArrayList<>();

    FileFacts(Facts facts, Function<FactsAssembler.RowGroup, BundleEntry> files) {
      this.facts = facts;
      this.source = new StatisticsSource(facts);
      this.leaves = new ArrayDeque<>(StatisticsVectors.leaves(facts.footer(), null));
      for (int i = 0; i < facts.count(); i++) {
        BundleEntry file = files.apply(facts.rowGroups().get(i));
        if (file != null) {
          live.add(i);
          paths.add(file.file().path().getBytes(StandardCharsets.UTF_8));
        }
      }
    }

    String path(ArrowSchemaNode leaf) {
      return facts.footer().columnPath(leaf.column());
    }

    TrustedStatistics statistics(ArrowSchemaNode leaf) {
      return source.column(leaf.column(), leaf.field().getType());
    }

    void putFiles(VectorSchemaRoot root, int row) {
      VarCharVector files = (VarCharVector) root.getVector(FILE.getName());
      IntVector numbers = (IntVector) root.getVector(StatisticsVectors.ROW_GROUP.getName());
      BigIntVector rows = (BigIntVector) root.getVector(StatisticsVectors.ROW_COUNT.getName());
      for (int i = 0; i < live.size(); i++) {
        FactsAssembler.RowGroup rowGroup = facts.rowGroups().get(live.get(i));
        files.setSafe(row + i, paths.get(i));
        numbers.setSafe(row + i, rowGroup.number());
        rows.setSafe(row + i, rowGroup.rows());
      }
    }
  }

  private final FooterBundle bundle;
  private final Form form;
  private final Deque<BundledSchema> schemas;
  private BundledSchema schema;
  private FactsAssembler assembler;
  private FactsAssembler part;
  private int nextColumn;
  private int nextBlock;
  private final Deque<FileFacts> read = new ArrayDeque<>();

  BundleStatistics(FooterBundle bundle, Form form, BufferAllocator allocator) {
    super(allocator);
    this.bundle = bundle;
    this.form = form;
    this.schemas = new ArrayDeque<>(bundle.schemas());
  }

  @Override
  protected Schema readSchema() {
    return form.schema();
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    int rows = 0;
    while (rows < MOST_ROWS && (!read.isEmpty() || readMore())) {
      FileFacts facts = read.element();
      rows = form.add(root, rows, facts);
      if (facts.leaves.isEmpty()) {
        read.remove();
      }
    }
    root.setRowCount(rows);
    return rows > 0;
  }

  private boolean readMore() throws IOException {
    while (read.isEmpty()) {
      while (part == null || nextBlock == part.blockCount()) {
        if (!startPart()) {
          return false;
        }
      }
      BundledSchema of = schema;
      for (Facts facts : part.read(new int[] {nextBlock++})) {
        FileFacts found = new FileFacts(facts, rowGroup -> bundle.file(of, rowGroup));
        if (!found.live.isEmpty() && !found.leaves.isEmpty()) {
          read.add(found);
        }
      }
    }
    return true;
  }

  private boolean startPart() throws IOException {
    while (assembler == null || nextColumn == assembler.columnCount()) {
      schema = schemas.poll();
      if (schema == null) {
        return false;
      }
      assembler = bundle.facts(schema, form.columns());
      nextColumn = 0;
    }
    int columns = assembler.columnCount();
    int most = form.joinsColumns() ? columns : Math.max(1, MOST_CHUNKS / assembler.rowsPerBlock());
    int end = nextColumn + Math.min(columns - nextColumn, most);
    part = assembler.ofColumns(nextColumn, end);
    nextColumn = end;
    nextBlock = 0;
    return true;
  }

  @Override
  public long bytesRead() {
    return bundle.bytesRead();
  }

  @Override
  protected void closeReadSource() {}

  private static void requireTrees(FooterBundle bundle) {
    List<BundleEntry> others = bundle.filesWithoutSchema();
    if (!others.isEmpty()) {
      throw new UnsupportedColumnException(
          others.get(0).file().path(), "a schema that is not a tree", "one with a tree of columns");
    }
  }

  /** A row for each row group, a struct for each column. */
  record Wide(Schema schema, List<String> columns) implements Form {
    static Wide of(FooterBundle bundle, Collection<String> columns) throws IOException {
      requireTrees(bundle);
      Map<String, Field> structs = new LinkedHashMap<>();
      for (BundledSchema schema : bundle.schemas()) {
        FlatFooter footer = bundle.facts(schema, columns).schema();
        for (ArrowSchemaNode leaf : StatisticsVectors.leaves(footer, null)) {
          Field struct = StatisticsVectors.struct(footer, leaf, true);
          Field other = structs.putIfAbsent(struct.getName(), struct);
          if (other != null && !other.equals(struct)) {
            throw new InvalidRequestException(
                struct.getName(),
                boundType(struct) + " and " + boundType(other) + " in files of the bundle",
                "one type");
          }
        }
      }
      for (String column : columns) {
        if (structs.keySet().stream().noneMatch(p -> (p + ".").startsWith(column + "."))) {
          throw new InvalidRequestException(column, "no such column", "a column of the bundle");
        }
      }
      List<Field> fields =
          new ArrayList<>(List.of(FILE, StatisticsVectors.ROW_GROUP, StatisticsVectors.ROW_COUNT));
      fields.addAll(structs.values());
      return new Wide(new Schema(fields), List.copyOf(columns));
    }

    private static ArrowType boundType(Field struct) {
      return struct.getChildren().get(2).getType();
    }

    @Override
    public boolean joinsColumns() {
      return true;
    }

    @Override
    public int add(VectorSchemaRoot root, int row, FileFacts facts) {
      facts.putFiles(root, row);
      for (ArrowSchemaNode leaf : facts.leaves) {
        StructVector struct = (StructVector) root.getVector(facts.path(leaf));
        StatisticsVectors.fill(struct, row, facts.statistics(leaf), facts.live);
      }
      facts.leaves.clear();
      return row + facts.live.size();
    }
  }

  /** A row for each row group and column, two columns for each type. */
  record EachColumn(Schema schema, Collection<String> columns) implements Form {
    static EachColumn of(FooterBundle bundle, Collection<String> columns) throws IOException {
      requireTrees(bundle);
      Map<String, Field> bounds = new LinkedHashMap<>();
      for (BundledSchema schema : bundle.schemas()) {
        FlatFooter footer = bundle.facts(schema, columns).schema();
        for (ArrowSchemaNode leaf : StatisticsVectors.leaves(footer, null)) {
          if (leaf.field().getType() instanceof ArrowType.Null) {
            continue; // which has no bounds
          }
          for (String bound : List.of(CountedVectors.MIN, CountedVectors.MAX)) {
            String name = bound + "_" + CountedVectors.typeName(leaf.field().getType());
            bounds.putIfAbsent(name, new Field(name, CountedVectors.boundType(leaf), null));
          }
        }
      }
      List<Field> fields =
          new ArrayList<>(
              List.of(
                  FILE,
                  StatisticsVectors.ROW_GROUP,
                  COLUMN,
                  StatisticsVectors.ROW_COUNT,
                  CountedVectors.VALUE_COUNT,
                  CountedVectors.NULL_COUNT,
                  CountedVectors.MIN_EXACT,
                  CountedVectors.MAX_EXACT));
      fields.addAll(bounds.values());
      return new EachColumn(new Schema(fields), columns == null ? null : List.copyOf(columns));
    }

    @Override
    public boolean joinsColumns() {
      return false;
    }

    @Override
    public int add(VectorSchemaRoot root, int row, FileFacts facts) {
      VarCharVector columns = (VarCharVector) root.getVector(COLUMN.getName());
      int next = row;
      while (!facts.leaves.isEmpty() && next < MOST_ROWS) {
        ArrowSchemaNode leaf = facts.leaves.remove();
        byte[] path = facts.path(leaf).getBytes(StandardCharsets.UTF_8);
        String type = "_" + CountedVectors.typeName(leaf.field().getType());
        CountedVectors vectors =
            CountedVectors.of(
                root::getVector, CountedVectors.MIN + type, CountedVectors.MAX + type);
        TrustedStatistics statistics = facts.statistics(leaf);
        facts.putFiles(root, next);
        for (int rowGroup : facts.live) {
          columns.setSafe(next, path);
          vectors.set(next++, statistics.countsOfChunk(rowGroup));
        }
      }
      return next;
    }
  }
}
