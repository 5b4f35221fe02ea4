// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bundle.internal;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Some values by their keys, those used last; threads may share it. */
public final class RecentlyUsed<K, V> {
  private final int most;
  private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);

  public RecentlyUsed(int most) {
    this.most = most;
  }

  /** Makes a value that is not there. */
  public interface Maker<V> {
    V make() throws IOException;
  }

  /** The value of a key; two threads may make it at once. */
  public V get(K key, Maker<V> maker) throws IOException {
    synchronized (values) {
      V known = values.get(key);
      if (known != null) {
        return known;
      }
    }
    V made = maker.make();
    synchronized (values) {
      values.put(key, made);
      if (values.size() > most) {
        values.remove(values.keySet().iterator().next());
      }
    }
    return made;
  }
}
