// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import java.util.List;

/**
 * Another engine's implementation of the binary Variant encoding, between bytes and the trees of
 * {@link VariantTrees}. Stateless.
 */
public interface VariantPeer {

  /** Every engine on the class path. */
  static List<VariantPeer> all() {
    return List.of(new ParquetJavaVariants(), new IcebergVariants(), new SparkVariants());
  }

  /** The engine's name, for test names and messages. */
  String name();

  /** Whether the engine encodes this tree by the specification, and decodes its encoding. */
  boolean supports(Object tree);

  /** Whether encoding keeps integer widths; if not, compare {@link VariantTrees#widened} trees. */
  boolean keepsIntegerWidths();

  /** Encodes a tree the engine {@link #supports}. */
  EncodedVariant encode(Object tree);

  /** Decodes anybody's bytes, with the types as stored; throws what the engine throws. */
  Object decode(EncodedVariant variant);

  /** An engine that parses JSON. */
  interface FromJson extends VariantPeer {
    /** Parses one JSON text with the engine's own rules for numbers. */
    EncodedVariant parseJson(String json);
  }

  /** An engine that writes JSON. */
  interface ToJson extends VariantPeer {
    /** JSON with the engine's own rules for types that JSON does not have; timestamps in UTC. */
    String toJson(EncodedVariant variant);
  }
}
