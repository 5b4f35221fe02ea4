// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.cli.shared.FileArgument;
import io.arrowparquet.cli.shared.ManyFiles;
import io.arrowparquet.cli.shared.ParquetFiles;
import io.arrowparquet.cli.shared.RewriteOptions;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** {@code footer attach}. */
@Command(
    name = "attach",
    description = "Attach a FlatBuffers footer to Parquet files; other readers ignore it.",
    mixinStandardHelpOptions = true)
final class FooterAttachCommand implements Callable<Integer> {
  @Mixin private ParquetFiles files;

  @Mixin private RewriteOptions rewrite;

  @Option(
      names = "--layout",
      paramLabel = "LAYOUT",
      defaultValue = "spec",
      converter = LayoutConverter.class,
      description = "spec, v1, arrow-cpp or par3 (default: ${DEFAULT-VALUE}).")
  private FooterLayout layout;

  @Option(
      names = "--force",
      description = {
        "Replace another writer's extension, and attach even",
        "if reading would find the footer corrupt."
      })
  private boolean force;

  @Option(
      names = "--lossy",
      description =
          "With --layout par3: attach although strip could not give back the file byte for byte.")
  private boolean lossy;

  @Spec private CommandSpec spec;

  private FooterAttachCommand() {}

  @Override
  public Integer call() throws Exception {
    List<FileArgument> inputs = files.arguments();
    rewrite.check(spec, inputs);
    FooterAttacher attacher =
        FooterAttacher.defaults()
            .withLayout(layout)
            .withForce(force)
            .withLossy(lossy)
            .withOverwrite(rewrite.overwrite())
            .withKeptAttributes(rewrite.keepAttributes());
    return ManyFiles.of(spec, rewrite.jobs())
        .run(
            inputs,
            "attached",
            file -> {
              if (rewrite.output() == null) {
                attacher.attachInPlace(file.path());
              } else if (rewrite.isLocal(file)) {
                attacher.attach(file.path(), rewrite.output().path());
              } else {
                try (ByteSource input = file.open();
                    ByteSink output = rewrite.output().open(rewrite.overwrite())) {
                  attacher.attach(input, output);
                }
              }
              return null;
            });
  }

  /** Layouts by the names users type. */
  static final class LayoutConverter implements ITypeConverter<FooterLayout> {
    @Override
    public FooterLayout convert(String name) {
      return Arrays.stream(FooterLayout.values())
          .filter(layout -> layout != FooterLayout.THRIFT && layout.label().equals(name))
          .findFirst()
          .orElseThrow(
              () ->
                  new TypeConversionException(
                      "expected spec, v1, arrow-cpp or par3, not '" + name + "'"));
    }
  }
}
