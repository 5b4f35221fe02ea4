// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.flat.PathHash;
import io.arrowparquet.footer.internal.flat.RowGroupSpan;
import io.arrowparquet.footer.model.ColumnOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A footer whose columns are decoded when they are asked for, by units: those that are asked for
 * together are a footer of their own, which counts its columns and elements from its first. What
 * looks at all columns, or at many of them, has the whole footer decoded once.
 *
 * <p>Threads may share it: races decode a unit twice, and keep either.
 */
final class IndexedFooter extends FlatFooter {
  /** After this many of its units, or an eighth of them, the whole footer is decoded. */
  private static final int MANY = 64;

  /** Of more row groups, who asks for one chunk gets that one, and not those of all row groups. */
  private static final int FEW_ROW_GROUPS = 16;

  private static final int PAGE_SHIFT = 6;
  private static final int PAGE = 1 << PAGE_SHIFT;

  /**
   * A part of the footer, of the columns from {@code first} to {@code end}, and what numbers in it
   * are less by than those of the whole. It may have the chunks of all row groups, of one, or none.
   */
  private record Unit(
      FlatFooter footer, int first, int end, int columns, int elements, int rowGroups) {
    int element(int ofWhole) {
      return ofWhole == 0 ? 0 : ofWhole - elements;
    }

    int elementOfWhole(int element) {
      return element <= 0 ? element : element + elements;
    }

    int columnOfWhole(int column) {
      return column < 0 ? column : column + columns;
    }

    boolean has(int column) {
      return column >= first && column < end;
    }

    boolean hasChunks(int rowGroup) {
      return rowGroup >= rowGroups && rowGroup - rowGroups < footer.rowGroupCount();
    }
  }

  final FooterUnits units;
  private final int columnCount;
  private final int elementCount;
  private final Unit[][] decoded;

  /** How many units were decoded, about: threads that race may count less. */
  private int decodedCount;

  /** The unit asked for last: often that asked for next. Racy. */
  private Unit last;

  private volatile Unit whole;
  private volatile FlatFooter front;
  private volatile FlatFooter texts;

  IndexedFooter(FooterUnits units) {
    super(units.none(), RowGroups.Chosen.ALL);
    this.units = units;
    this.columnCount = units.columnCount();
    this.elementCount = units.elementCount();
    this.decoded = new Unit[(units.count() + PAGE - 1) >>> PAGE_SHIFT][];
  }

  private Unit whole() {
    Unit found = whole;
    if (found == null) {
      FlatFooter footer = FlatFooter.of(units.whole(), null);
      requireCounts(footer, elementCount, columnCount, units.rowGroups());
      found = new Unit(footer, 0, columnCount, 0, 0, 0);
      whole = found;
      last = found;
      front = found.footer;
    }
    return found;
  }

  /** The unit, with or without its chunks. */
  private Unit unit(int number) {
    Unit all = whole;
    Unit known = all != null ? all : known(number);
    if (known == null) {
      return unit(number, 0, units.rowGroups() > FEW_ROW_GROUPS ? 0 : units.rowGroups());
    }
    last = known;
    return known;
  }

  private Unit unit(int number, int firstRowGroup, int endRowGroup) {
    BitSet one = new BitSet();
    one.set(number);
    List<Unit> found = decode(one, firstRowGroup, endRowGroup);
    Unit unit = found == null ? whole() : found.get(0);
    last = unit;
    return unit;
  }

  private Unit known(int number) {
    Unit[] page = decoded[number >>> PAGE_SHIFT];
    return page == null ? null : page[number & (PAGE - 1)];
  }

  /** Decodes units together; null where the whole is to be decoded. */
  private List<Unit> decode(BitSet wanted, int firstRowGroup, int endRowGroup) {
    int count = units.count();
    int more = decodedCount + wanted.cardinality();
    if (count <= FooterUnits.FEW || more > Math.max(MANY, count / 8)) {
      return null;
    }
    FlatFooter footer = FlatFooter.of(units.units(wanted, firstRowGroup, endRowGroup), null);
    List<Unit> found = new ArrayList<>();
    int column = 0;
    int element = 1;
    for (int number = wanted.nextSetBit(0); number >= 0; number = wanted.nextSetBit(number + 1)) {
      int first = units.firstColumn(number);
      int end = units.firstColumn(number + 1);
      int firstElement = units.firstElement(number);
      int elements = units.firstElement(number + 1) - firstElement;
      require(
          first >= 0
              && end <= columnCount
              && areBelow(footer, column, column + end - first, element, element + elements),
          number);
      found.add(
          new Unit(footer, first, end, first - column, firstElement - element, firstRowGroup));
      column += end - first;
      element += elements;
    }
    requireCounts(footer, element, column, endRowGroup - firstRowGroup);
    front = endRowGroup - firstRowGroup == units.rowGroups() ? footer : front;
    int next = 0;
    for (int number = wanted.nextSetBit(0); number >= 0; number = wanted.nextSetBit(number + 1)) {
      Unit[] page = decoded[number >>> PAGE_SHIFT];
      if (page == null) {
        page = new Unit[PAGE];
        decoded[number >>> PAGE_SHIFT] = page;
      }
      page[number & (PAGE - 1)] = found.get(next++);
    }
    decodedCount = more;
    return found;
  }

  private static boolean areBelow(
      FlatFooter footer, int column, int columnEnd, int element, int elementEnd) {
    return columnEnd <= column
        || (columnEnd <= footer.columnCount()
            && footer.columnElement(column) >= element
            && footer.columnElement(columnEnd - 1) < elementEnd);
  }

  /** The counts of the index, and their sums, need not agree with each other. */
  private static void require(boolean holds, int unit) {
    if (!holds) {
      throw new CorruptFooterException(
          "footer index: elements and columns of unit " + unit, "others", "those of its struct");
    }
  }

  /** The index counts what the Thrift bytes have: callers go by the one, views by the other. */
  private void requireCounts(FlatFooter decoded, int elements, int columns, int rowGroups) {
    List<Integer> said = List.of(elements, columns, rowGroups);
    List<Integer> found =
        List.of(decoded.elementCount(), decoded.columnCount(), decoded.rowGroupCount());
    if (!found.equals(said)) {
      throw new CorruptFooterException(
          "footer index: number of schema elements, columns and row groups",
          said.toString(),
          found + " as in the Thrift footer");
    }
  }

  private Unit ofColumn(int column) {
    Unit recent = last;
    if (recent != null && recent.has(column)) {
      return recent;
    }
    int number = units.unitOfColumn(Objects.checkIndex(column, columnCount));
    Unit found = unit(number);
    require(found.has(column), number);
    return found;
  }

  private Unit ofElement(int element) {
    Objects.checkIndex(element, elementCount);
    if (element == 0) {
      return whole();
    }
    int number = units.unitOfElement(element);
    require(
        units.firstElement(number) <= element && element < units.firstElement(number + 1), number);
    return unit(number);
  }

  /** A part of the footer: each has all row groups. */
  private FlatFooter front() {
    FlatFooter found = front;
    if (found == null) {
      found = isWhole() ? whole().footer : FlatFooter.of(units.front(), null);
      front = found;
    }
    return found;
  }

  private FlatFooter textual() {
    FlatFooter found = texts;
    if (found == null) {
      found = FlatFooter.of(units.texts(), null);
      texts = found;
    }
    return found;
  }

  @Override
  TableView texts() {
    return textual().texts();
  }

  /** Adds units that may have columns with this path, or below it. */
  private void addUnits(String path, BitSet to) {
    for (int end = path.indexOf('.'); end >= 0; end = path.indexOf('.', end + 1)) {
      addUnitsAt(path.substring(0, end), to);
    }
    addUnitsAt(path, to);
  }

  private void addUnitsAt(String path, BitSet to) {
    for (int unit : units.candidates(PathHash.of(path))) {
      to.set(unit);
    }
  }

  private boolean isWhole() {
    return whole != null || units.count() <= FooterUnits.FEW;
  }

  private int find(String path, ToIntFunction<FlatFooter> search) {
    if (isWhole()) {
      return search.applyAsInt(whole().footer);
    }
    for (int number : units.candidates(PathHash.of(path))) {
      Unit unit = unit(number);
      int found = unit.columnOfWhole(search.applyAsInt(unit.footer));
      // One of another unit that was decoded with this one comes after it.
      if (unit.has(found)) {
        return found;
      }
    }
    return -1;
  }

  private List<Integer> findAll(String path, Function<FlatFooter, List<Integer>> search) {
    if (isWhole()) {
      return search.apply(whole().footer);
    }
    List<Integer> found = new ArrayList<>();
    BitSet wanted = new BitSet();
    addUnits(path, wanted);
    wanted.stream()
        .forEach(
            number -> {
              Unit unit = unit(number);
              search.apply(unit.footer).stream()
                  .map(unit::columnOfWhole)
                  .filter(column -> unit.has(column) && units.unitOfColumn(column) == number)
                  .forEach(found::add);
            });
    return found;
  }

  @Override
  public int findColumn(String dottedPath) {
    return find(dottedPath, footer -> footer.findColumn(dottedPath));
  }

  @Override
  public int findColumn(List<String> path) {
    return find(String.join(".", path), footer -> footer.findColumn(path));
  }

  @Override
  public List<Integer> findColumns(String dottedPath) {
    return findAll(dottedPath, footer -> footer.findColumns(dottedPath));
  }

  @Override
  public List<Integer> findColumnsBelow(String dottedPath) {
    return findAll(dottedPath, footer -> footer.findColumnsBelow(dottedPath));
  }

  @Override
  public int findColumnByFieldId(int fieldId) {
    return whole().footer.findColumnByFieldId(fieldId);
  }

  @Override
  public int findElementByFieldId(int fieldId) {
    return whole().footer.findElementByFieldId(fieldId);
  }

  @Override
  public void fetch(Collection<String> dottedPaths) {
    if (isWhole()) {
      return;
    }
    BitSet wanted = new BitSet();
    dottedPaths.forEach(path -> addUnits(path, wanted));
    for (int unit = wanted.nextSetBit(0); unit >= 0; unit = wanted.nextSetBit(unit + 1)) {
      Unit known = known(unit);
      if (known != null && known.footer.rowGroupCount() == units.rowGroups()) {
        wanted.clear(unit);
      }
    }
    if (!wanted.isEmpty() && decode(wanted, 0, units.rowGroups()) == null) {
      whole();
    }
  }

  @Override
  public boolean isFetchedInParts() {
    return units.isFetchedInParts();
  }

  @Override
  public FlatFooter part(RowGroupSpan span) {
    return whole().footer.part(span);
  }

  @Override
  public long heapBytes() {
    Unit all = whole;
    long ofUnits =
        all != null
            ? all.footer.heapBytes()
            : Stream.of(decoded)
                .filter(Objects::nonNull)
                .flatMap(Stream::of)
                .filter(Objects::nonNull)
                .map(Unit::footer)
                .distinct()
                .mapToLong(FlatFooter::heapBytes)
                .sum();
    return super.heapBytes() + units.heapBytes() + ofUnits + (long) Long.BYTES * decoded.length;
  }

  @Override
  public ByteBuffer flatbuffer() {
    return whole().footer.flatbuffer();
  }

  @Override
  public long thriftCrc32() {
    return units.thriftCrc32();
  }

  @Override
  public int elementCount() {
    return elementCount;
  }

  @Override
  public int columnCount() {
    return columnCount;
  }

  @Override
  public SchemaElementView schemaElement(int element, SchemaElementView reuse) {
    if (element == 0 && !isWhole()) {
      return front().schemaElement(0, reuse).ofWhole(0, units.count());
    }
    Unit unit = ofElement(element);
    return unit.footer.schemaElement(unit.element(element), reuse).ofWhole(unit.elements, -1);
  }

  @Override
  public int parentElement(int element) {
    if (element == 0) {
      return -1;
    }
    Unit unit = ofElement(element);
    return unit.elementOfWhole(unit.footer.parentElement(unit.element(element)));
  }

  @Override
  public int columnElement(int column) {
    Unit unit = ofColumn(column);
    return unit.elementOfWhole(unit.footer.columnElement(column - unit.columns));
  }

  @Override
  public int elementColumn(int element) {
    if (element == 0) {
      return -1;
    }
    Unit unit = ofElement(element);
    return unit.columnOfWhole(unit.footer.elementColumn(unit.element(element)));
  }

  @Override
  public String columnPath(int column) {
    Unit unit = ofColumn(column);
    return unit.footer.columnPath(column - unit.columns);
  }

  @Override
  public String elementPath(int element) {
    if (element == 0) {
      return "";
    }
    Unit unit = ofElement(element);
    return unit.footer.elementPath(unit.element(element));
  }

  @Override
  public int maxDefinitionLevel(int column) {
    Unit unit = ofColumn(column);
    return unit.footer.maxDefinitionLevel(column - unit.columns);
  }

  @Override
  public int maxRepetitionLevel(int column) {
    Unit unit = ofColumn(column);
    return unit.footer.maxRepetitionLevel(column - unit.columns);
  }

  @Override
  public @Nullable List<ColumnOrder> columnOrders() {
    return whole().footer.columnOrders();
  }

  @Override
  public @Nullable ColumnOrder columnOrder(int column) {
    if (!units.haveOrders()) {
      List<ColumnOrder> listed = textual().columnOrders();
      return listed == null || column >= listed.size() ? null : listed.get(column);
    }
    Unit unit = ofColumn(column);
    return unit.footer.columnOrder(column - unit.columns);
  }

  @Override
  public int version() {
    return units.version();
  }

  @Override
  public long numRows() {
    return units.rows();
  }

  @Override
  public int rowGroupCount() {
    return units.rowGroups();
  }

  @Override
  public RowGroupView rowGroup(int index, RowGroupView reuse) {
    return front().rowGroup(index, reuse).withColumns(columnCount);
  }

  @Override
  public ColumnChunkView chunk(int rowGroup, int column, ColumnChunkView reuse) {
    Unit unit = ofColumn(column);
    if (!unit.hasChunks(Objects.checkIndex(rowGroup, rowGroupCount()))) {
      // Who asks for a second row group gets all of them.
      int number = units.unitOfColumn(column);
      unit =
          unit.footer.rowGroupCount() == 0
              ? unit(number, rowGroup, rowGroup + 1)
              : unit(number, 0, rowGroupCount());
    }
    return unit.footer
        .chunk(rowGroup - unit.rowGroups, column - unit.columns, reuse)
        .ofWhole(unit.columns, unit.rowGroups);
  }
}
