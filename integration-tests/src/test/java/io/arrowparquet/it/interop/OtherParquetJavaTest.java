// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.ChildClassPath;
import io.arrowparquet.it.ChildJvm;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.ColumnOrder;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The bridge on releases of parquet-java other than the one it is compiled with. */
class OtherParquetJavaTest {
  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(DOUBLE)
          .columnOrder(ColumnOrder.ieee754TotalOrder())
          .named("number")
          .named("schema");

  @TempDir private Path folder;
  private Path totalOrder;

  /** A file with what only the newest release knows: total order and counts of NaN. */
  @BeforeEach
  void writeTotalOrder() throws IOException {
    totalOrder = folder.resolve("total-order.parquet");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(totalOrder))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .build()) {
      SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
      for (double number : new double[] {1, Double.NaN, -2}) {
        writer.write(rows.newGroup().append("number", number));
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.16.0", "1.17.1"})
  void files_and_metadata_are_the_same(String release) throws Exception {
    Path expected = folder.resolve("expected.parquet");
    Path written = folder.resolve("written.parquet");

    String today = run(ChildClassPath.only(ChildClassPath.PARQUET_JAVA), expected);
    String before = run(ChildClassPath.parquetJava(release), written);

    assertThat(today).contains("[number] IEEE_754_TOTAL_ORDER 3", "metadata", "typed_value");
    assertThat(known(before)).isEqualTo(known(today));
    assertThat(before).contains("[number] TYPE_DEFINED_ORDER 150", "[number] UNDEFINED 3");
    assertThat(ReadWithoutHadoop.read(List.of(written)).replace("written", "expected"))
        .isEqualTo(ReadWithoutHadoop.read(List.of(expected)));
  }

  /** Without orders of numbers, which older releases say otherwise or not at all. */
  private static List<String> known(String metadata) {
    return metadata
        .lines()
        .filter(line -> !line.startsWith("[number] "))
        .map(line -> line.replace(" columnorder(TYPE_DEFINED_ORDER)", ""))
        .toList();
  }

  @Test
  void one_that_is_too_old_is_named() throws Exception {
    String libraries =
        ChildClassPath.parquetJava("1.15.2")
            + File.pathSeparator
            + ChildClassPath.only(ChildClassPath.PARQUET_JAVA);

    assertThat(run(libraries, folder.resolve("none.parquet")))
        .isEqualToIgnoringNewLines(
            "Metadata of parquet-java: org.apache.parquet:parquet-column 1.15.2 is on the class path,"
                + " needed is 1.16 or newer");
  }

  private String run(String parquetJava, Path written) throws Exception {
    String classPath =
        parquetJava
            + File.pathSeparator
            + ChildClassPath.with(ChildClassPath.PARQUET_JAVA_NEEDS, ChildClassPath.HADOOP);
    return new ChildJvm(folder)
        .run(
            List.of(
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-cp",
                classPath,
                WriteAndBridge.class.getName(),
                written.toString(),
                totalOrder.toString()));
  }
}
