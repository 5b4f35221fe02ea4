// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.internal;

import io.arrowparquet.footer.io.FileReplacement;
import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/** A process that begins to replace a file and never ends of itself. */
public final class UnfinishedReplacement {
  private UnfinishedReplacement() {}

  /** Starts the process; it prints {@code begun}, and exits when its input ends. */
  public static Process start(Path target) throws IOException, URISyntaxException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classPath =
        placeOf(FileReplacement.class) + File.pathSeparator + placeOf(UnfinishedReplacement.class);
    return new ProcessBuilder(
            java, "-cp", classPath, UnfinishedReplacement.class.getName(), target.toString())
        .redirectError(ProcessBuilder.Redirect.DISCARD)
        .start();
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
  }
}
