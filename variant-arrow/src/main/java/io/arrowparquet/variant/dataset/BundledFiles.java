// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.FooterLayout;
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
import io.arrowparquet.footer.bundle.entry.BundledFile;
import io.arrowparquet.footer.bundle.schema.SchemaDef;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.parquet.internal.plan.FilterOperands;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** The files of a bundle as files of a set, as far as a scan needs them. */
final class BundledFiles {
  /** Length and magic behind the Thrift footer. */
  private static final int TRAILER_BYTES = 8;

  private final FooterBundle bundle;
  private final BundleFolder folder;
  private final BundleTrust trust;
  private final Consumer<String> diagnostics;
  private final Map<BundledSchema, SchemaDef> definitions = new HashMap<>();

  BundledFiles(
      FooterBundle bundle, BundleFolder folder, BundleTrust trust, Consumer<String> diagnostics) {
    this.bundle = bundle;
    this.folder = folder;
    this.trust = trust;
    this.diagnostics = diagnostics;
  }

  /** Files with row groups that the options' filter may keep; and those the bundle is wrong of. */
  List<SetFile> select(ParquetReadOptions options) throws IOException {
    BundledFooters footers = bundle.footers(columns(options));
    Map<BundleEntry, List<Integer>> wanted = new LinkedHashMap<>();
    for (BundlePlan.PlannedFile file : BundlePlan.of(bundle, options).files()) {
      wanted.put(file.file(), file.rowGroups());
    }
    List<SetFile> changed = new ArrayList<>();
    if (trust != BundleTrust.CATALOG && options.filter() != null) {
      addLeftOut(wanted, changed);
    }
    Map<String, BundleInput> found = now(wanted.keySet());
    List<SetFile> files = new ArrayList<>();
    for (Map.Entry<BundleEntry, List<Integer>> file : wanted.entrySet()) {
      BundleInput now = found.get(file.getKey().file().path());
      add(files, file.getKey(), now, file.getValue(), footers);
    }
    files.addAll(changed);
    return files;
  }

  /** The first file of each schema in a bundle, without chunks: to unify schemas with. */
  static List<SetFile> ofDistinctSchemas(FooterBundle bundle) throws IOException {
    BundledFiles all = new BundledFiles(bundle, null, BundleTrust.CATALOG, null);
    BundledFooters footers = bundle.footers(List.of());
    List<SetFile> files = new ArrayList<>();
    for (BundleEntry entry : bundle.filesOfDistinctSchemas()) {
      ParquetFooter footer = all.footer(entry, entry.file().path(), footers);
      files.add(SetFile.of(null, null, footer, List.of(), all.schema(entry, footer)));
    }
    return files;
  }

  /**
   * Files that the plan leaves out may have changed. Local ones are compared at once, as a bundle
   * may have very many; those elsewhere are listed with the others.
   */
  private void addLeftOut(Map<BundleEntry, List<Integer>> wanted, List<SetFile> changed)
      throws IOException {
    Set<BundleEntry> planned = Set.copyOf(wanted.keySet());
    for (BundleEntry entry : bundle.files()) {
      if (planned.contains(entry)) {
        continue;
      }
      if (folder.path(entry.file()) == null) {
        wanted.put(entry, List.of());
      } else {
        add(changed, entry, nowAt(entry.file()), List.of(), null);
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

  private void add(
      List<SetFile> files,
      BundleEntry entry,
      BundleInput now,
      List<Integer> rowGroups,
      BundledFooters footers)
      throws IOException {
    Path path = folder.path(entry.file());
    String name = path != null ? path.toString() : SourceNames.of(folder.uri(entry.file()));
    if (now == null) {
      diagnostics.accept(name + ": is in the bundle and no longer there; left out");
      return;
    }
    SourceEntry source =
        path != null ? null : new SourceEntry(folder.uri(entry.file()), now.length(), now.etag());
    if (!trust.isCurrent(entry.file(), now)) {
      diagnostics.accept(name + ": was changed since the bundle was written; read without it");
      FooterReader reader = FooterReader.create();
      files.add(
          path != null
              ? SetFile.read(reader, path)
              : SetFile.read(reader, source, folder.sources()));
    } else if (!rowGroups.isEmpty()) {
      ParquetFooter footer = footer(entry, name, footers);
      SetFile.SharedSchema schema = schema(entry, footer);
      files.add(
          path != null
              ? SetFile.of(path, footer, FileTime.from(now.modified()), rowGroups, schema)
              : SetFile.of(source, folder.sources(), footer, rowGroups, schema));
    }
  }

  /** Null where the schema is in the file's own footer alone. */
  private SetFile.SharedSchema schema(BundleEntry entry, ParquetFooter footer) throws IOException {
    BundledSchema schema = bundle.schema(entry);
    if (schema == null) {
      return null;
    }
    SchemaDef definition = definitions.get(schema);
    if (definition == null) {
      definition = bundle.definition(schema);
      definitions.put(schema, definition);
    }
    return new SetFile.SharedSchema(
        definition, footer.footer().findValue(ArrowSchema.ARROW_SCHEMA));
  }

  private ParquetFooter footer(BundleEntry entry, String name, BundledFooters footers)
      throws IOException {
    FlatFooter footer = footers.footer(entry);
    int length = entry.file().footerLength();
    return new ParquetFooter(
        name,
        footer,
        FooterLayout.THRIFT,
        List.of(),
        entry.file().length(),
        entry.file().length() - TRAILER_BYTES - length,
        length,
        footer.flatbuffer().remaining());
  }

  /** The columns that the scan reads; null for all. */
  private static Set<String> columns(ParquetReadOptions options) {
    if (options.columns() == null) {
      return null;
    }
    Set<String> columns = new LinkedHashSet<>(options.columns());
    options.variantPaths().forEach(path -> columns.add(path.column()));
    columns.addAll(options.variantColumns());
    for (Operand operand : FilterOperands.of(options.filter())) {
      columns.add(
          operand instanceof VariantProjection path
              ? path.column()
              : ((Operand.Column) operand).path());
    }
    return columns;
  }
}
