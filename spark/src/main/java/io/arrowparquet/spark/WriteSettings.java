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
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.LongFunction;
import java.util.stream.Stream;
import org.apache.spark.package$;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;

/**
 * The options of {@code df.write().format("arrowparquet")}:
 *
 * <pre>
 *   compression       uncompressed, snappy (the default), gzip, zstd, lz4_raw or brotli
 *   compressionLevel  of the codec
 *   rowGroupBytes, rowGroupRows, pageBytes, pageRows, fileBytes
 *   dataPageV2        true for pages of version 2
 *   bloomFilters      columns, with commas
 *   sortBy            columns, with commas, that tasks sort rows by; they are named in the footer
 *   footer            thrift (the default), spec, v1, arrow-cpp or par3
 *   shredding.COLUMN  schema of a Variant column, as struct&lt;id: bigint, name: string>
 *   inferShredding    Variant columns, with commas, whose schema fits the first rows of a file
 * </pre>
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
  private static final Map<String, BiFunction<ParquetWriteOptions, Long, ParquetWriteOptions>>
      NUMBERS =
          Map.of(
              "compressionLevel",
              (files, value) -> files.withCompressionLevel(Math.toIntExact(value)),
              "rowGroupBytes",
              ParquetWriteOptions::withRowGroupBytes,
              "rowGroupRows",
              ParquetWriteOptions::withRowGroupRows,
              "pageBytes",
              (files, value) -> files.withPageBytes(Math.toIntExact(value)),
              "pageRows",
              (files, value) -> files.withPageRows(Math.toIntExact(value)));
  private static final List<String> NAMES =
      List.of(
          ("bloomfilters compression compressionlevel datapagev2 filebytes footer infershredding"
                  + " pagebytes pagerows path paths rowgroupbytes rowgrouprows sortby")
              .split(" "));

  WriteSettings {
    Map<String, String> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    sorted.putAll(options);
    options = sorted;
    partitions = new ArrayList<>(partitions);
    // Names with dots are those of file systems, but for ours.
    sorted.keySet().stream()
        .filter(name -> name.indexOf('.') < 0 && !NAMES.contains(name.toLowerCase(Locale.ROOT)))
        .findFirst()
        .ifPresent(
            name -> {
              throw new InvalidRequestException(
                  "option " + name + " is none of " + String.join(", ", NAMES), null);
            });
  }

  private List<String> columns(String name) {
    String value = options.getOrDefault(name, "");
    return Stream.of(value.split(",")).map(String::strip).filter(c -> !c.isEmpty()).toList();
  }

  List<String> sortBy() {
    return columns("sortBy");
  }

  /** The options of the set that a task writes. */
  SetWriteOptions set(StructType columns) {
    SetWriteOptions set =
        SetWriteOptions.defaults()
            .withFiles(files(columns))
            .withPartitionColumns(partitions)
            .withSortedPartitions(true);
    return number(set, "fileBytes", set::withFileBytes);
  }

  /** How each file is written. */
  ParquetWriteOptions files(StructType columns) {
    ParquetWriteOptions files = ParquetWriteOptions.defaults();
    if (options.containsKey("compression")) {
      files = files.withCodec(codec(options.get("compression")));
    }
    for (Map.Entry<String, BiFunction<ParquetWriteOptions, Long, ParquetWriteOptions>> number :
        NUMBERS.entrySet()) {
      ParquetWriteOptions before = files;
      files = number(before, number.getKey(), value -> number.getValue().apply(before, value));
    }
    files = files.withDataPageV2(Boolean.parseBoolean(options.get("dataPageV2")));
    for (String column : columns("bloomFilters")) {
      files = files.withBloomFilter(column);
    }
    if (!sortBy().isEmpty()) {
      files = files.withSortedBy(sortBy().stream().map(SortColumn::ascending).toList(), false);
    }
    if (options.containsKey("footer")) {
      files = files.withFooter(layout(options.get("footer")));
    }
    StructField[] own =
        Stream.of(columns.fields())
            .filter(field -> !partitions.contains(field.name()))
            .toArray(StructField[]::new);
    return shredded(files)
        .withKeyValue(SPARK_SCHEMA, new StructType(own).json())
        .withKeyValue(SPARK_VERSION, package$.MODULE$.SPARK_VERSION());
  }

  private ParquetWriteOptions shredded(ParquetWriteOptions files) {
    ParquetWriteOptions shredded = files;
    for (String column : columns("inferShredding")) {
      shredded = shredded.withInferredShredding(column, InferShreddingOptions.defaults());
    }
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (option.getKey().regionMatches(true, 0, SHREDDING, 0, SHREDDING.length())) {
        String column = option.getKey().substring(SHREDDING.length());
        try {
          shredded =
              shredded.withShredding(column, ArrowTypeText.parse("schema", option.getValue()));
        } catch (IllegalArgumentException e) {
          throw wrong(option.getKey(), e);
        }
      }
    }
    return shredded;
  }

  private <T> T number(T before, String name, LongFunction<T> with) {
    if (!options.containsKey(name)) {
      return before;
    }
    try {
      return with.apply(Long.parseLong(options.get(name).strip()));
    } catch (IllegalArgumentException | ArithmeticException e) {
      throw wrong(name, e);
    }
  }

  private InvalidRequestException wrong(String name, RuntimeException cause) {
    return new InvalidRequestException(
        "option " + name + " is " + options.get(name) + ": " + cause.getMessage(), cause);
  }

  private ParquetCodec codec(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    try {
      return upper.equals("NONE") ? ParquetCodec.UNCOMPRESSED : ParquetCodec.valueOf(upper);
    } catch (IllegalArgumentException e) {
      throw wrong("compression", e);
    }
  }

  static FooterLayout layout(String label) {
    return Stream.of(FooterLayout.values())
        .filter(layout -> layout.label().equals(label))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(label + " is no layout of a footer", null));
  }
}
