// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.cli.command.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What designs are to reach, as lines: the figure that was measured beside its limit. */
final class LabTargets {
  private static final double MIB = 1 << 20;
  private static final double HEAP_MIB = 64;

  private final List<Object> lines = new ArrayList<>();

  /** The lines for measured shapes, which {@link LabMeasure#tree} gave. */
  static List<Object> of(List<Map<String, Object>> shapes) {
    LabTargets targets = new LabTargets();
    for (Map<String, Object> shape : shapes) {
      for (Object design : (List<?>) shape.get("designs")) {
        targets.add(shape, (Map<?, ?>) design);
      }
    }
    return targets.lines;
  }

  private void add(Map<String, Object> shape, Map<?, ?> design) {
    if (!design.containsKey("workloads")) {
      return;
    }
    if (shape.get("name").equals("wide-1000")) {
      Map<?, ?> five = workload(design, "5 columns");
      Map<?, ?> all = workload(design, "all columns");
      for (String field : List.of("near_bytes", "memory_ms")) {
        double share = 100 * number(five, field) / number(all, field);
        line("5 of 1 000 columns: " + field + ", of those of all", shape, design, share, 1, "%");
      }
    }
    if (shape.get("name").equals("chunks-million")) {
      Map<?, ?> one = workload(design, "one chunk");
      line("one chunk of a million: dependent reads", shape, design, number(one, "rounds"), 3, "");
      line("one chunk of a million: local", shape, design, number(one, "local_ms"), 1, "ms");
      double heap = number(one, "heap_bytes") / MIB;
      line("one chunk of a million: heap allocated", shape, design, heap, HEAP_MIB, "MiB");
    }
  }

  private static Map<?, ?> workload(Map<?, ?> design, String name) {
    for (Object workload : (List<?>) design.get("workloads")) {
      if (((Map<?, ?>) workload).get("workload").equals(name)) {
        return (Map<?, ?>) workload;
      }
    }
    throw new IllegalArgumentException(name);
  }

  private static double number(Map<?, ?> fields, String name) {
    return ((Number) fields.get(name)).doubleValue();
  }

  private void line(
      String target,
      Map<String, Object> shape,
      Map<?, ?> design,
      double measured,
      double limit,
      String unit) {
    lines.add(
        Report.fields(
            "target",
            target,
            "shape",
            shape.get("name"),
            "design",
            design.get("design"),
            "measured",
            Math.round(measured * 100) / 100.0,
            "at_most",
            limit,
            "unit",
            unit,
            "met",
            measured <= limit));
  }
}
