// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.Progress;
import io.arrowparquet.parquet.NaturalReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.NaturalReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.kernel.shred.InferShreddingOptions;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "import",
    description =
        "Write a Parquet file of lines of JSON: a column for each field of the objects, or one Variant"
            + " column.")
public final class ImportCommand extends CliCommand {
  private static final String STANDARD_INPUT = "-";
  private static final String AUTO = "auto";
  private static final String ROW = "row";

  @Parameters(
      paramLabel = "LINES",
      description = "A file of JSON lines, compressed by gzip or not; - is standard input.")
  private String input;

  @Mixin private WriteOptions writing;

  @Option(
      names = "--variant",
      paramLabel = "COLUMN",
      description = "Put each line into this Variant column; lines may have any JSON.")
  private String variant;

  @Option(
      names = "--natural",
      description =
          "Make a column of each field, of the type that its values have, text where they have"
              + " several (the default). The lines are read twice; those of standard input are in a"
              + " temporary file meanwhile.")
  private boolean natural;

  @Option(
      names = "--shred",
      paramLabel = "TYPE|auto",
      description = "Shred the Variant column to this type, or to one that fits the first rows.")
  private String shred;

  @Override
  public Integer call() throws Exception {
    if (natural && variant != null) {
      throw wrong("give either --natural or --variant COLUMN");
    }
    if (shred != null && variant == null) {
      throw wrong("--shred is for a Variant column: give --variant COLUMN");
    }
    ParquetWriteOptions options = options();
    writing.output().check(writing.overwrite());
    try (BufferAllocator allocator = new RootAllocator()) {
      if (variant != null) {
        Path file = input.equals(STANDARD_INPUT) ? null : Path.of(input);
        try (ArrowReader rows = open(file, variant, allocator);
            ParquetArrowWriter writer =
                writing.open(rows.getVectorSchemaRoot().getSchema(), options, allocator)) {
          copy(rows, false, writer);
        }
      } else if (input.equals(STANDARD_INPUT)) {
        Path lines = Files.createTempFile("arrowparquet", ".jsonl");
        lines.toFile().deleteOnExit(); // as Ctrl-C ends the process
        try {
          Files.copy(System.in, lines, StandardCopyOption.REPLACE_EXISTING);
          writeColumns(lines, options, allocator);
        } finally {
          Files.deleteIfExists(lines);
        }
      } else {
        writeColumns(Path.of(input), options, allocator);
      }
    }
    return DONE;
  }

  private ParquetWriteOptions options() {
    ParquetWriteOptions options = writing.options();
    if (shred == null) {
      return options;
    }
    if (shred.equals(AUTO)) {
      return options.withInferredShredding(variant, InferShreddingOptions.defaults());
    }
    try {
      Field type = ArrowTypeText.parse(variant, shred);
      new VariantShred(type, ShredMode.LENIENT);
      return options.withShredding(variant, type, ShredMode.LENIENT);
    } catch (IllegalArgumentException e) {
      throw wrong("--shred: " + e.getMessage(), e);
    }
  }

  /** {@code file} is null for standard input. */
  private ArrowReader open(Path file, String column, BufferAllocator allocator) throws IOException {
    InputStream in = file == null ? System.in : Files.newInputStream(file);
    String name = input.equals(STANDARD_INPUT) ? "standard input" : input;
    try {
      return new JsonLinesReader(name, in, column, allocator);
    } catch (Throwable e) {
      try (in) {
        throw e;
      }
    }
  }

  private void writeColumns(Path file, ParquetWriteOptions options, BufferAllocator allocator)
      throws IOException {
    NaturalReadOptions types =
        NaturalReadOptions.defaults().withUnions(NaturalReadOptions.Unions.JSON);
    try (NaturalReader rows =
        NaturalReader.open(() -> open(file, ROW, allocator), types, allocator)) {
      FieldVector row = rows.getVectorSchemaRoot().getVector(0);
      if (!(row.getField().getType() instanceof ArrowType.Struct)) {
        throw new IOException(
            input
                + ": found lines of type "
                + ArrowTypeText.of(row.getField())
                + ", expected objects; --variant COLUMN takes any JSON");
      }
      try (ParquetArrowWriter writer =
          writing.open(new Schema(row.getField().getChildren()), options, allocator)) {
        copy(rows, true, writer);
      }
    }
  }

  /** {@code isStruct}: the columns are the children of the only one. */
  private void copy(ArrowReader rows, boolean isStruct, ParquetArrowWriter writer)
      throws IOException {
    Progress progress = new Progress(err(), -1, "row");
    long done = 0;
    while (rows.loadNextBatch()) {
      VectorSchemaRoot root = rows.getVectorSchemaRoot();
      int count = root.getRowCount();
      writer.write(
          isStruct
              ? new VectorSchemaRoot(
                  root.getVector(0).getField().getChildren(),
                  root.getVector(0).getChildrenFromFields(),
                  count)
              : root);
      done += count;
      progress.done(done);
    }
    writer.finish();
    progress.end();
  }
}
