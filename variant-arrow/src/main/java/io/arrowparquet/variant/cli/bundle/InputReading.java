// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.bundle;

import io.arrowparquet.footer.bundle.BundleFolder;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleOptions;
import io.arrowparquet.variant.cli.shared.FailureReport;
import io.arrowparquet.variant.cli.shared.FileArgument;
import io.arrowparquet.variant.cli.shared.FileProgress;
import io.arrowparquet.variant.cli.shared.ParquetFiles;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** How commands read the footers that go into a bundle. */
final class InputReading {
  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      defaultValue = "1",
      description = "Number of files to read at once (default: ${DEFAULT-VALUE}).")
  private int jobs;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private FileProgress progress;

  private InputReading() {}

  /** Checks the options; comes before anything is read or written. */
  void check() {
    if (jobs < 1) {
      throw new ParameterException(spec.commandLine(), "--jobs must be at least 1, not " + jobs);
    }
  }

  /**
   * The files for a bundle; their progress begins.
   *
   * @param files as the user names them
   */
  List<BundleInput> inputs(FileArgument bundle, List<String> files) throws IOException {
    BundleFolder folder = BundleFiles.folder(bundle);
    List<BundleInput> inputs = BundleFiles.inputs(folder, ParquetFiles.of(files));
    List<BundleInput> elsewhere = inputs.stream().filter(input -> !folder.allows(input)).toList();
    if (!elsewhere.isEmpty()) {
      String others = elsewhere.size() == 1 ? "" : " and " + (elsewhere.size() - 1) + " more files";
      FailureReport.warn(
          elsewhere.get(0).path()
              + others
              + ": not below "
              + folder.name()
              + ", so that whoever reads the bundle's files has to allow it: scan --bundle and bundle"
              + " verify by --files-below FOLDER, programs by BundleFolder.withFilesBelow",
          spec);
    }
    progress = new FileProgress(spec.commandLine().getErr(), inputs.size());
    return inputs;
  }

  /** Of the files of {@link #inputs}. */
  FileProgress progress() {
    return progress;
  }

  /** How a bundle in table form is made of them. */
  BundleOptions options() {
    return BundleOptions.defaults().withJobs(jobs).withProgress(progress::done);
  }
}
