// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset.evolution;

/**
 * What is allowed between the reader's schema and a file's. Immutable; threads may share one. Each
 * {@code with} method gives a changed copy.
 *
 * @param byFieldId whether fields that both have a field id meet by it, and by name only where one
 *     of the two has none; otherwise all meet by name
 * @param ignoreCase whether a name that is not there exactly is looked for in upper and lower case
 * @param narrowing whether integers may become narrower ones, and decimals those of fewer digits,
 *     in files whose statistics prove that all values fit
 * @param decodeVariants whether a Variant may be read as another type
 */
public record EvolutionRules(
    boolean byFieldId, boolean ignoreCase, boolean narrowing, boolean decodeVariants) {

  /** By field id, else by exact name; no narrowing; Variants are Variants. */
  public static final EvolutionRules DEFAULT = new EvolutionRules(true, false, false, false);

  /** Meets by field id where both have one, or by name only. */
  public EvolutionRules withFieldIds(boolean use) {
    return new EvolutionRules(use, ignoreCase, narrowing, decodeVariants);
  }

  /** Ignores the case of names that are not there exactly, or not. */
  public EvolutionRules withIgnoreCase(boolean ignore) {
    return new EvolutionRules(byFieldId, ignore, narrowing, decodeVariants);
  }

  /** Allows narrowing that statistics prove harmless, or not. */
  public EvolutionRules withNarrowing(boolean allow) {
    return new EvolutionRules(byFieldId, ignoreCase, allow, decodeVariants);
  }

  /** Allows a Variant to be read as another type, or not. */
  public EvolutionRules withVariantDecoding(boolean allow) {
    return new EvolutionRules(byFieldId, ignoreCase, narrowing, allow);
  }
}
