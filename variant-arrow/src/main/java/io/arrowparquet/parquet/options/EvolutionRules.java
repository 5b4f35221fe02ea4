// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * What is allowed between the reader's schema and a file's. Immutable; threads may share one. Each
 * {@code with} method gives a changed copy, and says what its option means.
 */
public final class EvolutionRules {
  private final boolean byFieldId;
  private final boolean ignoreCase;
  private final boolean narrowing;
  private final boolean decodeVariants;

  private EvolutionRules(
      boolean byFieldId, boolean ignoreCase, boolean narrowing, boolean decodeVariants) {
    this.byFieldId = byFieldId;
    this.ignoreCase = ignoreCase;
    this.narrowing = narrowing;
    this.decodeVariants = decodeVariants;
  }

  /** By field id, else by exact name; no narrowing; Variants are Variants. */
  public static EvolutionRules defaults() {
    return new EvolutionRules(true, false, false, false);
  }

  /**
   * Whether fields that both have a field id meet by it, and by name only where one of the two has
   * none; otherwise all meet by name.
   */
  public EvolutionRules withByFieldId(boolean use) {
    return new EvolutionRules(use, ignoreCase, narrowing, decodeVariants);
  }

  /** Whether a name that is not there exactly is looked for in upper and lower case. */
  public EvolutionRules withIgnoreCase(boolean ignore) {
    return new EvolutionRules(byFieldId, ignore, narrowing, decodeVariants);
  }

  /**
   * Whether integers may become narrower ones, and decimals those of fewer digits, in files whose
   * statistics prove that all values fit.
   */
  public EvolutionRules withNarrowing(boolean allow) {
    return new EvolutionRules(byFieldId, ignoreCase, allow, decodeVariants);
  }

  /** Whether a Variant may be read as another type. */
  public EvolutionRules withDecodeVariants(boolean allow) {
    return new EvolutionRules(byFieldId, ignoreCase, narrowing, allow);
  }

  public boolean byFieldId() {
    return byFieldId;
  }

  public boolean ignoreCase() {
    return ignoreCase;
  }

  public boolean narrowing() {
    return narrowing;
  }

  public boolean decodeVariants() {
    return decodeVariants;
  }
}
