// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.ScanTask;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.dataset.source.DatasetFactory;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Parquet files and directories behind Arrow's Dataset API: {@link #inspect} for the common schema,
 * {@link #finish()} for a {@link Dataset} whose scanners give a task for each row group.
 *
 * <pre>{@code
 * try (DatasetFactory factory = ParquetDatasetFactory.open(List.of(directory), allocator);
 *     Dataset dataset = factory.finish();
 *     Scanner scanner = dataset.newScan(new ScanOptions(new String[] {"id", "event.user.name"}, 8192));
 *     ArrowReader reader = scanner.scanBatches()) {
 *   while (reader.loadNextBatch()) {
 *     use(reader.getVectorSchemaRoot());
 *   }
 * }
 * }</pre>
 *
 * <p>The schema is that of {@link ParquetFileSet}. Columns of a scan are written as {@link
 * ParquetReadOptions#withColumns(List, Schema, ConversionMode)} has them: names, dotted paths of
 * nested columns, and paths into Variant columns, as Variants or of a type.
 *
 * <p>A factory, its datasets and their scanners are immutable, threads may share them, and closing
 * them does nothing, as they hold nothing. A reader is for one thread at a time, as {@link
 * io.arrowparquet.parquet.ParquetArrowReader} says; it is the caller's to close, and may outlive
 * the rest.
 */
@SuppressWarnings("exports") // Arrow Dataset is optional: who uses this requires it too.
public final class ParquetDatasetFactory implements DatasetFactory {
  private final ParquetFileSet files;
  private final ParquetReadOptions options;
  private final BufferAllocator allocator;

  private ParquetDatasetFactory(
      ParquetFileSet files, ParquetReadOptions options, BufferAllocator allocator) {
    this.files = files;
    this.options = options;
    this.allocator = allocator;
  }

  /**
   * Reads the footers of files and directories.
   *
   * @param filesAndDirectories as {@link ParquetFileSet#open}
   * @param allocator for the vectors of all readers; stays the caller's
   * @throws IOException as {@link ParquetFileSet#open}
   * @throws io.arrowparquet.footer.CorruptFooterException if a file has no footer that can be read
   */
  public static ParquetDatasetFactory open(
      List<Path> filesAndDirectories, BufferAllocator allocator) throws IOException {
    return of(ParquetFileSet.open(filesAndDirectories), ParquetReadOptions.defaults(), allocator);
  }

  /**
   * Files of a set, however it was opened.
   *
   * @param options for every scan: a filter, columns to take for Variants, checks. The batch size
   *     is the scan's, and its columns replace those given here
   * @param allocator for the vectors of all readers; stays the caller's
   */
  public static ParquetDatasetFactory of(
      ParquetFileSet files, ParquetReadOptions options, BufferAllocator allocator) {
    return new ParquetDatasetFactory(files, options, allocator);
  }

  /**
   * The files' common schema, from their footers.
   *
   * @throws io.arrowparquet.parquet.options.UnsupportedColumnException if a column's types in two
   *     files do not go together
   */
  @Override
  public Schema inspect() {
    return files.schema(options);
  }

  /** A dataset of the common schema. */
  @Override
  public Dataset finish() {
    return new ParquetDataset(files, options, allocator);
  }

  /**
   * A dataset of a schema that the caller chooses, as {@link ParquetFileSet#withSchema(Schema)}.
   */
  @Override
  public Dataset finish(Schema schema) {
    return new ParquetDataset(files.withSchema(schema), options, allocator);
  }

  /** A dataset of a schema with rules, as {@link ParquetFileSet#withSchema(ReaderSchema)}. */
  public Dataset finish(ReaderSchema schema) {
    return new ParquetDataset(files.withSchema(schema), options, allocator);
  }

  /** Nothing to free: footers go with the factory and its datasets. */
  @Override
  public void close() {}

  private record ParquetDataset(
      ParquetFileSet files, ParquetReadOptions options, BufferAllocator allocator)
      implements Dataset {
    @Override
    public Scanner newScan(ScanOptions scan) {
      if (scan.getSubstraitFilter().isPresent() || scan.getSubstraitProjection().isPresent()) {
        throw new UnsupportedOperationException(
            "Substrait expressions: filters are given to the factory, columns by name");
      }
      scan.getFragmentScanOptions()
          .ifPresent(
              format -> {
                throw new UnsupportedOperationException(
                    format.getClass().getSimpleName()
                        + ": how Parquet is read is given to the factory, as ParquetReadOptions");
              });
      if (scan.getBatchSize() < 1) {
        throw new IllegalArgumentException("batch size " + scan.getBatchSize() + ": at least 1");
      }
      int batchSize = (int) Math.min(scan.getBatchSize(), Integer.MAX_VALUE);
      ParquetReadOptions chosen = options.withBatchSize(batchSize);
      if (scan.getColumns().isPresent()) {
        Schema all =
            files.schema(
                ParquetReadOptions.defaults().withVariantColumns(options.variantColumns()));
        List<String> columns = List.of(scan.getColumns().get());
        chosen = chosen.withColumns(columns, all, ConversionMode.TRY_CAST);
      }
      return new ParquetScanner(files, chosen, files.schema(chosen), allocator);
    }

    @Override
    public void close() {}
  }

  /** One scan: a task for each row group, or all of them as one reader. */
  // Tasks are deprecated in favour of scanBatches, but the one way that Arrow has to scan on many
  // threads.
  @SuppressWarnings("deprecation")
  private record ParquetScanner(
      ParquetFileSet files, ParquetReadOptions options, Schema schema, BufferAllocator allocator)
      implements Scanner {
    @Override
    public ArrowReader scanBatches() {
      return files.read(options, allocator);
    }

    @Override
    public Iterable<? extends ScanTask> scan() {
      return files.fragments().stream().map(fragment -> new RowGroupTask(this, fragment)).toList();
    }

    @Override
    public void close() {}

    private record RowGroupTask(ParquetScanner scan, ParquetFragment fragment) implements ScanTask {
      @Override
      public ArrowReader execute() {
        return scan.files.read(List.of(fragment), scan.options, scan.allocator);
      }

      @Override
      public void close() {}
    }
  }
}
