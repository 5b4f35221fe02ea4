// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.dataset.HivePartitions;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.dataset.ScanAggregate.ColumnAggregate;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterCache;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSinks;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.Serializable;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.internal.SQLConf;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.jdk.javaapi.CollectionConverters;

/** The files that the options of a read name, and their footers, which are read once. */
final class TableFiles {
  /** Starts a thread for each task, so that it has the user and the class loader of who asks. */
  static final Executor THREADS = task -> new Thread(task, "arrowparquet-files").start();

  private static final ArrowType INT32 = new ArrowType.Int(32, true);

  /** As Spark finds files: all that are not hidden. */
  static final DiscoveryOptions ALL = DiscoveryOptions.defaults().withSuffixes(List.of(""));

  /** But for Variants of Spark 4.0, which are groups like others, and named in metadata. */
  private static final ParquetReadOptions PLAIN =
      ParquetReadOptions.defaults().withInt96Instants(true);

  private static final ArrowType INT64 = new ArrowType.Int(64, true);

  private final SparkSession session;
  private final CaseInsensitiveStringMap options;
  private final Configuration configuration;
  private final SessionStorage storage;
  private @Nullable ParquetFileSet set;
  private @Nullable Schema arrow;
  private ParquetReadOptions reading = PLAIN;

  TableFiles(SparkSession session, CaseInsensitiveStringMap options) {
    this.session = session;
    this.options = options;
    this.configuration =
        session
            .sessionState()
            .newHadoopConfWithOptions(
                scala.collection.immutable.Map.from(
                    CollectionConverters.asScala(options.asCaseSensitiveMap())));
    this.storage = new SessionStorage(configuration);
    VariantScans.addTo(session);
  }

  SparkSession session() {
    return session;
  }

  /** The same files for the session that plans now: a view may be one's, its reader another. */
  TableFiles ofActiveSession() {
    SparkSession active = SparkSession.active();
    if (active == session) {
      return this;
    }
    TableFiles files = new TableFiles(active, options);
    if (files.fileSystems().equals(fileSystems())) {
      files.set = set;
      files.arrow = arrow;
      files.reading = reading;
    }
    return files;
  }

  private Map<String, String> fileSystems() {
    return configuration.getPropsWithPrefix("fs.");
  }

  Configuration configuration() {
    return configuration;
  }

  /** The paths as they were given. */
  List<String> names() {
    if (options.get("bundle") != null) {
      return List.of(options.get("bundle"));
    }
    List<String> names = new ArrayList<>(Stream.ofNullable(options.get("path")).toList());
    String more = options.getOrDefault("paths", "[]");
    try {
      names.addAll(List.of(new ObjectMapper().readValue(more, String[].class)));
    } catch (JsonProcessingException e) {
      throw new InvalidRequestException("paths: " + more + " is no list of JSON", e);
    }
    return names;
  }

  /** How every file of the table is read. */
  ParquetReadOptions options() {
    arrow();
    return reading;
  }

  StructType inferred() {
    return SparkTypes.of(arrow());
  }

  /** The schema of all files, in Arrow's words; footers are read at the first call. */
  Schema arrow() {
    if (arrow == null) {
      Schema plain = schemas().schema(PLAIN);
      Set<String> variants = new HashSet<>();
      String spark = plain.getCustomMetadata().get(WriteSettings.SPARK_SCHEMA);
      if (spark != null && spark.contains("variant")) { // parsing 10 000 columns takes its time
        SparkTypes.addVariants("", DataType.fromJson(spark), variants);
      }
      reading = PLAIN.withVariantColumns(variants);
      arrow = variants.isEmpty() ? plain : schemas().schema(reading);
    }
    return arrow;
  }

  /** Requests for footers, and their bytes. */
  ReadStatistics statistics() {
    return schemas().statistics();
  }

  /** Which footer of each file was read; none of those that a bundle has. */
  List<FooterLayout> layouts() {
    return bundle() != null
        ? List.of()
        : IntStream.range(0, schemas().files().size()).mapToObj(schemas()::layout).toList();
  }

  /** The files that a scan of these options reads, into a schema. */
  ParquetFileSet set(ReaderSchema schema, ParquetReadOptions scan) throws IOException {
    if (bundle() == null) {
      return schemas().withSchema(schema);
    }
    try (FooterBundle opened = FooterBundle.open(store())) {
      return ParquetFileSet.open(
          opened,
          BundleFolder.of(bundle(), storage),
          BundleTrust.CATALOG,
          scan,
          schema,
          found -> {});
    }
  }

  private ParquetFileSet schemas() {
    if (set == null) {
      set = SessionStorage.unchecked(() -> bundle() == null ? open() : schemasOfBundle());
    }
    return set;
  }

  private ParquetFileSet schemasOfBundle() throws IOException {
    try (FooterBundle opened = FooterBundle.open(store())) {
      return ParquetFileSet.ofSchemas(opened);
    }
  }

  private @Nullable URI bundle() {
    String name = options.get("bundle");
    return name == null ? null : uri(name);
  }

  /** A path as a URI, with its file system. */
  URI uri(String name) {
    return SessionStorage.unchecked(() -> storage.qualified(name).toUri());
  }

  private BundleStore store() {
    return BundleStore.of(bundle(), storage, ByteSinks.defaults()); // which nothing is written to
  }

  private ParquetFileSet open() throws IOException {
    String glob = options.get("pathGlobFilter");
    DiscoveryOptions discovery = glob == null ? ALL : ALL.withGlob("**/" + glob);
    List<URI> folders = new ArrayList<>();
    List<SourceEntry> found = storage.files(names(), discovery, folders);
    if (found.isEmpty()) {
      throw new FileNotFoundException(names() + ": there is no file");
    }
    Map<URI, Tail> tails = tails(found);
    FooterReader reader =
        FooterReader.defaults().withCertainTypes(true).withCrcCheck(CrcCheck.WHOLE);
    FooterCache read =
        (entry, loader) -> {
          Tail tail = tails.get(entry.uri());
          return tail == null
              ? loader.load()
              : reader.fromTail(tail.file, ByteBuffer.wrap(tail.bytes));
        };
    List<SourceEntry> entries =
        found.stream()
            .map(file -> tails.containsKey(file.uri()) ? tails.get(file.uri()).file : file)
            .toList();
    ParquetFileSet opened =
        ParquetFileSet.ofEntries(entries, storage, discovery.withFooters(read), THREADS);
    URI root = root(folders);
    return root == null ? opened : partitioned(opened, root);
  }

  /** The ends of files with their footers, read by tasks if there are many files. */
  private Map<URI, Tail> tails(List<SourceEntry> found) {
    SparkContext context = session.sparkContext();
    SQLConf conf = session.sessionState().conf();
    if (context.isLocal() || found.size() <= conf.parallelPartitionDiscoveryThreshold()) {
      return Map.of();
    }
    int tasks = Math.min(found.size(), conf.parallelPartitionDiscoveryParallelism());
    long most = context.conf().getSizeAsBytes("spark.driver.maxResultSize", "1g");
    TailTask task =
        new TailTask(
            SerializableConfiguration.broadcast(context, configuration),
            (most == 0 ? Long.MAX_VALUE : most / 2) / tasks);
    return FooterJobs.run(context, "read footers", FooterJobs.slices(found, tasks), task).stream()
        .flatMap(List::stream)
        .collect(Collectors.toMap(tail -> tail.file.uri(), tail -> tail, (one, other) -> one));
  }

  /**
   * The end of a file.
   *
   * @param file with its length and version
   * @param bytes from where its footer begins
   */
  @SuppressWarnings("ArrayRecordComponent") // compared with no other
  private record Tail(SourceEntry file, byte[] bytes) implements Serializable {
    private static final long serialVersionUID = 1;
  }

  /**
   * Reads the ends of files. The driver itself reads those that it gets none of: of files that
   * cannot be read, so that it says why, and of those beyond what a task may send.
   *
   * @param most bytes that a task sends
   */
  private record TailTask(Broadcast<SerializableConfiguration> configuration, long most)
      implements Function<List<SourceEntry>, List<Tail>> {
    private static final long serialVersionUID = 1;

    @Override
    public List<Tail> call(List<SourceEntry> files) {
      SessionStorage storage = new SessionStorage(configuration.value().value());
      List<Tail> tails = new ArrayList<>();
      long left = most;
      for (SourceEntry file : files) {
        TaskContext.get().killTaskIfInterrupted();
        try (ByteSource source = storage.open(file)) {
          ParquetFooter footer = FooterReader.defaults().read(source);
          long length = footer.fileLength() - footer.footerOffset();
          if (length <= left) {
            ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(length));
            source.readFully(footer.footerOffset(), bytes);
            SourceEntry known = new SourceEntry(file.uri(), footer.fileLength(), source.version());
            tails.add(new Tail(known, bytes.array()));
            left -= length;
          }
        } catch (IOException | DiagnosedException e) {
          // The driver reads it, and says why.
        }
      }
      return tails;
    }
  }

  /** The folder whose folders may be columns. */
  private @Nullable URI root(List<URI> folders) {
    String base = options.get("basePath");
    if (base != null) {
      return URI.create(uri(base) + "/");
    }
    return folders.size() == 1 ? folders.get(0) : null;
  }

  /** Whole numbers of folders are those of 32 bits if they fit, as Spark has them. */
  private ParquetFileSet partitioned(ParquetFileSet plain, URI root) throws IOException {
    HivePartitions partitions = HivePartitions.below(root);
    ParquetFileSet set = plain.withPartitions(partitions);
    if (set == plain) {
      return plain;
    }
    Set<Field> before = new HashSet<>(plain.schema(PLAIN).getFields());
    List<Field> columns =
        set.schema(PLAIN).getFields().stream().filter(field -> !before.contains(field)).toList();
    List<String> names = columns.stream().map(Field::getName).toList();
    Map<String, ColumnAggregate> bounds =
        ParquetScanPlan.of(set, PLAIN.withColumns(names)).aggregate(names).columns();
    List<Field> types =
        columns.stream()
            .map(column -> isInt(column, bounds) ? Field.nullable(column.getName(), INT32) : column)
            .toList();
    return plain.withPartitions(partitions.withTypes(new Schema(types)));
  }

  private static boolean isInt(Field column, Map<String, ColumnAggregate> bounds) {
    ColumnAggregate known = bounds.get(column.getName());
    return column.getType().equals(INT64)
        && known.min() instanceof Long min
        && known.max() instanceof Long max
        && min.intValue() == min
        && max.intValue() == max;
  }
}
