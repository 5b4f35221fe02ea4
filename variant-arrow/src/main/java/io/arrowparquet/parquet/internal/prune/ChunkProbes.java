// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.prune;

import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.parquet.internal.encoding.SplitBlock;
import io.arrowparquet.parquet.internal.fetch.ChunkBytes;
import io.arrowparquet.parquet.internal.fetch.ChunkFetcher;
import io.arrowparquet.parquet.internal.fetch.ChunkRange;
import io.arrowparquet.parquet.internal.fetch.ReadCounts;
import io.arrowparquet.parquet.internal.fetch.ReadCounts.Count;
import io.arrowparquet.parquet.internal.filter.BoundPredicate;
import io.arrowparquet.parquet.internal.filter.RowLogic;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import io.arrowparquet.parquet.internal.filter.ValueSet;
import io.arrowparquet.parquet.internal.page.RowRanges;
import io.arrowparquet.parquet.internal.prune.PruningStatistics.ChunkKnowledge;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetReadOptions.SkippingStep;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongPredicate;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;

/**
 * Asks, of the row groups that statistics and page indexes leave, first Bloom filters, then
 * dictionaries, where reading them costs little beside what it could save. Owns the dictionaries
 * read until they are taken.
 */
public final class ChunkProbes implements AutoCloseable {
  /**
   * A dictionary is read if it has at most this part of the bytes that it could save: one that
   * leaves nothing out is kept for the rows, but was waited for before them.
   */
  private static final int SAVED_PER_BYTE = 4;

  private final BloomFilters bloomFilters;
  private final Dictionaries dictionaries;
  private final ChunkFetcher fetcher;
  private final ReadHints hints;
  private final ParquetReadOptions options;
  private final ReadCounts counts;

  /** Asks of a file; {@code bytes} is read from, and stays the caller's to close. */
  ChunkProbes(
      ParquetFooter file,
      ByteSource bytes,
      ChunkPlaces places,
      ParquetReadOptions options,
      ReadCounts counts,
      BufferAllocator allocator) {
    this.hints = bytes.hints();
    this.fetcher = new ChunkFetcher(bytes, counts, Count.PROBE_BYTES_READ, allocator);
    this.bloomFilters = new BloomFilters(file, places, fetcher, hints.gap());
    this.dictionaries = new Dictionaries(file, places, fetcher, options, allocator);
    this.options = options;
    this.counts = counts;
  }

  record RowGroup(
      int number,
      BoundPredicate predicate,
      List<OperandStatistics> operands,
      PageIndexes indexes,
      RowRanges ranges,
      long rows,
      long bytes) {

    List<PruningStatistics> statistics(Map<Integer, ChunkKnowledge> known) {
      return operands.stream().map(operand -> operand.ofPages(number, indexes, known)).toList();
    }

    RowRanges possible(Map<Integer, ChunkKnowledge> known) {
      return RangeLogic.possible(predicate, statistics(known), rows);
    }

    long saved(Map<Integer, ChunkKnowledge> hoped) {
      return (long) (bytes * (1 - (double) possible(hoped).rows() / ranges.rows()));
    }

    Map<Integer, ArrowSchemaNode> leaves() {
      Map<Integer, ArrowSchemaNode> leaves = new LinkedHashMap<>();
      operands.stream()
          .map(OperandStatistics::comparedLeaf)
          .filter(Objects::nonNull)
          .forEach(leaf -> leaves.put(leaf.column(), leaf));
      return leaves;
    }
  }

  void start(int rowGroup) {
    dictionaries.start(rowGroup);
  }

  /**
   * The dictionary page that {@code chunk} begins with, if it was read to ask of the row group
   * begun last; else null. It is the caller's to close.
   */
  public ChunkBytes takeDictionary(int rowGroup, int column, ChunkRange chunk) {
    return dictionaries.take(rowGroup, column, chunk);
  }

  RowRanges narrow(RowGroup rowGroup) throws IOException {
    Map<Integer, ChunkKnowledge> known = new HashMap<>();
    RowRanges left = askBloomFilters(rowGroup, known);
    if (left.isEmpty()) {
      counts.add(Count.ROW_GROUPS_SKIPPED_BY_BLOOM_FILTERS, 1);
      return left;
    }
    left = askDictionaries(rowGroup, known, left);
    counts.add(Count.ROW_GROUPS_SKIPPED_BY_DICTIONARIES, left.isEmpty() ? 1 : 0);
    return left;
  }

  private RowRanges askBloomFilters(RowGroup rowGroup, Map<Integer, ChunkKnowledge> known)
      throws IOException {
    Map<Integer, ColumnDomain> domains = new HashMap<>();
    Map<Integer, ChunkKnowledge> hoped = new HashMap<>();
    for (OperandStatistics operand : rowGroup.operands()) {
      ArrowSchemaNode leaf = operand.comparedLeaf();
      if (leaf != null
          && options.skipsBy(SkippingStep.BLOOM_FILTERS)
          && bloomFilters.has(rowGroup.number(), leaf.column())) {
        domains.put(leaf.column(), operand.domain());
        hoped.put(leaf.column(), ChunkKnowledge.hopedOfBloomFilter(operand.domain()));
      }
    }
    long saved = hoped.isEmpty() ? 0 : rowGroup.saved(hoped);
    if (!pays(saved)) {
      domains.keySet().removeIf(column -> !bloomFilters.isKnown(rowGroup.number(), column));
    }
    if (saved <= 0 || domains.isEmpty()) {
      return rowGroup.ranges();
    }
    Map<Integer, long[]> hashes = hashes(rowGroup, domains);
    Map<Integer, LongPredicate> filters =
        bloomFilters.load(rowGroup.number(), hashes, Math.max(saved / SAVED_PER_BYTE, hints.gap()));
    filters.forEach(
        (column, filter) ->
            known.put(column, ChunkKnowledge.ofBloomFilter(domains.get(column), filter)));
    return known.isEmpty() ? rowGroup.ranges() : rowGroup.possible(known);
  }

  private static Map<Integer, long[]> hashes(
      RowGroup rowGroup, Map<Integer, ColumnDomain> domains) {
    Map<Integer, List<byte[]>> values = new HashMap<>();
    rowGroup
        .predicate()
        .comparedSets()
        .forEach(
            (operand, sets) -> {
              ArrowSchemaNode leaf = rowGroup.operands().get(operand).comparedLeaf();
              ColumnDomain domain = leaf == null ? null : domains.get(leaf.column());
              for (ValueSet set : domain == null ? List.<ValueSet>of() : sets) {
                List<byte[]> encoded = set.encoded(domain);
                if (encoded != null) {
                  values.computeIfAbsent(leaf.column(), c -> new ArrayList<>()).addAll(encoded);
                }
              }
            });
    Map<Integer, long[]> hashes = new HashMap<>();
    values.forEach(
        (column, some) ->
            hashes.put(column, some.stream().mapToLong(SplitBlock::hash).distinct().toArray()));
    return hashes;
  }

  private RowRanges askDictionaries(
      RowGroup rowGroup, Map<Integer, ChunkKnowledge> known, RowRanges ranges) throws IOException {
    Map<Integer, ChunkKnowledge> hoped = new HashMap<>(known);
    List<ArrowSchemaNode> leaves = new ArrayList<>();
    for (ArrowSchemaNode leaf : rowGroup.leaves().values()) {
      if (options.skipsBy(SkippingStep.DICTIONARIES)
          && dictionaries.has(rowGroup.number(), leaf.column())) {
        leaves.add(leaf);
        hoped.put(leaf.column(), ChunkKnowledge.hopedOfDictionary());
      }
    }
    long saved = leaves.isEmpty() ? 0 : rowGroup.saved(hoped);
    if (!pays(saved)) {
      return ranges;
    }
    List<Dictionaries.Located> pages = dictionaries.locate(rowGroup.number(), leaves);
    long bytes = pages.stream().mapToLong(located -> located.page().length()).sum();
    if (bytes > saved / SAVED_PER_BYTE) {
      return ranges;
    }
    Map<Integer, FieldVector> values = dictionaries.load(rowGroup.number(), pages);
    try {
      values.forEach((column, vector) -> known.put(column, ChunkKnowledge.ofDictionary(vector)));
      RowRanges left = rowGroup.possible(known);
      return left.isEmpty() || mayBeTrue(rowGroup, values, known) ? left : RowRanges.all(0);
    } finally {
      values.values().forEach(FieldVector::close);
    }
  }

  /** Whether no single operand's dictionary shows that the predicate is always false. */
  private static boolean mayBeTrue(
      RowGroup rowGroup, Map<Integer, FieldVector> values, Map<Integer, ChunkKnowledge> known) {
    List<PruningStatistics> statistics = rowGroup.statistics(known);
    for (int i = 0; i < statistics.size(); i++) {
      ArrowSchemaNode leaf = rowGroup.operands().get(i).columnItself();
      FieldVector dictionary = leaf == null ? null : values.get(leaf.column());
      if (dictionary != null
          && !DictionaryLogic.mayBeTrue(rowGroup.predicate(), i, dictionary, statistics)) {
        return false;
      }
    }
    return true;
  }

  /** Whether saving this many bytes is worth a request more, which a remote file answers late. */
  private boolean pays(long saved) {
    return saved > (hints.isLocal() ? 0 : hints.gap());
  }

  @Override
  public void close() {
    dictionaries.close();
  }

  /**
   * Evaluates a predicate for each entry of the dictionary of one operand, the value of which it
   * is; of others is known what statistics say of all rows. A last entry is that of rows without a
   * value.
   */
  private static final class DictionaryLogic extends RowLogic {
    private final int own;
    private final FieldVector values;
    private final List<? extends PruningStatistics> operands;

    private DictionaryLogic(
        int own, FieldVector values, List<? extends PruningStatistics> operands) {
      super(null, values.getValueCount() + 1, new TruthArrays());
      this.own = own;
      this.values = values;
      this.operands = operands;
    }

    static boolean mayBeTrue(
        BoundPredicate predicate,
        int operand,
        FieldVector values,
        List<? extends PruningStatistics> operands) {
      byte[] truths = predicate.evaluate(new DictionaryLogic(operand, values, operands));
      int entries = values.getValueCount();
      boolean someNull = (operands.get(operand).isNull().any() & TruthSet.TRUE) != 0;
      for (int i = 0; i < entries + (someNull ? 1 : 0); i++) {
        if ((truths[i] & TruthSet.TRUE) != 0) {
          return true;
        }
      }
      return false;
    }

    private byte[] entries(byte truth) {
      byte[] truths = new byte[values.getValueCount() + 1];
      Arrays.fill(truths, truth);
      return truths;
    }

    @Override
    public byte[] contains(int operand, ValueSet set) {
      if (operand != own) {
        return entries(operands.get(operand).contains(set).any());
      }
      byte[] truths = entries(TruthSet.UNKNOWN);
      set.test(values, values.getValueCount(), truths);
      return truths;
    }

    @Override
    public byte[] isNull(int operand) {
      if (operand != own) {
        return entries(operands.get(operand).isNull().any());
      }
      byte[] truths = entries(TruthSet.FALSE);
      truths[truths.length - 1] = TruthSet.TRUE;
      return truths;
    }

    @Override
    public byte[] listContains(int operand, ValueSet set) {
      return entries(operands.get(operand).listContains(set).any());
    }

    @Override
    public byte[] compare(BoundPredicate.Compared comparison) {
      return entries(TruthSet.ANY);
    }

    @Override
    public byte[] test(BoundPredicate.Tested condition) {
      return entries(TruthSet.ANY);
    }
  }
}
