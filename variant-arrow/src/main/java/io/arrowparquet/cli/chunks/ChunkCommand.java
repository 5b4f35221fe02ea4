// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.chunks;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.footer.FooterInspectCommand;
import io.arrowparquet.cli.rows.RowOutput;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.parquet.ChunkIndexes;
import io.arrowparquet.storage.ByteSource;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a file has of its column chunks, as rows. */
public abstract class ChunkCommand extends CliCommand {
  @Parameters(
      paramLabel = "FILE",
      converter = FileArgument.Converter.class,
      description = "A Parquet file: a path or a URI.")
  private FileArgument file;

  @Mixin private RowOutput output;

  @Override
  public final Integer call() throws Exception {
    output.requireOtherThan(List.of(file));
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource source = file.open()) {
      ParquetFooter footer = KeyOptions.footers().read(source);
      footer.diagnostics().forEach(found -> FailureReport.warn(source.name(), found, spec));
      print(source, footer, allocator);
    }
    return DONE;
  }

  abstract void print(ByteSource source, ParquetFooter footer, BufferAllocator allocator)
      throws Exception;

  final RowOutput.Rows open(Schema schema, BufferAllocator allocator) throws Exception {
    return output.open(schema, allocator);
  }

  @Command(
      name = "pages",
      description = "Print the pages of column chunks, as their headers say; no page is decoded.")
  public static final class Pages extends ChunkCommand {
    @Option(
        names = "--columns",
        paramLabel = "a,b.c",
        split = ",",
        description = "Only these columns, by dotted path, or those below these groups.")
    private List<String> columns;

    @Override
    void print(ByteSource source, ParquetFooter read, BufferAllocator allocator) throws Exception {
      List<Integer> leaves =
          columns == null
              ? IntStream.range(0, read.footer().columnCount()).boxed().toList()
              : FooterInspectCommand.leaves(read, columns);
      try (PageRows pages = new PageRows(source, read, allocator);
          RowOutput.Rows rows = open(pages.schema(), allocator)) {
        for (int rowGroup = 0; rowGroup < read.footer().rowGroupCount(); rowGroup++) {
          for (int leaf : leaves) {
            ColumnChunkView chunk = read.footer().chunk(rowGroup, leaf);
            if (!chunk.hasMetadata() || chunk.cryptoMetadata() != null) {
              FailureReport.warn(
                  read.source() + ": " + read.footer().columnPath(leaf) + " is encrypted", spec);
            } else {
              pages.write(chunk, rows);
            }
          }
        }
        pages.flush(rows);
        rows.finish();
      }
    }
  }

  /** A command on one column. */
  public abstract static class OfColumn extends ChunkCommand {
    @Option(
        names = "--column",
        paramLabel = "NAME",
        required = true,
        description = "The column, by dotted path.")
    String column;

    @Override
    final void print(ByteSource source, ParquetFooter footer, BufferAllocator allocator)
        throws Exception {
      ChunkIndexes indexes = ChunkIndexes.of(source, footer, KeyOptions.reading(), allocator);
      print(indexes, footer.footer().rowGroupCount(), allocator);
      indexes.diagnostics().forEach(found -> FailureReport.warn(file() + ": " + found, spec));
    }

    abstract void print(ChunkIndexes indexes, int rowGroups, BufferAllocator allocator)
        throws Exception;
  }

  final FileArgument file() {
    return file;
  }

  @Command(
      name = "dictionary",
      description = "Print the distinct values of a column, where a dictionary has all of a chunk.")
  public static final class Dictionary extends OfColumn {
    @Override
    void print(ChunkIndexes indexes, int rowGroups, BufferAllocator allocator) throws Exception {
      RowOutput.Rows rows = null;
      try {
        for (int rowGroup = 0; rowGroup < rowGroups; rowGroup++) {
          try (FieldVector values = indexes.dictionary(rowGroup, column)) {
            if (values == null) {
              FailureReport.warn(
                  file()
                      + ": "
                      + column
                      + ": row group "
                      + rowGroup
                      + " has no dictionary of all its"
                      + " values",
                  spec);
              continue;
            }
            try (IntVector place = places(rowGroup, values.getValueCount(), allocator)) {
              VectorSchemaRoot root = VectorSchemaRoot.of(place, values);
              rows = rows == null ? open(root.getSchema(), allocator) : rows;
              rows.write(root, root.getRowCount());
            }
          }
        }
        if (rows != null) {
          rows.finish();
        }
      } finally {
        if (rows != null) {
          rows.close();
        }
      }
    }

    private static IntVector places(int rowGroup, int count, BufferAllocator allocator) {
      IntVector place = new IntVector("row_group", allocator);
      place.allocateNew(count);
      for (int i = 0; i < count; i++) {
        place.set(i, rowGroup);
      }
      place.setValueCount(count);
      return place;
    }
  }

  @Command(
      name = "column-index",
      description =
          "Print places, rows, counts and bounds of a column's pages, as its indexes say.")
  public static final class ColumnIndex extends OfColumn {
    @Override
    void print(ChunkIndexes indexes, int rowGroups, BufferAllocator allocator) throws Exception {
      try (VectorSchemaRoot pages = indexes.pages(column);
          RowOutput.Rows rows = open(pages.getSchema(), allocator)) {
        rows.write(pages, pages.getRowCount());
        rows.finish();
      }
    }
  }
}
