// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;

/** Keys of encrypted files: in a file or a variable, which no list of processes shows. */
public final class KeyOptions {
  public static final String MIXIN = "keys";

  private static final String EXPECTED =
      "footer HEX, column PATH HEX, metadata TEXT HEX, or aad TEXT";

  /** Of the command that runs: a process runs one; null for none. */
  private static volatile DecryptionKeys keys;

  @Option(
      names = "--key-file",
      scope = ScopeType.INHERIT,
      paramLabel = "FILE",
      description =
          "Decrypt with the keys in this file, a line each: "
              + EXPECTED
              + ". The third gives the key that files call TEXT.")
  private Path file;

  @Option(
      names = "--key-env",
      scope = ScopeType.INHERIT,
      paramLabel = "VARIABLE",
      description =
          "As --key-file, with the value of an environment variable; a semicolon ends a line too.")
  private String variable;

  public static DecryptionKeys keys() {
    return keys;
  }

  public static FooterReader footers() {
    return FooterReader.defaults().withDecryption(keys);
  }

  public static ParquetReadOptions reading() {
    return ParquetReadOptions.defaults().withDecryption(keys);
  }

  public void use(CommandSpec command) {
    keys = null;
    if (file == null && variable == null) {
      return;
    }
    try {
      String value = variable == null ? Files.readString(file) : System.getenv(variable);
      if (value == null) {
        throw UsageErrors.wrong(command, "--key-env: the environment has no variable " + variable);
      }
      keys = parse(command, value.split(variable == null ? "\\R" : "\\R|;"));
    } catch (IOException e) {
      throw new ParameterException(
          command.commandLine(), "--key-file " + file + ": cannot be read", e);
    }
  }

  /** What is wrong is not printed: it may be a key. */
  private static DecryptionKeys parse(CommandSpec command, String[] lines) {
    DecryptionKeys found = DecryptionKeys.defaults();
    Map<String, byte[]> named = new HashMap<>();
    for (int i = 0; i < lines.length; i++) {
      String[] words = lines[i].strip().split("\\s+", 2);
      String rest = words.length == 1 ? "" : words[1];
      int space = rest.lastIndexOf(' ');
      String name = rest.substring(0, Math.max(0, space)).strip();
      try {
        switch (words[0]) {
          case "" -> {}
          case "footer" -> found = found.withFooterKey(key(rest));
          case "column" -> found = found.withColumnKey(name, key(rest.substring(space + 1)));
          case "metadata" -> named.put(name, key(rest.substring(space + 1)));
          case "aad" -> found = found.withAadPrefix(rest.getBytes(UTF_8));
          default -> throw new IllegalArgumentException();
        }
      } catch (IllegalArgumentException e) {
        throw UsageErrors.wrong(command, "line " + (i + 1) + " of the keys: expected " + EXPECTED);
      }
    }
    return named.isEmpty()
        ? found
        : found.withRetriever(metadata -> named.get(new String(metadata, UTF_8)));
  }

  private static byte[] key(String hex) {
    byte[] key = HexFormat.of().parseHex(hex);
    if (key.length == 0) {
      throw new IllegalArgumentException();
    }
    return key;
  }
}
