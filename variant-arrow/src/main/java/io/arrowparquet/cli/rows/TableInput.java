// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.cli.bundle.BundleFiles;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.command.RemoteOptions;
import io.arrowparquet.cli.command.UsageErrors;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/** The files that a command reads as one table, its columns, and the condition for its rows. */
public final class TableInput {
  @Parameters(paramLabel = "FILE", description = ParquetFiles.DESCRIPTION)
  private List<String> named = List.of();

  @Option(
      names = "--bundle",
      paramLabel = "BUNDLE",
      converter = FileArgument.Converter.class,
      description = "Read the files of a footer bundle instead, with the footers that it has.")
  private FileArgument bundle;

  @Mixin private BundleFiles bundled;

  @Option(
      names = "--columns",
      paramLabel = "a,v,'v.path as TYPE'",
      description =
          "Read these only, in this order: columns by dotted path (all that have it, where names have dots), groups"
              + " for the columns below, and paths into Variant columns, as Variants or as a type"
              + " (bigint, string, struct<a: double>, ...).")
  private String columns;

  @Option(
      names = "--where",
      paramLabel = "'a > 1 AND v.b as bigint = 2'",
      description =
          "Read only the rows for which this is true: =, !=, <, <=, >, >=, IS [NOT] NULL, IS [NOT]"
              + " NAN, IS [NOT] DISTINCT FROM, [NOT] IN (1, 2), [NOT] BETWEEN 1 AND 2, [NOT] LIKE"
              + " 'prefix%%', joined by AND, OR, NOT and parentheses. Columns, paths and types are"
              + " named as in --columns; v.b::bigint and CAST(v.b AS bigint) are the same. Texts"
              + " and times are in single quotes, names with special characters in backquotes.")
  private String where;

  @Mixin private ConversionOption conversion;

  @Option(
      names = "--variant",
      paramLabel = "NAME",
      description = "Read this column as a Variant even if the files do not annotate it.")
  private Set<String> variants = Set.of();

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  private static final int OPENED_AT_ONCE = 16;

  private List<String> order = List.of();

  /**
   * What is opened, and how the command asks for it to be read.
   *
   * @param order paths of columns and names of Variant paths, as {@code --columns} has them; empty
   *     without it
   */
  record Table(ParquetFileSet files, ParquetReadOptions options, List<String> order) {
    Table with(ParquetReadOptions changed) {
      return new Table(files, changed, order);
    }

    /** Fields of what is read, as the files have them, in the order that is asked for. */
    List<Field> inOrder(List<Field> fields) {
      Set<Field> ordered = new LinkedHashSet<>();
      for (String path : order) {
        List<Field> named = fields.stream().filter(field -> field.getName().equals(path)).toList();
        fields.stream()
            .filter(field -> named.isEmpty() && path.startsWith(field.getName() + "."))
            .forEach(ordered::add);
        ordered.addAll(named);
      }
      ordered.addAll(fields);
      return List.copyOf(ordered);
    }
  }

  /** Is called with the files before any is opened. */
  @FunctionalInterface
  interface Check {
    void accept(List<FileArgument> inputs) throws IOException;
  }

  /** Whether all columns and rows are meant, which nothing can be wrong with. */
  boolean isAll() {
    return where == null && columns == null && variants.isEmpty();
  }

  boolean hasCondition() {
    return where != null;
  }

  /**
   * Opens the files; what is wrong with some of them is reported.
   *
   * @param limit rows that are read at most
   * @param writes whether the check is needed of files elsewhere, which have to be listed for it
   * @return null if there are none to read
   */
  Table open(long limit, boolean writes, Check check) throws Exception {
    try {
      // Of a parameter that may be left out, picocli hides what a converter says.
      named.forEach(new FileArgument.NameConverter()::convert);
    } catch (TypeConversionException e) {
      throw new ParameterException(spec.commandLine(), "FILE: " + e.getMessage(), e);
    }
    if (named.isEmpty() == (bundle == null)) {
      throw UsageErrors.wrong(spec, "give either FILE... or --bundle BUNDLE");
    }
    if (bundle != null) {
      check.accept(List.of(bundle));
      return openBundle();
    }
    ParquetFiles files = ParquetFiles.of(named);
    if (!files.hasUris() || writes) {
      check.accept(files.arguments());
    }
    return openFiles(files, limit);
  }

  /** One of the files, read into the columns that all of them have. */
  Table part(Table table, int file) throws IOException {
    ParquetReadOptions all = KeyOptions.reading().withVariantColumns(variants);
    URI uri = URI.create(table.files().files().get(file).uri().toString().replace("*", "%2A"));
    ParquetFileSet one =
        ParquetFileSet.open(List.of(uri), RemoteOptions.sources(), discovery(), Runnable::run);
    return new Table(one.withSchema(table.files().schema(all)), table.options(), table.order());
  }

  private Table openFiles(ParquetFiles files, long limit) throws Exception {
    // How many files have rows that match is known only when they were read.
    boolean isOfFirst = limit < Long.MAX_VALUE && where == null && files.hasUris();
    ParquetFileSet set = open(files, isOfFirst ? limit : Long.MAX_VALUE);
    if (set != null && isOfFirst && !hasColumns(set)) {
      set = open(files, Long.MAX_VALUE);
    }
    if (set == null) {
      return null;
    }
    set.diagnostics().stream()
        // A file with somebody else's extension is as good as any.
        .filter(found -> found.diagnostic().foreign() == null)
        .forEach(found -> FailureReport.warn(found.source(), found.diagnostic(), spec));
    return new Table(set, options(set), order);
  }

  /** Whether the first files have the columns asked for: those after them may. */
  private boolean hasColumns(ParquetFileSet first) {
    try {
      first.schema(options(first));
      return true;
    } catch (UnsupportedColumnException | InvalidRequestException | ParameterException e) {
      return false;
    }
  }

  private Table openBundle() throws Exception {
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      ParquetReadOptions options = options(ParquetFileSet.ofSchemas(open));
      return new Table(
          ParquetFileSet.open(
              open,
              bundled.allowed(bundle),
              BundleTrust.STAT,
              options,
              found -> FailureReport.warn(found.toString(), spec)),
          options,
          order);
    }
  }

  private ParquetFileSet open(ParquetFiles files, long firstRows) throws IOException {
    if (!files.hasUris()) {
      return open(files.arguments());
    }
    ExecutorService executor = Executors.newFixedThreadPool(OPENED_AT_ONCE);
    try {
      return ParquetFileSet.open(
          files.uris(), RemoteOptions.sources(), discovery().withFirstRows(firstRows), executor);
    } catch (IOException | RuntimeException e) {
      return report(e);
    } finally {
      executor.shutdown();
    }
  }

  private ParquetFileSet open(List<FileArgument> files) {
    List<Path> found = new ArrayList<>();
    for (FileArgument file : files) {
      try {
        file.requireFile();
        found.add(file.path());
      } catch (NoSuchFileException e) {
        FailureReport.print(e, spec);
      }
    }
    try {
      ParquetFileSet set = found.isEmpty() ? null : openLocal(found);
      return found.size() == files.size() ? set : null;
    } catch (IOException | RuntimeException e) {
      return report(e);
    }
  }

  private static ParquetFileSet openLocal(List<Path> files) throws IOException {
    return KeyOptions.keys() == null
        ? ParquetFileSet.open(files)
        : ParquetFileSet.open(
            files.stream().map(Path::toUri).toList(),
            RemoteOptions.sources(),
            discovery(),
            Runnable::run);
  }

  private static DiscoveryOptions discovery() {
    return DiscoveryOptions.defaults().withDecryption(KeyOptions.keys());
  }

  private ParquetFileSet report(Exception failure) {
    FailureReport.print(failure, spec);
    for (Throwable other : failure.getSuppressed()) {
      FailureReport.print(other, spec);
    }
    return null;
  }

  private ParquetReadOptions options(ParquetFileSet set) {
    ParquetReadOptions options = KeyOptions.reading().withVariantColumns(variants);
    Schema schema = columns == null && where == null ? null : set.schema(options);
    if (columns != null) {
      ParquetReadOptions all = options;
      options = read("--columns", () -> all.withColumns(columns, schema, conversion.mode()));
      order = order(all, schema);
    }
    return where == null
        ? options
        : options.withFilter(
            read("--where", () -> RowFilter.parse(where, schema, conversion.mode())));
  }

  private List<String> order(ParquetReadOptions all, Schema schema) {
    List<String> paths = new ArrayList<>();
    for (String text : ParquetReadOptions.splitColumns(columns)) {
      ParquetReadOptions one = all.withColumns(List.of(text), schema, conversion.mode());
      paths.addAll(one.columns());
      one.variantPaths().forEach(path -> paths.add(path.target().getName()));
    }
    return paths;
  }

  /** That no file has a column of it is bad input, and not wrong usage. */
  private <T> T read(String option, Supplier<T> text) {
    try {
      return text.get();
    } catch (InvalidRequestException e) {
      if (e.place().column() != null) {
        throw e;
      }
      throw new ParameterException(spec.commandLine(), option + ": " + e.getMessage(), e);
    }
  }

  public static final class ConversionOption {
    @Option(
        names = "--convert",
        paramLabel = "try_cast|cast|safe|strict",
        defaultValue = "try_cast",
        description =
            "How values become the type asked for: cast as in SQL (try_cast, cast) or only if nothing"
                + " is lost (safe, strict). A value that does not is null with try_cast and safe, and an"
                + " error with cast and strict (default: ${DEFAULT-VALUE}).")
    private ConversionMode mode;

    public ConversionMode mode() {
      return mode;
    }
  }
}
