// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.JsonBuffer;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.concurrent.Callable;
import org.apache.arrow.memory.ArrowBuf;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code variant cat}. */
@Command(
    name = "cat",
    description = "Print the values of a Variant column, one line per row.",
    mixinStandardHelpOptions = true)
final class VariantCatCommand implements Callable<Integer> {
  /** How a value is printed. */
  enum Format {
    /** JSON text; a null row prints {@code null}. */
    JSON,
    /** Metadata and value in hex, a space between them; a null row prints {@code -}. */
    HEX
  }

  @Mixin private VariantColumnOptions input;

  @Option(
      names = "--format",
      paramLabel = "json|hex",
      defaultValue = "json",
      description = "How a value is printed (default: ${DEFAULT-VALUE}).")
  private Format format;

  @Spec private CommandSpec spec;

  private final VariantMetadata metadata = new VariantMetadata();
  private final VariantCursor cursor = new VariantCursor();
  private final VariantJsonWriter writer = new VariantJsonWriter();
  private final JsonBuffer json = new JsonBuffer();

  private VariantCatCommand() {}

  @Override
  public Integer call() throws Exception {
    new VariantRowReader(input.file(), input.column()).read(null, (rows, allocator) -> print(rows));
    return ExitCode.DONE;
  }

  private void print(ParquetVariantVector rows) {
    PrintWriter out = spec.commandLine().getOut();
    BinaryColumn names = rows.metadataColumn();
    BinaryColumn values = BinaryColumn.of(rows.valueVector(), null);
    for (int row = 0; row < rows.getValueCount(); row++) {
      if (rows.isNull(row)) {
        out.println(format == Format.JSON ? "null" : "-");
        continue;
      }
      try {
        names.seek(row);
        values.seek(row);
        metadata.wrap(names.buffer(), names.start(), names.end());
        cursor.wrap(metadata, values.buffer(), values.start(), values.end());
        out.println(format == Format.JSON ? json() : hex(names, values));
      } catch (MalformedVariantException e) {
        throw e.atRow(row);
      }
    }
  }

  private String json() {
    json.clear();
    writer.write(cursor, json);
    return json.toString();
  }

  private String hex(BinaryColumn names, BinaryColumn values) {
    return hex(names.buffer(), names.start(), metadata.lengthBytes())
        + " "
        + hex(values.buffer(), values.start(), cursor.lengthBytes());
  }

  private static String hex(ArrowBuf buffer, long start, int length) {
    byte[] bytes = new byte[length];
    buffer.getBytes(start, bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
