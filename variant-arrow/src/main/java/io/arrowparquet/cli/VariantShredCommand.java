// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code variant shred}. */
@Command(
    name = "shred",
    description =
        "Copy a file with a Variant column shredded: typed parts in columns of their own.",
    mixinStandardHelpOptions = true)
final class VariantShredCommand implements Callable<Integer> {
  private static final String AUTO = "auto";

  /** Rows that are enough to know by; a file of many more is not read twice. */
  private static final long INFERRED_FROM = 200_000;

  @Mixin private VariantRewrite rewrite;

  @Option(
      names = "--schema",
      paramLabel = "TYPE|auto",
      defaultValue = AUTO,
      description =
          "The type to shred to, as struct<a: bigint, b: struct<c: string>, tags: list<string>>;"
              + " auto (the default) for one that fits the first rows. Numbers of all widths at one"
              + " path, as JSON has them, share a column as wide as the widest, so that its"
              + " statistics bound them all; only their widths are lost.")
  private String schema;

  @Option(
      names = "--exact",
      description =
          "Keep the widths of numbers, so that unshredded the rows have the same bytes again: a"
              + " column takes numbers of its own width only, the most frequent one with auto."
              + " Without it a column takes all that fit, in its width.")
  private boolean exact;

  @Spec private CommandSpec spec;

  private VariantShredCommand() {}

  @Override
  public Integer call() throws Exception {
    boolean auto = schema.equals(AUTO);
    ShredMode mode = exact ? ShredMode.EXACT : ShredMode.LENIENT;
    rewrite.checkOutput();
    Field type = auto ? infer(mode) : parse(mode);
    rewrite.write(
        ParquetWriteOptions.defaults().withShredding(rewrite.input().column(), type, mode),
        spec.commandLine().getErr());
    return ExitCode.DONE;
  }

  private Field parse(ShredMode mode) {
    try {
      Field type = ArrowTypeText.parse(rewrite.input().column(), schema);
      new VariantShred(type, mode);
      return type;
    } catch (IllegalArgumentException e) {
      throw new ParameterException(spec.commandLine(), "--schema: " + e.getMessage(), e);
    }
  }

  /** What fits the first rows of the column, in lists or not. */
  private Field infer(ShredMode mode) throws IOException {
    boolean widen = mode == ShredMode.LENIENT;
    InferShreddingOptions infer = InferShreddingOptions.defaults().withWidenNumbers(widen);
    FileArgument file = rewrite.input().file();
    String column = rewrite.input().column();
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of(column))
            .withVariantColumns(Set.of(column));
    try (BufferAllocator allocator = new RootAllocator();
        ByteSource bytes = file.open();
        ParquetArrowReader reader = ParquetArrowReader.open(bytes, options, allocator)) {
      InferredShredding found = InferredShredding.of(List.of(), infer);
      long rows = 0;
      while (rows < INFERRED_FROM && reader.loadNextBatch()) {
        FieldVector vector = reader.getVectorSchemaRoot().getFieldVectors().get(0);
        try {
          found = found.merge(InferredShredding.of(variant(vector), infer));
        } catch (MalformedVariantException e) {
          throw RowErrors.in(file + ": " + column, rows, e);
        }
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
      return found.schema();
    }
  }

  /** Only the column was read, so each group on the way to it has one child. */
  private static ParquetVariantVector variant(FieldVector vector) {
    FieldVector found = vector;
    while (!(found instanceof ParquetVariantVector)) {
      found = found.getChildrenFromFields().get(0);
    }
    return (ParquetVariantVector) found;
  }

  /** {@code variant unshred}. */
  @Command(
      name = "unshred",
      description = "Copy a file with a Variant column unshredded: metadata and value only.",
      mixinStandardHelpOptions = true)
  public static final class Unshred implements Callable<Integer> {
    @Mixin private VariantRewrite rewrite;

    @Spec private CommandSpec spec;

    private Unshred() {}

    @Override
    public Integer call() throws Exception {
      rewrite.write(
          ParquetWriteOptions.defaults().withUnshredded(rewrite.input().column()),
          spec.commandLine().getErr());
      return ExitCode.DONE;
    }
  }
}
