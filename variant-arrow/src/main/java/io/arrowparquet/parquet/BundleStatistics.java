// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.plan.FactsAssembler;
import io.arrowparquet.bundle.internal.plan.FactsAssembler.Facts;
import io.arrowparquet.bundle.internal.plan.FactsAssembler.RowGroup;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.parquet.internal.filter.Comparisons;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Statistics of the files of a bundle, by schema, then some columns at a time, then by block. */
final class BundleStatistics extends ArrowReader {
  private static final Field FILE = Field.notNullable("file", ArrowType.Utf8.INSTANCE);
  private static final Field COLUMN = Field.notNullable("column", ArrowType.Utf8.INSTANCE);

  /** Chunks whose facts are in memory, if one column does not have more in a block. */
  private static final int MOST_CHUNKS = 1 << 17;

  private static final int MOST_ROWS = 1 << 16;

  private final FooterBundle bundle;
  private final @Nullable Collection<String> columns;
  private final Deque<BundledSchema> schemas;
  private BundledSchema schema;
  private FactsAssembler assembler;
  private FactsAssembler part;
  private int nextColumn;
  private int nextBlock;
  private final Deque<FileFacts> read = new ArrayDeque<>();

  BundleStatistics(
      FooterBundle bundle, @Nullable Collection<String> columns, BufferAllocator allocator) {
    super(allocator);
    this.bundle = bundle;
    this.columns = columns == null ? null : List.copyOf(columns);
    this.schemas = new ArrayDeque<>(bundle.schemas());
    List<BundleEntry> others = bundle.filesWithoutSchema();
    if (!others.isEmpty()) {
      throw new UnsupportedColumnException(
          others.get(0).file().path(), "a schema that is not a tree", "one with a tree of columns");
    }
  }

  @Override
  protected Schema readSchema() throws IOException {
    Map<String, Field> bounds = new LinkedHashMap<>();
    for (BundledSchema of : bundle.schemas()) {
      for (ArrowSchemaNode leaf :
          StatisticsVectors.leaves(bundle.facts(of, columns).schema(), null)) {
        ArrowType type = leaf.field().getType();
        for (String bound : List.of(CountedVectors.MIN, CountedVectors.MAX)) {
          if (Comparisons.isComparable(type)) {
            Field field = CountedVectors.bound(bound + CountedVectors.suffix(type), leaf);
            bounds.putIfAbsent(field.getName(), field);
          }
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
    return new Schema(fields);
  }

  @Override
  public boolean loadNextBatch() throws IOException {
    prepareLoadNextBatch();
    VectorSchemaRoot root = getVectorSchemaRoot();
    root.clear();
    int rows = 0;
    while (rows < MOST_ROWS && (!read.isEmpty() || readMore())) {
      rows = read.element().addColumn(root, rows);
      if (read.element().leaves.isEmpty()) {
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
      for (Facts facts : part.read(new int[] {nextBlock++})) {
        FileFacts found = new FileFacts(facts);
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
      assembler = bundle.facts(schema, columns);
      nextColumn = 0;
    }
    int most = Math.max(1, MOST_CHUNKS / assembler.rowsPerBlock());
    int end = nextColumn + Math.min(assembler.columnCount() - nextColumn, most);
    part = assembler.ofColumns(nextColumn, end);
    nextColumn = end;
    nextBlock = 0;
    return true;
  }

  /** Of row groups whose files are still in the bundle. */
  private final class FileFacts {
    private final Facts facts;
    private final StatisticsSource source;

    /** Those that are not in rows yet. */
    private final Deque<ArrowSchemaNode> leaves;

    /** By row group the UTF-8 of its file's path. */
    private final Map<Integer, byte[]> live = new LinkedHashMap<>();

    FileFacts(Facts facts) {
      this.facts = facts;
      this.source = new StatisticsSource(facts);
      this.leaves = new ArrayDeque<>(StatisticsVectors.leaves(facts.footer(), null));
      for (int i = 0; i < facts.count(); i++) {
        BundleEntry file = bundle.file(schema, facts.rowGroups().get(i));
        if (file != null) {
          live.put(i, file.file().path().getBytes(StandardCharsets.UTF_8));
        }
      }
    }

    int addColumn(VectorSchemaRoot root, int row) {
      ArrowSchemaNode leaf = leaves.remove();
      ArrowType type = leaf.field().getType();
      String suffix = Comparisons.isComparable(type) ? CountedVectors.suffix(type) : "";
      CountedVectors vectors = CountedVectors.of(root::getVector, suffix);
      TrustedStatistics statistics = source.column(leaf.column(), type);
      byte[] path = facts.footer().columnPath(leaf.column()).getBytes(StandardCharsets.UTF_8);
      int next = row;
      for (Map.Entry<Integer, byte[]> entry : live.entrySet()) {
        RowGroup rowGroup = facts.rowGroups().get(entry.getKey());
        CountedVectors.put(root, FILE, next, entry.getValue());
        CountedVectors.put(root, StatisticsVectors.ROW_GROUP, next, (long) rowGroup.number());
        CountedVectors.put(root, COLUMN, next, path);
        CountedVectors.put(root, StatisticsVectors.ROW_COUNT, next, rowGroup.rows());
        vectors.set(next++, statistics.countsOfChunk(entry.getKey()));
      }
      return next;
    }
  }

  @Override
  public long bytesRead() {
    return bundle.bytesRead();
  }

  @Override
  protected void closeReadSource() {}
}
