// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.PlainText;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code variant schema}. */
@Command(
    name = "schema",
    description =
        "Print the Arrow type of a Variant column's values, how variant shred shreds it, and why.",
    mixinStandardHelpOptions = true)
final class VariantSchemaCommand implements Callable<Integer> {
  @Mixin private VariantColumnOptions input;

  @Spec private CommandSpec spec;

  private Field type;
  private InferredShredding shredding;

  private VariantSchemaCommand() {}

  @Override
  public Integer call() throws Exception {
    new VariantRowReader(input.file(), input.column()).read(null, this::add);
    PrintWriter out = spec.commandLine().getOut();
    if (type == null) {
      out.println("type: null");
      return ExitCode.DONE;
    }
    out.println(PlainText.line("type: " + ArrowTypeText.of(type)));
    String schema = shredding.isShredded() ? ArrowTypeText.of(shredding.schema()) : "none";
    out.println(PlainText.line("shredding: " + schema));
    out.println(shredding);
    return ExitCode.DONE;
  }

  private void add(ParquetVariantVector rows, BufferAllocator allocator) {
    Field batch = NaturalType.type(rows, allocator);
    type = type == null ? batch : NaturalType.merge(type, batch);
    InferredShredding found = InferredShredding.of(rows);
    shredding = shredding == null ? found : shredding.merge(found);
  }
}
