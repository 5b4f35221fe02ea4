// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.cli.shared.ExitCode;
import io.arrowparquet.cli.shared.Jobs;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code bundle compact}. */
@Command(
    name = "compact",
    description = "Put the segments of a bundle into one, without removed and replaced entries.")
final class BundleCompactCommand extends BundleCommand {
  @Mixin private Jobs jobs;

  private BundleCompactCommand() {}

  @Override
  public Integer call() throws Exception {
    BundleOptions options = BundleOptions.defaults().withJobs(jobs.count(spec));
    int segments = new BundleWriter(store(), options).compact();
    spec.commandLine()
        .getErr()
        .println(segments == 1 ? "one segment already" : segments + " segments put into one");
    return ExitCode.DONE;
  }
}
