// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.SetWriteOptions;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.SortColumn;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The options of {@code df.write().format("arrowparquet")}, which docs/spark.md describes.
 *
 * @param options by name, as they were given
 * @param partitions columns that name folders
 */
record WriteSettings(Map<String, String> options, List<String> partitions) implements Serializable {
  private static final long serialVersionUID = 1;

  /** Where Spark looks for its own types of columns. */
  static final String SPARK_SCHEMA = "org.apache.spark.sql.parquet.row.metadata";

  private static final String SPARK_VERSION = "org.apache.spark.version";
  private static final String SHREDDING = "shredding.";

  /** What each option does to the files. */
  private static final Map<String, BiFunction<ParquetWriteOptions, String, ParquetWriteOptions>>
      OPTIONS =
          Map.of(
              "compression", (files, name) -> files.withCodec(codec(name)),
              "compressionLevel",
                  (files, level) -> files.withCompressionLevel(Integer.parseInt(level)),
              "rowGroupBytes", (files, bytes) -> files.withRowGroupBytes(Long.parseLong(bytes)),
              "rowGroupRows", (files, rows) -> files.withRowGroupRows(Long.parseLong(rows)),
              "pageBytes", (files, bytes) -> files.withPageBytes(Integer.parseInt(bytes)),
              "pageRows", (files, rows) -> files.withPageRows(Integer.parseInt(rows)),
              "dataPageV2", (files, is) -> files.withDataPageV2(Boolean.parseBoolean(is)),
              "bloomFilters", each(ParquetWriteOptions::withBloomFilter),
              "inferShredding",
                  each(
                      (files, column) ->
                          files.withInferredShredding(column, InferShreddingOptions.defaults())),
              "footer", (files, label) -> files.withFooter(layout(label)));

  private static final Set<String> OTHERS = Set.of("fileBytes", "path", "paths", "sortBy");

  WriteSettings {
    Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(options);
    options = sorted;
    partitions = new ArrayList<>(partitions);
    Set<String> known = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    known.addAll(OPTIONS.keySet());
    known.addAll(OTHERS);
    // Names with dots are those of file systems, but for ours.
    sorted.keySet().stream()
        .filter(name -> name.indexOf('.') < 0 && !known.contains(name))
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidRequestException(
                  "option " + name + " is none of " + String.join(", ", known), null);
            });
  }

  private static List<String> columns(String names) {
    return Stream.of(names.split(",")).map(String::strip).filter(c -> !c.isEmpty()).toList();
  }

  List<String> sortBy() {
    return columns(options.getOrDefault("sortBy", ""));
  }

  /** The options of the set that a task writes. */
  SetWriteOptions set(StructType columns) {
    SetWriteOptions set =
        SetWriteOptions.defaults()
            .withFiles(files(columns))
            .withPartitionColumns(partitions)
            .withSortedPartitions(true);
    return with(set, "fileBytes", (files, bytes) -> files.withFileBytes(Long.parseLong(bytes)));
  }

  /** How each file is written. */
  ParquetWriteOptions files(StructType columns) {
    ParquetWriteOptions files = ParquetWriteOptions.defaults();
    for (var option : OPTIONS.entrySet()) {
      files = with(files, option.getKey(), option.getValue());
    }
    if (!sortBy().isEmpty()) {
      files = files.withSortedBy(sortBy().stream().map(SortColumn::ascending).toList(), false);
    }
    for (String name : options.keySet()) {
      if (name.regionMatches(true, 0, SHREDDING, 0, SHREDDING.length())) {
        String column = name.substring(SHREDDING.length());
        files =
            with(
                files,
                name,
                (all, text) -> all.withShredding(column, ArrowTypeText.parse("schema", text)));
      }
    }
    StructField[] own =
        Stream.of(columns.fields())
            .filter(field -> !partitions.contains(field.name()))
            .toArray(StructField[]::new);
    return files
        .withKeyValue(SPARK_SCHEMA, new StructType(own).json())
        .withKeyValue(SPARK_VERSION, package$.MODULE$.SPARK_VERSION());
  }

  /** With an option of ours, if it was given. */
  private <T> T with(T before, String name, BiFunction<T, String, T> with) {
    if (!options.containsKey(name)) {
      return before;
    }
    try {
      return with.apply(before, options.get(name).strip());
    } catch (IllegalArgumentException | InvalidRequestException e) {
      throw new InvalidRequestException(
          "option " + name + " is " + options.get(name) + ": " + e.getMessage(), e);
    }
  }

  /** What is done for each of the columns that an option names. */
  private static BiFunction<ParquetWriteOptions, String, ParquetWriteOptions> each(
      BiFunction<ParquetWriteOptions, String, ParquetWriteOptions> with) {
    return (files, names) -> {
      ParquetWriteOptions all = files;
      for (String column : columns(names)) {
        all = with.apply(all, column);
      }
      return all;
    };
  }

  private static ParquetCodec codec(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    String known = upper.equals("NONE") ? ParquetCodec.UNCOMPRESSED.name() : upper;
    return named(ParquetCodec.values(), ParquetCodec::name, known);
  }

  static FooterLayout layout(String label) {
    return named(FooterLayout.values(), FooterLayout::label, label);
  }

  private static <T> T named(T[] all, Function<T, String> names, String name) {
    return Stream.of(all)
        .filter(one -> names.apply(one).equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "expected one of " + Stream.of(all).map(names).toList() + ", not " + name,
                    null));
  }
}
