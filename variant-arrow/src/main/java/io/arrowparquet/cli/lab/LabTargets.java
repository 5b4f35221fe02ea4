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
      targets.addIndex(shape);
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
      for (String field : List.of("wanted_bytes", "memory_ms")) {
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

  /** What the index takes where FlatBuffers are looked at in place. */
  private void addIndex(Map<String, Object> shape) {
    Map<?, ?> index = design(shape, "index");
    Map<?, ?> spec = design(shape, "spec");
    if (!shape.get("name").equals("wide-10000") || index == null || spec == null) {
      return;
    }
    for (String field : List.of("memory_ms", "local_ms")) {
      double ratio =
          number(workload(index, "10 columns"), field)
              / number(workload(spec, "10 columns"), field);
      line("10 of 10 000 columns: " + field + ", of those of spec", shape, index, ratio, 3, "x");
    }
  }

  private static Map<?, ?> design(Map<String, Object> shape, String label) {
    for (Object design : (List<?>) shape.get("designs")) {
      if (((Map<?, ?>) design).get("design").equals(label)) {
        return (Map<?, ?>) design;
      }
    }
    return null;
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
