// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.bundle;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.ManyFiles;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.Progress;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

final class InputReading {
  @Mixin private ManyFiles.Jobs jobs;

  @Option(
      names = "--skip-unreadable",
      description =
          "Warn of files that cannot be read, and go on as if they were not named; without it the"
              + " first one ends the command.")
  private boolean skipUnreadable;

  @Option(
      names = "--index",
      paramLabel = "COLUMN",
      description =
          "A column, or a group for all columns below, whose page indexes and Bloom filters go into"
              + " the bundle, so that looking for its values takes no request for them; may be"
              + " repeated.")
  private List<String> indexes = List.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private Progress progress;
  private int skipped;

  void check() {
    jobs.count(spec);
  }

  boolean hasIndexes() {
    return !indexes.isEmpty();
  }

  /** What is known of a file besides. */
  @FunctionalInterface
  interface Knowledge {
    BundleInput of(FileArgument file, BundleInput input) throws IOException;
  }

  List<BundleInput> inputs(FileArgument bundle, List<FileArgument> files, Knowledge knowledge)
      throws IOException {
    BundleFolder folder = BundleFiles.folder(bundle);
    List<BundleInput> inputs = inputs(folder, files, knowledge);
    List<BundleInput> elsewhere = inputs.stream().filter(input -> !folder.allows(input)).toList();
    if (!elsewhere.isEmpty()) {
      String which = elsewhere.get(0).path() + PlainText.more(elsewhere.size() - 1);
      FailureReport.warn(
          which
              + ": not below "
              + folder.name()
              + ", which readers of the bundle have to allow: scan --bundle and bundle verify by"
              + " --files-below FOLDER, programs by BundleFolder.withFilesBelow",
          spec);
    }
    progress = new Progress(spec.commandLine().getErr(), inputs.size(), "file");
    return inputs;
  }

  /** One path is one file, however often and in whatever words it is named. */
  private List<BundleInput> inputs(
      BundleFolder folder, List<FileArgument> named, Knowledge knowledge) throws IOException {
    Map<String, BundleInput> inputs = new LinkedHashMap<>();
    for (FileArgument file : named) {
      try {
        file.requireFile();
        BundleInput input =
            file.path() != null ? folder.input(file.path()) : folder.input(file.entry());
        inputs.put(input.path(), knowledge.of(file, input));
      } catch (IOException e) {
        skipOrThrow(e);
      }
    }
    return List.copyOf(inputs.values());
  }

  <E extends Exception> void skipOrThrow(E failure) throws E {
    if (!skipUnreadable) {
      throw failure;
    }
    skip(failure);
  }

  private void skip(Exception failure) {
    skipped++;
    FailureReport.print(failure, spec);
  }

  String skippedText() {
    return skipped == 0 ? "" : ", " + skipped + " left out";
  }

  int skipped() {
    return skipped;
  }

  Progress progress() {
    return progress;
  }

  BundleOptions options() {
    return BundleOptions.defaults()
        .withJobs(jobs.count(spec))
        .withIndexes(indexes)
        .withProgress(progress::done)
        .withUnreadable(skipUnreadable ? (input, failure) -> skip(failure) : null);
  }
}
