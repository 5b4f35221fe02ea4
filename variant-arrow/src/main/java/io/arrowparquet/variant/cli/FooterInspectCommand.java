// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
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
      description = "Only these columns, by dotted path.")
  private List<String> columns;

  @Option(names = "--json", description = "Every fact of the footer, as JSON.")
  private boolean json;

  @Option(names = "--thrift", description = "Ignore an extension; read the Thrift footer.")
  private boolean thrift;

  @Spec private CommandSpec spec;

  private FooterInspectCommand() {}

  @Override
  public Integer call() throws Exception {
    ParquetFooter read = FooterReader.create().withThriftOnly(thrift).read(file);
    read.diagnostics()
        .forEach(
            problem ->
                spec.commandLine()
                    .getErr()
                    .println(
                        "arrowparquet: " + file + ": " + problem + "; using the Thrift footer"));
    PrintWriter out = spec.commandLine().getOut();
    FooterText text = new FooterText(read, columns);
    if (json) {
      new FooterJson(read, columns).print(out);
    } else {
      text.print(out);
    }
    return ExitCode.DONE;
  }
}
