// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ArrowSchemaNode;
import io.arrowparquet.footer.bridge.ArrowSchemaNode.Kind;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.SchemaElementView;
import io.arrowparquet.footer.internal.statistics.ColumnDomain;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Counted;
import io.arrowparquet.footer.internal.statistics.TrustedStatistics.Range;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.parquet.FileMetrics.Bound;
import io.arrowparquet.parquet.FileMetrics.Bounds;
import io.arrowparquet.parquet.FileMetrics.ColumnMetrics;
import io.arrowparquet.parquet.FileMetrics.Totals;
import io.arrowparquet.parquet.VariantMetrics.PathBounds;
import io.arrowparquet.parquet.internal.filter.Literals;
import io.arrowparquet.parquet.internal.filter.VariantPruning;
import io.arrowparquet.parquet.internal.prune.StatisticsSource;
import io.arrowparquet.parquet.options.StatisticsMode;
import io.arrowparquet.variant.internal.shred.ShreddedLayout;
import io.arrowparquet.variant.internal.shred.VariantPrimitive;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;

/** Puts the statistics of all row groups of a footer together. For one use. */
final class MetricsOfFooter {
  /** Variant null, encoded; alone in a column, it is the bounds. */
  private static final byte[] VARIANT_NULL = {0};

  private final FlatFooter footer;
  private final Function<String, StatisticsMode> modes;
  private final StatisticsSource source;
  private final List<ColumnMetrics> columns = new ArrayList<>();
  private final List<VariantMetrics> variants = new ArrayList<>();

  MetricsOfFooter(FlatFooter footer, Function<String, StatisticsMode> modes) {
    this.footer = footer;
    this.modes = modes;
    this.source = new StatisticsSource(footer);
  }

  FileMetrics read() {
    ArrowSchema.nodes(footer).forEach(this::add);
    return new FileMetrics(footer.numRows(), columns, variants);
  }

  private void add(ArrowSchemaNode node) {
    String extension = node.field().getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    if (node.kind() == Kind.LEAF) {
      addColumn(node);
    } else if (node.kind() == Kind.STRUCT && ArrowSchema.VARIANT_EXTENSION.equals(extension)) {
      addVariant(node);
    } else {
      node.children().forEach(this::add);
    }
  }

  private void addColumn(ArrowSchemaNode leaf) {
    String path = footer.columnPath(leaf.column());
    StatisticsMode mode = modes.apply(path);
    if (!mode.hasCounts() || !hasChunks(leaf)) {
      return;
    }
    TrustedStatistics statistics = statistics(leaf);
    Counted all = counted(statistics);
    Bounds bounds = bounds(leaf, statistics, all, mode.boundLength());
    columns.add(new ColumnMetrics(path, fieldId(leaf), totals(leaf, all), bounds));
  }

  private boolean hasChunks(ArrowSchemaNode node) {
    return ArrowSchemaNode.leaves(List.of(node)).allMatch(leaf -> footer.hasChunks(leaf.column()));
  }

  private Counted counted(TrustedStatistics statistics) {
    Counted all = Counted.NOTHING;
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      all = all.and(statistics.countsOfChunk(rowGroup));
    }
    return all;
  }

  /** Cut to a length; 0 for none. */
  private static Bounds bounds(
      ArrowSchemaNode leaf, TrustedStatistics statistics, Counted all, int length) {
    if (length == 0) {
      return new Bounds(null, null);
    }
    BoundForm form = new BoundForm(type(leaf), statistics.domain(), length);
    return new Bounds(
        form.of(all.range().min(), all.exactMin(), false),
        form.of(all.range().max(), all.exactMax(), true));
  }

  private Totals totals(ArrowSchemaNode node, Counted all) {
    return new Totals(compressedBytes(node), all.entries(), all.nulls(), all.nans());
  }

  /** Of the values as the file has them. */
  private TrustedStatistics statistics(ArrowSchemaNode leaf) {
    return source.column(leaf.column(), type(leaf));
  }

  private static ArrowType type(ArrowSchemaNode leaf) {
    return StatisticsSource.stored(VariantPrimitive.storage(leaf.field().getType()));
  }

  private Integer fieldId(ArrowSchemaNode node) {
    SchemaElementView element = footer.schemaElement(node.element());
    return element.hasFieldId() ? (Integer) element.fieldId() : null;
  }

  private long compressedBytes(ArrowSchemaNode node) {
    long bytes = 0;
    for (ArrowSchemaNode leaf : ArrowSchemaNode.leaves(List.of(node)).toList()) {
      for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
        ColumnChunkView chunk = footer.chunk(rowGroup, leaf.column());
        bytes += chunk.hasMetadata() ? chunk.totalCompressedSize() : 0;
      }
    }
    return bytes;
  }

  private void addVariant(ArrowSchemaNode variant) {
    String path = footer.elementPath(variant.element());
    StatisticsMode mode = modes.apply(path);
    if (!mode.hasCounts() || !hasChunks(variant)) {
      return;
    }
    ArrowSchemaNode metadata = VariantPruning.child(variant, ShreddedLayout.METADATA);
    Counted all =
        metadata != null && metadata.kind() == Kind.LEAF
            ? counted(statistics(metadata))
            : Counted.unknown(0);
    Map<String, PathBounds> bounds = new LinkedHashMap<>();
    if (mode.boundLength() > 0) {
      addPaths(variant, "$", mode.boundLength(), bounds);
    }
    variants.add(new VariantMetrics(path, fieldId(variant), totals(variant, all), bounds));
  }

  /** A name that is shredded is in no {@code value} further up, whatever that has. */
  private void addPaths(
      ArrowSchemaNode level, String path, int length, Map<String, PathBounds> bounds) {
    ArrowSchemaNode typed = VariantPruning.child(level, ShreddedLayout.TYPED_VALUE);
    if (typed != null && typed.kind() == Kind.STRUCT) {
      for (ArrowSchemaNode field : typed.children()) {
        addPaths(field, path + "['" + escaped(field.field().getName()) + "']", length, bounds);
      }
    } else if (typed != null
        && typed.kind() == Kind.LEAF
        && VariantPrimitive.of(typed.field()) != null
        && hasNoOthers(VariantPruning.child(level, ShreddedLayout.VALUE))) {
      TrustedStatistics statistics = statistics(typed);
      Bounds found = bounds(typed, statistics, counted(statistics), length);
      if (found.lower() != null || found.upper() != null) {
        bounds.put(path, new PathBounds(typed.field(), found));
      }
    }
  }

  /** Whether all that there is beside a {@code typed_value} is Variant null. */
  private boolean hasNoOthers(ArrowSchemaNode value) {
    if (value == null) {
      return true;
    }
    if (value.kind() != Kind.LEAF) {
      return false;
    }
    TrustedStatistics statistics = statistics(value);
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      Range range = statistics.ofChunk(rowGroup);
      boolean areNulls =
          range.min() instanceof byte[] min
              && Arrays.equals(min, VARIANT_NULL)
              && Arrays.equals((byte[]) range.max(), VARIANT_NULL);
      if (!range.allNull() && !areNulls) {
        return false;
      }
    }
    return true;
  }

  private static String escaped(String name) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '\b' -> text.append("\\b");
        case '\t' -> text.append("\\t");
        case '\n' -> text.append("\\n");
        case '\f' -> text.append("\\f");
        case '\r' -> text.append("\\r");
        case '\'', '\\' -> text.append('\\').append(c);
        default -> text.append(c < ' ' ? String.format("\\u%04x", (int) c) : Character.toString(c));
      }
    }
    return text.toString();
  }

  /** Bounds as they are to be given, cut to a length. */
  private record BoundForm(ArrowType type, ColumnDomain domain, int length) {
    Bound of(Object bound, Boolean exact, boolean isUpper) {
      if (bound == null) {
        return null;
      }
      boolean isText = type instanceof ArrowType.Utf8 || type instanceof ArrowType.LargeUtf8;
      if (bound instanceof byte[] bytes && domain.type() == PhysicalType.BYTE_ARRAY) {
        byte[] cut = isText ? text(bytes, isUpper) : binary(bytes, isUpper);
        Boolean isExact = (cut == bytes || exact == null) ? exact : Boolean.FALSE;
        return cut == null
            ? null
            : new Bound(isText ? new String(cut, StandardCharsets.UTF_8) : cut, cut, isExact);
      }
      byte[] plain = domain.encodeBound(bound, isUpper);
      return plain == null ? null : new Bound(Literals.of(type, bound), plain, exact);
    }

    private byte[] binary(byte[] bytes, boolean isUpper) {
      if (bytes.length <= length) {
        return bytes;
      }
      byte[] prefix = Arrays.copyOf(bytes, length);
      return isUpper ? ColumnDomain.afterPrefix(prefix) : prefix;
    }

    /**
     * As many whole code points as are wanted. A bound that the writer has cut, or rounded up, need
     * not end with one.
     */
    private byte[] text(byte[] bytes, boolean isUpper) {
      ByteBuffer rest = ByteBuffer.wrap(bytes);
      CharBuffer decoded = CharBuffer.allocate(bytes.length);
      StandardCharsets.UTF_8.newDecoder().decode(rest, decoded, true);
      String text = decoded.flip().toString();
      boolean isWhole = !rest.hasRemaining() && text.codePointCount(0, text.length()) <= length;
      if (isWhole) {
        return bytes;
      }
      int most = Math.min(length, text.codePointCount(0, text.length()));
      String prefix = text.substring(0, text.offsetByCodePoints(0, most));
      return isUpper
          ? ColumnDomain.afterPrefix(prefix, Integer.MAX_VALUE)
          : prefix.getBytes(StandardCharsets.UTF_8);
    }
  }
}
