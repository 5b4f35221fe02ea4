// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Collects facts that differ, each with its path. */
final class Differences {
  private final List<FactDifference> found = new ArrayList<>();
  private String parent = "";

  /** The path of the struct that the next facts are in. */
  void at(String path) {
    parent = path;
  }

  /** Goes on with a struct of the present one. */
  void in(String field) {
    parent += field;
  }

  /** Takes note if two values differ; whether they are equal. */
  boolean compare(String field, Object flat, Object thrift) {
    boolean isSame = Objects.equals(flat, thrift);
    if (!isSame) {
      add(field, flat, thrift);
    }
    return isSame;
  }

  void add(String field, Object flat, Object thrift) {
    found.add(new FactDifference(parent + field, text(flat), text(thrift)));
  }

  private static String text(Object value) {
    return value == null ? "absent" : value.toString();
  }

  List<FactDifference> found() {
    return List.copyOf(found);
  }
}
