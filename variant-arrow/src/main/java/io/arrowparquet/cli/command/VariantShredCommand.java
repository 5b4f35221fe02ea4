// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.cli.rows.FirstRows;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.infer.InferShredding;
import io.arrowparquet.variant.kernel.infer.InferShreddingOptions;
import io.arrowparquet.variant.kernel.infer.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.util.concurrent.Callable;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code variant shred}. */
public @Command(
    name = "shred",
    description =
        "Copy a file with a Variant column shredded: typed parts in columns of their own.",
    mixinStandardHelpOptions = true) final class VariantShredCommand implements Callable<Integer> {
  private static final String AUTO = "auto";

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
        ParquetWriteOptions.builder().shredding(rewrite.input().column(), type, mode),
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

  private Field infer(ShredMode mode) throws IOException {
    boolean widen = mode == ShredMode.LENIENT;
    InferShredding infer = new InferShredding(InferShreddingOptions.DEFAULT.widenNumbers(widen));
    InferredShredding found =
        FirstRows.infer(rewrite.input().file(), rewrite.input().column(), infer);
    return found.schema();
  }
}
