// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.cli.command.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the designs are to reach that this project proposes, as lines: the figure that was measured
 * beside its limit. Of other designs there is the figure alone.
 */
final class LabTargets {
  private static final double MIB = 1 << 20;
  private static final double HEAP_MIB = 64;
  private static final Set<String> PROPOSED = Set.of("spec", "par3", "index");

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
      String target = "5 of 1 000 columns: %s, of those of all";
      line(
              target.formatted("touched_bytes"),
              shape,
              design,
              share(five, all, "touched_bytes"),
              1,
              "%")
          .put("in_blocks", rounded(share(five, all, "wanted_bytes")));
      line(target.formatted("memory_ms"), shape, design, share(five, all, "memory_ms"), 1, "%");
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

  private static double share(Map<?, ?> part, Map<?, ?> all, String field) {
    return 100 * number(part, field) / number(all, field);
  }

  private static double rounded(double measured) {
    return Math.round(measured * 100) / 100.0;
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

  private Map<String, Object> line(
      String target,
      Map<String, Object> shape,
      Map<?, ?> design,
      double measured,
      double limit,
      String unit) {
    Map<String, Object> line =
        Report.fields(
            "target",
            target,
            "shape",
            shape.get("name"),
            "design",
            design.get("design"),
            "measured",
            rounded(measured),
            "unit",
            unit);
    if (PROPOSED.contains(design.get("design"))) {
      line.put("at_most", limit);
      line.put("met", measured <= limit);
    }
    lines.add(line);
    return line;
  }
}
