// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.variant.internal.shred.PrimitiveSink;
import io.arrowparquet.variant.value.VariantCursor;

/**
 * Casts values to one type: takes them, and gives what becomes of them to a sink, if anything does.
 * What a sink of the type takes without loss is given on as it is. Reused value after value; for
 * one thread at a time.
 */
public abstract class SqlCast implements PrimitiveSink {
  /** Takes what becomes of the values. */
  protected final PrimitiveSink out;

  SqlCast(PrimitiveSink out) {
    this.out = out;
  }

  /** An object or array; few types take one. */
  public boolean takeContainer(VariantCursor value) {
    return false;
  }
}
