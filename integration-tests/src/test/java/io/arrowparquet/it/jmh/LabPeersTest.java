// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Peers' figures in the JSON of the lab.
 *
 * @see io.arrowparquet.cli.lab.FooterLabCommand
 */
class LabPeersTest {
  private static final String LAB =
      """
      {"shapes": [
        {"name": "wide", "designs": [{"workloads": [{"workload": "1 column"}, {"workload": "all"}]}]},
        {"name": "not there", "designs": []}],
       "peers": []}
      """;

  @TempDir Path folder;

  @Test
  void parquet_java_has_a_time_for_each_workload_of_a_shape_that_has_a_file() throws IOException {
    Files.write(folder.resolve("wide.thrift.parquet"), WideFooters.asFile(WideFooters.doubles(20)));
    ObjectNode lab = (ObjectNode) new ObjectMapper().readTree(LAB);

    LabPeers.add(lab, folder, 1);

    assertThat(lab.get("peers")).hasSize(2);
    JsonNode peer = lab.at("/peers/1");
    assertThat(peer.get("peer").textValue()).startsWith("parquet-java ");
    assertThat(peer.get("shape").textValue()).isEqualTo("wide");
    assertThat(peer.get("workload").textValue()).isEqualTo("all");
    assertThat(peer.get("memory_ms").doubleValue()).isPositive();
    assertThat(peer.get("local_ms").doubleValue()).isPositive();
  }
}
