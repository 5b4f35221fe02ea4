// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.MetadataFile;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.StatisticsVectors;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "export",
    description = {
      "Write what a bundle knows of row groups for other programs.",
      "parquet and arrow: a table with a row for each file, row group and column, with counts and"
          + " typed bounds, to plan with SQL. _metadata: the file of parquet-java and Dask."
    })
public final class BundleExportCommand extends BundleCommand {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "The file to write, a path or an s3: URI.")
  private FileArgument output;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "parquet",
      description =
          "parquet, arrow (an IPC file) or _metadata, whose place is the bundle's directory"
              + " (default: ${DEFAULT-VALUE}).")
  private String format;

  @Option(
      names = "--columns",
      paramLabel = "NAMES",
      split = ",",
      description =
          "Columns, or groups for all columns below, of parquet and arrow; all if absent.")
  private List<String> columns;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Override
  public Integer call() throws Exception {
    String form = format.toLowerCase(Locale.ROOT);
    if (!List.of("parquet", "arrow", MetadataFile.NAME).contains(form)) {
      throw wrong("--format must be parquet, arrow or _metadata, not '" + format + "'");
    }
    if (form.equals(MetadataFile.NAME) && columns != null) {
      throw wrong("--columns is for --format parquet and arrow");
    }
    output.check(overwrite);
    try (FooterBundle open = open()) {
      if (form.equals(MetadataFile.NAME)) {
        try (ByteSink sink = output.openSink(overwrite)) {
          MetadataFile.write(open, sink);
        }
      } else {
        long rows = writeTable(open, form.equals("arrow"));
        err().println(PlainText.count(rows, "row"));
      }
    }
    return DONE;
  }

  private long writeTable(FooterBundle open, boolean asArrow) throws IOException {
    long rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        ArrowReader reader = StatisticsVectors.of(open, columns, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      if (asArrow) {
        try (ByteSink sink = output.openSink(overwrite);
            ArrowFileWriter writer = new ArrowFileWriter(root, null, ByteSinks.channel(sink))) {
          writer.start();
          for (; reader.loadNextBatch(); rows += root.getRowCount()) {
            writer.writeBatch();
          }
          writer.end();
          sink.commit();
        }
      } else {
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                output.openSink(overwrite),
                root.getSchema(),
                ParquetWriteOptions.defaults(),
                allocator)) {
          for (; reader.loadNextBatch(); rows += root.getRowCount()) {
            writer.write(root);
          }
          writer.finish();
        }
      }
    }
    return rows;
  }
}
