// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.ManyFiles;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterAttacher.Paths;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.footer.file.FooterVerifier;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.storage.ByteSource;
import java.io.IOException;
import java.util.Arrays;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

public abstract class FooterFilesCommand extends CliCommand {
  @Mixin ParquetFiles files;

  @Command(
      name = "attach",
      description =
          "Attach a FlatBuffers footer, or an index, to Parquet files; other readers ignore it.")
  public static final class Attach extends FooterFilesCommand {

    @Mixin private RewriteOptions rewrite;

    @Option(
        names = "--layout",
        paramLabel = "LAYOUT",
        defaultValue = "spec",
        converter = LayoutConverter.class,
        description = "spec, v1, arrow-cpp, par3, index, parx or auto (default: ${DEFAULT-VALUE}).")
    private FooterLayout layout;

    @Option(
        names = "--force",
        description = {
          "Replace another writer's extension, and attach even",
          "if reading would find the footer corrupt."
        })
    private boolean force;

    @Option(
        names = "--replace",
        description = "Replace another writer's extension: Photon's footer, for example.")
    private boolean replace;

    @Option(
        names = "--lossy",
        description =
            "With --layout par3: attach although strip could not give back the file byte for byte.")
    private boolean lossy;

    @Override
    public Integer call() throws Exception {
      FooterAttacher attacher =
          FooterAttacher.defaults()
              .withLayout(layout)
              .withForce(force)
              .withReplace(replace)
              .withLossy(lossy)
              .withOverwrite(rewrite.overwrite())
              .withKeptAttributes(rewrite.keepAttributes());
      return rewrite.run(
          spec, files, "attached", attacher::attachInPlace, attacher::attach, attacher::attach);
    }

    public static final class LayoutConverter implements ITypeConverter<FooterLayout> {
      @Override
      public FooterLayout convert(String name) {
        return Arrays.stream(FooterLayout.values())
            .filter(layout -> layout.isWritable() && layout.label().equals(name))
            .findFirst()
            .orElseThrow(
                () ->
                    new TypeConversionException(
                        "expected spec, v1, arrow-cpp, par3, index, parx or auto, not '"
                            + name
                            + "'"));
      }
    }
  }

  @Command(
      name = "convert",
      description = {
        "Give Parquet files the footer that another kind of reader wants, whatever they have;",
        "their pages stay as they are."
      })
  public static final class Convert extends FooterFilesCommand {

    @Mixin private RewriteOptions rewrite;

    @Option(
        names = "--to",
        paramLabel = "LAYOUT",
        required = true,
        converter = TargetConverter.class,
        description = "thrift for an ordinary file, parx, or a layout that attach knows.")
    private FooterLayout layout;

    @Option(
        names = "--no-paths",
        description = {
          "Leave path_in_schema of column chunks out, which drafts of the format allow;",
          "without this option chunks that lack it get it."
        })
    private boolean omitsPaths;

    @Override
    public Integer call() throws Exception {
      FooterAttacher converter =
          FooterAttacher.defaults()
              .withLayout(layout)
              .withPaths(omitsPaths ? Paths.OMITTED : Paths.WRITTEN)
              .withOverwrite(rewrite.overwrite())
              .withKeptAttributes(rewrite.keepAttributes());
      return rewrite.run(
          spec, files, "converted", converter::attachInPlace, converter::attach, converter::attach);
    }

    static final class TargetConverter implements ITypeConverter<FooterLayout> {
      private final Attach.LayoutConverter attached = new Attach.LayoutConverter();

      @Override
      public FooterLayout convert(String name) {
        boolean isThrift = name.equals(FooterLayout.THRIFT.label());
        return isThrift ? FooterLayout.THRIFT : attached.convert(name);
      }
    }
  }

  @Command(
      name = "strip",
      description =
          "Remove the FlatBuffers footer, which restores the original file byte for byte.")
  public static final class Strip extends FooterFilesCommand {

    @Mixin private RewriteOptions rewrite;

    @Override
    public Integer call() throws Exception {
      FooterStripper stripper =
          FooterStripper.defaults()
              .withOverwrite(rewrite.overwrite())
              .withKeptAttributes(rewrite.keepAttributes());
      return rewrite.run(
          spec, files, "stripped", stripper::stripInPlace, stripper::strip, stripper::strip);
    }
  }

  @Command(
      name = "verify",
      description =
          "Check checksums and structure of footers, and that the FlatBuffers footer says what the"
              + " Thrift footer says.")
  public static final class Verify extends FooterFilesCommand {

    @Mixin private ManyFiles.Jobs jobs;

    @Override
    public Integer call() throws Exception {
      return ManyFiles.of(spec, jobs)
          .run(files.arguments(), "verified", file -> file + ": " + describe(verify(file)));
    }

    private static ParquetFooter verify(FileArgument file) throws IOException {
      try (ByteSource source = file.open()) {
        return FooterVerifier.defaults().verify(source);
      }
    }

    private static String describe(ParquetFooter footer) {
      String layout =
          switch (footer.layout()) {
            case THRIFT -> "Thrift footer only";
            case PARX -> "Thrift footer of a PARX file";
            case INDEX -> "Thrift footer with an index";
            case PHOTON -> "Thrift footer, and Photon's FlatBuffers footer, which agrees with it";
            default -> "FlatBuffers footer (" + footer.layout().label() + ")";
          };
      StringBuilder text = new StringBuilder("in order; ").append(layout);
      footer.diagnostics().forEach(passedOver -> text.append("; ").append(passedOver));
      return text.toString();
    }
  }
}
