// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/**
 * Does one thing to many files, on several threads: one bad file does not stop the rest. Results
 * are reported in the order of the files, with a progress bar on a terminal and a summary at the
 * end.
 */
final class ManyFiles {
  private static final int BAR_WIDTH = 30;

  /** What to do to a file; returns the line to print for it, or null for none. */
  @FunctionalInterface
  interface Task {
    String run(Path file) throws Exception;
  }

  private final PrintWriter out;
  private final PrintWriter err;
  private final int jobs;
  private final boolean debug;
  private final boolean terminal;

  private ManyFiles(PrintWriter out, PrintWriter err, int jobs, boolean debug) {
    this.out = out;
    this.err = err;
    this.jobs = jobs;
    this.debug = debug;
    this.terminal = Terminal.isInteractive();
  }

  /** Reports to the streams of a command, with {@code --debug} as given to it. */
  static ManyFiles of(CommandSpec spec, int jobs) {
    CommandLine line = spec.commandLine();
    if (jobs < 1) {
      throw new ParameterException(line, "--jobs must be at least 1, not " + jobs);
    }
    return new ManyFiles(line.getOut(), line.getErr(), jobs, Main.isDebug(spec));
  }

  /**
   * Runs the task on every file.
   *
   * @param verb what was done, for the summary: {@code "attached"}
   * @return the exit code
   */
  int run(List<Path> files, String verb, Task task) throws InterruptedException {
    ExecutorService workers =
        Executors.newFixedThreadPool(Math.min(jobs, Math.max(1, files.size())));
    try {
      List<Future<String>> results = new ArrayList<>();
      for (Path file : files) {
        results.add(workers.submit(() -> task.run(file)));
      }
      int failed = 0;
      for (int i = 0; i < files.size(); i++) {
        failed += report(files.get(i), results.get(i)) ? 0 : 1;
        progress(i + 1, files.size());
      }
      if (files.size() != 1) {
        err.printf("%d %s, %d failed%n", files.size() - failed, verb, failed);
      }
      return failed == 0 ? ExitCode.DONE : ExitCode.INPUT;
    } finally {
      workers.shutdownNow();
    }
  }

  private boolean report(Path file, Future<String> result) throws InterruptedException {
    try {
      String line = result.get();
      if (line != null) {
        clearBar();
        out.println(line);
        out.flush();
      }
      return true;
    } catch (ExecutionException e) {
      clearBar();
      err.println("arrowparquet: " + withName(file, Main.describe(e.getCause())));
      if (debug) {
        e.getCause().printStackTrace(err);
      }
      return false;
    }
  }

  private static String withName(Path file, String message) {
    return message.contains(file.toString()) ? message : file + ": " + message;
  }

  private void progress(int done, int all) {
    if (terminal && all > 1) {
      int filled = (int) ((long) BAR_WIDTH * done / all);
      err.print(
          "\r[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + done + "/" + all);
      if (done == all) {
        err.println();
      }
      err.flush();
    }
  }

  private void clearBar() {
    if (terminal) {
      err.print("\r" + " ".repeat(BAR_WIDTH + 20) + "\r");
    }
  }
}
