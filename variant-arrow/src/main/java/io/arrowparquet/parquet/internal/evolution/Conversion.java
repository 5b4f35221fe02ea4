// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

import io.arrowparquet.parquet.internal.evolution.EvolutionPlan.RequiredProof;
import io.arrowparquet.parquet.internal.evolution.ValueType.Decimal;
import io.arrowparquet.parquet.internal.evolution.ValueType.Duration;
import io.arrowparquet.parquet.internal.evolution.ValueType.Floating;
import io.arrowparquet.parquet.internal.evolution.ValueType.Int;
import io.arrowparquet.parquet.internal.evolution.ValueType.Time;
import io.arrowparquet.parquet.internal.evolution.ValueType.Timestamp;

/**
 * How a field's values get from the file's type to the reader's. {@link
 * io.arrowparquet.parquet.ReaderSchema} has the table.
 */
public enum Conversion {
  /** They are the reader's as they are, children included. */
  KEEP,
  /** Structs, lists and maps whose children are converted, added, left out or in another order. */
  CHILDREN,
  WIDEN,
  /** They are multiplied; those whose product 64 bits cannot hold are an error when read. */
  RESCALE,
  /** They fit the reader's type only where {@link RequiredProof} says so. */
  NARROW,
  DECODE,
  /** The file's field has nulls only. */
  NULLS,
  /** The file has no such field: the reader's default, or null. */
  ABSENT;

  /**
   * Between types without children.
   *
   * @return null if the values do not go from one to the other
   */
  public static Conversion between(ValueType file, ValueType reader) {
    if (file.equals(reader)) {
      return KEEP;
    }
    if (file.equals(ValueType.NULLS)) {
      return NULLS;
    }
    if (file instanceof Int from && reader instanceof Int to) {
      return from.signed() && to.signed() ? byWidth(from.bits(), to.bits()) : null;
    }
    if (file instanceof Decimal from && reader instanceof Decimal to) {
      return from.scale() == to.scale() ? byWidth(from.precision(), to.precision()) : null;
    }
    if (file instanceof Floating from && reader instanceof Floating to) {
      return from.bits() < to.bits() ? WIDEN : null;
    }
    if (file instanceof Timestamp from && reader instanceof Timestamp to) {
      boolean sameZone = from.zone() == null ? to.zone() == null : from.zone().equals(to.zone());
      return sameZone ? byUnit(from.digits(), to.digits()) : null;
    }
    if (file instanceof Time from && reader instanceof Time to) {
      return byUnit(from.digits(), to.digits());
    }
    return file instanceof Duration from && reader instanceof Duration to
        ? byUnit(from.digits(), to.digits())
        : null;
  }

  private static Conversion byUnit(int from, int to) {
    return from < to ? RESCALE : null;
  }

  private static Conversion byWidth(int from, int to) {
    return from < to ? WIDEN : NARROW;
  }
}
