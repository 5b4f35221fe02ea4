// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.SourceEntry;
import io.arrowparquet.footer.SourceNames;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleFolder;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleTrust;
import io.arrowparquet.footer.bundle.BundledFooters;
import io.arrowparquet.footer.bundle.BundledSchema;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.PackedFooters;
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.bundle.schema.SchemaDef;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.parquet.internal.plan.FilterOperands;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** The files of a bundle as files of a set, as far as a scan needs them. */
final class BundledFiles {
  private final FooterBundle bundle;
  private final BundleFolder folder;
  private final BundleTrust trust;
  private final Consumer<String> diagnostics;
  private final Map<BundledSchema, SchemaDef> definitions = new HashMap<>();

  /** A footer without chunks of each. */
  private final Map<SetFile.SharedSchema, ParquetFooter> schemas = new HashMap<>();

  /** Files of which the bundle is wrong. */
  private final Set<BundleEntry> changed = new HashSet<>();

  BundledFiles(
      FooterBundle bundle, BundleFolder folder, BundleTrust trust, Consumer<String> diagnostics) {
    this.bundle = bundle;
    this.folder = folder;
    this.trust = trust;
    this.diagnostics = diagnostics;
  }

  /** Files with row groups that the options' filter may keep; and those the bundle is wrong of. */
  List<SetFile> select(ParquetReadOptions options) throws IOException {
    Map<BundleEntry, List<Integer>> wanted = new LinkedHashMap<>();
    for (BundlePlan.PlannedFile file : BundlePlan.of(bundle, options).files()) {
      wanted.put(file.file(), file.rowGroups());
    }
    List<SetFile> leftOut = new ArrayList<>();
    if (trust != BundleTrust.CATALOG && options.filter() != null) {
      addLeftOut(wanted, leftOut);
    }
    Map<String, BundleInput> found = now(wanted.keySet());
    List<SetFile> files = new ArrayList<>();
    List<Unchanged> unchanged = new ArrayList<>();
    for (Map.Entry<BundleEntry, List<Integer>> file : wanted.entrySet()) {
      BundleInput now = found.get(file.getKey().file().path());
      if (isUnchanged(file.getKey(), now, files) && !file.getValue().isEmpty()) {
        unchanged.add(new Unchanged(files.size(), file.getKey(), now, file.getValue()));
        files.add(null);
      }
    }
    setUnchanged(files, unchanged, columns(options));
    files.addAll(leftOut);
    return files;
  }

  /**
   * A file of which the bundle is right.
   *
   * @param place in the list of files
   */
  private record Unchanged(
      int place, BundleEntry entry, BundleInput now, List<Integer> rowGroups) {}

  private void setUnchanged(List<SetFile> files, List<Unchanged> unchanged, Set<String> columns)
      throws IOException {
    List<Unchanged> ofSchemas = new ArrayList<>();
    for (Unchanged file : unchanged) {
      if (bundle.schema(file.entry) != null) {
        ofSchemas.add(file);
      } else {
        FlatFooter footer = bundle.footers(columns).footer(file.entry);
        String name = name(file.entry.file());
        SetFooter known = new SetFooter.Known(AssembledFooter.of(name, file.entry.file(), footer));
        files.set(file.place, setFile(file, known, null));
      }
    }
    PackedFooters packed = bundle.pack(ofSchemas.stream().map(Unchanged::entry).toList(), columns);
    BundledFooters withoutChunks = bundle.footers(List.of());
    for (int i = 0; i < ofSchemas.size(); i++) {
      Unchanged file = ofSchemas.get(i);
      // Where there is no room for the key-values, they are read for each file.
      String arrow =
          packed.has(i)
              ? packed.findValue(i, ArrowSchema.ARROW_SCHEMA)
              : withoutChunks.footer(file.entry).findValue(ArrowSchema.ARROW_SCHEMA);
      SetFile.SharedSchema schema = schema(file.entry, arrow);
      ParquetFooter ofSchema = schemas.get(schema);
      if (ofSchema == null) {
        ofSchema = footer(file.entry, withoutChunks);
        schemas.put(schema, ofSchema);
      }
      files.set(file.place, setFile(file, setFooter(file, ofSchema, packed, i), schema));
    }
  }

  private SetFooter setFooter(
      Unchanged file, ParquetFooter schema, PackedFooters packed, int number) {
    BundledFile bundled = file.entry.file();
    return packed.has(number)
        ? new AssembledFooter(name(bundled), bundled, schema, packed, number)
        : new OwnFooter(schema, () -> open(file), rowGroup -> packed.rows(number, rowGroup));
  }

  private ByteSource open(Unchanged file) throws IOException {
    return setFile(file, null, null).open();
  }

  private SetFile setFile(Unchanged file, SetFooter footer, SetFile.SharedSchema schema) {
    Path path = folder.path(file.entry.file());
    return path != null
        ? SetFile.of(
            path,
            file.now.length(),
            footer,
            FileTime.from(file.now.modified()),
            file.rowGroups,
            schema)
        : SetFile.of(
            name(file.entry.file()),
            source(file.entry, file.now),
            folder.sources(),
            footer,
            file.rowGroups,
            schema);
  }

  /**
   * Schemas of the bundle that no file of a set has, as the filter leaves out all files of them:
   * the set has their columns all the same.
   *
   * @param files of the set, which {@link #select} gave
   */
  List<SetFile> otherSchemas(List<SetFile> files) throws IOException {
    Set<SchemaDef> known = new HashSet<>();
    files.stream()
        .map(SetFile::schema)
        .filter(Objects::nonNull)
        .forEach(schema -> known.add(schema.definition()));
    boolean areOthers = false;
    for (BundledSchema schema : bundle.schemas()) {
      areOthers |= !known.contains(bundle.definition(schema));
    }
    return areOthers
        ? ofDistinctSchemas().stream()
            .filter(file -> file.schema() != null && !known.contains(file.schema().definition()))
            .toList()
        : List.of();
  }

  /** The first file of each schema in a bundle, without chunks: to unify schemas with. */
  static List<SetFile> ofDistinctSchemas(FooterBundle bundle) throws IOException {
    return new BundledFiles(bundle, null, BundleTrust.CATALOG, null).ofDistinctSchemas();
  }

  private List<SetFile> ofDistinctSchemas() throws IOException {
    BundledFooters footers = bundle.footers(List.of());
    List<SetFile> files = new ArrayList<>();
    for (BundleEntry entry : bundle.filesOfDistinctSchemas()) {
      if (changed.contains(entry)) {
        continue;
      }
      String name = folder == null ? entry.file().path() : name(entry.file());
      ParquetFooter footer = AssembledFooter.of(name, entry.file(), footers.footer(entry));
      String arrow = footer.footer().findValue(ArrowSchema.ARROW_SCHEMA);
      files.add(SetFile.ofSchema(footer, schema(entry, arrow)));
    }
    return files;
  }

  /**
   * Files that the plan leaves out may have changed. Local ones are compared at once, as a bundle
   * may have very many; those elsewhere are listed with the others.
   */
  private void addLeftOut(Map<BundleEntry, List<Integer>> wanted, List<SetFile> leftOut)
      throws IOException {
    Set<BundleEntry> planned = Set.copyOf(wanted.keySet());
    for (BundleEntry entry : bundle.files()) {
      if (planned.contains(entry)) {
        continue;
      }
      if (folder.path(entry.file()) == null) {
        wanted.put(entry, List.of());
      } else {
        isUnchanged(entry, nowAt(entry.file()), leftOut);
      }
    }
  }

  /** The files as they are, by their names in the bundle; those that are gone are missing. */
  private Map<String, BundleInput> now(Set<BundleEntry> entries) throws IOException {
    List<BundledFile> files = entries.stream().map(BundleEntry::file).toList();
    if (trust != BundleTrust.CATALOG) {
      return folder.nowAll(files);
    }
    Map<String, BundleInput> found = new HashMap<>();
    for (BundledFile file : files) {
      BundleInput now = folder.path(file) == null ? folder.asBundled(file) : nowAt(file);
      if (now != null) {
        found.put(file.path(), now);
      }
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

  /** Whether a file is the bundle's. One that has changed is read, and added. */
  private boolean isUnchanged(BundleEntry entry, BundleInput now, List<SetFile> files)
      throws IOException {
    String name = name(entry.file());
    if (now == null) {
      changed.add(entry);
      diagnostics.accept(name + ": is in the bundle and no longer there; left out");
      return false;
    }
    if (trust.isCurrent(entry.file(), now)) {
      return true;
    }
    changed.add(entry);
    diagnostics.accept(name + ": was changed since the bundle was written; read without it");
    FooterReader reader = FooterReader.create();
    Path path = folder.path(entry.file());
    files.add(
        path != null
            ? SetFile.read(reader, path)
            : SetFile.read(reader, source(entry, now), folder.sources()));
    return false;
  }

  private String name(BundledFile file) {
    Path path = folder.path(file);
    return path != null ? path.toString() : SourceNames.of(folder.uri(file));
  }

  private SourceEntry source(BundleEntry entry, BundleInput now) {
    return new SourceEntry(folder.uri(entry.file()), now.length(), now.etag());
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

  private ParquetFooter footer(BundleEntry entry, BundledFooters footers) throws IOException {
    return AssembledFooter.of(name(entry.file()), entry.file(), footers.footer(entry));
  }

  /** The columns that the scan reads; null for all. */
  private static Set<String> columns(ParquetReadOptions options) {
    if (options.columns() == null) {
      return null;
    }
    Set<String> columns = new LinkedHashSet<>(options.columns());
    options.variantPaths().forEach(path -> columns.add(path.column()));
    columns.addAll(options.variantColumns());
    columns.addAll(FilterOperands.columns(options.filter()));
    return columns;
  }
}
