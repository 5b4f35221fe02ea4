// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.io.PrintWriter;
import java.util.HexFormat;
import org.apache.arrow.memory.util.MemoryUtil;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(name = "cat", description = "Print the values of a Variant column, one line per row.")
final class VariantCatCommand extends CliCommand {
  enum Format {
    JSON,
    /** Metadata and value, a space between them; a null row is {@code -}. */
    HEX
  }

  @Mixin private VariantColumn input;

  @Option(
      names = "--format",
      paramLabel = "json|hex",
      defaultValue = "json",
      description = "How a value is printed (default: ${DEFAULT-VALUE}).")
  private Format format;

  private final VariantJsonWriter json = new VariantJsonWriter();

  @Override
  public Integer call() throws Exception {
    input.read(null, (rows, allocator) -> print(rows));
    return DONE;
  }

  private void print(ParquetVariantVector rows) {
    PrintWriter out = out();
    try (VariantReader reader = new VariantReader(rows)) {
      for (int row = 0; row < rows.getValueCount(); row++) {
        VariantCursor value = reader.seek(row);
        try {
          out.println(format == Format.JSON ? json(value) : hex(reader.metadata(), value));
        } catch (MalformedVariantException e) {
          throw e.atRow(row);
        }
      }
    }
  }

  private String json(VariantCursor value) {
    return value == null ? "null" : json.write(value);
  }

  private static String hex(VariantMetadata names, VariantCursor value) {
    return value == null
        ? "-"
        : hex(names.address(), names.lengthBytes())
            + " "
            + hex(value.buffer().memoryAddress() + value.start(), value.lengthBytes());
  }

  private static String hex(long address, int length) {
    byte[] bytes = new byte[length];
    MemoryUtil.copyFromMemory(address, bytes, 0, length);
    return HexFormat.of().formatHex(bytes);
  }
}
