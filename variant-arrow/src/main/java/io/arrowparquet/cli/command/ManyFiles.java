// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** One bad file does not stop the rest. Results are reported in the order of the files. */
public final class ManyFiles {
  private static final int BAR_WIDTH = 30;

  /** The line to print for the file, or null for none. */
  @FunctionalInterface
  public interface Task {
    String run(FileArgument file) throws Exception;
  }

  private final CommandSpec command;
  private final PrintWriter out;
  private final PrintWriter err;
  private final int jobs;
  private final boolean terminal;

  private ManyFiles(CommandSpec command, int jobs) {
    this.command = command;
    this.out = command.commandLine().getOut();
    this.err = command.commandLine().getErr();
    this.jobs = jobs;
    this.terminal = Progress.isInteractive();
  }

  public static ManyFiles of(CommandSpec command, Jobs jobs) {
    return new ManyFiles(command, jobs.count(command));
  }

  public int run(List<FileArgument> files, String verb, Task task) throws InterruptedException {
    ExecutorService workers =
        Executors.newFixedThreadPool(Math.min(jobs, Math.max(1, files.size())));
    try {
      List<Future<String>> results = new ArrayList<>();
      for (FileArgument file : files) {
        results.add(
            workers.submit(
                () -> {
                  file.requireFile();
                  return task.run(file);
                }));
      }
      int failed = 0;
      for (int i = 0; i < files.size(); i++) {
        failed += report(files.get(i), results.get(i), verb, files.size() == 1) ? 0 : 1;
        progress(i + 1, files.size());
      }
      if (files.size() != 1) {
        err.printf("%d %s, %d failed%n", files.size() - failed, verb, failed);
      }
      return failed == 0 ? CliCommand.DONE : CliCommand.INPUT;
    } finally {
      PendingReads.end(workers);
    }
  }

  private boolean report(Object file, Future<String> result, String verb, boolean isOnly)
      throws InterruptedException {
    try {
      String line = result.get();
      if (line == null && isOnly) {
        err.println(file + ": " + verb);
      }
      if (line != null) {
        clearBar();
        out.println(line);
        out.flush();
      }
      return true;
    } catch (ExecutionException e) {
      clearBar();
      FailureReport.print(withName(file, e.getCause()), command);
      return false;
    }
  }

  private Throwable withName(Object file, Throwable failure) {
    String message = FailureReport.text(failure, command);
    return message.startsWith(file + ": ")
        ? failure
        : new IOException(file + ": " + message, failure);
  }

  private void progress(int done, int all) {
    if (terminal && all > 1) {
      int filled = (int) ((long) BAR_WIDTH * done / all);
      Progress.show(
          "\r[" + "#".repeat(filled) + " ".repeat(BAR_WIDTH - filled) + "] " + done + "/" + all,
          err);
      if (done == all) {
        err.println();
      }
    }
  }

  private void clearBar() {
    if (terminal) {
      Progress.show("\r" + " ".repeat(BAR_WIDTH + 20) + "\r", err);
    }
  }

  public static final class Jobs {
    @Option(
        names = {"-j", "--jobs"},
        paramLabel = "N",
        defaultValue = "1",
        description = "Number of files to process at once (default: ${DEFAULT-VALUE}).")
    private int count;

    public int count(CommandSpec spec) {
      UsageErrors.requireAtLeastOne(spec, "--jobs", count);
      return count;
    }
  }
}
