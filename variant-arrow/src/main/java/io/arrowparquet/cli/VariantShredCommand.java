// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
    name = "shred",
    description =
        "Copy a file with a Variant column shredded: typed parts in columns of their own.")
final class VariantShredCommand extends CliCommand {
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

  @Override
  public Integer call() throws Exception {
    boolean auto = schema.equals(AUTO);
    ShredMode mode = exact ? ShredMode.EXACT : ShredMode.LENIENT;
    rewrite.checkOutput();
    Field type = auto ? infer(mode) : parse(mode);
    rewrite.write(
        ParquetWriteOptions.defaults().withShredding(rewrite.input().column(), type, mode), err());
    return DONE;
  }

  private Field parse(ShredMode mode) {
    try {
      Field type = ArrowTypeText.parse(rewrite.input().column(), schema);
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
    rewrite
        .input()
        .forEachBatch(
            rewrite.input().options(),
            (batch, allocator) -> {
              InferredShredding more = InferredShredding.of(variant(batch.getVector(0)), infer);
              found.set(found.get().merge(more));
              return rows.addAndGet(batch.getRowCount()) < INFERRED_FROM;
            });
    return found.get().schema();
  }

  /** Only the column was read, so each group on the way to it has one child. */
  private static ParquetVariantVector variant(FieldVector vector) {
    FieldVector found = vector;
    while (!(found instanceof ParquetVariantVector)) {
      found = found.getChildrenFromFields().get(0);
    }
    return (ParquetVariantVector) found;
  }

  @Command(
      name = "unshred",
      description = "Copy a file with a Variant column unshredded: metadata and value only.")
  static final class Unshred extends CliCommand {
    @Mixin private VariantRewrite rewrite;

    @Override
    public Integer call() throws Exception {
      rewrite.write(ParquetWriteOptions.defaults().withUnshredded(rewrite.input().column()), err());
      return DONE;
    }
  }
}
