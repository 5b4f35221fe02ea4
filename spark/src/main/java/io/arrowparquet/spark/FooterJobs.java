// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.bundle.BundleConflictException;
import io.arrowparquet.bundle.BundleTasks.Publication;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import org.apache.hadoop.conf.Configuration;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.RowFactory;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import org.apache.spark.util.Utils;

/**
 * Footers of a whole lake attached, stripped, verified and converted, and bundles made of them, by
 * tasks of Spark. Paths are files, globs and directories of any file system of the session; of a
 * directory every {@code *.parquet} at all levels, but for hidden ones.
 *
 * <pre>{@code
 * FooterJobs jobs = FooterJobs.of(spark);
 * jobs.attach(List.of("s3a://lake/events/"), FooterLayout.SPEC).where("outcome = 'failed'").show();
 * jobs.createBundle("s3a://lake/events/_footers.bundle", List.of("s3a://lake/events/"));
 * }</pre>
 *
 * <p>A job runs when its method is called, and is shown by name in Spark's UI. The result has a row
 * for each file: {@code file}, {@code outcome}, {@code bytes} of the file when the task read it,
 * and {@code error}, null but for those that {@code failed}. A file that fails ends no job. Files
 * are replaced in one step or stay as they are; a task that runs again, or twice at the same time,
 * finds done what was done. Before a file is replaced its new content has a hidden name beside it,
 * {@code .NAME.*.arrowparquet}, which is left behind where an executor is killed.
 *
 * <p>Immutable; threads may share it. Interrupting the thread does not end a job; cancelling its
 * job group does.
 */
public final class FooterJobs {
  /** The columns of results. */
  static final StructType RESULT =
      new StructType()
          .add("file", DataTypes.StringType, false)
          .add("outcome", DataTypes.StringType, false)
          .add("bytes", DataTypes.LongType, false)
          .add("error", DataTypes.StringType, true);

  /** Tasks for each core: so many that the last ones end at about the same time. */
  private static final int TASKS_PER_CORE = 4;

  private static final int MAX_SHOWN = 100;

  private final SparkSession session;
  private final int tasks;

  private FooterJobs(SparkSession session, int tasks) {
    this.session = session;
    this.tasks = tasks;
  }

  /** Jobs of a session, four tasks for each of its cores. */
  public static FooterJobs of(SparkSession session) {
    return new FooterJobs(session, TASKS_PER_CORE * session.sparkContext().defaultParallelism());
  }

  /** How many tasks a job has at most, at least 1; a large bundle gets an object for each. */
  public FooterJobs withTasks(int most) {
    if (most < 1) {
      throw new IllegalArgumentException("tasks " + most + " is below 1");
    }
    return new FooterJobs(session, most);
  }

  /**
   * Attaches footers: {@code attached}, or {@code unchanged} where a file has one of this layout.
   * Another layout of ours is replaced; a foreign extension fails.
   *
   * @throws IllegalArgumentException for {@link FooterLayout#THRIFT}
   * @throws IOException if files cannot be listed
   */
  public Dataset<Row> attach(List<String> paths, FooterLayout layout) throws IOException {
    return rewrite(paths, FileTask.Kind.ATTACH, layout);
  }

  /**
   * Converts the footers that are attached to another layout: {@code converted}, or {@code
   * unchanged} where a file has none, or has one of this layout.
   *
   * @throws IllegalArgumentException for {@link FooterLayout#THRIFT}
   * @throws IOException if files cannot be listed
   */
  public Dataset<Row> convert(List<String> paths, FooterLayout layout) throws IOException {
    return rewrite(paths, FileTask.Kind.CONVERT, layout);
  }

  /**
   * Removes attached footers, which restores the files byte for byte: {@code stripped}, or {@code
   * unchanged}.
   *
   * @throws IOException if files cannot be listed
   */
  public Dataset<Row> strip(List<String> paths) throws IOException {
    return rewrite(paths, FileTask.Kind.STRIP, FooterLayout.THRIFT);
  }

  /**
   * Checks checksums and structure of footers, and that attached ones say what the Thrift footers
   * say: {@code verified}, with what was passed over as the error, or {@code failed}.
   *
   * @throws IOException if files cannot be listed
   */
  public Dataset<Row> verify(List<String> paths) throws IOException {
    return rewrite(paths, FileTask.Kind.VERIFY, FooterLayout.THRIFT);
  }

  /**
   * For {@code spark-submit --class io.arrowparquet.spark.FooterJobs}: {@code attach LAYOUT
   * PATH...}, {@code convert LAYOUT PATH...}, {@code strip PATH...}, {@code verify PATH...}, {@code
   * create-bundle BUNDLE PATH...}, {@code replace-bundle BUNDLE PATH...}, {@code append-bundle
   * BUNDLE PATH...} or {@code compact-bundle BUNDLE}. Prints how many files had which outcome, and
   * up to 100 that failed.
   *
   * @throws IOException if the job fails
   * @throws InvalidRequestException if a file failed, so that the application does, or arguments
   *     are wrong
   */
  public static void main(String[] arguments) throws IOException {
    SparkSession session = SparkSession.builder().appName("arrowparquet").getOrCreate();
    try {
      Dataset<Row> result = run(of(session), List.of(arguments));
      result.groupBy("outcome").count().orderBy("outcome").show(MAX_SHOWN, false);
      Dataset<Row> failed = result.where("outcome = 'failed'");
      long failures = failed.count();
      if (failures > 0) {
        failed.select("file", "error").show(MAX_SHOWN, false);
        throw new InvalidRequestException(failures + " files failed", null);
      }
    } finally {
      session.stop();
    }
  }

  /** What the words of a command line ask for. */
  static Dataset<Row> run(FooterJobs jobs, List<String> words) throws IOException {
    String command = words.isEmpty() ? "" : words.get(0);
    int first = List.of("strip", "verify").contains(command) ? 1 : 2;
    boolean isWhole = command.equals("compact-bundle") ? words.size() == 2 : words.size() > first;
    if (!isWhole) {
      throw new InvalidRequestException(
          "arguments "
              + words
              + ": expected attach|convert LAYOUT PATH..., strip|verify PATH...,"
              + " create-bundle|replace-bundle|append-bundle BUNDLE PATH..., compact-bundle BUNDLE",
          null);
    }
    List<String> paths = words.subList(first, words.size());
    String named = words.get(1);
    return switch (command) {
      case "attach" -> jobs.attach(paths, WriteSettings.layout(named));
      case "convert" -> jobs.convert(paths, WriteSettings.layout(named));
      case "strip" -> jobs.strip(paths);
      case "verify" -> jobs.verify(paths);
      case "create-bundle" -> jobs.createBundle(named, paths);
      case "replace-bundle" -> jobs.replaceBundle(named, paths);
      case "append-bundle" -> jobs.appendBundle(named, paths, BundleTrust.STAT);
      case "compact-bundle" -> jobs.compactBundle(named);
      default -> throw new InvalidRequestException(command + " is no command of FooterJobs", null);
    };
  }

  private Dataset<Row> rewrite(List<String> paths, FileTask.Kind kind, FooterLayout layout)
      throws IOException {
    FileTask task = new FileTask(kind, layout, configuration());
    List<List<Row>> rows =
        run(session.sparkContext(), kind.label() + " footers", slices(paths), task);
    return table(rows.stream().flatMap(List::stream).toList());
  }

  /**
   * Makes a new bundle: one object, or a large one in an object for each task. The last row is the
   * bundle's own; the others are of files that {@code failed}, which it does not have.
   *
   * @throws BundleConflictException if there is a bundle
   * @throws IOException if files cannot be listed, or the bundle not be written
   */
  public Dataset<Row> createBundle(String bundle, List<String> paths) throws IOException {
    return bundle(bundle, Publication.CREATE, slices(paths), null);
  }

  /** As {@link #createBundle}, in place of a bundle that may be there. */
  public Dataset<Row> replaceBundle(String bundle, List<String> paths) throws IOException {
    return bundle(bundle, Publication.REPLACE, slices(paths), null);
  }

  /**
   * Adds files that are new, and replaces entries of files that were changed, as {@link
   * BundleWriter#append} does. The last row is the bundle's own; the others are of files that
   * {@code failed}, whose entries stay as they are.
   *
   * @throws BundleConflictException if another writer was faster
   * @throws FileNotFoundException if there is no bundle
   * @throws IOException if files cannot be listed, or the bundle not be written
   */
  public Dataset<Row> appendBundle(String bundle, List<String> paths, BundleTrust trust)
      throws IOException {
    return bundle(bundle, Publication.APPEND, slices(paths), trust);
  }

  /**
   * Puts all that a bundle has into as many objects as there are tasks, one if it is small. No file
   * is read.
   *
   * @throws BundleConflictException if another writer was faster
   * @throws FileNotFoundException if there is no bundle
   * @throws IOException if the bundle cannot be written
   */
  public Dataset<Row> compactBundle(String bundle) throws IOException {
    return bundle(bundle, Publication.COMPACT, List.of(), null);
  }

  private Dataset<Row> bundle(
      String name, Publication how, List<List<SourceEntry>> slices, BundleTrust trust)
      throws IOException {
    URI uri = new SessionStorage(hadoop()).qualified(name).toUri();
    BundleJob job =
        new BundleJob(uri, UUID.randomUUID().getMostSignificantBits(), trust, configuration());
    List<BundleJob.Part> parts = job.parts(how, slices, tasks);
    String verb = how.name().toLowerCase(Locale.ROOT);
    List<BundleJob.Result> results = List.of();
    boolean isPublished = false;
    try {
      results = run(session.sparkContext(), verb + " bundle " + uri, parts, job);
      isPublished = true; // or may be, if this fails
      BundleWriter.Changes changes = job.publish(how, results);
      List<Row> rows = new ArrayList<>();
      results.forEach(result -> rows.addAll(result.failed()));
      rows.add(
          RowFactory.create(
              uri.toString(),
              String.format(
                  "%s: %d added, %d changed, %d unchanged",
                  verb, changes.added(), changes.changed(), changes.unchanged()),
              job.length(),
              null));
      return table(rows);
    } catch (BundleConflictException e) {
      isPublished = false;
      throw e;
    } finally {
      job.clean(results, isPublished);
    }
  }

  private Broadcast<SerializableConfiguration> configuration() {
    return SerializableConfiguration.broadcast(session.sparkContext(), hadoop());
  }

  private Configuration hadoop() {
    return session.sessionState().newHadoopConf();
  }

  private Dataset<Row> table(List<Row> rows) {
    return session.createDataFrame(rows, RESULT);
  }

  /** Runs a task for each item; the job has a name in the UI, and the thread its own one again. */
  static <T, R> List<R> run(
      SparkContext context, String description, List<T> items, Function<T, R> task) {
    Properties before = context.getLocalProperties();
    context.setLocalProperties(Utils.cloneProperties(before));
    String group = context.getLocalProperty("spark.jobGroup.id");
    String own = group == null ? "arrowparquet " + UUID.randomUUID() : group;
    context.setJobGroup(own, "arrowparquet: " + description, true);
    try {
      return items.isEmpty()
          ? List.of()
          : JavaSparkContext.fromSparkContext(context)
              .parallelize(items, items.size())
              .map(task)
              .collect();
    } finally {
      context.setLocalProperties(before);
    }
  }

  /** The files below paths in their order, each once, in slices of about as many files. */
  private List<List<SourceEntry>> slices(List<String> paths) throws IOException {
    SortedMap<URI, SourceEntry> files = new TreeMap<>();
    new SessionStorage(hadoop())
        .files(paths, DiscoveryOptions.defaults(), new ArrayList<>())
        .forEach(file -> files.put(file.uri(), file));
    return slices(List.copyOf(files.values()), tasks);
  }

  static <T> List<List<T>> slices(List<T> items, int most) {
    int count = Math.min(most, items.size());
    List<List<T>> slices = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      int from = (int) ((long) i * items.size() / count);
      int to = (int) ((long) (i + 1) * items.size() / count);
      slices.add(new ArrayList<>(items.subList(from, to)));
    }
    return slices;
  }
}
