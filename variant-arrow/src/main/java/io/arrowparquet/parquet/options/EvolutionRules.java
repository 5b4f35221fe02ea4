// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * What is allowed between the reader's schema and a file's. Immutable; threads may share one. Each
 * {@code with} method gives a changed copy, and says what its option means.
 */
public final class EvolutionRules {
  private static final int BY_FIELD_ID = 1;
  private static final int IGNORE_CASE = 2;
  private static final int NARROWING = 4;
  private static final int DECODE_VARIANTS = 8;
  private static final int MISSING_COLUMNS = 16;
  private static final int EXTRA_COLUMNS = 32;

  private final int bits;

  private EvolutionRules(int bits) {
    this.bits = bits;
  }

  /**
   * By field id, else by exact name; no narrowing; Variants are Variants; files may lack columns
   * and have others.
   */
  public static EvolutionRules defaults() {
    return new EvolutionRules(BY_FIELD_ID | MISSING_COLUMNS | EXTRA_COLUMNS);
  }

  private EvolutionRules with(int bit, boolean set) {
    return new EvolutionRules(set ? bits | bit : bits & ~bit);
  }

  /**
   * Whether fields that both have a field id meet by it, and by name only where one of the two has
   * none; otherwise all meet by name.
   */
  public EvolutionRules withByFieldId(boolean use) {
    return with(BY_FIELD_ID, use);
  }

  /** Whether a name that is not there exactly is looked for in upper and lower case. */
  public EvolutionRules withIgnoreCase(boolean ignore) {
    return with(IGNORE_CASE, ignore);
  }

  /**
   * Whether integers may become narrower ones, and decimals those of fewer digits, in files whose
   * statistics prove that all values fit.
   */
  public EvolutionRules withNarrowing(boolean allow) {
    return with(NARROWING, allow);
  }

  /** Whether a Variant may be read as another type. */
  public EvolutionRules withDecodeVariants(boolean allow) {
    return with(DECODE_VARIANTS, allow);
  }

  /**
   * Whether a file may lack optional fields that are read and have no default, which are null then;
   * otherwise such a file is refused.
   */
  public EvolutionRules withMissingColumns(boolean allow) {
    return with(MISSING_COLUMNS, allow);
  }

  /** Whether a file may have fields that the schema does not have; otherwise it is refused. */
  public EvolutionRules withExtraColumns(boolean allow) {
    return with(EXTRA_COLUMNS, allow);
  }

  public boolean byFieldId() {
    return (bits & BY_FIELD_ID) != 0;
  }

  public boolean ignoreCase() {
    return (bits & IGNORE_CASE) != 0;
  }

  public boolean narrowing() {
    return (bits & NARROWING) != 0;
  }

  public boolean decodeVariants() {
    return (bits & DECODE_VARIANTS) != 0;
  }

  public boolean missingColumns() {
    return (bits & MISSING_COLUMNS) != 0;
  }

  public boolean extraColumns() {
    return (bits & EXTRA_COLUMNS) != 0;
  }
}
