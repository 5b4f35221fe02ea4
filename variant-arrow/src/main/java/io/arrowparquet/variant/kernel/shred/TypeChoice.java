// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.shred;

import io.arrowparquet.variant.PrimitiveType;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.util.Map;
import java.util.TreeMap;

/**
 * A type that a position could be shredded as, and how many of its values have it.
 *
 * @param primitive the type; of objects and arrays only the type id means anything
 * @param widened whether some of those values are of a narrower type
 */
record TypeChoice(long count, VariantPrimitive primitive, boolean widened) {
  private static final TypeChoice NONE =
      new TypeChoice(0, VariantPrimitive.of(VariantTypeIds.NULL), false);

  int typeId() {
    return primitive.typeId();
  }

  private TypeChoice plus(TypeChoice other) {
    boolean wider = other.typeId() > typeId();
    return new TypeChoice(count + other.count, wider ? other.primitive : primitive, true);
  }

  /**
   * The type that most values can be shredded as; of equally frequent ones that of the smallest id.
   *
   * @param widen whether integers of all widths, and decimals of one scale, share a column
   */
  static TypeChoice mostFrequent(PathCounts counts, boolean widen) {
    Map<Integer, TypeChoice> choices = new TreeMap<>();
    counts
        .types()
        .forEach(
            (key, count) -> {
              VariantPrimitive primitive = primitive(key, widen);
              if (primitive != null) {
                TypeChoice choice = new TypeChoice(count, primitive, false);
                choices.merge(widen ? widest(key) : key, choice, TypeChoice::plus);
              }
            });
    TypeChoice best = NONE;
    for (TypeChoice choice : choices.values()) {
      best = choice.count() > best.count() ? choice : best;
    }
    return best;
  }

  /** The key that represents all types which share a column with this one. */
  private static int widest(int key) {
    return PathCounts.key(VariantTypeIds.widest(PathCounts.typeId(key)), PathCounts.scale(key));
  }

  /** The column for values of one type; null if there is none. */
  private static VariantPrimitive primitive(int key, boolean widen) {
    int typeId = PathCounts.typeId(key);
    if (!VariantTypeIds.isDecimal(typeId)) {
      return typeId == VariantTypeIds.NULL ? null : VariantPrimitive.of(typeId);
    }
    int scale = PathCounts.scale(key);
    int digits = PrimitiveType.of(typeId).digits();
    if (scale <= digits) {
      return VariantPrimitive.ofDecimal(digits, scale);
    }
    // A column's scale is never greater than its precision: only a wider one can have this scale.
    return widen
        ? VariantPrimitive.ofDecimal(PrimitiveType.ofDecimal(scale).digits(), scale)
        : null;
  }

  /** A type's name, a decimal's with its scale: {@code decimal4(2)}. */
  static String name(int key) {
    int typeId = PathCounts.typeId(key);
    if (VariantTypeIds.isDecimal(typeId)) {
      return VariantTypeIds.name(typeId) + "(" + PathCounts.scale(key) + ")";
    }
    return typeId == VariantTypeIds.TRUE ? "boolean" : VariantTypeIds.name(typeId);
  }
}
