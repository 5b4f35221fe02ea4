// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.cli.bundle.BundleFiles;
import io.arrowparquet.cli.command.CliCommand;
import io.arrowparquet.cli.command.FailureReport;
import io.arrowparquet.cli.command.FileArgument;
import io.arrowparquet.cli.command.KeyOptions;
import io.arrowparquet.cli.command.ParquetFiles;
import io.arrowparquet.cli.command.PlainText;
import io.arrowparquet.cli.command.RemoteOptions;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.dataset.FileDiagnostic;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.options.FilterDiagnostic;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowFilter;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.kernel.ConversionMode;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.VectorUnloader;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.Schema;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.TypeConversionException;

@Command(
    name = "scan",
    description = "Read files as one table: rows as JSON lines, or an Arrow IPC file.")
public final class ScanCommand extends CliCommand {
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
          "Read these only: columns by dotted path (all that have it, where names have dots), groups"
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

  @Option(names = "--limit", paramLabel = "N", description = "Stop after N rows.")
  private long limit = Long.MAX_VALUE;

  @Option(
      names = "--stats",
      description = "Print to stderr what was read, and what could be left unread.")
  private boolean stats;

  @Option(
      names = {"-o", "--output"},
      paramLabel = "FILE.arrow",
      converter = FileArgument.Converter.class,
      description = "Write an Arrow IPC file: a path or an s3: URI.")
  private FileArgument output;

  @Option(names = "--overwrite", description = "Replace the output if it exists.")
  private boolean overwrite;

  private static final int OPENED_AT_ONCE = 16;

  @FunctionalInterface
  private interface Batches {
    void accept(VectorSchemaRoot batch, int rows) throws Exception;
  }

  @Override
  public Integer call() throws Exception {
    if (limit < 0) {
      throw wrong("--limit must not be negative: " + limit);
    }
    try {
      // Of a parameter that may be left out, picocli hides what a converter says.
      named.forEach(new FileArgument.NameConverter()::convert);
    } catch (TypeConversionException e) {
      throw wrong("FILE: " + e.getMessage(), e);
    }
    if (named.isEmpty() == (bundle == null)) {
      throw wrong("give either FILE... or --bundle BUNDLE");
    }
    return bundle == null ? scanFiles() : scanBundle();
  }

  private int scanFiles() throws Exception {
    ParquetFiles files = ParquetFiles.of(named);
    // How many files have rows that match is known only when they were read.
    boolean isOfFirst =
        limit < Long.MAX_VALUE && where == null && files.hasUris() && KeyOptions.keys() == null;
    ParquetFileSet set = open(files, isOfFirst);
    if (set != null && isOfFirst && !hasColumns(set)) {
      set = open(files, false);
    }
    if (set == null) {
      return INPUT;
    }
    set.diagnostics().stream()
        // A file with somebody else's extension is as good as any.
        .filter(found -> found.diagnostic().foreign() == null)
        .forEach(found -> FailureReport.warn(found.source(), found.diagnostic(), spec));
    return scan(set, options(set));
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

  private int scanBundle() throws Exception {
    requireOtherOutput(List.of(bundle));
    ParquetFileSet set;
    ParquetReadOptions options;
    try (FooterBundle open = FooterBundle.open(BundleFiles.store(bundle))) {
      options = options(ParquetFileSet.ofSchemas(open));
      set =
          ParquetFileSet.open(
              open,
              bundled.allowed(bundle),
              BundleTrust.STAT,
              options,
              found -> FailureReport.warn(found.toString(), spec));
    }
    return scan(set, options);
  }

  private int scan(ParquetFileSet set, ParquetReadOptions options) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(limited(options), allocator)) {
      if (output == null) {
        JsonLines rows = new JsonLines(out(), allocator);
        forEach(set, reader, rows::printObjects);
      } else {
        write(set, reader, allocator);
      }
      reader.diagnostics().forEach(found -> FailureReport.warn(found + "; read without it", spec));
      warnOfFilter(reader);
      if (stats) {
        printStatistics(set.statistics().plus(reader.statistics()), set.bundleUse(), err());
      }
    }
    return DONE;
  }

  /** For few rows, no more of their row group than the smallest pieces have. */
  private ParquetReadOptions limited(ParquetReadOptions options) {
    return limit >= options.batchSize()
        ? options
        : options.withBatchSize((int) Math.max(1, limit)).withFetchBytes(1).withPrefetch(false);
  }

  private ParquetFileSet open(ParquetFiles files, boolean isOfFirst) throws IOException {
    if (!files.hasUris()) {
      List<FileArgument> found = files.arguments();
      requireOtherOutput(found);
      return open(found);
    }
    if (output != null) {
      requireOtherOutput(files.arguments());
    }
    ExecutorService executor = Executors.newFixedThreadPool(OPENED_AT_ONCE);
    try {
      SourceFactory sources = RemoteOptions.sources();
      return isOfFirst
          ? ParquetFileSet.openFirst(files.uris(), sources, limit, executor)
          : ParquetFileSet.open(files.uris(), sources, discovery(), executor);
    } catch (IOException | RuntimeException e) {
      return report(e);
    } finally {
      executor.shutdown();
    }
  }

  /** {@code --overwrite} is for old results, not for what is read. */
  private void requireOtherOutput(List<FileArgument> inputs) throws IOException {
    if (output == null) {
      return;
    }
    for (FileArgument input : inputs) {
      if (output.isSameFile(input)) {
        throw wrong("--output " + output + " is one of the files to read");
      }
    }
    output.check(overwrite);
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
    }
    return where == null
        ? options
        : options.withFilter(
            read("--where", () -> RowFilter.parse(where, schema, conversion.mode())));
  }

  /** That no file has a column of it is bad input, and not wrong usage. */
  private <T> T read(String option, Supplier<T> text) {
    try {
      return text.get();
    } catch (InvalidRequestException e) {
      if (e.place().column() != null) {
        throw e;
      }
      throw wrong(option + ": " + e.getMessage(), e);
    }
  }

  /** One line for a comparison that is never true, whatever the number of files. */
  private void warnOfFilter(FileSetReader reader) {
    Map<FilterDiagnostic, List<String>> files = new LinkedHashMap<>();
    for (FileDiagnostic<FilterDiagnostic> found : reader.filterDiagnostics()) {
      files.computeIfAbsent(found.diagnostic(), d -> new ArrayList<>()).add(found.source());
    }
    files.forEach(
        (diagnostic, sources) -> {
          String which = sources.get(0) + PlainText.more(sources.size() - 1);
          FailureReport.warn(which + ": " + diagnostic, spec);
        });
  }

  private void forEach(ParquetFileSet set, ArrowReader reader, Batches batches) throws Exception {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    long left = limit;
    long first = 0;
    try {
      while (left > 0 && reader.loadNextBatch()) {
        int rows = (int) Math.min(left, batch.getRowCount());
        batches.accept(batch, rows);
        left -= rows;
        first += batch.getRowCount();
      }
    } catch (MalformedVariantException | ConversionException e) {
      throw where == null ? RowErrors.in(set, first, e) : RowErrors.inSomeRow(e);
    }
  }

  private void write(ParquetFileSet set, ArrowReader reader, BufferAllocator allocator)
      throws Exception {
    VectorSchemaRoot batch = reader.getVectorSchemaRoot();
    try (ByteSink file = output.openSink(overwrite);
        VectorSchemaRoot root = VectorSchemaRoot.create(batch.getSchema(), allocator);
        ArrowFileWriter writer = new ArrowFileWriter(root, null, ByteSinks.channel(file))) {
      writer.start();
      VectorLoader loader = new VectorLoader(root);
      forEach(
          set,
          reader,
          (from, rows) -> {
            load(loader, from, rows);
            writer.writeBatch();
          });
      writer.end();
      file.commit();
    }
  }

  private static void load(VectorLoader loader, VectorSchemaRoot from, int rows) {
    try (VectorSchemaRoot slice = from.slice(0, rows);
        ArrowRecordBatch batch = new VectorUnloader(slice).getRecordBatch()) {
      loader.load(batch);
    }
  }

  private static void printStatistics(
      ReadStatistics statistics, ParquetFileSet.BundleUse bundle, PrintWriter out) {
    long byBundle = bundle == null ? 0 : bundle.rowGroupsLeftOut();
    long byBloomFilters = statistics.rowGroupsSkippedByBloomFilters();
    long byDictionaries = statistics.rowGroupsSkippedByDictionaries();
    out.printf(
        "row groups: %d read, %d left out (%d by statistics, %d by Bloom filters, %d by"
            + " dictionaries)%n",
        statistics.rowGroupsRead(),
        byBundle + statistics.rowGroupsSkipped(),
        byBundle + statistics.rowGroupsSkipped() - byBloomFilters - byDictionaries,
        byBloomFilters,
        byDictionaries);
    out.printf(
        "column chunks: %d read, %d left out (nulls only)%n",
        statistics.columnChunksRead(), statistics.columnChunksProvenNull());
    out.printf(
        "pages: %d read, %d left out by page indexes, %d passed over by the filter's columns%n",
        statistics.pagesRead(), statistics.pagesSkipped(), statistics.pagesPassed());
    out.printf(
        "rows: %d decoded, of %d of them the filter's columns only; %d returned%n",
        statistics.rowsDecoded(), statistics.rowsRefusedEarly(), statistics.rowsReturned());
    out.printf(
        "bytes: %d of pages, %d of page indexes, %d of Bloom filters and dictionaries%n",
        statistics.bytesRead(), statistics.indexBytesRead(), statistics.probeBytesRead());
    out.printf(
        "requests: %d for rows; to other than local files %d for footers, of %d bytes%n",
        statistics.requests(), statistics.footerRequests(), statistics.footerBytesRead());
    if (statistics.repeatedRequests() > 0) {
      out.printf("requests: %d repeated, because one had failed%n", statistics.repeatedRequests());
    }
    if (bundle != null) {
      out.printf(
          "bundle: %s, %d left out; %s left out without looking at a file%n",
          PlainText.count(bundle.files(), "file"),
          bundle.filesLeftOut(),
          PlainText.count(byBundle, "row group"));
      out.printf(
          "requests: %d for the bundle, of %d bytes%n",
          bundle.read().footerRequests(), bundle.read().footerBytesRead());
    }
    statistics.codecs().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(codec -> out.printf("codec: %s by %s%n", codec.getKey(), codec.getValue()));
    out.flush();
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
