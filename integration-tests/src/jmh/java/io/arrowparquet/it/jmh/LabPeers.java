// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.apache.parquet.bytes.ByteBufferInputStream;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;

/**
 * Adds parquet-java's times to what {@code footer lab --json --files FOLDER} printed: the same
 * footers, on the same machine. It makes objects of the whole footer whatever is wanted of it, so
 * that each workload takes it the same.
 *
 * <pre>
 *   mvn -Pbench -Dquick -DskipTests verify -Dbench.main=io.arrowparquet.it.jmh.LabPeers \
 *       -Dbench="LAB.json FOLDER"
 * </pre>
 */
public final class LabPeers {
  private static final long NANOS = 2_000_000_000L;

  /** Of footers that take seconds: smaller ones came before, so that little is left to compile. */
  private static final int LEAST_RUNS = 2;

  private static final double MILLI = 1e6;
  private static final int FRAME = 8;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private LabPeers() {}

  /** Something that is measured. */
  @FunctionalInterface
  private interface Work {
    long run() throws IOException;
  }

  /** Arguments are the JSON, which is written anew, and the folder with the files. */
  public static void main(String[] arguments) throws IOException {
    Path json = Path.of(arguments[0]);
    ObjectMapper mapper = new ObjectMapper();
    ObjectNode lab = (ObjectNode) mapper.readTree(json.toFile());
    add(lab, Path.of(arguments[1]), NANOS);
    Files.writeString(json, mapper.writerWithDefaultPrettyPrinter().writeValueAsString(lab));
  }

  /**
   * Fills the place for peers; shapes whose file is not in the folder are passed over.
   *
   * @param nanos CPU time for each figure, at least
   */
  static void add(ObjectNode lab, Path folder, long nanos) throws IOException {
    ArrayNode peers = lab.putArray("peers");
    String name = "parquet-java " + Util.class.getPackage().getImplementationVersion();
    for (JsonNode shape : lab.get("shapes")) {
      Path file = folder.resolve(shape.get("name").textValue() + ".thrift.parquet");
      if (Files.exists(file)) {
        byte[] bytes = Files.readAllBytes(file);
        double memory = best(() -> rows(bytes), nanos);
        double local = best(() -> rows(file), nanos);
        for (JsonNode workload : shape.at("/designs/0/workloads")) {
          peers
              .addObject()
              .put("peer", name)
              .put("shape", shape.get("name").textValue())
              .put("workload", workload.get("workload").textValue())
              .put("memory_ms", memory)
              .put("local_ms", local);
        }
      }
    }
  }

  private static long rows(byte[] file) throws IOException {
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - FRAME);
    byte[] footer = Arrays.copyOfRange(file, file.length - FRAME - length, file.length - FRAME);
    ParquetMetadata metadata =
        new ParquetMetadataConverter()
            .fromParquetMetadata(
                Util.readFileMetaData(ByteBufferInputStream.wrap(ByteBuffer.wrap(footer))));
    return metadata.getBlocks().size();
  }

  private static long rows(Path file) throws IOException {
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      return reader.getFooter().getBlocks().size();
    }
  }

  private static double best(Work work, long nanos) throws IOException {
    long begin = THREADS.getCurrentThreadCpuTime();
    long expected = work.run();
    long now = THREADS.getCurrentThreadCpuTime();
    long least = now - begin;
    for (int runs = 1; runs < LEAST_RUNS || now - begin < nanos; runs++) {
      long start = now;
      if (work.run() != expected) {
        throw new IllegalStateException("two runs of the same gave two results");
      }
      now = THREADS.getCurrentThreadCpuTime();
      least = Math.min(least, now - start);
    }
    return Math.round(least / MILLI * 10_000) / 10_000.0;
  }
}
