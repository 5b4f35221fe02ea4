// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast;
import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.storage.internal.OptionValues;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How a column is written. What is not set is null, and left to options that are less specific: of
 * a group that the column is in, of its kind, of all columns ({@link
 * ParquetWriteOptions#column(String)}).
 *
 * <p>Immutable; threads may share one. Each {@code with} method gives a changed copy, and says what
 * its option means.
 */
public final class ColumnOptions {
  private static final int LEAST_DICTIONARY_BYTES = 64;

  private final Values values;

  private ColumnOptions(Values values) {
    this.values = values;
  }

  /** Nothing is set. */
  public static ColumnOptions defaults() {
    return new ColumnOptions(new Values());
  }

  /** Compresses pages so; {@link ParquetWriteOptions#withCodec} says which codecs are written. */
  public ColumnOptions withCodec(ParquetCodec codec) {
    return with(copy -> copy.codec = Objects.requireNonNull(codec));
  }

  /** How hard the codec tries, in its own numbers; by default its own level. */
  public ColumnOptions withCompressionLevel(int level) {
    return with(copy -> copy.compressionLevel = level);
  }

  /**
   * The encoding of pages that refer to no dictionary, one that the column's type has. By default
   * PLAIN, in data pages of version 2 a delta encoding where the type has one.
   */
  public ColumnOptions withEncoding(ParquetEncoding encoding) {
    return with(copy -> copy.encoding = Objects.requireNonNull(encoding));
  }

  /** Whether values that repeat may go into a dictionary. */
  public ColumnOptions withDictionary(boolean use) {
    return with(copy -> copy.dictionary = use);
  }

  /** The most bytes that a dictionary may have; later pages do without. At least 64. */
  public ColumnOptions withDictionaryBytes(int bytes) {
    int checked = (int) atLeast("dictionary bytes", LEAST_DICTIONARY_BYTES, bytes);
    return with(copy -> copy.dictionaryBytes = checked);
  }

  /** What the footer and the page index say of the values. */
  public ColumnOptions withStatistics(StatisticsMode mode) {
    return with(copy -> copy.statistics = Objects.requireNonNull(mode));
  }

  /** Whether each row group has a Bloom filter of the values. */
  public ColumnOptions withBloomFilter(boolean write) {
    return with(copy -> copy.bloomFilter = write);
  }

  /**
   * The part of values that are not there and still pass the Bloom filter, between 0 and 1.
   *
   * @throws IllegalArgumentException if it is not
   */
  public ColumnOptions withBloomFilterFpp(double fpp) {
    if (!(fpp > 0 && fpp < 1)) {
      throw new IllegalArgumentException("FPP " + fpp + " of a Bloom filter: between 0 and 1");
    }
    return with(copy -> copy.bloomFilterFpp = fpp);
  }

  /**
   * How many distinct values a row group has where they are in no dictionary, by which the size of
   * its Bloom filter is chosen. By default as many as turn out to be there.
   */
  public ColumnOptions withBloomFilterNdv(long distinct) {
    return with(copy -> copy.bloomFilterNdv = atLeast1("NDV of a Bloom filter", distinct));
  }

  /**
   * These options, and those of another where they are not set. A level goes with its codec: it is
   * not taken from the other where the codec is not.
   */
  public ColumnOptions or(ColumnOptions others) {
    ColumnOptions all = over(others);
    return values.codec == null
        ? all
        : all.with(copy -> copy.compressionLevel = values.compressionLevel);
  }

  /** These, and what was set before. */
  ColumnOptions over(ColumnOptions before) {
    Values other = before.values;
    return with(
        copy -> {
          copy.codec = first(copy.codec, other.codec);
          copy.compressionLevel = first(copy.compressionLevel, other.compressionLevel);
          copy.encoding = first(copy.encoding, other.encoding);
          copy.dictionary = first(copy.dictionary, other.dictionary);
          copy.dictionaryBytes = first(copy.dictionaryBytes, other.dictionaryBytes);
          copy.statistics = first(copy.statistics, other.statistics);
          copy.bloomFilter = first(copy.bloomFilter, other.bloomFilter);
          copy.bloomFilterFpp = first(copy.bloomFilterFpp, other.bloomFilterFpp);
          copy.bloomFilterNdv = first(copy.bloomFilterNdv, other.bloomFilterNdv);
        });
  }

  private static <T> T first(T own, T other) {
    return own == null ? other : own;
  }

  public @Nullable ParquetCodec codec() {
    return values.codec;
  }

  /** Null for the codec's own. */
  public @Nullable Integer compressionLevel() {
    return values.compressionLevel;
  }

  public @Nullable ParquetEncoding encoding() {
    return values.encoding;
  }

  public @Nullable Boolean dictionary() {
    return values.dictionary;
  }

  public @Nullable Integer dictionaryBytes() {
    return values.dictionaryBytes;
  }

  public @Nullable StatisticsMode statistics() {
    return values.statistics;
  }

  public @Nullable Boolean bloomFilter() {
    return values.bloomFilter;
  }

  public @Nullable Double bloomFilterFpp() {
    return values.bloomFilterFpp;
  }

  public @Nullable Long bloomFilterNdv() {
    return values.bloomFilterNdv;
  }

  private ColumnOptions with(Consumer<Values> change) {
    return new ColumnOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private ParquetCodec codec;
    private Integer compressionLevel;
    private ParquetEncoding encoding;
    private Boolean dictionary;
    private Integer dictionaryBytes;
    private StatisticsMode statistics;
    private Boolean bloomFilter;
    private Double bloomFilterFpp;
    private Long bloomFilterNdv;
  }
}
