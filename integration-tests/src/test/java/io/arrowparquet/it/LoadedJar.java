// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The runnable jar in this process, with a class loader that sees nothing else: some hundred
 * commands take less time so than with a JVM each.
 */
public final class LoadedJar implements AutoCloseable {
  private static final Path JAR = Path.of("..", "variant-arrow", "target", "arrowparquet.jar");

  private final URLClassLoader classes;
  private final Method run;

  private LoadedJar(URLClassLoader classes, Method run) {
    this.classes = classes;
    this.run = run;
  }

  /** Skips the calling test where the jar has not been built. */
  public static LoadedJar load() throws IOException, ReflectiveOperationException {
    assumeTrue(
        Files.exists(JAR) && Files.isDirectory(JAR.resolveSibling("lib")),
        "arrowparquet.jar is made by mvn package");
    URLClassLoader classes =
        new URLClassLoader(new URL[] {JAR.toUri().toURL()}, ClassLoader.getPlatformClassLoader());
    Class<?> main = classes.loadClass("io.arrowparquet.cli.Main");
    return new LoadedJar(
        classes, main.getMethod("run", PrintWriter.class, PrintWriter.class, String[].class));
  }

  /** Runs a command and gives its exit code. */
  public int run(PrintWriter out, PrintWriter err, String... arguments) {
    Thread thread = Thread.currentThread();
    ClassLoader before = thread.getContextClassLoader();
    thread.setContextClassLoader(classes);
    try {
      return (int) run.invoke(null, out, err, arguments);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(String.join(" ", arguments), e);
    } finally {
      thread.setContextClassLoader(before);
    }
  }

  @Override
  public void close() throws IOException {
    classes.close();
  }
}
