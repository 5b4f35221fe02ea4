// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal.shred;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;

/**
 * Tells where in a value a problem lies that was met while it was written elsewhere, whose writer
 * keeps no account of paths: the value is walked once more, until the same problem turns up.
 *
 * <p>For one thread.
 */
public final class MalformedPathFinder {
  private final MalformedVariantException problem;
  private final VariantLimits limits;
  private final StringBuilder path = new StringBuilder("$");

  private MalformedPathFinder(MalformedVariantException problem, VariantLimits limits) {
    this.problem = problem;
    this.limits = limits;
  }

  /** The problem with its path in the value, if it has none and the path is found. */
  public static MalformedVariantException locate(
      MalformedVariantException problem, VariantCursor value, VariantLimits limits) {
    MalformedPathFinder part = new MalformedPathFinder(problem, limits);
    return problem.path() == null && part.isIn(value, 0)
        ? problem.at(part.path.toString())
        : problem;
  }

  private boolean isIn(VariantCursor value, int level) {
    if (value.elementCount() == 0 || level == limits.maxDepth()) {
      return isLeaf(value);
    }
    VariantCursor child = new VariantCursor(limits);
    int left = value.lengthBytes();
    for (int i = 0; i < value.elementCount(); i++) {
      VariantPath.Step step = null;
      boolean isHere = false;
      try {
        step = step(value, i);
        value.element(i, child);
        left = child.takeFrom(left);
      } catch (MalformedVariantException e) {
        if (!isSame(e)) {
          continue;
        }
        isHere = true;
      }
      if (isHere || isIn(child, level + 1)) {
        if (step != null) {
          path.insert(1, step); // Only now: names may be long, and elements many.
        }
        return true;
      }
    }
    return false;
  }

  private boolean isLeaf(VariantCursor value) {
    try {
      if (value.typeId() == VariantTypeIds.STRING) {
        value.requireUtf8();
      }
      return false;
    } catch (MalformedVariantException e) {
      return isSame(e);
    }
  }

  private static VariantPath.Step step(VariantCursor container, int index) {
    if (container.typeId() != VariantTypeIds.OBJECT) {
      return VariantPath.Step.element(index);
    }
    int id = container.fieldId(index);
    VariantMetadata metadata = container.metadata();
    metadata.requireUtf8(id);
    return VariantPath.Step.field(metadata.name(id));
  }

  private boolean isSame(MalformedVariantException found) {
    return found.offset() == problem.offset() && found.problem().equals(problem.problem());
  }
}
