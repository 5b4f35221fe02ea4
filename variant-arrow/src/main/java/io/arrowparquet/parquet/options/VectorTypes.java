// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import static io.arrowparquet.storage.internal.OptionValues.atLeast1;

import io.arrowparquet.storage.internal.OptionValues;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Which of Arrow's types vectors have, where it has several for the same values. Variants, columns
 * of {@link RowColumn} and Variant paths keep theirs. Decimals have 128 or 256 bits, as Arrow Java
 * has no others. Immutable; threads may share one. Each {@code with} method gives a changed copy,
 * and says what its option means.
 */
public final class VectorTypes {
  private static final VectorTypes DEFAULTS = new VectorTypes(new Values());

  private final Values values;

  private VectorTypes(Values values) {
    this.values = values;
  }

  /** Those of {@link io.arrowparquet.footer.bridge.ArrowSchema}. */
  public static VectorTypes defaults() {
    return DEFAULTS;
  }

  /** Whether text, bytes and lists have offsets of 8 bytes: LargeUtf8, LargeBinary, LargeList. */
  public VectorTypes withLarge(boolean use) {
    return with(copy -> copy.large = use);
  }

  /**
   * Whether text and bytes are Utf8View and BinaryView, also where {@link #withLarge} is set. The
   * views point into the bytes that were decoded, which are not copied.
   */
  public VectorTypes withViews(boolean use) {
    return with(copy -> copy.views = use);
  }

  /**
   * Whether BYTE_ARRAY without an annotation, and ENUM, is text, as old writers meant it; for
   * filters too. That it is UTF-8 is not checked.
   */
  public VectorTypes withBinaryAsText(boolean text) {
    return with(copy -> copy.binaryAsText = text);
  }

  /** Whether dates are Date64, the milliseconds of their midnight, instead of Date32. */
  public VectorTypes withDate64(boolean use) {
    return with(copy -> copy.date64 = use);
  }

  /**
   * Whether INTERVAL is an Interval of months, days and nanoseconds, which has its milliseconds
   * exactly; else it is a FixedSizeBinary of 12 bytes. Filters do not compare either. Months or
   * days of 2 147 483 648 or more, which only Parquet has, are a {@link
   * io.arrowparquet.variant.ConversionException} when they are read.
   */
  public VectorTypes withIntervals(boolean use) {
    return with(copy -> copy.intervals = use);
  }

  /**
   * Names of the columns of text or bytes, not inside others, that are Int32 indices into a
   * dictionary, which the reader has as any Arrow reader does. The reader of one file takes ids of
   * dictionary-encoded pages as they are, without their values, unless a filter compares these;
   * that of a set does so where a file has small dictionaries, and no schema is given. A dictionary
   * holds the values met so far: it grows from batch to batch, so that indices stay valid, until it
   * has more bytes than {@link ParquetReadOptions#batchBytes}; then one of the next batches begins
   * another. Scans by several threads refuse them.
   */
  public VectorTypes withDictionaries(Set<String> columns) {
    return with(copy -> copy.dictionaries = Set.copyOf(columns));
  }

  /**
   * Sizes of lists, by dotted path, that are FixedSizeLists. A list of another size is a {@link
   * io.arrowparquet.variant.ConversionException} when it is read.
   *
   * @throws IllegalArgumentException if a size is not at least 1
   */
  public VectorTypes withFixedSizeLists(Map<String, Integer> sizes) {
    sizes.forEach((path, size) -> atLeast1("list size", size));
    return with(copy -> copy.fixedSizeLists = Map.copyOf(sizes));
  }

  public boolean large() {
    return values.large;
  }

  public boolean views() {
    return values.views;
  }

  public boolean binaryAsText() {
    return values.binaryAsText;
  }

  public boolean date64() {
    return values.date64;
  }

  public boolean intervals() {
    return values.intervals;
  }

  public Set<String> dictionaries() {
    return values.dictionaries;
  }

  public Map<String, Integer> fixedSizeLists() {
    return values.fixedSizeLists;
  }

  /** Those that decide how pages are decoded; the others change the vectors afterwards. */
  public VectorTypes decoded() {
    return DEFAULTS.withBinaryAsText(values.binaryAsText).withIntervals(values.intervals);
  }

  private VectorTypes with(Consumer<Values> change) {
    return new VectorTypes(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private boolean large;
    private boolean views;
    private boolean binaryAsText;
    private boolean date64;
    private boolean intervals;
    private Set<String> dictionaries = Set.of();
    private Map<String, Integer> fixedSizeLists = Map.of();
  }
}
