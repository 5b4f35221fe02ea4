// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.footer.FooterDiagnostic;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.util.Locale;
import java.util.Map;
import org.apache.arrow.memory.OutOfMemoryException;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** One line each, or the stack trace where {@code --debug} asks for it. */
public final class FailureReport {
  public static final String MIXIN = "failures";

  private static final String OWN_EXCEPTIONS = "io.arrowparquet.";
  private static final String OVERWRITE = "--overwrite";
  private static final long MEBIBYTE = 1 << 20;

  /** Where the system gives none. */
  private static final Map<Class<?>, String> REASONS =
      Map.of(
          NoSuchFileException.class, "no such file",
          FileAlreadyExistsException.class, "exists already",
          AccessDeniedException.class, "permission denied",
          NotDirectoryException.class, "is not a directory");

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print the stack trace of a failure.")
  private boolean debug;

  public static void print(Throwable failure, CommandSpec command) {
    FailureReport report = (FailureReport) command.root().mixins().get(MIXIN).userObject();
    if (report.debug) {
      failure.printStackTrace(command.commandLine().getErr());
    } else {
      warn(text(failure, command), command);
    }
  }

  public static void warn(String text, CommandSpec command) {
    command.commandLine().getErr().println("arrowparquet: " + oneLine(text));
  }

  public static void warn(String file, FooterDiagnostic problem, CommandSpec command) {
    warn(file + ": " + problem + "; using the Thrift footer", command);
  }

  /**
   * One line that names the input and what is wrong with it, or what there was too little of and
   * how to allow more.
   */
  public static String text(Throwable failure, CommandSpec command) {
    String text = message(failure);
    if (failure instanceof FileAlreadyExistsException && command.findOption(OVERWRITE) != null) {
      text += "; " + OVERWRITE + " replaces it";
    }
    return oneLine(text);
  }

  /** Names in a file may have line breaks in them, and so may the messages of libraries. */
  public static String oneLine(String text) {
    return text.replaceAll("\\R\\s*", " ");
  }

  private static String message(Throwable failure) {
    if (failure instanceof FileSystemException file) {
      return file.getReason() == null
          ? file.getFile()
              + ": "
              + REASONS.getOrDefault(file.getClass(), "cannot be read or written")
          : file.getMessage();
    }
    // An allocator's own exception may have come of the machine's.
    if (failure instanceof OutOfMemoryException && failure.getCause() instanceof OutOfMemoryError) {
      return outOfMemory(failure.getCause().getMessage());
    }
    if (failure instanceof OutOfMemoryException || failure instanceof OutOfMemoryError) {
      return outOfMemory(failure.getMessage());
    }
    if (failure instanceof StackOverflowError) {
      return "out of stack: the input is nested too deeply; allow more with java -Xss16m -jar ...";
    }
    // This project's own exceptions say where, what was found and what was expected.
    boolean saysAll =
        failure.getClass().getName().startsWith(OWN_EXCEPTIONS)
            || failure instanceof IOException
            || failure instanceof UnsupportedOperationException
            || failure instanceof IllegalArgumentException;
    return saysAll && failure.getMessage() != null
        ? failure.getMessage()
        : failure + " (--debug prints where)";
  }

  /** Only the message of the JDK says which kind of memory it is. */
  private static String outOfMemory(String message) {
    String kind = String.valueOf(message).toLowerCase(Locale.ROOT);
    if (kind.contains("thread")) {
      return "out of memory: the system gives no more threads; use fewer --jobs";
    }
    if (kind.contains("direct")) {
      return "out of direct memory; allow more with java -XX:MaxDirectMemorySize=4g -jar ...";
    }
    if (kind.contains("heap") || kind.contains("gc overhead") || kind.contains("array size")) {
      return "out of memory: the heap of "
          + Runtime.getRuntime().maxMemory() / MEBIBYTE
          + " MiB is too small; allow more with java -Xmx4g -jar ...";
    }
    return "out of memory outside of the heap: " + message;
  }
}
