// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.arrow.Zstd;
import io.arrowparquet.footer.model.BinaryValue;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes byte strings, most of which repeat from file to file, so that one that was written lately
 * is not written again. For one thread.
 */
final class DistinctBytes {
  /** Bytes of the strings that are remembered. */
  private static final long MAX_REMEMBERED = 8 << 20;

  private final BundleOutput out;

  /** The least recently used first. */
  private final Map<BinaryValue, BundlePlace> places = new LinkedHashMap<>(16, 0.75f, true);

  private long remembered;

  DistinctBytes(BundleOutput out) {
    this.out = out;
  }

  /** Where the bytes are, packed by {@link Zstd#pack}. */
  BundlePlace write(byte[] bytes) throws IOException {
    BinaryValue key = BinaryValue.of(bytes);
    BundlePlace known = places.get(key);
    if (known != null) {
      return known;
    }
    BundlePlace place = out.write(Zstd.pack(bytes));
    places.put(key, place);
    remembered += bytes.length;
    while (remembered > MAX_REMEMBERED && places.size() > 1) {
      BinaryValue oldest = places.keySet().iterator().next();
      places.remove(oldest);
      remembered -= oldest.length();
    }
    return place;
  }
}
