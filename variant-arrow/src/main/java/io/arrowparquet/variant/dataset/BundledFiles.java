// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.dataset;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bundle.BundleEntry;
import io.arrowparquet.footer.bundle.BundleInput;
import io.arrowparquet.footer.bundle.BundleTrust;
import io.arrowparquet.footer.bundle.BundledFooters;
import io.arrowparquet.footer.bundle.BundledSchema;
import io.arrowparquet.footer.bundle.FooterBundle;
import io.arrowparquet.footer.bundle.schema.SchemaDef;
import io.arrowparquet.footer.flatbuf.FlatFooter;
import io.arrowparquet.footer.io.FooterReader;
import io.arrowparquet.footer.io.ParquetFooter;
import io.arrowparquet.variant.parquet.internal.plan.BoundFilter;
import io.arrowparquet.variant.parquet.options.Operand;
import io.arrowparquet.variant.parquet.options.ParquetReadOptions;
import io.arrowparquet.variant.parquet.options.VariantProjection;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final Path folder;
  private final BundleTrust trust;
  private final Consumer<String> diagnostics;
  private final Map<BundledSchema, SchemaDef> definitions = new HashMap<>();

  BundledFiles(FooterBundle bundle, Path folder, BundleTrust trust, Consumer<String> diagnostics) {
    this.bundle = bundle;
    this.folder = folder;
    this.trust = trust;
    this.diagnostics = diagnostics;
  }

  /** Files with row groups that the options' filter may keep; and those the bundle is wrong of. */
  List<SetFile> select(ParquetReadOptions options) throws IOException {
    BundledFooters footers = bundle.footers(columns(options));
    List<SetFile> files = new ArrayList<>();
    Set<BundleEntry> planned = new LinkedHashSet<>();
    for (BundlePlan.PlannedFile file : BundlePlan.of(bundle, options).files()) {
      planned.add(file.file());
      add(files, file.file(), file.rowGroups(), footers);
    }
    if (trust != BundleTrust.CATALOG && options.filter() != null) {
      // What the plan leaves out may have changed.
      for (BundleEntry entry : bundle.files()) {
        if (!planned.contains(entry)) {
          add(files, entry, List.of(), footers);
        }
      }
    }
    return files;
  }

  private void add(
      List<SetFile> files, BundleEntry entry, List<Integer> rowGroups, BundledFooters footers)
      throws IOException {
    Path path = folder.resolve(entry.file().path());
    BundleInput now;
    try {
      now = BundleInput.of(folder, path);
    } catch (NoSuchFileException gone) {
      diagnostics.accept(path + ": is in the bundle and no longer there; left out");
      return;
    }
    if (!trust.isCurrent(entry.file(), now)) {
      diagnostics.accept(path + ": was changed since the bundle was written; read without it");
      files.add(SetFile.read(FooterReader.create(), path));
    } else if (!rowGroups.isEmpty()) {
      ParquetFooter footer = footer(entry, path, footers);
      FileTime modified = FileTime.from(now.modified());
      files.add(SetFile.of(path, footer, modified, rowGroups, schema(entry, footer)));
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

  private ParquetFooter footer(BundleEntry entry, Path path, BundledFooters footers)
      throws IOException {
    FlatFooter footer = footers.footer(entry);
    int length = entry.file().footerLength();
    return new ParquetFooter(
        path.toString(),
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
    for (Operand operand : BoundFilter.operands(options.filter())) {
      columns.add(
          operand instanceof VariantProjection path
              ? path.column()
              : ((Operand.Column) operand).path());
    }
    return columns;
  }
}
