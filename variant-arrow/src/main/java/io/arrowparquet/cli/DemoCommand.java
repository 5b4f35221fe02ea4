// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.variant.VariantColumn;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

@Command(
    name = "demo",
    description =
        "Make a wide file with Variant columns, attach a FlatBuffers footer, open it both ways,"
            + " and decode a Variant column into Arrow vectors.")
final class DemoCommand extends CliCommand {
  private static final int COLUMNS = 2_000;
  private static final int ROW_GROUPS = 10;
  private static final int ROWS_PER_GROUP = 50;
  private static final int SHOWN_ROWS = 5;

  @Option(
      names = "--keep",
      paramLabel = "DIRECTORY",
      description = "Leave the files here; they are deleted otherwise.")
  private Path keep;

  private PrintWriter out;
  private PrintWriter err;

  @Override
  public Integer call() throws Exception {
    out = out();
    err = err();
    if (keep != null) {
      if (Files.isRegularFile(keep)) {
        throw new NotDirectoryException(keep.toString());
      }
      run(Files.createDirectories(keep));
      return DONE;
    }
    Path folder = Files.createTempDirectory("arrowparquet-demo");
    try {
      run(folder);
    } finally {
      delete(folder);
    }
    return DONE;
  }

  private void run(Path folder) throws Exception {
    Path plain = folder.resolve("wide.parquet");
    Path attached = folder.resolve("wide.attached.parquet");
    err.printf("writing %,d columns x %d row groups ...%n", COLUMNS, ROW_GROUPS);
    new DemoFile(COLUMNS, ROW_GROUPS, ROWS_PER_GROUP).write(plain);
    err.println("attaching the FlatBuffers footer ...");
    FooterAttacher.defaults().attach(plain, attached);
    err.println("opening the file both ways ...");
    showFooters(plain, attached);
    showVariant(attached);
  }

  private void showFooters(Path plain, Path attached) throws IOException {
    ParquetFooter read = FooterReader.defaults().withStrict(true).read(attached);
    List<String> columns =
        List.of(
            DemoFile.plainColumn(7),
            DemoFile.plainColumn(COLUMNS / 2),
            DemoFile.SHREDDED_COLUMN + ".typed_value.user.typed_value.name.typed_value");
    FooterTimings.Timing thrift = new FooterTimings(plain, columns).time();
    FooterTimings.Timing flat = new FooterTimings(attached, columns).time();
    if (thrift.checksum() != flat.checksum()) {
      throw new IllegalStateException("the two footers do not say the same");
    }
    out.printf(
        "%,d columns x %d row groups, %,d rows%n",
        read.footer().columnCount(), read.footer().rowGroupCount(), read.footer().numRows());
    out.println();
    out.printf("%-34s %16s %16s %8s%n", "", "Thrift", "FlatBuffers", "");
    out.printf("%-34s %16s %16s %8s%n", "", "(converted)", "", "ratio");
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
    VariantColumn.of(FileArgument.of(file), DemoFile.SHREDDED_COLUMN).read(List.of(0), this::show);
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

  /** Arrow types and rows as text for people; members of unions show which type they are of. */
  private static final class RowText {

    static void printType(PrintWriter out, Field field, String indent) {
      String name = field.getName().replace(ListVector.DATA_VECTOR_NAME, "element");
      out.println(PlainText.line(indent + name + ": " + field.getType()));
      for (Field child : field.getChildren()) {
        printType(out, child, indent + "  ");
      }
    }

    static String row(FieldVector vector, int row) {
      if (vector instanceof DenseUnionVector union) {
        FieldVector member = (FieldVector) union.getVectorByType(union.getTypeId(row));
        String text = row(member, union.getOffset(row));
        return text.equals("null") ? text : member.getName() + " " + text;
      }
      if (vector.isNull(row)) {
        return "null";
      }
      if (vector instanceof StructVector struct) {
        return struct(struct, row);
      }
      if (vector instanceof ListVector list) {
        return list(list, row);
      }
      Object value = vector.getObject(row);
      return vector.getField().getType() instanceof ArrowType.Utf8
          ? '"' + value.toString() + '"'
          : value.toString();
    }

    private static String struct(StructVector struct, int row) {
      StringBuilder text = new StringBuilder("{");
      for (FieldVector child : struct.getChildrenFromFields()) {
        String value = row(child, row);
        if (!value.equals("null")) {
          text.append(text.length() == 1 ? "" : ", ")
              .append(child.getName())
              .append(": ")
              .append(value);
        }
      }
      return text.append('}').toString();
    }

    private static String list(ListVector list, int row) {
      int start = list.getElementStartIndex(row);
      int end = list.getElementEndIndex(row);
      List<FieldVector> children = list.getChildrenFromFields();
      StringBuilder text = new StringBuilder("[");
      for (int i = start; i < end; i++) {
        text.append(i == start ? "" : ", ").append(row(children.get(0), i));
      }
      return text.append(']').toString();
    }
  }

  /**
   * How long opening a file, and finding and reading the metadata of some columns in all row
   * groups, takes. Medians of a few runs: a demonstration, not a benchmark.
   */
  private record FooterTimings(Path file, List<String> columns) {
    private static final int WARM_UPS = 5;
    private static final int RUNS = 9;

    /** Nanoseconds; the checksum of what was read is the same for both footers. */
    record Timing(long open, long find, long checksum) {}

    private long read(FlatFooter footer) {
      ColumnChunkView chunk = new ColumnChunkView();
      StatisticsView statistics = new StatisticsView();
      long sum = 0;
      for (String name : columns) {
        int column = footer.findColumn(name);
        for (int g = 0; g < footer.rowGroupCount(); g++) {
          footer.chunk(g, column, chunk);
          sum += chunk.dataPageOffset() + chunk.totalCompressedSize() + chunk.numValues();
          sum += chunk.statistics(statistics).nullCount();
        }
      }
      return sum;
    }

    Timing time() throws IOException {
      long[] opens = new long[RUNS];
      long[] finds = new long[RUNS];
      long checksum = 0;
      for (int i = -WARM_UPS; i < RUNS; i++) {
        long start = System.nanoTime();
        FlatFooter footer = FooterReader.defaults().read(file).footer();
        long opened = System.nanoTime();
        checksum = read(footer);
        long found = System.nanoTime();
        if (i >= 0) {
          opens[i] = opened - start;
          finds[i] = found - opened;
        }
      }
      Arrays.sort(opens);
      Arrays.sort(finds);
      return new Timing(opens[RUNS / 2], finds[RUNS / 2], checksum);
    }
  }
}
