// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Loads the classes that common commands need, for the archive of classes that the launcher has the
 * JVM write.
 */
final class StartupTraining {
  private static final String FILE = "FILE";
  private static final String BUNDLE = "BUNDLE";

  private static final List<List<String>> COMMANDS =
      List.of(
          List.of("footer", "attach", FILE, "--in-place"),
          List.of("footer", "inspect", FILE),
          List.of("footer", "verify", FILE),
          List.of("scan", FILE, "--where", "id > 3 and event.kind::string = 'view'", "--stats"),
          List.of("head", FILE, "--format", "table"),
          List.of("scan", FILE, "--format", "csv", "--columns", "id,event.kind as string"),
          List.of("count", FILE),
          List.of("schema", FILE),
          List.of("pages", FILE, "--columns", "id"),
          List.of("variant", "cat", FILE, "--column", "raw"),
          List.of("variant", "schema", FILE, "--column", "event"),
          List.of("bundle", "create", FILE, "--output", BUNDLE),
          List.of("scan", "--bundle", BUNDLE, "--where", "id > 3", "--columns", "id"));

  private StartupTraining() {}

  public static void main(String[] args) throws IOException {
    Path folder = Files.createTempDirectory("arrowparquet-training");
    Path file = folder.resolve("small.parquet");
    Path bundle = folder.resolve("small.bundle");
    try {
      new DemoFile(20, 1, 20).write(file);
      PrintWriter unseen = new PrintWriter(new StringWriter());
      for (List<String> command : COMMANDS) {
        String[] named =
            command.stream()
                .map(argument -> argument.equals(FILE) ? file.toString() : argument)
                .map(argument -> argument.equals(BUNDLE) ? bundle.toString() : argument)
                .toArray(String[]::new);
        if (Main.run(unseen, unseen, named) != 0) {
          throw new IllegalStateException(String.join(" ", named));
        }
      }
    } finally {
      Files.deleteIfExists(file);
      Files.deleteIfExists(bundle);
      Files.delete(folder);
    }
  }
}
