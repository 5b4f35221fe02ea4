// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.FooterBundle.BundledSchema;
import io.arrowparquet.bundle.internal.plan.PackedFooters;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.dataset.FileDiagnostic.BundledFileState;
import io.arrowparquet.dataset.SetFile.Footer.OwnFooter;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.parquet.ReadStatistics;
import io.arrowparquet.parquet.internal.evolution.TargetSchema;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.variant.internal.FirstFailure;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;

/**
 * The files of a bundle as files of a set, as far as a scan needs them; in the order of their paths
 * in the bundle, which is that of a folder's files.
 */
final class BundledFiles {
  private final FooterBundle bundle;

  /** Null where no file is looked at. */
  private final BundleFolder folder;

  private final BundleTrust trust;

  /** For footers of files; null for none. */
  private final DecryptionKeys keys;

  private final Consumer<FileDiagnostic<BundledFileState>> diagnostics;
  private final Map<BundledSchema, SchemaDef> definitions = new HashMap<>();

  /** A footer without chunks of the first file of each. */
  private final Map<SetFile.SharedSchema, ParquetFooter> schemas = new HashMap<>();

  /** Files of which the bundle is wrong, as they are; null for those that are gone. */
  private final Map<BundleEntry, BundleInput> changed = new TreeMap<>(BundleEntry.BY_PATH);

  BundledFiles(
      FooterBundle bundle,
      BundleFolder folder,
      BundleTrust trust,
      @Nullable DecryptionKeys keys,
      Consumer<FileDiagnostic<BundledFileState>> diagnostics) {
    this.bundle = bundle;
    this.folder = folder;
    this.trust = trust;
    this.keys = keys;
    this.diagnostics = diagnostics;
  }

  /**
   * @param files with row groups that the filter may keep, and those that the bundle is wrong of
   * @param schemas the first file of each schema, whether the filter keeps it or not, and those
   *     that the bundle is wrong of
   * @param isOne whether there is one file in all, with those that the filter leaves out
   * @param use of the bundle; null where the set is not planned from one
   */
  record Contents(
      List<SetFile> files, List<SetFile> schemas, boolean isOne, ParquetFileSet.BundleUse use) {
    Contents {
      files = List.copyOf(files);
      schemas = List.copyOf(schemas);
    }
  }

  /**
   * Files with row groups that the options' filter may keep; and those the bundle is wrong of.
   *
   * @param target null where the files' schemas are unified
   */
  Contents select(TargetSchema target, ParquetReadOptions options) throws IOException {
    BundlePlanning plan = BundlePlanning.of(bundle, target, options);
    NavigableMap<BundleEntry, List<Integer>> wanted = plan.planned();
    if (trust != BundleTrust.CATALOG && options.filter() != null) {
      addLeftOut(wanted);
    }
    Map<String, BundleInput> found = now(wanted.keySet());
    List<Unchanged> unchanged = new ArrayList<>();
    for (Map.Entry<BundleEntry, List<Integer>> file : wanted.entrySet()) {
      BundleEntry entry = file.getKey();
      BundleInput now = found.get(entry.file().path());
      if (isUnchanged(entry, now) && !file.getValue().isEmpty()) {
        unchanged.add(new Unchanged(entry, now, file.getValue()));
      }
    }
    Map<BundleEntry, SetFile> files = readChanged();
    Map<BundleEntry, SetFile> distinct =
        ofDistinctSchemas(options.filter() == null ? wanted.keySet() : bundle.files());
    distinct.putAll(files);
    addUnchanged(files, unchanged, plan, readsInPart(options));
    long gone = changed.values().stream().filter(Objects::isNull).count();
    return new Contents(
        List.copyOf(files.values()),
        List.copyOf(distinct.values()),
        bundle.fileCount() - gone == 1,
        use(unchanged));
  }

  private ParquetFileSet.BundleUse use(List<Unchanged> read) throws IOException {
    long rowGroups = bundle.rowGroupCount();
    for (Unchanged file : read) {
      rowGroups -= file.rowGroups.size();
    }
    for (BundleEntry entry : changed.keySet()) {
      rowGroups -= entry.rowGroups();
    }
    long files = bundle.fileCount();
    return new ParquetFileSet.BundleUse(
        files,
        files - read.size() - changed.size(),
        rowGroups,
        ReadStatistics.ofFooters(bundle.bytesRead(), bundle.requests(), 0));
  }

  /** A set without rows, of the schemas of all files. */
  static Contents ofSchemas(FooterBundle bundle) throws IOException {
    BundledFiles files = new BundledFiles(bundle, null, BundleTrust.CATALOG, null, null);
    return new Contents(
        List.of(),
        List.copyOf(files.ofDistinctSchemas(bundle.files()).values()),
        bundle.fileCount() == 1,
        null);
  }

  private record Unchanged(BundleEntry entry, BundleInput now, List<Integer> rowGroups) {}

  /** Whether there may be pages that are not read: then the indexes of columns are of use. */
  static boolean readsInPart(ParquetReadOptions options) {
    return options.skipping()
        && (options.filter() != null
            || options.dynamicFilter() != null
            || options.rows() != null
            || options.withoutRows() != null
            || options.offset() > 0
            || options.limit() < Long.MAX_VALUE);
  }

  private void addUnchanged(
      Map<BundleEntry, SetFile> files,
      List<Unchanged> unchanged,
      BundlePlanning plan,
      boolean withIndexes)
      throws IOException {
    Set<String> columns = plan.columns();
    List<Unchanged> ofSchemas = new ArrayList<>();
    for (Unchanged file : unchanged) {
      if (bundle.schema(file.entry) != null) {
        ofSchemas.add(file);
      } else {
        FlatFooter footer = bundle.footers(columns).footer(file.entry);
        SetFile.Place place = place(file);
        SetFile.Footer known =
            isToDecrypt(footer, keys)
                ? new OwnFooter(null, () -> place.read(keys), null)
                : new SetFile.Footer.Known(
                    AssembledFooter.of(name(place), file.entry.file(), footer));
        files.put(file.entry, new SetFile(name(place), place, known, file.rowGroups, null));
      }
    }
    PackedFooters packed = bundle.pack(ofSchemas.stream().map(Unchanged::entry).toList(), columns);
    if (withIndexes) {
      packed.loadIndexes(ofSchemas.stream().map(Unchanged::rowGroups).toList(), plan.compared());
    }
    FooterBundle.Footers withoutChunks = bundle.footers(List.of());
    for (int i = 0; i < ofSchemas.size(); i++) {
      Unchanged file = ofSchemas.get(i);
      // Where there is no room for the key-values, they are read for each file.
      String arrow =
          packed.has(i)
              ? packed.findValue(i, ArrowSchema.ARROW_SCHEMA)
              : withoutChunks.footer(file.entry).findValue(ArrowSchema.ARROW_SCHEMA);
      SetFile.SharedSchema schema = schema(file.entry, arrow);
      files.put(file.entry, setFile(file, schema, packed, i));
    }
  }

  private SetFile setFile(
      Unchanged file, SetFile.SharedSchema schema, PackedFooters packed, int number) {
    SetFile.Place place = place(file);
    ParquetFooter first = schemas.get(schema);
    SetFile.Footer footer =
        packed.has(number)
            ? new AssembledFooter(place, keys, file.entry.file(), first, packed, number)
            : new OwnFooter(
                first, () -> place.read(keys), rowGroup -> packed.rows(number, rowGroup));
    return new SetFile(name(place), place, footer, file.rowGroups, schema);
  }

  private SetFile.Place place(Unchanged file) {
    BundledFile bundled = file.entry.file();
    Path path = folder.path(bundled);
    return path != null
        ? new SetFile.Place.Local(
            path, bundled.length(), FileTime.from(file.now.version().modified()))
        : new SetFile.Place.Remote(source(file.entry, file.now), folder.sources());
  }

  /** The first file of each schema, without chunks: to unify schemas with. */
  private Map<BundleEntry, SetFile> ofDistinctSchemas(Iterable<BundleEntry> files)
      throws IOException {
    Iterable<BundleEntry> unchanged =
        changed.isEmpty()
            ? files
            : () ->
                StreamSupport.stream(files.spliterator(), false)
                    .filter(file -> !changed.containsKey(file))
                    .iterator();
    List<BundleEntry> distinct = new ArrayList<>(FooterBundle.ofDistinctSchemas(unchanged));
    distinct.sort(BundleEntry.BY_PATH);
    PackedFooters packed =
        bundle.pack(
            distinct.stream().filter(file -> bundle.schema(file) != null).toList(), List.of());
    FooterBundle.Footers footers = bundle.footers(List.of());
    Map<BundleEntry, SetFile> first = new TreeMap<>(BundleEntry.BY_PATH);
    int next = 0;
    for (BundleEntry entry : distinct) {
      int number = bundle.schema(entry) == null ? -1 : next++;
      boolean isPacked = number >= 0 && packed.has(number);
      FlatFooter footer = isPacked ? null : footers.footer(entry);
      String arrow =
          isPacked
              ? packed.findValue(number, ArrowSchema.ARROW_SCHEMA)
              : footer.findValue(ArrowSchema.ARROW_SCHEMA);
      SetFile.SharedSchema schema = schema(entry, arrow);
      if (schema == null || !schemas.containsKey(schema)) {
        ParquetFooter own = footer(entry, isPacked ? packed.footer(number) : footer);
        if (schema != null) {
          schemas.put(schema, own);
        }
        first.put(entry, SetFile.ofSchema(own, schema));
      }
    }
    return first;
  }

  /**
   * Files that the plan leaves out may have changed. Local ones are compared at once, as a bundle
   * may have very many; those elsewhere are listed with the others.
   */
  private void addLeftOut(Map<BundleEntry, List<Integer>> wanted) throws IOException {
    Set<BundleEntry> planned = Set.copyOf(wanted.keySet());
    for (BundleEntry entry : bundle.files()) {
      if (planned.contains(entry)) {
        continue;
      }
      if (folder.path(entry.file()) == null) {
        wanted.put(entry, List.of());
      } else {
        isUnchanged(entry, nowAt(entry.file()));
      }
    }
  }

  /** The files as they are, by their names in the bundle; those that are gone are missing. */
  private Map<String, BundleInput> now(Set<BundleEntry> entries) throws IOException {
    List<BundledFile> files = entries.stream().map(BundleEntry::file).toList();
    if (trust != BundleTrust.CATALOG) {
      return folder.nowAll(files, trust);
    }
    Map<String, BundleInput> found = new HashMap<>();
    for (BundledFile file : files) {
      BundleInput now = folder.path(file) == null ? folder.asBundled(file) : nowAt(file);
      if (now == null) {
        throw new NoSuchFileException(
            name(file), null, "it is in the bundle, and BundleTrust.CATALOG vouches for it");
      }
      found.put(file.path(), now);
    }
    return found;
  }

  /** A local file; null if it is gone. */
  private BundleInput nowAt(BundledFile file) throws IOException {
    try {
      return folder.now(file);
    } catch (NoSuchFileException gone) {
      return null;
    }
  }

  /** Whether a file is the bundle's; one that is not is {@link #changed}. */
  private boolean isUnchanged(BundleEntry entry, BundleInput now) throws IOException {
    boolean unchanged = now != null && trust.isCurrent(entry.file(), now);
    if (!unchanged) {
      changed.put(entry, now);
    }
    return unchanged;
  }

  /** The files that changed, by their own footers. All are tried: the first failure is thrown. */
  private Map<BundleEntry, SetFile> readChanged() throws IOException {
    Map<BundleEntry, SetFile> files = new TreeMap<>(BundleEntry.BY_PATH);
    FooterReader reader = FooterReader.defaults().withDecryption(keys);
    DiscoveryOptions reading = DiscoveryOptions.defaults().withDecryption(keys);
    FirstFailure failure = new FirstFailure();
    for (Map.Entry<BundleEntry, BundleInput> file : changed.entrySet()) {
      BundleEntry entry = file.getKey();
      Path path = folder.path(entry.file());
      BundledFileState state = BundledFileState.GONE;
      if (file.getValue() != null) {
        try {
          files.put(
              entry,
              path != null
                  ? SetFile.read(reader, path)
                  : SetFile.read(source(entry, file.getValue()), folder.sources(), reading));
          state = BundledFileState.CHANGED;
        } catch (IOException | RuntimeException e) {
          failure.add(e);
          state = BundledFileState.UNREADABLE;
        }
      }
      SourceEntry known =
          path == null
              ? new SourceEntry(folder.uri(entry.file()), entry.file().length(), null)
              : new SourceEntry(path.toUri(), entry.file().length(), null);
      diagnostics.accept(new FileDiagnostic<>(name(entry.file()), known, state));
    }
    failure.throwIfSet();
    return files;
  }

  private static String name(SetFile.Place place) {
    return place instanceof SetFile.Place.Local local
        ? local.path().toString()
        : SourceEntry.name(place.entry().uri());
  }

  private String name(BundledFile file) {
    if (folder == null) {
      return file.path();
    }
    Path path = folder.path(file);
    return path != null ? path.toString() : SourceEntry.name(folder.uri(file));
  }

  private SourceEntry source(BundleEntry entry, BundleInput now) {
    return new SourceEntry(folder.uri(entry.file()), now.version().length(), now.version().etag());
  }

  /** Null where the schema is in the file's own footer alone. */
  private SetFile.SharedSchema schema(BundleEntry entry, String arrow) throws IOException {
    BundledSchema schema = bundle.schema(entry);
    if (schema == null) {
      return null;
    }
    SchemaDef definition = definitions.get(schema);
    if (definition == null) {
      definition = bundle.definition(schema);
      definitions.put(schema, definition);
    }
    return new SetFile.SharedSchema(definition, arrow);
  }

  private ParquetFooter footer(BundleEntry entry, FlatFooter footer) {
    return AssembledFooter.of(name(entry.file()), entry.file(), footer);
  }

  /** A bundle has what those without keys may know of a file. */
  private static boolean isToDecrypt(FlatFooter footer, @Nullable DecryptionKeys keys) {
    return keys != null && footer.encryption() != null;
  }

  /**
   * @param keys with which the file's own footer tells more, if it is encrypted; null for none
   * @param packed footers of this file and others
   * @param number of the file among them
   */
  private record AssembledFooter(
      SetFile.Place place,
      @Nullable DecryptionKeys keys,
      BundledFile file,
      ParquetFooter schema,
      PackedFooters packed,
      int number)
      implements SetFile.Footer {
    @Override
    public ParquetFooter get() throws IOException {
      FlatFooter footer = packed.footer(number);
      return isToDecrypt(footer, keys) ? place.read(keys) : of(name(place), file, footer);
    }

    /** A footer of a file with what the bundle says of the file. */
    static ParquetFooter of(String name, BundledFile file, FlatFooter footer) {
      ParquetFooter.Extent extent =
          new ParquetFooter.Extent(
              FooterLayout.THRIFT,
              file.length(),
              file.footerLength(),
              footer.flatbuffer().remaining());
      return new ParquetFooter(name, footer, extent, List.of());
    }

    @Override
    public long rows(int rowGroup) {
      return packed.rows(number, rowGroup);
    }

    @Override
    public ByteSource known(List<Integer> rowGroups, ByteSource bytes) throws IOException {
      return packed.withIndexes(number, rowGroups, bytes);
    }
  }
}
