// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.cli.footer.FooterFilesCommand;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** The file that a command writes, and how. */
final class WriteOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "Write to this file: a path or an s3: URI.")
  private FileArgument output;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Option(
      names = "--codec",
      paramLabel = "CODEC",
      defaultValue = "snappy",
      description =
          "Codec of pages: uncompressed, snappy, gzip, zstd, lz4_raw, lz4 or brotli (default:"
              + " ${DEFAULT-VALUE}).")
  private String codec;

  @Option(names = "--level", paramLabel = "N", description = "Level of the codec.")
  private Integer level;

  @Option(
      names = "--row-group-rows",
      paramLabel = "N",
      description = "Rows of a row group (default: as many as take 128 MiB).")
  private Long rowGroupRows;

  @Option(
      names = "--page-rows",
      paramLabel = "N",
      description = "Rows of a page, about (default: 20000).")
  private Integer pageRows;

  @Option(names = "--no-dictionary", description = "Write no dictionaries.")
  private boolean noDictionary;

  @Option(names = "--data-page-v2", description = "Write data pages of version 2.")
  private boolean dataPageV2;

  @Option(
      names = "--bloom-filter",
      paramLabel = "COLUMN",
      description = "Give this column a Bloom filter. May be repeated.")
  private List<String> bloomFilters = List.of();

  @Option(
      names = "--footer",
      paramLabel = "LAYOUT",
      converter = FooterFilesCommand.Attach.LayoutConverter.class,
      description =
          "Write a footer in this layout: spec, v1, arrow-cpp, par3, index, parx or auto.")
  private FooterLayout footer = FooterLayout.THRIFT;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  FileArgument output() {
    return output;
  }

  boolean overwrite() {
    return overwrite;
  }

  static ParquetCodec codec(CommandSpec spec, String name) {
    for (ParquetCodec codec : ParquetCodec.values()) {
      if (codec != ParquetCodec.LZO && codec.name().equalsIgnoreCase(name)) {
        return codec;
      }
    }
    throw UsageErrors.wrong(
        spec,
        "--codec: expected uncompressed, snappy, gzip, zstd, lz4_raw, lz4 or brotli, not '"
            + name
            + "'");
  }

  ParquetWriteOptions options() {
    try {
      ParquetWriteOptions options =
          ParquetWriteOptions.defaults()
              .withCodec(codec(spec, codec))
              .withDictionary(!noDictionary)
              .withDataPageV2(dataPageV2)
              .withFooter(footer);
      options = level == null ? options : options.withCompressionLevel(level);
      options = rowGroupRows == null ? options : options.withRowGroupRows(rowGroupRows);
      options = pageRows == null ? options : options.withPageRows(pageRows);
      for (String column : bloomFilters) {
        options = options.withBloomFilter(column);
      }
      return options;
    } catch (IllegalArgumentException e) {
      throw UsageErrors.wrong(spec, e.getMessage());
    }
  }

  ParquetArrowWriter open(Schema schema, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    return ParquetArrowWriter.open(output.openSink(overwrite), schema, options, allocator);
  }
}
