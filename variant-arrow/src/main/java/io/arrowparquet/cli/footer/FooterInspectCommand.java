// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.FilterWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "inspect", description = "Print a footer.")
public final class FooterInspectCommand extends CliCommand {
  /** What has more does not go onto a page. */
  private static final int MAX_COLUMNS = 200;

  @Mixin private ParquetFiles files;

  @Option(
      names = "--columns",
      paramLabel = "a,b.c",
      split = ",",
      description =
          "Only these columns, by dotted path (all that have it, where names have dots), or those"
              + " below these groups.")
  private List<String> columns;

  @Option(
      names = "--all",
      description = "Print all columns, however many; without it a summary of more than 200.")
  private boolean all;

  @Option(names = "--json", description = "Print all of the footer as JSON.")
  private boolean json;

  @Option(
      names = "--html",
      paramLabel = "PAGE",
      converter = FileArgument.Converter.class,
      description = "Write a page that shows where the footer's bytes go, by column and by kind.")
  private FileArgument html;

  @Option(names = "--overwrite", description = "Replace PAGE if it exists.")
  private boolean overwrite;

  @Option(names = "--thrift", description = "Ignore an extension; read the Thrift footer.")
  private boolean thrift;

  @Option(
      names = "--photon",
      description = "Read the FlatBuffers footer of Photon, where all that it says is known.")
  private boolean photon;

  @Override
  public Integer call() throws Exception {
    if (html != null && (json || columns != null)) {
      throw wrong("--html shows all columns; give it without --json and --columns");
    }
    List<FileArgument> named = files.arguments();
    if (html != null && named.size() != 1) {
      throw wrong("--html shows one file, not " + named.size());
    }
    int code = DONE;
    for (FileArgument file : named) {
      file.requireFile();
      try (ByteSource source = file.open()) {
        print(source, KeyOptions.footers().withThriftOnly(thrift).withPhoton(photon).read(source));
      } catch (IOException | RuntimeException e) {
        if (named.size() == 1) {
          throw e;
        }
        FailureReport.print(e, spec);
        code = INPUT;
      }
    }
    return code;
  }

  private void print(ByteSource source, ParquetFooter read) throws IOException {
    for (FooterDiagnostic problem : read.diagnostics()) {
      if (problem.isOfPhoton()) {
        FailureReport.warn(source.name() + ": " + problem + "; it " + comparison(source), spec);
      } else {
        FailureReport.warn(source.name(), problem, spec);
      }
    }
    if (html != null) {
      html.write(new FooterHtml(source, read).page(), overwrite);
      return;
    }
    PrintWriter terminal = out();
    PrintWriter out = new PrintWriter(new BoundedWriter(terminal, read.flatbufferLength()));
    List<Integer> leaves = columns == null ? null : leaves(read, columns);
    if (json) {
      new FooterJson(read, leaves).print(out);
    } else if (leaves == null && !all && read.footer().columnCount() > MAX_COLUMNS) {
      new FooterText(read, List.of()).printSummary(out);
    } else {
      new FooterText(read, leaves).print(out);
    }
    out.flush();
  }

  private static String comparison(ByteSource source) throws IOException {
    try {
      ParquetFooter verified = FooterVerifier.defaults().verify(source);
      return verified.layout() == FooterLayout.PHOTON
          ? "agrees with the Thrift footer"
          : "is not known well enough: " + verified.diagnostics().get(0);
    } catch (CorruptFooterException e) {
      return "is damaged, or does not agree with the Thrift footer: " + e.getMessage();
    }
  }

  /** Ends what never would: the tables of a FlatBuffer share texts, and each is printed. */
  private static final class BoundedWriter extends FilterWriter {
    private static final long LEAST_LIMIT = 1 << 26;
    private static final int MAX_EXPANSION = 64;

    private final long most;
    private long written;

    BoundedWriter(Writer out, int footerBytes) {
      super(out);
      most = LEAST_LIMIT + (long) MAX_EXPANSION * footerBytes;
    }

    @Override
    public void write(int character) throws IOException {
      count(1);
      out.write(character);
    }

    @Override
    public void write(char[] text, int start, int length) throws IOException {
      count(length);
      out.write(text, start, length);
    }

    @Override
    public void write(String text, int start, int length) throws IOException {
      count(length);
      out.write(text, start, length);
    }

    private void count(int length) {
      written += length;
      if (written > most) {
        throw new CorruptFooterException(
            "text of the footer",
            written + " characters",
            "at most " + most + " for a footer of this size");
      }
    }
  }

  /** The columns at dotted paths, or below them. */
  public static List<Integer> leaves(ParquetFooter read, List<String> columns) {
    FlatFooter footer = read.footer();
    List<Integer> leaves = new ArrayList<>();
    for (String path : columns) {
      List<Integer> found = footer.findColumns(path);
      if (found.isEmpty()) {
        found = footer.findColumnsBelow(path);
      }
      if (found.isEmpty()) {
        throw new InvalidRequestException(
                path, "no such column", "a column of the file" + NearPaths.hint(footer, path))
            .in(read.source());
      }
      leaves.addAll(found);
    }
    return leaves;
  }
}
