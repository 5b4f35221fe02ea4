// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import io.arrowparquet.footer.file.FooterAttacher;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Attaching a footer to a large file, next to copying the file; both force the copy to the disk.
 * The pages are random bytes: attaching does not look at them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 20)
@Measurement(iterations = 7)
public class AttachBenchmark {
  private static final int MAGIC = 4;
  private static final int MEBIBYTE = 1 << 20;

  @Param("1024")
  private int mebibytes;

  @Param("1000")
  private int columns;

  private Path folder;
  private Path file;
  private Path output;

  /** Writes the file: magic, pages, the footer of a wide file. */
  @Setup
  public void writeFile() throws IOException {
    folder = Files.createTempDirectory("attach-benchmark");
    file = folder.resolve("file.parquet");
    output = folder.resolve("output.parquet");
    byte[] pages = new byte[MEBIBYTE];
    new Random(1).nextBytes(pages);
    ByteBuffer footer = ByteBuffer.wrap(WideFooters.asFile(WideFooters.doubles(columns)));
    try (FileChannel out =
        FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      writeFully(out, footer.slice(0, MAGIC));
      for (int i = 0; i < mebibytes; i++) {
        writeFully(out, ByteBuffer.wrap(pages));
      }
      writeFully(out, footer.slice(MAGIC, footer.remaining() - MAGIC));
      out.force(true);
    }
  }

  private static void writeFully(FileChannel out, ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      out.write(bytes);
    }
  }

  /** Deletes the files. */
  @TearDown
  public void deleteFiles() throws IOException {
    Files.deleteIfExists(file);
    Files.deleteIfExists(output);
    Files.delete(folder);
  }

  /** Ours: converts the footer, copies the pages, forces, renames. */
  @Benchmark
  public void attach() throws IOException {
    FooterAttacher.defaults().withForce(true).withOverwrite(true).attach(file, output);
  }

  /** The JDK's copy of the same file, made as durable. */
  @Benchmark
  public void copyAndForce() throws IOException {
    Files.copy(file, output, StandardCopyOption.REPLACE_EXISTING);
    try (FileChannel out = FileChannel.open(output, StandardOpenOption.WRITE)) {
      out.force(true);
    }
  }
}
