// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.casts;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/** The ways in which another engine casts other than we do, each with a name. */
public final class CastDifferences {
  private final Map<String, Predicate<CastResult>> known = new LinkedHashMap<>();
  private final Map<String, CastResult> met = new LinkedHashMap<>();
  private final List<CastResult> unknown = new ArrayList<>();

  /** None. */
  public CastDifferences() {}

  /** Adds one, and says which results it explains. */
  public CastDifferences add(String name, Predicate<CastResult> explains) {
    known.put(name, explains);
    return this;
  }

  /** Takes a result, and finds out why it differs if it does. */
  public void take(CastResult result) {
    if (result.isSame()) {
      return;
    }
    boolean explained = false;
    for (Map.Entry<String, Predicate<CastResult>> difference : known.entrySet()) {
      if (difference.getValue().test(result)) {
        met.putIfAbsent(difference.getKey(), result);
        explained = true;
      }
    }
    if (!explained) {
      unknown.add(result);
    }
  }

  /** Results that differ for no known reason, a few of each two types. */
  public List<CastResult> unknown() {
    Map<String, Integer> shown = new LinkedHashMap<>();
    return unknown.stream()
        .filter(
            result -> shown.merge(result.source() + " to " + result.target(), 1, Integer::sum) <= 4)
        .toList();
  }

  /** Known differences that no result showed. */
  public List<String> notMet() {
    return known.keySet().stream().filter(name -> !met.containsKey(name)).toList();
  }
}
