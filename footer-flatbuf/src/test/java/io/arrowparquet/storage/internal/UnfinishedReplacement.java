// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A process that begins to replace a file, and commits when it is told to. */
public final class UnfinishedReplacement {
  private UnfinishedReplacement() {}

  /**
   * Starts the process; it prints {@code begun}, commits when it reads a byte, and exits when its
   * input ends.
   *
   * @param before words of the command before those of Java
   */
  public static Process start(Path target, String... before)
      throws IOException, URISyntaxException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        placeOf(FileReplacement.class) + File.pathSeparator + placeOf(UnfinishedReplacement.class);
    List<String> command = new ArrayList<>(List.of(before));
    command.addAll(
        List.of(java, "-cp", classPath, UnfinishedReplacement.class.getName(), target.toString()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }

  private static Path placeOf(Class<?> type) throws URISyntaxException {
    return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  /** The process. */
  public static void main(String[] args) throws IOException {
    FileReplacement.Pending pending = new FileReplacement(Path.of(args[0]), true).begin();
    pending.channel().write(ByteBuffer.wrap(new byte[100]));
    System.out.println("begun");
    if (System.in.read() < 0) {
      System.exit(1);
    }
    pending.commit();
  }
}
