// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.PrintWriter;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Command(
    name = "schema",
    description =
        "Print the Arrow type of a Variant column's values, how variant shred shreds it, and why.")
final class VariantSchemaCommand extends CliCommand {
  @Mixin private VariantColumn input;

  private Field type;
  private InferredShredding shredding;

  @Override
  public Integer call() throws Exception {
    input.read(null, this::add);
    PrintWriter out = out();
    if (type == null) {
      out.println("type: null");
      return DONE;
    }
    out.println(PlainText.line("type: " + ArrowTypeText.of(type)));
    String schema = shredding.isShredded() ? ArrowTypeText.of(shredding.schema()) : "none";
    out.println(PlainText.line("shredding: " + schema));
    out.println(shredding);
    return DONE;
  }

  private void add(ParquetVariantVector rows, BufferAllocator allocator) {
    Field batch = NaturalType.type(rows, allocator);
    type = type == null ? batch : NaturalType.merge(type, batch);
    InferredShredding found = InferredShredding.of(rows);
    shredding = shredding == null ? found : shredding.merge(found);
  }
}
