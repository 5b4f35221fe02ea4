// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

import java.util.Map;
import java.util.Set;

/**
 * Which of Arrow's types vectors have, where it has several for the same values. Variants, columns
 * of {@link RowColumn} and Variant paths keep theirs. Decimals have 128 or 256 bits, as Arrow Java
 * has no others. Immutable; threads may share one. Each {@code with} method gives a changed copy,
 * and says what its option means.
 */
public final class VectorTypes {
  private static final VectorTypes DEFAULTS =
      new VectorTypes(false, false, false, false, Set.of(), Map.of());

  private final boolean large;
  private final boolean views;
  private final boolean binaryAsText;
  private final boolean date64;
  private final Set<String> dictionaries;
  private final Map<String, Integer> fixedSizeLists;

  private VectorTypes(
      boolean large,
      boolean views,
      boolean binaryAsText,
      boolean date64,
      Set<String> dictionaries,
      Map<String, Integer> fixedSizeLists) {
    this.large = large;
    this.views = views;
    this.binaryAsText = binaryAsText;
    this.date64 = date64;
    this.dictionaries = dictionaries;
    this.fixedSizeLists = fixedSizeLists;
  }

  /** Those of {@link io.arrowparquet.footer.bridge.ArrowSchema}. */
  public static VectorTypes defaults() {
    return DEFAULTS;
  }

  /** Whether text, bytes and lists have offsets of 8 bytes: LargeUtf8, LargeBinary, LargeList. */
  public VectorTypes withLarge(boolean use) {
    return new VectorTypes(use, views, binaryAsText, date64, dictionaries, fixedSizeLists);
  }

  /**
   * Whether text and bytes are Utf8View and BinaryView, also where {@link #withLarge} is set. The
   * views point into the bytes that were decoded, which are not copied.
   */
  public VectorTypes withViews(boolean use) {
    return new VectorTypes(large, use, binaryAsText, date64, dictionaries, fixedSizeLists);
  }

  /**
   * Whether BYTE_ARRAY without an annotation, and ENUM, is text, as old writers meant it; for
   * filters too. That it is UTF-8 is not checked.
   */
  public VectorTypes withBinaryAsText(boolean text) {
    return new VectorTypes(large, views, text, date64, dictionaries, fixedSizeLists);
  }

  /** Whether dates are Date64, the milliseconds of their midnight, instead of Date32. */
  public VectorTypes withDate64(boolean use) {
    return new VectorTypes(large, views, binaryAsText, use, dictionaries, fixedSizeLists);
  }

  /**
   * Names of the columns of text or bytes, not inside others, that are Int32 indices into a
   * dictionary, which the reader has as any Arrow reader does; best for columns that are
   * dictionary-encoded in the file. A dictionary holds the values met so far: it grows from batch
   * to batch, so that indices stay valid, until it has more bytes than {@link
   * ParquetReadOptions#batchBytes}; then the next batch begins another. Scans by several threads
   * refuse them.
   */
  public VectorTypes withDictionaries(Set<String> columns) {
    return new VectorTypes(large, views, binaryAsText, date64, Set.copyOf(columns), fixedSizeLists);
  }

  /**
   * Sizes of lists, by dotted path, that are FixedSizeLists. A list of another size is a {@link
   * io.arrowparquet.variant.ConversionException} when it is read.
   *
   * @throws IllegalArgumentException if a size is not at least 1
   */
  public VectorTypes withFixedSizeLists(Map<String, Integer> sizes) {
    sizes.forEach((path, size) -> ParquetReadOptions.atLeast1("list size", size));
    return new VectorTypes(large, views, binaryAsText, date64, dictionaries, Map.copyOf(sizes));
  }

  public boolean large() {
    return large;
  }

  public boolean views() {
    return views;
  }

  public boolean binaryAsText() {
    return binaryAsText;
  }

  public boolean date64() {
    return date64;
  }

  public Set<String> dictionaries() {
    return dictionaries;
  }

  public Map<String, Integer> fixedSizeLists() {
    return fixedSizeLists;
  }

  /** Those that decide how pages are decoded; the others change the vectors afterwards. */
  public VectorTypes decoded() {
    return DEFAULTS.withBinaryAsText(binaryAsText);
  }
}
