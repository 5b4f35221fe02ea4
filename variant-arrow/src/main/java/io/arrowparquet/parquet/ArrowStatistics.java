// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.variant.internal.VectorMemory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Statistics of a file, or of some of its row groups, in the schema that Arrow has for them (the
 * specification's "Statistics schema"), for whom the file is one table of Arrow's:
 *
 * <pre>
 *   column: int32 | statistics: map of dictionary of utf8, and dense union of int64, T, ...
 * </pre>
 *
 * <p>The first row, whose column is null, has {@code ARROW:row_count:exact}. Each other row is of a
 * column as Arrow's record batches number them: all fields of {@link ArrowSchema#of}, depth first.
 * It has {@code ARROW:null_count:exact}, of columns that are in no list, and {@code
 * ARROW:min_value} and {@code ARROW:max_value}, {@code :exact} where the file says that they are,
 * else {@code :approximate}. What may not be trusted is left out, and so is a column of which
 * nothing is known; and bounds of a type where 126 others have been met.
 *
 * <p>Ownership: owns its vectors until {@link #close}; the allocator stays the caller's. Threads:
 * one at a time.
 */
public final class ArrowStatistics implements AutoCloseable {
  private static final DictionaryEncoding KEYS =
      new DictionaryEncoding(1, false, (ArrowType.Int) CountedVectors.INT32);

  /** Type ids have seven bits. */
  private static final int MOST_TYPES = Byte.MAX_VALUE;

  private static final String ROW_COUNT = "ARROW:row_count:exact";
  private static final String NULL_COUNT = "ARROW:null_count:exact";
  private static final String MIN_EXACT = "ARROW:min_value:exact";
  private static final String MAX_EXACT = "ARROW:max_value:exact";
  private static final String MIN = "ARROW:min_value:approximate";
  private static final String MAX = "ARROW:max_value:approximate";
  private static final List<String> NAMES =
      List.of(ROW_COUNT, NULL_COUNT, MIN_EXACT, MAX_EXACT, MIN, MAX);

  private record Item(int row, String name, int type, Object value) {}

  private final VectorSchemaRoot root;
  private final VarCharVector names;

  private ArrowStatistics(VectorSchemaRoot root, VarCharVector names) {
    this.root = root;
    this.names = names;
  }

  /**
   * Of all row groups of a file together.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the footer is damaged
   */
  public static ArrowStatistics of(FlatFooter footer, BufferAllocator allocator) {
    return of(footer, IntStream.range(0, footer.rowGroupCount()).boxed().toList(), allocator);
  }

  /**
   * Of some row groups of a file together.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the footer is damaged
   */
  public static ArrowStatistics of(
      FlatFooter footer, List<Integer> rowGroups, BufferAllocator allocator) {
    Collected collected = new Collected(footer, rowGroups);
    collected.addAll(ArrowSchema.nodes(footer));
    VectorSchemaRoot root = VectorSchemaRoot.create(collected.schema(), allocator);
    VarCharVector names = new VarCharVector("names", allocator);
    ArrowStatistics statistics = new ArrowStatistics(root, names);
    try {
      for (int i = 0; i < NAMES.size(); i++) {
        names.setSafe(i, NAMES.get(i).getBytes(StandardCharsets.UTF_8));
      }
      names.setValueCount(NAMES.size());
      collected.fill(root);
      return statistics;
    } catch (Throwable e) {
      try (statistics) {
        throw e;
      }
    }
  }

  /** The two columns; of use until this is closed. */
  public VectorSchemaRoot root() {
    return root;
  }

  /** What the keys refer to; of use until this is closed. */
  public DictionaryProvider dictionaries() {
    return new DictionaryProvider.MapDictionaryProvider(new Dictionary(names, KEYS));
  }

  @Override
  public void close() {
    try (names) {
      root.close();
    }
  }

  /** What goes into the vectors, whose types have to be known first. */
  private static final class Collected {
    private final List<Integer> rowGroups;
    private final StatisticsSource source;
    private final List<Integer> columns = new ArrayList<>();
    private final List<Item> items = new ArrayList<>();
    private final List<FieldType> types = new ArrayList<>();
    private int nextColumn;

    Collected(FlatFooter footer, List<Integer> rowGroups) {
      this.rowGroups = rowGroups;
      this.source = new StatisticsSource(footer);
      types.add(FieldType.nullable(CountedVectors.INT64));
      columns.add(null);
      long rows = 0;
      for (int rowGroup : rowGroups) {
        rows = Math.addExact(rows, footer.rowGroup(rowGroup).numRows());
      }
      items.add(new Item(0, ROW_COUNT, 0, rows));
    }

    void addAll(List<ArrowSchemaNode> nodes) {
      for (ArrowSchemaNode node : nodes) {
        int column = nextColumn++;
        addAll(node.children());
        if (node.kind() == Kind.LEAF) {
          int before = items.size();
          add(node);
          if (items.size() > before) {
            columns.add(column);
          }
        }
      }
    }

    private void add(ArrowSchemaNode leaf) {
      TrustedStatistics statistics = source.column(leaf.column(), leaf.field().getType());
      Counted all = null;
      for (int rowGroup : rowGroups) {
        Counted next = statistics.countsOfChunk(rowGroup);
        all = all == null ? next : all.and(next);
      }
      if (all == null) {
        return;
      }
      if (all.nulls() != null && leaf.repetitionLevel() == 0) {
        items.add(new Item(columns.size(), NULL_COUNT, 0, all.nulls()));
      }
      int type = all.range().min() == null ? -1 : type(CountedVectors.boundType(leaf));
      if (type >= 0) {
        boolean isMin = Boolean.TRUE.equals(all.exactMin());
        boolean isMax = Boolean.TRUE.equals(all.exactMax());
        add(isMin ? MIN_EXACT : MIN, type, all.range().min());
        add(isMax ? MAX_EXACT : MAX, type, all.range().max());
      }
    }

    private void add(String name, int type, Object bound) {
      if (CountedVectors.fits(types.get(type).getType(), bound, isUpper(name))) {
        items.add(new Item(columns.size(), name, type, bound));
      }
    }

    private static boolean isUpper(String name) {
      return name.equals(MAX) || name.equals(MAX_EXACT);
    }

    private int type(FieldType type) {
      FieldType known =
          type.getType().equals(CountedVectors.INT64) ? FieldType.nullable(type.getType()) : type;
      for (int i = 0; i < types.size(); i++) {
        FieldType other = types.get(i);
        if (other.getType().equals(known.getType())
            && other.getMetadata().equals(known.getMetadata())) {
          return i;
        }
      }
      if (types.size() == MOST_TYPES) {
        return -1;
      }
      types.add(known);
      return types.size() - 1;
    }

    Schema schema() {
      List<Field> members = new ArrayList<>();
      for (int i = 0; i < types.size(); i++) {
        members.add(new Field(Integer.toString(i), types.get(i), null));
      }
      int[] ids = IntStream.range(0, types.size()).toArray();
      Field key =
          new Field(MapVector.KEY_NAME, new FieldType(false, CountedVectors.INT32, KEYS), null);
      ArrowType union = new ArrowType.Union(UnionMode.Dense, ids);
      Field value = new Field(MapVector.VALUE_NAME, FieldType.notNullable(union), members);
      Field entries =
          new Field(
              MapVector.DATA_VECTOR_NAME,
              FieldType.notNullable(ArrowType.Struct.INSTANCE),
              List.of(key, value));
      return new Schema(
          List.of(
              Field.nullable("column", CountedVectors.INT32),
              new Field(
                  "statistics",
                  FieldType.notNullable(new ArrowType.Map(false)),
                  List.of(entries))));
    }

    void fill(VectorSchemaRoot root) {
      IntVector numbers = (IntVector) root.getVector(0);
      MapVector maps = (MapVector) root.getVector(1);
      StructVector entries = (StructVector) maps.getDataVector();
      IntVector keys = (IntVector) entries.getChild(MapVector.KEY_NAME);
      DenseUnionVector values = (DenseUnionVector) entries.getChild(MapVector.VALUE_NAME);
      int[] counts = new int[types.size()];
      int[] perRow = new int[columns.size()];
      byte[] ids = new byte[items.size()];
      int[] offsets = new int[items.size()];
      for (int i = 0; i < ids.length; i++) {
        Item item = items.get(i);
        ids[i] = (byte) item.type();
        offsets[i] = counts[item.type()]++;
        perRow[item.row()]++;
        keys.setSafe(i, NAMES.indexOf(item.name()));
        entries.setIndexDefined(i);
        FieldVector member = (FieldVector) values.getVectorByType(ids[i]);
        CountedVectors.put(member, offsets[i], item.value(), isUpper(item.name()));
      }
      load(values, ids, offsets);
      for (int row = 0; row < perRow.length; row++) {
        if (columns.get(row) != null) {
          numbers.setSafe(row, columns.get(row));
        }
        maps.startNewValue(row);
        maps.endValue(row, perRow[row]);
      }
      root.setRowCount(perRow.length);
    }

    private static void load(DenseUnionVector union, byte[] ids, int[] offsets) {
      BufferAllocator allocator = union.getAllocator();
      VectorMemory.load(
          union,
          ids.length,
          0,
          () -> {
            ArrowBuf types = allocator.buffer(ids.length);
            types.setBytes(0, ids);
            return types.writerIndex(ids.length);
          },
          () -> {
            ArrowBuf places = allocator.buffer((long) offsets.length * Integer.BYTES);
            for (int i = 0; i < offsets.length; i++) {
              places.setInt((long) i * Integer.BYTES, offsets[i]);
            }
            return places.writerIndex((long) offsets.length * Integer.BYTES);
          });
    }
  }
}
