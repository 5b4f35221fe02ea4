// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Files of different schemas and of several row groups, for scans. */
final class ScanFiles {
  static final int FILES = 5;
  static final int ROWS = 120;

  private static final int WIDE_ROWS = 300;
  private static final int MORE_COLUMNS = 60;

  private static final List<String> TYPES =
      List.of(
          "struct<id: bigint, i: int, s: string, l: list<tinyint>, v: variant>",
          "struct<id: bigint, i: bigint, s: string, l: list<int>, v: variant>",
          "struct<id: bigint, v: variant, only: struct<a: string>>");

  private ScanFiles() {}

  /** Writes the files; {@code id} is the number of a row in all of them. */
  static List<Path> write(Path folder, BufferAllocator allocator) throws IOException {
    List<Path> files = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      ParquetWriteOptions options = ParquetWriteOptions.defaults().withRowGroupRows(7 + 20 * file);
      if (file % 2 == 1) {
        options =
            options.withShredding("v", ArrowTypeText.parse("v", "struct<n: int>"), ShredMode.EXACT);
      }
      int first = file * ROWS;
      Path path = folder.resolve(file + ".parquet");
      JsonTable.write(
          path,
          TYPES.get(file % TYPES.size()),
          options,
          allocator,
          IntStream.range(first, first + ROWS).mapToObj(ScanFiles::json).toArray(String[]::new));
      files.add(path);
    }
    return files;
  }

  /** Writes files of one row group each, with so many columns that several threads share them. */
  static List<Path> writeWide(Path folder, BufferAllocator allocator) throws IOException {
    StringBuilder type = new StringBuilder(TYPES.get(0));
    type.setLength(type.length() - 1);
    type.append(", only: struct<a: string>");
    for (int column = 0; column < MORE_COLUMNS; column++) {
      type.append(", c").append(column).append(": int");
    }
    List<Path> files = new ArrayList<>();
    for (int file = 0; file < 2; file++) {
      int first = file * WIDE_ROWS;
      Path path = folder.resolve("wide" + file + ".parquet");
      JsonTable.write(
          path,
          type + ">",
          ParquetWriteOptions.defaults().withPageRows(100),
          allocator,
          IntStream.range(first, first + WIDE_ROWS)
              .mapToObj(ScanFiles::wideJson)
              .toArray(String[]::new));
      files.add(path);
    }
    return files;
  }

  private static String wideJson(int row) {
    String json = json(row);
    StringBuilder wide = new StringBuilder(json.substring(0, json.length() - 1));
    for (int column = row % 3; column < MORE_COLUMNS; column++) {
      wide.append(",\"c").append(column).append("\":").append(row * column % 77);
    }
    return wide + "}";
  }

  private static String json(int row) {
    return "{\"id\":%d,\"i\":%d,\"s\":%s,\"l\":[%d,null],\"v\":{\"n\":%d,\"s\":\"x\"},%s}"
        .formatted(
            row,
            row % 10,
            row % 4 == 0 ? "null" : "\"" + "s".repeat(row % 90) + "\"",
            row % 100,
            row % 7,
            "\"only\":{\"a\":\"b" + row + "\"}");
  }

  /** All batches that are left, row by row. */
  static List<String> rows(ParquetScan scan, BufferAllocator allocator) throws IOException {
    List<String> rows = new ArrayList<>();
    for (VectorSchemaRoot batch = scan.next(); batch != null; batch = scan.next()) {
      try (VectorSchemaRoot taken = batch) {
        rows.addAll(JsonTable.rows(taken, allocator));
      }
    }
    return rows;
  }

  /** The files of a set that are on this machine. */
  static List<Path> paths(ParquetFileSet set) {
    return set.files().stream().map(file -> Path.of(file.uri())).toList();
  }
}
