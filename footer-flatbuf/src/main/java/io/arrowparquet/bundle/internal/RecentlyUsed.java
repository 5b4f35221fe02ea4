// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import java.io.IOException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongFunction;

/** Some values by their keys, those used last; threads may share it. */
public final class RecentlyUsed<K, V> {
  private final long most;
  private final ToLongFunction<V> weight;
  private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);
  private long total;

  /** A number of values. */
  public RecentlyUsed(int most) {
    this(most, value -> 1);
  }

  /** As many values as weigh so much together. */
  public RecentlyUsed(long most, ToLongFunction<V> weight) {
    this.most = most;
    this.weight = weight;
  }

  /** Makes a value that is not there. */
  public interface Maker<V> {
    V make() throws IOException;
  }

  /** The value of a key; two threads may make it at once. One that weighs too much is not kept. */
  public V get(K key, Maker<V> maker) throws IOException {
    synchronized (values) {
      V known = values.get(key);
      if (known != null) {
        return known;
      }
    }
    V made = maker.make();
    if (weight.applyAsLong(made) <= most) {
      keep(key, made);
    }
    return made;
  }

  private void keep(K key, V made) {
    synchronized (values) {
      V other = values.put(key, made);
      total += weight.applyAsLong(made) - (other == null ? 0 : weight.applyAsLong(other));
      Iterator<V> oldest = values.values().iterator();
      while (total > most) {
        total -= weight.applyAsLong(oldest.next());
        oldest.remove();
      }
    }
  }
}
