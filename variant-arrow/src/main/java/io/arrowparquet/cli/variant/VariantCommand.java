// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.variant;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.rows.JsonLines;
import io.arrowparquet.cli.rows.TableInput;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.json.VariantJsonWriter;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.io.PrintWriter;
import java.util.HexFormat;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.util.MemoryUtil;
import org.apache.arrow.vector.types.pojo.Field;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

public abstract class VariantCommand extends CliCommand {
  @Mixin VariantColumn input;

  @Command(name = "cat", description = "Print the values of a Variant column, one line per row.")
  public static final class Cat extends VariantCommand {
    enum Format {
      JSON,
      /** Metadata and value, a space between them; a null row is {@code -}. */
      HEX
    }

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

  @Command(
      name = "get",
      description =
          "Print the value at a path of a Variant column as JSON, one per line; null if absent.")
  public static final class Get extends VariantCommand {
    @Option(
        names = "--path",
        paramLabel = "PATH",
        required = true,
        description = "Where in the Variants: $.a[0].b")
    private String path;

    @Option(
        names = "--as",
        paramLabel = "TYPE",
        description = "Convert to this type first, as --convert says.")
    private String type;

    @Mixin private TableInput.ConversionOption conversion;

    @Override
    public Integer call() throws Exception {
      ParquetReadOptions options =
          KeyOptions.reading().withColumns(List.of()).withVariantPaths(List.of(projection()));
      input.forEachBatch(
          options,
          (batch, allocator) -> {
            new JsonLines(out(), allocator).printValues(batch.getVector(0), batch.getRowCount());
            return true;
          });
      return DONE;
    }

    private VariantProjection projection() {
      try {
        VariantPath where = VariantPath.parse(path);
        if (type == null) {
          return VariantProjection.ofVariant(input.column(), where, path);
        }
        Field target = ArrowTypeText.parse(path, type);
        return new VariantProjection(input.column(), where, target, conversion.mode());
      } catch (IllegalArgumentException e) {
        throw wrong(e.getMessage(), e);
      }
    }
  }

  @Command(
      name = "schema",
      description =
          "Print the Arrow type of a Variant column's values, how variant shred shreds it, and why.")
  public static final class InferredSchema extends VariantCommand {
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
}
