// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.footer.FooterFilesCommand;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.parquet.ParquetRewriter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "rewrite",
    description =
        "Merge files with the same schema into one without decoding their values; drop and rename"
            + " columns, change the codec. What is decrypted with keys is in plain text then.")
public final class RewriteCommand extends CliCommand {
  @Mixin private ParquetFiles files;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "Write to this file: a path or an s3: URI. It may be one of the inputs.")
  private FileArgument output;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Option(
      names = "--drop",
      paramLabel = "COLUMN",
      description = "Leave out a column, or a group with all below it, by dotted path.")
  private List<String> dropped = List.of();

  @Option(
      names = "--rename",
      paramLabel = "COLUMN=NAME",
      description = "Give a column or group, by dotted path, another name.")
  private Map<String, String> renamed = Map.of();

  @Option(
      names = "--codec",
      paramLabel = "CODEC",
      description =
          "Codec of pages: uncompressed, snappy, gzip, zstd, lz4_raw, lz4 or brotli. Without it they"
              + " are copied as they are.")
  private String codec;

  @Option(
      names = "--footer",
      paramLabel = "LAYOUT",
      converter = FooterFilesCommand.Attach.LayoutConverter.class,
      description =
          "Write a footer in this layout: spec, v1, arrow-cpp, par3, index, parx or auto.")
  private FooterLayout footer = FooterLayout.THRIFT;

  @Override
  public Integer call() throws Exception {
    ParquetRewriter rewriter = rewriter();
    List<FileArgument> inputs = files.arguments();
    for (FileArgument input : inputs) {
      input.requireFile();
    }
    try (BufferAllocator allocator = new RootAllocator()) {
      if (output.path() != null && inputs.stream().allMatch(input -> input.path() != null)) {
        rewriter.rewrite(
            inputs.stream().map(FileArgument::path).toList(), output.path(), allocator);
      } else {
        rewrite(rewriter, inputs, allocator);
      }
    }
    return DONE;
  }

  private ParquetRewriter rewriter() {
    ParquetRewriter rewriter =
        ParquetRewriter.defaults()
            .withFooter(footer)
            .withOverwrite(overwrite)
            .withDecryption(KeyOptions.keys());
    for (String path : dropped) {
      rewriter = rewriter.withoutColumn(path);
    }
    for (Map.Entry<String, String> entry : renamed.entrySet()) {
      rewriter = rewriter.withName(entry.getKey(), entry.getValue());
    }
    return codec == null ? rewriter : rewriter.withCodec(WriteOptions.codec(spec, codec));
  }

  private void rewrite(
      ParquetRewriter rewriter, List<FileArgument> inputs, BufferAllocator allocator)
      throws IOException {
    List<ByteSource> sources = new ArrayList<>();
    try (ByteSink sink = output.openSink(overwrite)) {
      for (FileArgument input : inputs) {
        sources.add(input.open());
      }
      rewriter.rewrite(sources, sink, allocator);
    } finally {
      for (ByteSource source : sources) {
        source.close();
      }
    }
  }
}
