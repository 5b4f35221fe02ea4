// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.packaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@code mvnw} where there is a JDK, and neither Maven nor curl, wget and unzip. */
class WrapperTest {
  private static final List<String> PROGRAMS =
      List.of(
          "basename",
          "cat",
          "dirname",
          "gzip",
          "mkdir",
          "mktemp",
          "mv",
          "rm",
          "sha256sum",
          "tar",
          "tr",
          "uname");

  @TempDir private Path folder;

  @ParameterizedTest
  @CsvSource({"true, Maven runs verify", "false, Failed to validate Maven distribution SHA-256"})
  void archive_is_unpacked_by_tar_if_it_has_the_sum_that_is_told(boolean same, String said)
      throws Exception {
    Path archive = archive();
    String sum =
        HexFormat.of()
            .formatHex(MessageDigest.getInstance("SHA-256").digest(Files.readAllBytes(archive)));
    Path settings = Files.createDirectories(folder.resolve(".mvn/wrapper"));
    Files.writeString(
        settings.resolve("maven-wrapper.properties"),
        "distributionUrl="
            + archive.toUri().toString().replace(".tar.gz", ".zip")
            + "\ndistributionSha256Sum=0\ndistributionTarSha256Sum="
            + (same ? sum : "0")
            + "\n");
    Path wrapper = Files.copy(Path.of("../mvnw"), folder.resolve("mvnw"));

    assertThat(run(wrapper.toString(), "verify")).contains(said);
  }

  /** Of Maven, as far as the wrapper knows it. */
  private Path archive() throws Exception {
    Path maven = Files.createDirectories(folder.resolve("apache-maven-1/bin")).resolve("mvn");
    Files.writeString(maven, "#!/bin/sh\necho Maven runs $*\n");
    assertThat(maven.toFile().setExecutable(true)).isTrue();
    Path archive = folder.resolve("apache-maven-1-bin.tar.gz");
    run("tar", "czf", archive.toString(), "-C", folder.toString(), "apache-maven-1");
    return archive;
  }

  private String run(String... command) throws Exception {
    ProcessBuilder process = new ProcessBuilder(command).redirectErrorStream(true);
    process.environment().keySet().removeIf(name -> name.startsWith("M"));
    process.environment().put("PATH", programs().toString());
    process.environment().put("MAVEN_USER_HOME", folder.resolve("home").toString());
    process.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process running = process.start();
    String said = new String(running.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    running.waitFor();
    return said;
  }

  private Path programs() throws IOException {
    Path programs = folder.resolve("programs");
    if (!Files.exists(programs)) {
      Files.createDirectory(programs);
      String[] path = System.getenv("PATH").split(File.pathSeparator);
      for (String name : PROGRAMS) {
        Path program =
            Arrays.stream(path)
                .map(from -> Path.of(from, name))
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow();
        Files.createSymbolicLink(programs.resolve(name), program);
      }
    }
    return programs;
  }
}
