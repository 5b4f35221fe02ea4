// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.variant;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.Report;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "inspect",
    description =
        "Print the paths of a Variant column: types of their values, how they are stored, and what a"
            + " suggested shredding would give.")
public final class VariantInspectCommand extends VariantCommand {
  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = FileArgument.Converter.class,
      description = "Write a page instead of JSON.")
  private FileArgument html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  private InferredShredding shredding;

  /** What the columns of the file have of one path. */
  private static final class Stored {
    long typedBytes;
    long valueBytes;

    /** Negative where some chunk does not say it. */
    long typedValues;
  }

  @Override
  public Integer call() throws Exception {
    if (html != null) {
      html.check(overwrite);
    }
    input.read(
        null,
        (rows, allocator) -> {
          InferredShredding found = InferredShredding.of(rows);
          shredding = shredding == null ? found : shredding.merge(found);
        });
    Map<String, Stored> stored;
    try (ByteSource source = input.file().open()) {
      stored = stored(KeyOptions.footers().read(source));
    }
    List<Map<String, Object>> paths = new ArrayList<>();
    if (shredding != null) {
      shredding.paths().forEach(path -> paths.add(row(path, stored.get(path.path()))));
    }
    if (html == null) {
      Report.printJson(Report.fields("column", input.column(), "paths", paths), out());
    } else {
      Map<String, Iterable<Map<String, Object>>> tables = new LinkedHashMap<>();
      tables.put("Paths", List.copyOf(paths));
      html.write(Report.html(input.toString(), facts(stored), tables), overwrite);
    }
    return DONE;
  }

  private String facts(Map<String, Stored> stored) {
    Stored names = stored.getOrDefault("", new Stored());
    String suggested =
        shredding != null && shredding.isShredded()
            ? ArrowTypeText.of(shredding.schema())
            : "not to shred";
    return PlainText.count(shredding == null ? 0 : shredding.rowCount(), "row")
        + ", metadata of "
        + PlainText.count(names.valueBytes, "byte")
        + "; suggested: "
        + suggested;
  }

  private static Map<String, Object> row(InferredShredding.Path path, Stored stored) {
    Stored has = stored == null ? new Stored() : stored;
    InferredShredding.Column column = path.column();
    boolean isCounted = stored != null && has.typedValues > 0 && path.count() > 0;
    return Report.fields(
        "path",
        path.path(),
        "values",
        path.count(),
        "types",
        new LinkedHashMap<>(path.types()),
        "typedShare",
        isCounted ? Math.min(1, (double) has.typedValues / path.count()) : null,
        "typedBytes",
        has.typedBytes,
        "valueBytes",
        has.valueBytes,
        "suggested",
        column == null || column.type() == null ? "none: " + path.decision() : name(column.type()),
        "suggestedShare",
        column == null || column.type() == null ? null : column.share());
  }

  private static String name(ArrowType type) {
    return type.isComplex()
        ? type.getTypeID().name().toLowerCase(Locale.ROOT)
        : ArrowTypeText.of(Field.nullable("", type));
  }

  /** By path; the metadata's is empty. */
  private Map<String, Stored> stored(ParquetFooter read) {
    FlatFooter footer = read.footer();
    Map<String, Stored> stored = new HashMap<>();
    ColumnChunkView chunk = new ColumnChunkView();
    StatisticsView statistics = new StatisticsView();
    for (int leaf : footer.findColumnsBelow(input.column())) {
      String below = footer.columnPath(leaf).substring(input.column().length() + 1);
      boolean isTyped = !below.equals("value") && !below.endsWith(".value");
      Stored path = stored.computeIfAbsent(variantPath(below), unused -> new Stored());
      for (int group = 0; group < footer.rowGroupCount(); group++) {
        footer.chunk(group, leaf, chunk);
        if (!chunk.hasMetadata()) {
          continue;
        }
        if (!isTyped || below.equals("metadata")) {
          path.valueBytes += chunk.totalCompressedSize();
          continue;
        }
        path.typedBytes += chunk.totalCompressedSize();
        chunk.statistics(statistics);
        boolean isKnown = statistics.hasNullCount() && path.typedValues >= 0;
        path.typedValues =
            isKnown ? path.typedValues + chunk.numValues() - statistics.nullCount() : -1;
      }
    }
    return stored;
  }

  /** Of the names of groups: after a typed_value comes a field, or a list and its element. */
  private static String variantPath(String column) {
    if (column.equals("metadata")) {
      return "";
    }
    StringBuilder path = new StringBuilder("$");
    String[] names = column.split("\\.", -1);
    for (int i = 1; i < names.length; i++) {
      if (!names[i - 1].equals("typed_value") || names[i].equals("value")) {
        continue;
      }
      if (names[i].equals("list") && i + 1 < names.length && names[i + 1].equals("element")) {
        path.append("[*]");
      } else if (!names[i].equals("typed_value")) {
        path.append('.').append(names[i]);
      }
    }
    return path.toString();
  }
}
