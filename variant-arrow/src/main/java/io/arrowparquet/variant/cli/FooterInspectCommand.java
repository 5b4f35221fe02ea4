// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code footer inspect}. */
@Command(
    name = "inspect",
    description = "Show what a footer says.",
    mixinStandardHelpOptions = true)
final class FooterInspectCommand implements Callable<Integer> {
  @Parameters(paramLabel = "FILE", description = "A Parquet file.")
  private Path file;

  @Option(
      names = "--columns",
      paramLabel = "a,b.c",
      split = ",",
      description = "Only these columns, or those below these groups, by dotted path.")
  private List<String> columns;

  @Option(names = "--json", description = "Every fact of the footer, as JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      description = "Write a page that shows where the footer's bytes go, by column and by kind.")
  private Path html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  @Option(names = "--thrift", description = "Ignore an extension; read the Thrift footer.")
  private boolean thrift;

  @Spec private CommandSpec spec;

  private FooterInspectCommand() {}

  @Override
  public Integer call() throws Exception {
    if (html != null && (json || columns != null)) {
      throw new ParameterException(
          spec.commandLine(), "--html shows all columns; give it without --json and --columns");
    }
    ParquetFooter read = FooterReader.create().withThriftOnly(thrift).read(file);
    read.diagnostics()
        .forEach(
            problem ->
                spec.commandLine()
                    .getErr()
                    .println(
                        "arrowparquet: " + file + ": " + problem + "; using the Thrift footer"));
    if (html != null) {
      write(new FooterHtml(file, read).page());
      return ExitCode.DONE;
    }
    PrintWriter out = spec.commandLine().getOut();
    List<String> paths = columns == null ? null : leaves(read.footer());
    FooterText text = new FooterText(read, paths);
    if (json) {
      new FooterJson(read, paths).print(out);
    } else {
      text.print(out);
    }
    return ExitCode.DONE;
  }

  /** The columns named, with those below it for a group. */
  private List<String> leaves(FlatFooter footer) {
    List<String> leaves = new ArrayList<>();
    for (String path : columns) {
      List<String> below =
          footer.findColumn(path) >= 0
              ? List.of()
              : IntStream.range(0, footer.columnCount())
                  .mapToObj(footer::columnPath)
                  .filter(leaf -> leaf.startsWith(path + "."))
                  .toList();
      leaves.addAll(below.isEmpty() ? List.of(path) : below);
    }
    return leaves;
  }

  private void write(String page) throws IOException {
    OpenOption ifThere = overwrite ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW;
    Files.writeString(
        html, page, ifThere, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING);
  }
}
