// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/** Splits of the files of {@link ScanFiles}, sent as bytes, and the rows that they say. */
record ScanSplits(List<Path> paths, BufferAllocator allocator) {
  static final Operand ID = Operand.column("id");
  static final ParquetReadOptions ALL = ParquetReadOptions.defaults();

  /** By what is in a Variant. */
  static final ParquetReadOptions BY_PATH = byPath();

  static final ParquetReadOptions BY_NUMBER =
      ALL.withColumns(List.of("s")).withFilter(Operand.column("i").isEqualTo(3));

  /** Readings of few columns and rows, by each means that a split has. */
  static final List<ParquetReadOptions> READINGS =
      List.of(
          ALL,
          ALL.withColumns(List.of("id")),
          ALL.withColumns(List.of("l", "s")).withRowGroups(List.of(2, 4)),
          ALL.withColumns(List.of()).withFilter(ID.isLessThan(150L)),
          BY_NUMBER,
          BY_PATH,
          ALL.withColumns(List.of("v")).withRowGroups(List.of(1)),
          ALL.withRows(RowPositions.ofRanges(3, 30, 90, 91)).withoutRows(RowPositions.of(7, 20)),
          ALL.withColumns(List.of("id")).withFilter(ID.isGreaterThan(9L)).withLimit(30),
          ALL.withColumns(List.of()));

  /** Writes the files. */
  static ScanSplits write(Path folder, BufferAllocator allocator) throws IOException {
    return new ScanSplits(ScanFiles.write(folder, allocator), allocator);
  }

  SourceEntry entry(int file) {
    return SourceEntry.of(paths.get(file).toUri());
  }

  ParquetFooter footer(int file) throws IOException {
    return FooterReader.defaults().read(paths.get(file));
  }

  ParquetSplit split(int file, ParquetReadOptions options) {
    return ParquetSplit.of(entry(file), options);
  }

  static ParquetSplit copy(ParquetSplit split) {
    return ParquetSplit.from(split.toBytes());
  }

  /** The rows of the file with the options of a split. */
  List<String> expected(int file, ParquetReadOptions options) throws IOException {
    ParquetFileSet set = ParquetFileSet.open(List.of(paths.get(file)));
    List<ParquetFragment> chosen =
        set.fragments().stream()
            .filter(
                fragment ->
                    options.rowGroups() == null
                        || options.rowGroups().contains(fragment.rowGroup()))
            .toList();
    try (FileSetReader reader = set.read(chosen, options.withRowGroups(null), allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  List<String> read(ParquetSplit split) throws IOException {
    try (FileSetReader reader = split.open(ByteSources.defaults(), allocator)) {
      return JsonTable.read(reader, allocator);
    }
  }

  /** Of several splits, on the thread that asks. */
  ParquetScan scan(List<ParquetSplit> splits) throws IOException {
    return ParquetScan.of(
        splits, ByteSources.defaults(), ParquetScanOptions.defaults(), Runnable::run, allocator);
  }

  List<String> readAll(List<ParquetSplit> splits) throws IOException {
    try (ParquetScan scan = scan(splits)) {
      return ScanFiles.rows(scan, allocator);
    }
  }

  private static ParquetReadOptions byPath() {
    VariantPath path = VariantPath.parse("$.n");
    VariantProjection n =
        VariantProjection.of("v", path, "v.n", new ArrowType.Int(Integer.SIZE, true));
    return ALL.withColumns(List.of("id")).withVariantPaths(List.of(n)).withFilter(n.isAtLeast(4));
  }

  /** One of each kind, some by a name that a column of the file has. */
  static List<RowColumn> rowColumns() {
    Field constant = ArrowTypeText.parse("i", "date");
    return List.of(
        RowColumn.position("at"),
        RowColumn.rowGroup("group"),
        RowColumn.constant(constant, LocalDate.EPOCH),
        RowColumn.constant(ArrowTypeText.parse("none", "string"), null),
        RowColumn.deleted("gone"),
        RowColumn.lineage("row_id", "id", 1000),
        RowColumn.coalesce(ArrowTypeText.parse("seq", "bigint"), "id", 9L),
        RowColumn.lineage("s", null, 7));
  }
}
