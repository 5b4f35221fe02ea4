// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code demo}: the whole way, from a wide file to Arrow vectors. */
@Command(
    name = "demo",
    description =
        "Make a wide file with Variant columns, attach a FlatBuffers footer, open it both ways,"
            + " and decode a Variant column into Arrow vectors.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final int COLUMNS = 2_000;
  private static final int ROW_GROUPS = 10;
  private static final int ROWS_PER_GROUP = 50;
  private static final int SHOWN_ROWS = 5;

  @Option(
      names = "--keep",
      paramLabel = "DIRECTORY",
      description = "Leave the files here; they are deleted otherwise.")
  private Path keep;

  @Spec private CommandSpec spec;

  private PrintWriter out;
  private PrintWriter err;

  private DemoCommand() {}

  @Override
  public Integer call() throws Exception {
    out = spec.commandLine().getOut();
    err = spec.commandLine().getErr();
    if (keep != null) {
      if (Files.isRegularFile(keep)) {
        throw new NotDirectoryException(keep.toString());
      }
      run(Files.createDirectories(keep));
      return ExitCode.DONE;
    }
    Path folder = Files.createTempDirectory("arrowparquet-demo");
    try {
      run(folder);
    } finally {
      delete(folder);
    }
    return ExitCode.DONE;
  }

  private void run(Path folder) throws Exception {
    Path plain = folder.resolve("wide.parquet");
    Path attached = folder.resolve("wide.attached.parquet");
    err.printf("writing %,d columns x %d row groups ...%n", COLUMNS, ROW_GROUPS);
    new DemoFile(COLUMNS, ROW_GROUPS, ROWS_PER_GROUP).write(plain);
    err.println("attaching the FlatBuffers footer ...");
    FooterAttacher.defaults().attach(plain, attached);
    err.println("opening the file both ways ...");
    showFooters(attached);
    showVariant(attached);
  }

  private void showFooters(Path file) throws IOException {
    ParquetFooter read = FooterReader.defaults().withStrict(true).read(file);
    List<String> columns =
        List.of(
            DemoFile.plainColumn(7),
            DemoFile.plainColumn(COLUMNS / 2),
            DemoFile.SHREDDED_COLUMN + ".typed_value.user.typed_value.name.typed_value");
    FooterTimings timings = new FooterTimings(file, columns);
    FooterTimings.Timing thrift = timings.parquetJava();
    FooterTimings.Timing flat = timings.flatBuffers();
    if (thrift.checksum() != flat.checksum()) {
      throw new IllegalStateException("the two footers do not say the same");
    }
    out.printf(
        "%,d columns x %d row groups, %,d rows%n",
        read.footer().columnCount(), read.footer().rowGroupCount(), read.footer().numRows());
    out.println();
    out.printf("%-34s %16s %16s %8s%n", "", "Thrift", "FlatBuffers", "");
    out.printf("%-34s %16s %16s %8s%n", "", "(parquet-java)", "", "ratio");
    int extension = read.flatbufferLength();
    row("footer bytes", read.thriftLength() - extension, extension, "%,d");
    row("open, microseconds", thrift.open() / 1e3, flat.open() / 1e3, "%,.1f");
    row("find, read 3 columns, microseconds", thrift.find() / 1e3, flat.find() / 1e3, "%,.1f");
    row(
        "together, microseconds",
        (thrift.open() + thrift.find()) / 1e3,
        (flat.open() + flat.find()) / 1e3,
        "%,.1f");
    out.println();
  }

  private void showVariant(Path file) throws IOException {
    err.println("decoding the shredded Variant column into Arrow vectors ...");
    new VariantRowReader(FileArgument.of(file), DemoFile.SHREDDED_COLUMN)
        .read(List.of(0), this::show);
  }

  private void show(ParquetVariantVector rows, BufferAllocator allocator) {
    try (FieldVector vector = NaturalType.decode(rows, allocator)) {
      out.println("Natural Arrow type of the Variant column, from its values:");
      RowText.printType(out, vector.getField(), "  ");
      out.println();
      out.println("Its first " + SHOWN_ROWS + " rows; a value in a union names its member:");
      for (int row = 0; row < SHOWN_ROWS; row++) {
        out.println("  " + RowText.row(vector, row));
      }
    }
  }

  private void row(String what, Number thrift, Number flat, String format) {
    out.printf(
        "%-34s %16s %16s %7.1fx%n",
        what,
        String.format(format, thrift),
        String.format(format, flat),
        thrift.doubleValue() / flat.doubleValue());
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
