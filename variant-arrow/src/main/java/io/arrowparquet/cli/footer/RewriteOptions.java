// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.ManyFiles;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

final class RewriteOptions {
  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE",
      converter = FileArgument.Converter.class,
      description = "Write to this file, a path or an s3: URI; only with one input.")
  private FileArgument output;

  @Option(names = "--in-place", description = "Replace each input, in one step; local files only.")
  private boolean inPlace;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  @Option(
      names = "--keep-attributes",
      description = "Give the new file the permissions and times of the old one; local files only.")
  private boolean keepAttributes;

  @Mixin private ManyFiles.Jobs jobs;

  private void check(CommandSpec spec, List<FileArgument> inputs) {
    if ((output == null) != inPlace) {
      throw UsageErrors.wrong(spec, "give either --output FILE or --in-place");
    }
    if (output != null && inputs.size() != 1) {
      throw UsageErrors.wrong(spec, "--output takes one input, not " + inputs.size());
    }
    for (FileArgument input : inputs) {
      requireLocal(spec, input.path(), input);
    }
    if (output != null) {
      requireLocal(spec, output.path(), output);
    }
  }

  private void requireLocal(CommandSpec spec, Path path, Object file) {
    if (path == null && inPlace) {
      throw UsageErrors.wrong(
          spec,
          "--in-place is for local files; give --output with a path or an s3: URI to copy " + file);
    }
    if (path == null && keepAttributes) {
      throw UsageErrors.wrong(
          spec,
          "--keep-attributes is for local files; " + file + " has no such permissions and times");
    }
  }

  @FunctionalInterface
  interface Copy<I, O> {
    void to(I input, O output) throws Exception;
  }

  @FunctionalInterface
  interface InPlace {
    void rewrite(Path file) throws Exception;
  }

  int run(
      CommandSpec spec,
      ParquetFiles files,
      String verb,
      InPlace inPlaces,
      Copy<Path, Path> local,
      Copy<ByteSource, ByteSink> remote)
      throws Exception {
    List<FileArgument> inputs = files.arguments();
    check(spec, inputs);
    return ManyFiles.of(spec, jobs)
        .run(
            inputs,
            verb,
            file -> {
              if (output == null) {
                inPlaces.rewrite(file.path());
              } else if (file.path() != null && output.path() != null) {
                local.to(file.path(), output.path());
              } else {
                try (ByteSource input = file.open();
                    ByteSink sink = output.openSink(overwrite)) {
                  remote.to(input, sink);
                }
              }
              return null;
            });
  }

  boolean overwrite() {
    return overwrite;
  }

  boolean keepAttributes() {
    return keepAttributes;
  }
}
