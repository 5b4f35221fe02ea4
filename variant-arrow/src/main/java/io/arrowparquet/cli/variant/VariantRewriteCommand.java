// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.variant;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.Progress;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.internal.rowgroup.RowFooters;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

public abstract class VariantRewriteCommand extends VariantCommand {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      required = true,
      converter = FileArgument.Converter.class,
      description = "Write to this file: a path or an s3: URI.")
  FileArgument output;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  boolean overwrite;

  /** Codec and layout of the footer are those of the input. */
  final void write(ParquetWriteOptions options) throws IOException {
    ParquetReadOptions all = KeyOptions.reading().withVariantColumns(Set.of(input.column()));
    try (ByteSource bytes = input.file().open();
        BufferAllocator allocator = new RootAllocator()) {
      ParquetFooter footer = KeyOptions.footers().read(bytes);
      List<String> lost = lostAnnotations(footer.footer());
      if (!lost.isEmpty()) {
        err().println("arrowparquet: " + input.file() + ": the copy does not annotate " + lost);
      }
      options = options.withCodec(codec(footer)).withFooter(footer.layout());
      ParquetFooter forRows = RowFooters.forRows(footer, bytes);
      try (ParquetArrowReader reader = ParquetArrowReader.open(bytes, forRows, all, allocator);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  output.openSink(overwrite),
                  reader.getVectorSchemaRoot().getSchema(),
                  options,
                  allocator)) {
        Progress progress = new Progress(err(), footer.footer().numRows(), "row");
        copy(reader, writer, progress);
        writer.finish();
        progress.end();
        reportShares(writer);
      }
    }
  }

  private void reportShares(ParquetArrowWriter writer) {
    writer
        .shreddedShares()
        .forEach(
            (column, shares) ->
                shares.stream()
                    .filter(share -> 2 * share.typed() < share.values())
                    .forEach(
                        share ->
                            err()
                                .printf(
                                    "arrowparquet: %s: %s: only %d of %d values at %s are of the type"
                                        + " of its column; filters skip nothing by the others%n",
                                    output, column, share.typed(), share.values(), share.path())));
  }

  /** Columns whose annotations Arrow has no types for: their values are copied without. */
  private static List<String> lostAnnotations(FlatFooter footer) {
    List<String> lost = new ArrayList<>();
    for (int column = 0; column < footer.columnCount(); column++) {
      SchemaElementView element = footer.schemaElement(footer.columnElement(column));
      String annotation = lostAnnotation(element);
      if (annotation != null) {
        lost.add(footer.columnPath(column) + " as " + annotation);
      }
    }
    return lost;
  }

  private static String lostAnnotation(SchemaElementView element) {
    if (element.convertedType() == ConvertedType.INTERVAL) {
      return ConvertedType.INTERVAL.toString();
    }
    LogicalType type = ArrowSchema.annotation(element);
    if (type == null) {
      return null;
    }
    return switch (type.kind()) {
      case JSON, BSON, ENUM, GEOMETRY, GEOGRAPHY -> type.kind().toString();
      case TIME -> ((LogicalType.TimeType) type).isAdjustedToUTC() ? "TIME of UTC" : null;
      default -> null;
    };
  }

  private void copy(ParquetArrowReader reader, ParquetArrowWriter writer, Progress progress)
      throws IOException {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    long first = 0;
    while (reader.loadNextBatch()) {
      try {
        writer.write(batch);
      } catch (MalformedVariantException | ConversionException e) {
        String place =
            input.file() + ": " + input.column() + ": of the rows from " + first + " on, ";
        throw new IOException(place + e.getMessage(), e);
      }
      first += batch.getRowCount();
      progress.done(first);
    }
  }

  private static ParquetCodec codec(ParquetFooter footer) {
    if (footer.footer().rowGroupCount() == 0 || footer.footer().columnCount() == 0) {
      return ParquetCodec.SNAPPY;
    }
    ParquetCodec found = footer.footer().chunk(0, 0).codec();
    return switch (found) {
      case UNCOMPRESSED, SNAPPY, GZIP, ZSTD, LZ4_RAW -> found;
      default -> ParquetCodec.SNAPPY;
    };
  }

  @Command(
      name = "shred",
      description =
          "Copy a file with a Variant column shredded: typed parts in columns of their own.")
  public static final class Shred extends VariantRewriteCommand {
    private static final String AUTO = "auto";

    /** Rows that are enough to know by; a file of many more is not read twice. */
    private static final long INFERRED_FROM = 200_000;

    @Option(
        names = "--schema",
        paramLabel = "TYPE|auto",
        defaultValue = AUTO,
        description =
            "The type to shred to, as struct<a: bigint, b: struct<c: string>, tags: list<string>>;"
                + " auto (the default) for one that fits the first rows. Numbers of all widths at one"
                + " path share a column as wide as the widest, so that its statistics bound them"
                + " all; only their widths are lost.")
    private String schema;

    @Option(
        names = "--exact",
        description =
            "Keep the widths of numbers, so that unshredded the rows have the same bytes again: a"
                + " column takes numbers of its own width only, the most frequent one with auto."
                + " Without it a column takes all that fit, in its width.")
    private boolean exact;

    @Override
    public Integer call() throws Exception {
      boolean auto = schema.equals(AUTO);
      ShredMode mode = exact ? ShredMode.EXACT : ShredMode.LENIENT;
      output.check(overwrite);
      Field type = auto ? infer(mode) : parse(mode);
      write(ParquetWriteOptions.defaults().withShredding(input.column(), type, mode));
      return DONE;
    }

    private Field parse(ShredMode mode) {
      try {
        Field type = ArrowTypeText.parse(input.column(), schema);
        new VariantShred(type, mode);
        return type;
      } catch (IllegalArgumentException e) {
        throw wrong("--schema: " + e.getMessage(), e);
      }
    }

    private Field infer(ShredMode mode) throws IOException {
      boolean widen = mode == ShredMode.LENIENT;
      InferShreddingOptions infer = InferShreddingOptions.defaults().withWidenNumbers(widen);
      AtomicReference<InferredShredding> found =
          new AtomicReference<>(InferredShredding.of(List.of(), infer));
      AtomicLong rows = new AtomicLong();
      input.forEachBatch(
          input.options(),
          (batch, allocator) -> {
            InferredShredding more = InferredShredding.of(input.find(batch), infer);
            found.set(found.get().merge(more));
            return rows.addAndGet(batch.getRowCount()) < INFERRED_FROM;
          });
      return found.get().schema();
    }
  }

  @Command(
      name = "unshred",
      description = "Copy a file with a Variant column unshredded: metadata and value only.")
  public static final class Unshred extends VariantRewriteCommand {
    @Override
    public Integer call() throws Exception {
      write(ParquetWriteOptions.defaults().withUnshredded(input.column()));
      return DONE;
    }
  }
}
