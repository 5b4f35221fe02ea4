// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "lab",
    description =
        "Measure every design of a footer on files, or on generated shapes: bytes, rounds, time and"
            + " heap to read some columns.")
public final class FooterLabCommand extends CliCommand {
  private static final String TEMPLATE = "/io/arrowparquet/cli/lab/footer-lab.html";
  private static final long NANOS = 1_000_000L;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      converter = FileArgument.Converter.class,
      description = "Parquet files, whose footers are written in every design.")
  private List<FileArgument> files = new ArrayList<>();

  @Option(
      names = "--shape",
      paramLabel = "SHAPE",
      split = ",",
      description =
          "Generated shapes: wide-1000, wide-10000, wide-100000, groups-10000, strings-1k, deep-60,"
              + " chunks-million, or all, which is the default without a FILE.")
  private List<String> shapes = new ArrayList<>();

  @Option(
      names = "--design",
      paramLabel = "DESIGN",
      split = ",",
      description = "Only these: thrift, spec, arrow-cpp, par3, parx, index.")
  private List<String> designs;

  @Option(
      names = "--millis",
      paramLabel = "N",
      defaultValue = "200",
      description = "How long each time is measured; the least counts (default: ${DEFAULT-VALUE}).")
  private int millis;

  @Option(
      names = "--files",
      paramLabel = "FOLDER",
      description =
          "Keep the generated files that were measured, as SHAPE.DESIGN.parquet, for peers to read.")
  private Path kept;

  @Option(
      names = "--from",
      paramLabel = "JSON",
      description = "Measure nothing; make PAGE of what --json printed, with peers' figures added.")
  private Path from;

  @Option(names = "--json", description = "Print all figures as JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = FileArgument.Converter.class,
      description = "Write a page with charts of all figures.")
  private FileArgument html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  private boolean isWarm;

  @Override
  public Integer call() throws Exception {
    if (json == (html != null)) {
      throw wrong("give --json, or --html PAGE");
    }
    if (kept != null && !files.isEmpty()) {
      throw wrong("--files keeps generated files; give it without FILE");
    }
    if (from != null && (json || !files.isEmpty() || !shapes.isEmpty())) {
      throw wrong("--from makes a page of figures that are there; give it with --html alone");
    }
    List<FooterDesign> chosen = chosenDesigns();
    List<LabShape.Generated> generated = chosenShapes();
    if (html != null) {
      html.check(overwrite);
      String text = from == null ? Report.json(measure(chosen, generated)) : Files.readString(from);
      html.write(Report.embedded(TEMPLATE, text), overwrite);
    } else {
      Report.printJson(measure(chosen, generated), out());
    }
    return DONE;
  }

  private List<FooterDesign> chosenDesigns() {
    List<FooterDesign> chosen =
        FooterDesign.ALL.stream()
            .filter(design -> designs == null || designs.contains(design.label()))
            .toList();
    if (designs != null && chosen.size() != designs.size()) {
      throw wrong("there is no such design among " + designs);
    }
    return chosen;
  }

  private List<LabShape.Generated> chosenShapes() {
    boolean isAll = shapes.contains("all") || (shapes.isEmpty() && files.isEmpty());
    List<LabShape.Generated> chosen =
        Arrays.stream(LabShape.Generated.values())
            .filter(shape -> isAll || shapes.contains(shape.label()))
            .toList();
    if (!isAll && chosen.size() != shapes.size()) {
      throw wrong("there is no such shape among " + shapes);
    }
    return chosen;
  }

  private Map<String, Object> measure(List<FooterDesign> chosen, List<LabShape.Generated> generated)
      throws IOException {
    List<Map<String, Object>> measured = new ArrayList<>();
    if (kept != null) {
      Files.createDirectories(kept);
    }
    for (LabShape.Generated shape : generated) {
      measured.add(measure(shape.make(), chosen, "--shape " + shape.label()));
    }
    for (FileArgument file : files) {
      try (ByteSource source = file.open()) {
        measured.add(measure(LabShape.of(source), chosen, source.name()));
      }
    }
    return Report.fields(
        "lab",
        1,
        "java",
        Runtime.version().toString(),
        "processors",
        Runtime.getRuntime().availableProcessors(),
        "heap_mib",
        Runtime.getRuntime().maxMemory() >> 20,
        "round_ms",
        LabMeasure.ROUND_MS,
        "times",
        "CPU time of the reading thread, the least of several runs (of means of many, where one is"
            + " short), with the file in the system's cache",
        "remote",
        "computed: the dependent rounds that were counted, times round_ms, and the time in memory",
        "shapes",
        measured,
        "targets",
        LabTargets.of(measured),
        "peers",
        List.of());
  }

  private Map<String, Object> measure(LabShape shape, List<FooterDesign> chosen, String argument)
      throws IOException {
    err().println(shape.name() + ": " + shape.title());
    LabMeasure measure = new LabMeasure(shape, millis * NANOS, kept);
    if (!isWarm) {
      measure.tree(chosen); // else what comes first would pay for the compiler
      isWarm = true;
    }
    Map<String, Object> tree = measure.tree(chosen);
    String labels = chosen.stream().map(FooterDesign::label).collect(Collectors.joining(","));
    boolean isAll = chosen.size() == FooterDesign.ALL.size();
    tree.put(
        "command", "footer lab " + argument + (isAll ? "" : " --design " + labels) + " --json");
    return tree;
  }
}
