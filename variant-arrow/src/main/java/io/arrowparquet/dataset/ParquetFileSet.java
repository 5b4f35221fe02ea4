// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileDiagnostic.BundledFileState;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.internal.evolution.TypedVectors;
import io.arrowparquet.parquet.internal.fetch.ReadsUnderWay;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetScanOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Parquet files read as one table.
 *
 * <p>The files' schemas are unified by name from their footers; no page is read for it. A column
 * that a file lacks is null in its rows. Signed integers and floating point numbers of different
 * widths become the widest, decimals of one scale the most precise, strings, binaries and lists
 * beside large ones large ones. Timestamps, times and durations of different units have the finest;
 * a value that it cannot hold is a {@link io.arrowparquet.variant.ConversionException} of the
 * reader that returns its row. Instants in UTC go together for every name of the zone. A Variant
 * column keeps its shredding where all files shred it alike; otherwise its rows are put together,
 * so that all batches have one schema.
 *
 * <p>Immutable; threads may share it: footers stay in memory, files are open only while a reader
 * reads them. A file that was replaced or written to since its footer was read is an error of the
 * reader that comes to it, {@link io.arrowparquet.storage.ChangedSourceException}; open it anew.
 */
public final class ParquetFileSet {
  private final SetDefinition set;

  /**
   * What a set took of its bundle, and what the plan left out.
   *
   * @param files in the bundle
   * @param filesLeftOut those without a row group that the filter may keep, and without rows; files
   *     that changed since are not among them, nor those that are gone
   * @param rowGroupsLeftOut row groups that the filter cannot keep, of these files and of others;
   *     no reader of the set counts them
   * @param read of the bundle until the set was opened, of a local one too: its footers
   */
  public record BundleUse(
      long files, long filesLeftOut, long rowGroupsLeftOut, ReadStatistics read) {}

  private ParquetFileSet(List<SetFile> files) {
    this(SetDefinition.of(files, files, null));
  }

  private ParquetFileSet(SetDefinition set) {
    this.set = set;
  }

  /**
   * Reads the footers of files.
   *
   * @param filesAndDirectories in this order; of a directory every file below it that ends in
   *     {@code .parquet}, by path, but for hidden ones: of a name, or in a directory of a name,
   *     that begins with a dot or an underscore
   *     <p>All footers are tried: where several cannot be read, the exception is that of the first
   *     such file, and those of the others are suppressed in it.
   * @throws NoSuchFileException if one is not there, or if there is no file at all
   * @throws IOException if a footer cannot be read
   * @throws io.arrowparquet.footer.CorruptFooterException if a file has no footer that can be read
   */
  public static ParquetFileSet open(List<Path> filesAndDirectories) throws IOException {
    return open(filesAndDirectories, Runnable::run);
  }

  /**
   * Reads the footers of files, several at a time.
   *
   * @param filesAndDirectories as for {@link #open(List)}; so the exceptions
   * @param executor whose threads read footers beside the calling one; stays the caller's. None of
   *     its threads works for the set when this returns
   */
  public static ParquetFileSet open(List<Path> filesAndDirectories, Executor executor)
      throws IOException {
    return new ParquetFileSet(FileFinder.open(filesAndDirectories, executor));
  }

  /**
   * The files of a bundle that a scan of these options has to read, in the order of their paths in
   * the bundle, without opening them. What their footers are made of is read now, as far as it is
   * no more than an eighth of the heap; each is put together when a reader comes to its file. Where
   * a file is no longer the bundle's, its own footer is read now; where the bundle has more than
   * may be kept, that of a file is read when a reader comes to it.
   *
   * <p>The set is planned for the filter and the columns of the options: readers and scans of it
   * have that filter, and columns among these. Its schema is that of all files, in their order,
   * whatever the filter: as of the same files opened one by one. It may have no file, if the filter
   * keeps none.
   *
   * @param bundle read now, and not afterwards
   * @param folder that the bundle's relative paths begin at; files that the bundle has by URI are
   *     opened by {@link io.arrowparquet.storage.access.ByteSources}
   * @param trust how the bundle's entries are compared with the files. With {@code STAT} and {@code
   *     FOOTER} files that changed are read all the same, and those that are gone are left out.
   *     With {@code CATALOG} nothing is looked for in files that the filter leaves out, and a local
   *     file that is gone is an error now, one elsewhere when a reader comes to it
   * @param options the scan
   * @param diagnostics is told of each file that is not as the bundle says
   * @throws NoSuchFileException if there is no file at all, or with {@code CATALOG} one is gone
   * @throws IOException if the bundle cannot be read, or a footer: all are tried, as with paths
   * @throws io.arrowparquet.footer.CorruptFooterException if the bundle is damaged, or a footer
   */
  public static ParquetFileSet open(
      FooterBundle bundle,
      Path folder,
      BundleTrust trust,
      ParquetReadOptions options,
      Consumer<FileDiagnostic<BundledFileState>> diagnostics)
      throws IOException {
    return open(bundle, BundleFolder.of(folder), trust, options, diagnostics);
  }

  /**
   * As {@link #open(FooterBundle, Path, BundleTrust, ParquetReadOptions, Consumer)}, of files
   * anywhere. No request goes to a file of a URI that the scan does not read, and none to the
   * others before their pages are read, which demands the version that the bundle has: another one
   * is a {@link io.arrowparquet.storage.ChangedSourceException}.
   *
   * @param folder where the bundle's relative paths begin; its sources are used as long as the set
   */
  public static ParquetFileSet open(
      FooterBundle bundle,
      BundleFolder folder,
      BundleTrust trust,
      ParquetReadOptions options,
      Consumer<FileDiagnostic<BundledFileState>> diagnostics)
      throws IOException {
    return open(bundle, folder, trust, options, null, diagnostics);
  }

  /**
   * As {@link #open(FooterBundle, BundleFolder, BundleTrust, ParquetReadOptions, Consumer)}, read
   * into a schema that the caller chooses, as {@link #withSchema(ReaderSchema)} has it.
   *
   * @param options in the words of that schema
   * @param schema the set is planned for it, too; null for the files' own
   */
  public static ParquetFileSet open(
      FooterBundle bundle,
      BundleFolder folder,
      BundleTrust trust,
      ParquetReadOptions options,
      @Nullable ReaderSchema schema,
      Consumer<FileDiagnostic<BundledFileState>> diagnostics)
      throws IOException {
    TargetSchema target = SplitFiles.target(schema);
    BundledFiles.Contents contents =
        new BundledFiles(bundle, folder, trust, options.decryption(), diagnostics)
            .select(target, options);
    if (contents.schemas().isEmpty()) {
      throw new NoSuchFileException(folder.name(), null, "the bundle has no file that is there");
    }
    BundlePlanning.Choice planned = new BundlePlanning.Choice(options, target);
    return new ParquetFileSet(new SetDefinition(contents, target, planned, null));
  }

  /**
   * A set without rows that has the schemas of all files of a bundle, to choose columns and a
   * filter by, with which {@link #open(FooterBundle, BundleFolder, BundleTrust, ParquetReadOptions,
   * Consumer)} then reads less of the bundle. One footer is put together for each distinct schema,
   * instead of one for each file, and no file is looked at.
   *
   * @param bundle read now, and not afterwards
   * @throws IOException if the bundle cannot be read
   * @throws io.arrowparquet.footer.CorruptFooterException if the bundle is damaged
   */
  public static ParquetFileSet ofSchemas(FooterBundle bundle) throws IOException {
    return new ParquetFileSet(new SetDefinition(BundledFiles.ofSchemas(bundle), null, null, null));
  }

  /**
   * Reads the footers of files anywhere. The version of a file that was read, its ETag for example,
   * is demanded when its pages are read: one that has changed is a {@link
   * io.arrowparquet.storage.ChangedSourceException}.
   *
   * @param files in this order; of a URI that ends in a slash every file below it, as of a
   *     directory
   * @param sources opens and lists them, for example {@link
   *     io.arrowparquet.storage.access.ByteSources#defaults}; used as long as the set
   * @throws NoSuchFileException if one is not there, or if there is no file at all
   * @throws IOException if a footer cannot be read; all are tried, as with paths
   * @throws io.arrowparquet.footer.CorruptFooterException if a file has no footer that can be read
   */
  public static ParquetFileSet open(List<URI> files, SourceFactory sources) throws IOException {
    return open(files, sources, Runnable::run);
  }

  /**
   * Reads the footers of files of which more is known than where they are, several at a time. No
   * request asks for a length that is known; the version that is known is demanded of each.
   *
   * @param files in this order; none is a folder
   * @param sources opens them; used as long as the set
   * @param executor as for {@link #open(List, Executor)}, and so the exceptions
   */
  public static ParquetFileSet ofEntries(
      List<SourceEntry> files, SourceFactory sources, Executor executor) throws IOException {
    return ofEntries(files, sources, DiscoveryOptions.defaults(), executor);
  }

  /**
   * As {@link #ofEntries(List, SourceFactory, Executor)}, and how footers are read.
   *
   * @param discovery not used when this returns; if its filter rules out all files, the set has
   *     none, and the schema of the first
   */
  public static ParquetFileSet ofEntries(
      List<SourceEntry> files, SourceFactory sources, DiscoveryOptions discovery, Executor executor)
      throws IOException {
    return new ParquetFileSet(FileFinder.open(files, sources, discovery, executor));
  }

  /**
   * Files that are read into a schema that the caller chooses, each of which is opened when a
   * reader or a scan comes to it: nothing is read now. A scan takes a file as one piece of work,
   * since it does not know the row groups.
   *
   * <p>What needs footers reads them: {@link #fragments}, and the schema if options name what
   * {@code schema} does not have. A footer that cannot be read is an {@link
   * java.io.UncheckedIOException} then.
   *
   * @param files in this order; none is a folder
   * @param sources opens them; used as long as the set
   * @param schema as for {@link #withSchema(ReaderSchema)}
   * @param discovery of which the cache of footers and the keys matter, as long as the set is used
   */
  public static ParquetFileSet ofEntries(
      List<SourceEntry> files,
      SourceFactory sources,
      ReaderSchema schema,
      DiscoveryOptions discovery) {
    return new ParquetFileSet(
            files.stream().map(entry -> SetFile.unread(entry, sources, discovery)).toList())
        .withSchema(schema);
  }

  /**
   * Files whose footers the caller has: nothing is read.
   *
   * @param files in this order, with the versions whose footers these are, where there are any
   * @param footers one for each file; they fetch nothing, as {@code FooterReader} reads them of a
   *     local file, or with {@code CrcCheck.WHOLE}
   * @param sources opens the files when they are read; used as long as the set
   */
  public static ParquetFileSet ofFooters(
      List<SourceEntry> files, List<ParquetFooter> footers, SourceFactory sources) {
    if (files.size() != footers.size()) {
      throw new IllegalArgumentException(footers.size() + " footers of " + files.size() + " files");
    }
    return new ParquetFileSet(
        IntStream.range(0, files.size())
            .mapToObj(file -> SetFile.of(files.get(file), sources, footers.get(file)))
            .toList());
  }

  /**
   * Reads the footers of files anywhere, several at a time.
   *
   * @param files as for {@link #open(List, SourceFactory)}; so the exceptions
   * @param sources as there
   * @param executor as for {@link #open(List, Executor)}
   */
  public static ParquetFileSet open(List<URI> files, SourceFactory sources, Executor executor)
      throws IOException {
    return open(files, sources, DiscoveryOptions.defaults(), executor);
  }

  /**
   * As {@link #open(List, SourceFactory, Executor)}, and which files are meant.
   *
   * @param discovery if its filter rules out all files, the set has none, and the schema of the
   *     first
   */
  public static ParquetFileSet open(
      List<URI> files, SourceFactory sources, DiscoveryOptions discovery, Executor executor)
      throws IOException {
    List<SourceEntry> entries = FileFinder.entries(files, sources, discovery);
    return new ParquetFileSet(FileFinder.open(entries, sources, discovery, executor));
  }

  /**
   * The same files, read into a schema that the caller chooses: columns by exact name, in its
   * order; otherwise as {@link #withSchema(ReaderSchema)}.
   *
   * @throws UnsupportedColumnException when reading, if a file's column does not go into the schema
   */
  public ParquetFileSet withSchema(Schema schema) {
    EvolutionRules byName = EvolutionRules.defaults().withByFieldId(false);
    return withSchema(ReaderSchema.of(schema).withRules(byName));
  }

  /**
   * The same files, read into a schema that the caller chooses, each as {@link ReaderSchema} has
   * it. A Variant column is decoded where the schema has another type for it: values that do not
   * fit are null.
   *
   * <p>Columns, filters and Variant paths of options are in the words of that schema: renamed
   * columns go by their new names, a default is compared as any value. What that schema does not
   * have may still be named in filters and paths as the files have it.
   *
   * <p>Each file is checked when a reader comes to it. With narrowing, and where the schema
   * requires what a file has as optional, that is a matter of the file's statistics. A value that
   * does not fit after all, and a time that a finer unit cannot hold, is a {@link
   * io.arrowparquet.variant.ConversionException}, with file, column and, outside of lists and maps,
   * row of the batch.
   *
   * @throws UnsupportedColumnException when reading, if a file's column does not go into the schema
   * @throws InvalidRequestException if the set was opened from a bundle for some row groups or
   *     columns, which another schema chooses otherwise: the bundle is opened with the schema then
   */
  public ParquetFileSet withSchema(ReaderSchema schema) {
    return new ParquetFileSet(set.withSchema(schema));
  }

  /**
   * The same files, with the columns that their folders name: in the schema, in batches and for
   * filters. Readers and scans do not open files that the filter rules out by these columns. It is
   * this set if there are none.
   *
   * @throws InvalidRequestException if a file is not below the root, or a value is none of the type
   *     that is given for it; or if the set was opened from a bundle for a filter or columns
   */
  public ParquetFileSet withPartitions(HivePartitions folders) {
    SetDefinition with = set.withPartitions(folders);
    boolean isSame = Objects.equals(with.partitions(), set.partitions());
    return isSame ? this : new ParquetFileSet(with);
  }

  /**
   * The files, in the order of reading: local ones by the URI of their path, without a version;
   * others in the version that was read.
   */
  public List<SourceEntry> files() {
    return set.entries();
  }

  /**
   * What messages call a file: its path, or its URI without credentials.
   *
   * @param file as {@link ParquetFragment#file}
   */
  public String name(int file) {
    return set.files().get(file).name();
  }

  /** Which footer of a file was read, or of one of its schema where it is read when needed. */
  public FooterLayout layout(int file) {
    return set.files().get(file).footer().schema().layout();
  }

  /**
   * The FlatBuffers footers that could not be used: those files' Thrift footers are. Nothing is
   * known yet of a footer that a reader will read when it comes to the file.
   */
  public List<FileDiagnostic<FooterDiagnostic>> diagnostics() {
    return set.files().stream()
        .flatMap(file -> FileDiagnostic.of(file, file.footer().diagnostics()).stream())
        .toList();
  }

  /**
   * What was read to open the set, and for footers later: requests for those of files elsewhere.
   * Those for a bundle, which {@link #bundleUse} has, and for lists of files, are not counted.
   * Readers and scans of the set do not count it again.
   */
  public ReadStatistics statistics() {
    return set.files().stream()
        .map(SetFile::opening)
        .reduce(ReadStatistics.NOTHING, ReadStatistics::plus);
  }

  /** What was taken of the bundle that the set was opened from; null if there is none. */
  public @Nullable BundleUse bundleUse() {
    return set.contents().use();
  }

  /** All row groups of all files, in the order of reading. */
  public List<ParquetFragment> fragments() {
    return set.fragments();
  }

  /**
   * The schema of the batches that these options give. Its metadata is the first file's.
   *
   * @param options {@code columns}, {@code variantPaths} and {@code variantColumns} matter; row
   *     groups are not to be chosen by number, rows only of a set of one file, and there is no
   *     offset
   * @throws InvalidRequestException if a chosen column is in no file, or if two columns of several
   *     files, or two Variant paths, have one name
   * @throws UnsupportedColumnException if a column's types in two files do not go together
   */
  public Schema schema(ParquetReadOptions options) {
    return TypedVectors.schema(set.schema(options), options);
  }

  /** The fields of that schema, without Arrow's {@link Schema}, whose class loads Jackson. */
  public List<Field> fields(ParquetReadOptions options) {
    return TypedVectors.fields(set.fields(options), options);
  }

  /**
   * Reads all files, one after the other.
   *
   * @param options as for one file; with a schema of the caller's, {@code columns} are names and
   *     dotted paths of its fields
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @return the caller's, to be closed; errors, threads and use after closing as with {@link
   *     ParquetArrowReader}
   * @throws InvalidRequestException if the set was opened from a bundle for another filter (equal
   *     filters are one), or without one of the columns
   */
  public FileSetReader read(ParquetReadOptions options, BufferAllocator allocator) {
    return read(set.knownFragments(), options, allocator);
  }

  /**
   * Reads chosen row groups. Readers are independent of each other: each may have a thread.
   *
   * @param fragments of this set, in this order
   * @param options as for {@link #read(ParquetReadOptions, BufferAllocator)}
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @return the caller's, to be closed
   */
  public FileSetReader read(
      List<ParquetFragment> fragments, ParquetReadOptions options, BufferAllocator allocator) {
    return set.read(fragments, options, new ReadsUnderWay(), allocator);
  }

  /**
   * Reads all files by several threads.
   *
   * @param options as for {@link #read(ParquetReadOptions, BufferAllocator)}, and how to share the
   *     work
   * @param executor whose threads fetch and decode; stays the caller's. A pool of at least {@code
   *     threads} threads, twice as many with prefetching, lets the scan have what its options allow
   * @param allocator for vectors and fetched bytes; stays the caller's
   * @return the caller's, to be closed; reading has begun
   */
  public ParquetScan scan(
      ParquetScanOptions options, Executor executor, BufferAllocator allocator) {
    return scan(set.knownFragments(), options, executor, allocator);
  }

  /**
   * Reads chosen row groups by several threads.
   *
   * @param fragments of this set; ordered batches have their rows in this order
   * @param options as for {@link #scan(ParquetScanOptions, Executor, BufferAllocator)}, and so the
   *     rest
   * @return the caller's, to be closed; reading has begun
   */
  public ParquetScan scan(
      List<ParquetFragment> fragments,
      ParquetScanOptions options,
      Executor executor,
      BufferAllocator allocator) {
    set.requirePlanned(options.read());
    return ParquetScan.of(set, fragments, set.schema(options.read()), options, executor, allocator);
  }

  SetDefinition definition() {
    return set;
  }
}
