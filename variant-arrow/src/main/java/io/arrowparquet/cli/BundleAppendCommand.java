// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
    name = "append",
    description = {
      "Add new and changed files to a bundle in table form; others stay in it.",
      "bundle sync removes the files that are not named."
    })
class BundleAppendCommand extends BundleCommand {
  @Parameters(
      index = "1..*",
      paramLabel = "FILE",
      arity = "1..*",
      converter = FileArgument.NameConverter.class,
      description = ParquetFiles.DESCRIPTION)
  private List<String> files;

  @Option(
      names = "--check-footers",
      description =
          "Find changed files by their footers' checksums too, not by length and time alone.")
  private boolean checkFooters;

  @Mixin private InputReading reading;

  BundleWriter.Changes change(BundleWriter writer, List<BundleInput> inputs, BundleTrust trust)
      throws IOException {
    return writer.append(inputs, trust);
  }

  @Override
  public Integer call() throws Exception {
    reading.check();
    List<BundleInput> inputs = reading.inputs(bundle, files);
    BundleWriter.Changes changes =
        change(
            new BundleWriter(store(), reading.options()),
            inputs,
            checkFooters ? BundleTrust.FOOTER : BundleTrust.STAT);
    reading.progress().end();
    err()
        .printf(
            "%d added, %d changed, %d removed, %d unchanged%s%n",
            changes.added(),
            changes.changed(),
            changes.removed(),
            changes.unchanged(),
            reading.skippedText());
    return DONE;
  }

  @Command(
      name = "sync",
      description = {
        "Make a bundle in table form have the files that are named, as they are now.",
        "New and changed ones are added, and all others removed from the bundle."
      })
  static final class Sync extends BundleAppendCommand {

    @Override
    BundleWriter.Changes change(BundleWriter writer, List<BundleInput> inputs, BundleTrust trust)
        throws IOException {
      return writer.sync(inputs, trust);
    }
  }
}
