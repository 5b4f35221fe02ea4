// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.cli.CommandLineTool.Run;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code rewrite}: what it makes, what it refuses, and what is left of it when it is killed. */
class RewriteCommandTest {
  private static final int RUNS = 8;

  /** Copied this many times, it takes a while. */
  private static final int COPIES = 40;

  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);

  private static final Schema SCHEMA =
      new Schema(List.of(Field.notNullable("a", DOUBLE), Field.nullable("b", DOUBLE)));

  @TempDir private Path folder;
  private CommandLineTool tool;
  private Path file;

  @BeforeEach
  void write_a_file() throws IOException {
    tool = new CommandLineTool(folder);
    file = write(1000);
  }

  private Path write(int rows) throws IOException {
    Path written = folder.resolve(rows + ".parquet");
    Random random = new Random(rows);
    try (BufferAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(written, SCHEMA, ParquetWriteOptions.defaults(), allocator)) {
      for (int row = 0; row < rows; row++) {
        ((Float8Vector) batch.getVector("a")).setSafe(row, random.nextDouble());
        ((Float8Vector) batch.getVector("b")).setSafe(row, row);
      }
      batch.setRowCount(rows);
      writer.write(batch);
      writer.finish();
    }
    return written;
  }

  @Test
  void merges_drops_renames_and_compresses() throws Exception {
    Path merged = folder.resolve("merged.parquet");
    Run run =
        tool.run(
            "rewrite",
            file.toString(),
            file.toString(),
            "--output",
            merged.toString(),
            "--drop",
            "b",
            "--rename",
            "a=value",
            "--codec",
            "zstd",
            "--footer",
            "spec");

    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    ParquetFooter footer = FooterVerifier.defaults().verify(merged);
    assertThat(footer.layout()).isEqualTo(FooterLayout.SPEC);
    assertThat(footer.footer().numRows()).isEqualTo(2000);
    assertThat(footer.footer().columnPath(0)).isEqualTo("value");
    assertThat(footer.footer().columnCount()).isEqualTo(1);
    assertThat(footer.footer().chunk(0, 0).codec()).isEqualTo(ParquetCodec.ZSTD);
  }

  @Test
  void says_what_cannot_be() throws Exception {
    String merged = folder.resolve("merged.parquet").toString();
    Run column = tool.run("rewrite", file.toString(), "-o", merged, "--drop", "c");
    assertThat(column.exitCode()).isEqualTo(1);
    assertThat(column.err()).contains("column c: found no such column or group");
    Run codec = tool.run("rewrite", file.toString(), "-o", merged, "--codec", "lzo");
    assertThat(codec.exitCode()).isEqualTo(2);
    assertThat(codec.err())
        .contains("expected uncompressed, snappy, gzip, zstd, lz4_raw, lz4 or brotli");
    Run there = tool.run("rewrite", file.toString(), "-o", file.toString());
    assertThat(there.exitCode()).isEqualTo(1);
    assertThat(names()).noneMatch(name -> name.startsWith("merged"));
  }

  @Test
  void killed_at_any_moment_leaves_no_file_or_a_whole_one() throws Exception {
    Path large = write(400_000);
    Path merged = folder.resolve("merged.parquet");
    long uninterrupted = merge(large, merged, Long.MAX_VALUE);
    long rows = FooterReader.defaults().read(merged).footer().numRows();

    for (int run = 0; run < RUNS; run++) {
      Files.deleteIfExists(merged);
      merge(large, merged, uninterrupted * (run + 1) / RUNS);
      if (Files.exists(merged)) {
        assertThat(FooterVerifier.defaults().verify(merged).footer().numRows()).isEqualTo(rows);
      }
    }

    Files.deleteIfExists(merged);
    merge(file, merged, Long.MAX_VALUE);
    assertThat(names()).noneMatch(name -> name.endsWith("arrowparquet-tmp"));
  }

  /** Runs the tool and kills it after this many nanoseconds; returns how long it ran. */
  private long merge(Path input, Path output, long killAfter) throws Exception {
    List<String> command = new ArrayList<>(ChildJvm.java());
    Path jar = Path.of("..", "variant-arrow", "target", "arrowparquet.jar").toRealPath();
    command.addAll(List.of("-jar", jar.toString(), "rewrite", "-o", output.toString()));
    for (int copy = 0; copy < COPIES; copy++) {
      command.add(input.toString());
    }
    long start = System.nanoTime();
    Process process =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(killAfter, TimeUnit.NANOSECONDS)) {
      process.destroyForcibly().waitFor();
    }
    return System.nanoTime() - start;
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(path -> path.getFileName().toString()).toList();
    }
  }
}
