// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.internal.ByteCopy;
import io.arrowparquet.variant.internal.LeafWriter;
import java.util.Arrays;

/**
 * Copies existing values into a builder. Where both use the same dictionary the bytes go as they
 * are; where not, containers are built anew with the field ids translated, each id looked up once
 * while source and target repeat.
 */
final class ValueCopier {
  private static final int UNRESOLVED = -1;

  private final VariantLimits limits;

  private VariantCursor[] cursors = {};

  /** Target id by source id, good for the pair of dictionaries below. */
  private int[] targetIds = {};

  private VariantMetadata source;
  private long sourceGeneration;
  private FieldSorter.Order target;
  private long targetGeneration;
  private boolean sameDictionary;

  ValueCopier(VariantLimits limits) {
    this.limits = limits;
  }

  void append(VariantCursor value, VariantBuilder builder) {
    int type = value.typeId();
    if (type != VariantTypeIds.OBJECT && type != VariantTypeIds.ARRAY) {
      copyLeaf(value, type, builder);
      return;
    }
    resolve(value.metadata(), builder);
    if (sameDictionary && !value.draftTypeIds) {
      builder.appendEncoded(value.address(), value.lengthBytes());
    } else {
      copyContainer(value, 0, builder);
    }
  }

  private void resolve(VariantMetadata from, VariantBuilder builder) {
    VariantDictionary growing = builder.dictionary();
    VariantMetadata fixed = builder.metadata();
    FieldSorter.Order to = growing != null ? growing : fixed;
    long generation =
        growing != null ? growing.generation() : fixed == null ? 0 : fixed.generation();
    if (from == source
        && from.generation() == sourceGeneration
        && to == target
        && generation == targetGeneration) {
      return;
    }
    source = from;
    sourceGeneration = from.generation();
    target = to;
    targetGeneration = generation;
    sameDictionary = fixed != null && fixed.sameBytes(from);
    int size = from.size();
    if (targetIds.length < size) {
      targetIds = new int[Math.max(size, 2 * targetIds.length)];
    }
    Arrays.fill(targetIds, 0, size, UNRESOLVED);
  }

  private void copyContainer(VariantCursor value, int level, VariantBuilder builder) {
    boolean object = value.typeId() == VariantTypeIds.OBJECT;
    if (object) {
      builder.startObject();
    } else {
      builder.startArray();
    }
    VariantCursor child = cursor(level);
    int count = value.elementCount();
    int left = value.lengthBytes();
    for (int i = 0; i < count; i++) {
      if (object) {
        builder.field(translate(value.fieldId(i), builder));
      }
      value.element(i, child);
      left = child.takeFrom(left);
      int type = child.typeId();
      if (type == VariantTypeIds.OBJECT || type == VariantTypeIds.ARRAY) {
        copyContainer(child, level + 1, builder);
      } else {
        copyLeaf(child, type, builder);
      }
    }
    if (object) {
      endObject(builder);
    } else {
      builder.endArray();
    }
  }

  /** A field that is there twice is the copied value's fault, not that of the one who builds. */
  private static void endObject(VariantBuilder builder) {
    try {
      builder.endObject();
    } catch (IllegalArgumentException e) {
      throw new MalformedVariantException("fields of an object", e.getMessage(), "each name once");
    }
  }

  private int translate(int id, VariantBuilder builder) {
    int known = targetIds[id];
    if (known != UNRESOLVED) {
      return known;
    }
    VariantDictionary names = builder.dictionary();
    int resolved =
        names == null
            ? builder.idOf(source.utf8(id))
            : names.intern(source.nameAddress(id), source.nameLength(id));
    targetIds[id] = resolved;
    return resolved;
  }

  private static void copyLeaf(VariantCursor value, int type, VariantBuilder builder) {
    if (type == VariantTypeIds.STRING) {
      int length = value.bytesLength();
      ByteCopy.copy(value.dataAddress(), builder.startString(length), length);
    } else if (value.draftTypeIds) {
      copyRatified(value, type, builder);
    } else {
      builder.appendEncoded(value.address(), value.lengthBytes());
    }
  }

  private static void copyRatified(VariantCursor value, int type, VariantBuilder builder) {
    int length = value.lengthBytes();
    long at = builder.leaf(length);
    LeafWriter.header(at, type);
    ByteCopy.copy(value.address() + 1, at + 1, length - 1L);
  }

  private VariantCursor cursor(int level) {
    if (level == cursors.length) {
      cursors = Arrays.copyOf(cursors, level + 1);
      cursors[level] = new VariantCursor(limits.withDraftTypeIds(true));
    }
    return cursors[level];
  }
}
