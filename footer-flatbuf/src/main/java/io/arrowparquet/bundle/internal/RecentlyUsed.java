// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.ToLongBiFunction;

/**
 * Some values by their keys: those used last, and the last one in any case. Threads may share it.
 */
public final class RecentlyUsed<K, V> {
  private final long most;
  private final ToLongBiFunction<K, V> weight;

  /** The one that was used last is last. Guarded by itself. */
  private final Map<K, V> values = new LinkedHashMap<>(16, 0.75f, true);

  private long total;

  public RecentlyUsed(int most) {
    this(most, (key, value) -> 1);
  }

  public RecentlyUsed(long most, ToLongBiFunction<K, V> weight) {
    this.most = most;
    this.weight = weight;
  }

  public interface Maker<V, E extends Exception> {
    V make() throws E;
  }

  /** The value of a key; two threads may make it at once. */
  public <E extends Exception> V get(K key, Maker<V, E> maker) throws E {
    V known = find(key);
    if (known != null) {
      return known;
    }
    V made = maker.make();
    keep(key, made);
    return made;
  }

  /** The value of a key; null if it is not kept. */
  public V find(K key) {
    synchronized (values) {
      return values.get(key);
    }
  }

  public void keep(K key, V made) {
    synchronized (values) {
      V other = values.put(key, made);
      total += weight.applyAsLong(key, made);
      total -= other == null ? 0 : weight.applyAsLong(key, other);
      Iterator<Map.Entry<K, V>> oldest = values.entrySet().iterator();
      while (total > most && values.size() > 1) {
        Map.Entry<K, V> removed = oldest.next();
        total -= weight.applyAsLong(removed.getKey(), removed.getValue());
        oldest.remove();
      }
    }
  }
}
