// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.RowGroups.Chosen;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.FooterUnits;
import io.arrowparquet.footer.internal.flat.RowGroupSpan;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.UnionCodec;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.storage.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The metadata of a Parquet file: a view of a FlatBuffers footer in which any column is found
 * without touching the others.
 *
 * <pre>{@code
 * FlatFooter footer = FooterReader.defaults().read(source).footer();
 * footer.fetch(List.of("city", "price")); // reads from the source, if the footer is not all there
 * int price = footer.findColumn("price"); // reads nothing, and so does all below
 * for (int group = 0; group < footer.rowGroupCount(); group++) {
 *   StatisticsView statistics = footer.chunk(group, price).statistics();
 * }
 * }</pre>
 *
 * <p>Most footers are in memory whole, and no method reads. A large one may be {@linkplain
 * #isFetchedInParts fetched in parts}: then a method that touches bytes which are not there reads
 * them, and throws {@link java.io.UncheckedIOException} if that fails. {@link #fetch} says which do
 * not.
 *
 * <p>Opening takes constant time and a few hundred bytes of heap, whatever the number of columns.
 * Schema elements are numbered depth first, the root is 0; columns are the leaves in the same
 * order, numbered from 0, and so is a row group's column chunk of each.
 *
 * <p>Immutable and safe to share between threads, as long as the bytes do not change, which are
 * borrowed. The views it gives out ({@link SchemaElementView} and so on) can be pointed elsewhere
 * and belong to one thread each. Any method may throw {@link CorruptFooterException} if it meets
 * bytes that do not hold together and were never verified; none reads outside the buffer.
 */
public sealed class FlatFooter permits IndexedFooter {
  /** Bits of {@code flags}: the text is for readers that need one; something was encrypted. */
  private static final int FLAG_NO_CREATED_BY = 1;

  private static final int FLAG_DECRYPTED = 2;

  /** The views of a footer without columns. */
  private static final int HEAP_OF_OBJECTS = 1_000;

  final FooterBytes bytes;
  final RowGroups rowGroups;
  final Chosen chosen;
  final ColumnTypes types;
  final NameIndex names;
  final ColumnTiles tiles;
  final int schema;
  private final TableView root = new TableView();
  volatile List<ColumnOrder> listedOrders;
  private final Long rowsOfPart;

  FlatFooter(FooterBytes bytes, Chosen chosen) {
    this.bytes = bytes;
    this.chosen = chosen;
    root.at(bytes, bytes.root());
    this.schema = root.child(FileMetaData.SCHEMA);
    if (bytes.count(schema, FooterBytes.REFERENCE) == 0) {
      throw bytes.corrupt("schema", root.table, 0, "at least the root element");
    }
    TableView columns = new TableView();
    columns.at(bytes, root.child(FileMetaData.COLUMN_TABLE));
    this.names =
        columns.table == 0 ? NameIndex.computed(bytes, schema) : NameIndex.stored(columns, schema);
    this.rowGroups =
        new RowGroups(
            bytes, root.child(FileMetaData.ROW_GROUPS), chosen.count(names.columnCount()));
    this.types = new ColumnTypes(names.columnCount());
    this.tiles =
        columns.table == 0 || chosen != Chosen.ALL
            ? null
            : ColumnTiles.in(columns, names.elementCount(), names.columnCount(), rowGroups.count());
    this.rowsOfPart = null;
  }

  private FlatFooter(FlatFooter whole, RowGroups rowGroups, long rows) {
    this.bytes = whole.bytes;
    this.chosen = whole.chosen;
    this.root.at(bytes, bytes.root());
    this.names = whole.names;
    this.types = whole.types;
    this.rowGroups = rowGroups;
    this.schema = whole.schema;
    this.tiles = whole.tiles;
    this.rowsOfPart = rows;
  }

  /**
   * A view of the FlatBuffer between the buffer's position and limit, which stay as they are.
   *
   * @param flatbuffer heap, direct or mapped; borrowed, and not changed while the footer is used
   * @throws CorruptFooterException if the root, the schema's extent or the name index is unsound;
   *     offsets count from the buffer's position
   */
  public static FlatFooter wrap(ByteBuffer flatbuffer) {
    return new FlatFooter(new FooterBytes(flatbuffer), Chosen.ALL);
  }

  /**
   * As {@link #wrap(ByteBuffer)}, with the place that exceptions name: those of the views too,
   * which meet damaged bytes only when they are asked for them.
   *
   * @param source name of the file the bytes come from
   * @param offset where in the file they begin
   */
  public static FlatFooter wrap(ByteBuffer flatbuffer, String source, long offset) {
    return new FlatFooter(new FooterBytes(flatbuffer, source, offset), Chosen.ALL);
  }

  /**
   * Proves that a whole FlatBuffer is sound, in time linear in its size whatever its parts share:
   * afterwards no method of its views throws for what the bytes say. Checked of the structure:
   * vtables and tables inside the buffer, fields inside their tables and aligned, references
   * forward and in range, vectors in range, strings terminated, union tags known and beside a
   * member. Checked of the content: the schema is one tree, row groups have a chunk for each
   * column, the name index leads to each column and only there, index locations ascend, packed
   * bounds have a possible length, Thrift bytes are whole structs. Not checked: whether offsets in
   * the file are right, whether strings are UTF-8.
   *
   * @param flatbuffer from position to limit, which stay as they are
   * @throws CorruptFooterException naming the first thing that is wrong; its offset counts from the
   *     buffer's position
   */
  public static void verify(ByteBuffer flatbuffer) {
    FlatFooterVerifier.verify(flatbuffer);
  }

  /**
   * For the library itself, which alone knows the type of the bytes: a footer whose bytes may be
   * checked or fetched in parts, or that has the chunks of some columns only.
   *
   * @param columns which they are, ascending; null for all
   */
  @SuppressWarnings("exports")
  public static FlatFooter of(FooterBytes bytes, int @Nullable [] columns) {
    return new FlatFooter(bytes, columns == null ? Chosen.ALL : Chosen.of(columns));
  }

  /** For the library itself: a footer whose columns are decoded when they are asked for. */
  @SuppressWarnings("exports")
  public static FlatFooter of(FooterUnits units) {
    return new IndexedFooter(units);
  }

  /**
   * Says which columns will be asked for: what is missing of their schema elements, chunks and
   * statistics is fetched in at most two rounds and checked, instead of bit by bit.
   *
   * <p>It does nothing where {@link #isFetchedInParts} is false. After it nothing is read to find
   * these columns by name, for their {@link #schemaElement schema elements} and {@link #chunk
   * chunks}, for counts and {@link #rowGroup row groups}. What still may read are key-values,
   * {@link #createdBy}, the facts of other columns, and what looks at all of them: {@link
   * #columnOrders}, {@link #findColumnsBelow}, {@link #findElementByFieldId}, {@link #flatbuffer}.
   *
   * @param dottedPaths of columns, or of groups for all columns below; others are passed over
   * @throws CorruptFooterException if a part of them is damaged
   */
  public void fetch(Collection<String> dottedPaths) {
    FooterDirectory directory = bytes.directory();
    if (directory != null) {
      new ColumnFetch(directory, bytes.size(), dottedPaths).fetch(this);
    }
  }

  /** Whether methods may read from the file: bytes are fetched when they are touched. */
  public boolean isFetchedInParts() {
    return bytes.isFetchedInParts();
  }

  /**
   * For the library itself: some row groups as a footer of their own, numbered from 0, with all
   * else of this one. {@link #flatbuffer} gives the bytes of all row groups, which the two share,
   * and {@link #thriftCrc32} is that of them all.
   */
  @SuppressWarnings("exports")
  public FlatFooter part(RowGroupSpan span) {
    return new FlatFooter(this, rowGroups.part(span.first(), span.count()), span.rows());
  }

  /**
   * For the library itself: whether other footers have the bytes of this one's schema and
   * key-values, so that what is made of those is the same. False is no proof that they differ.
   */
  public Predicate<FlatFooter> sameSchema() {
    return new SchemaBytes(this);
  }

  /**
   * Bytes of heap that the footer keeps as long as it is used: its FlatBuffer, with what the array
   * around it has besides, and what is found of names, types and row groups: an estimate. Bytes
   * that are mapped or fetched in parts are counted as if all were there; those of an array that
   * the caller gave are counted with the array.
   */
  public long heapBytes() {
    long found = columnCount() + 2L * Integer.BYTES * rowGroupCount();
    boolean hasNames = root.child(FileMetaData.COLUMN_TABLE) != 0;
    long computed = hasNames ? 0 : 8L * Integer.BYTES * elementCount();
    return HEAP_OF_OBJECTS + bytes.heapBytes() + names.heapBytes() + found + computed;
  }

  /** The bytes of the FlatBuffer, read-only. Those that were not fetched or checked yet are now. */
  public ByteBuffer flatbuffer() {
    return bytes.readOnly();
  }

  /** The version in the footer: 1 or 2. */
  public int version() {
    return root.intField(FileMetaData.VERSION);
  }

  /** Number of rows of the file. */
  public long numRows() {
    return rowsOfPart == null ? root.longField(FileMetaData.NUM_ROWS) : rowsOfPart;
  }

  /** The table with key-values, the writer and encryption. */
  TableView texts() {
    return root;
  }

  /** The application that wrote the file; null if the footer does not say. */
  public @Nullable String createdBy() {
    TableView texts = texts();
    boolean isLeftOut = (texts.byteField(FileMetaData.FLAGS) & FLAG_NO_CREATED_BY) != 0;
    return isLeftOut ? null : texts.bytes.string(texts.child(FileMetaData.CREATED_BY));
  }

  /** Whether there is a list of key-values, possibly empty. */
  public boolean hasKeyValueMetadata() {
    return texts().child(FileMetaData.KV) != 0;
  }

  /** Number of key-values of the file. */
  public int keyValueCount() {
    TableView texts = texts();
    return texts.bytes.count(texts.child(FileMetaData.KV), FooterBytes.REFERENCE);
  }

  /** Key of a key-value. */
  public String key(int index) {
    return StructReader.key(texts(), FileMetaData.KV, index);
  }

  /** Value of a key-value; null if it has none. */
  public @Nullable String value(int index) {
    return StructReader.value(texts(), FileMetaData.KV, index);
  }

  /** Value of the first key-value with this key; null if there is none, or it has no value. */
  public @Nullable String findValue(String key) {
    int count = keyValueCount();
    int found = IntStream.range(0, count).filter(i -> key.equals(key(i))).findFirst().orElse(count);
    return found == count ? null : value(found);
  }

  /**
   * CRC-32 of the Thrift footer this one was made from, without its stop byte and without any
   * extension; -1 if the footer does not say.
   */
  public long thriftCrc32() {
    int at = root.field(FileMetaData.THRIFT_CRC32);
    return at == 0 ? -1 : bytes.i32(at) & 0xFFFFFFFFL;
  }

  /**
   * Whether the footer holds all that its Thrift footer does. That of another writer does not:
   * there, what is absent ({@code has} methods give false) is not known, page indexes, encodings
   * and size statistics above all, and a deprecated converted type is what the logical type
   * implies.
   */
  public boolean isComplete() {
    return chosen != Chosen.ALL || thriftCrc32() >= 0;
  }

  /**
   * Whether the footer leaves open what the values of a column mean, as that of another writer may
   * ({@link #isComplete}): a timestamp without time zone may be one in UTC, and a column of nulls
   * may be of intervals. The Thrift footer says it: {@code FooterReader.withCertainTypes}.
   */
  public boolean isTypeDoubtful(int column) {
    return !isComplete() && schemaElement(columnElement(column)).isDoubtful();
  }

  /** Whether {@link #isTypeDoubtful} is true of any column. */
  public boolean hasDoubtfulTypes() {
    return !isComplete() && IntStream.range(0, columnCount()).anyMatch(this::isTypeDoubtful);
  }

  /**
   * Whether something in it was encrypted in the file, and tells what only those may know who have
   * its keys: it is for use in memory.
   */
  public boolean isDecrypted() {
    return (root.byteField(FileMetaData.FLAGS) & FLAG_DECRYPTED) != 0;
  }

  /** How columns of the file are encrypted; null if none is. */
  public @Nullable EncryptionAlgorithm encryption() {
    TableView texts = texts();
    UnionCodec<EncryptionAlgorithm> codec = ParquetStructs.ENCRYPTION_ALGORITHM;
    int newer = texts.child(FileMetaData.ENCRYPTION_ALGORITHM_THRIFT);
    int tag = texts.byteField(FileMetaData.ENCRYPTION_ALGORITHM_TYPE) & 0xFF;
    return newer != 0
        ? StructReader.thrift(texts.bytes, newer, codec::read)
        : StructReader.union(
            texts.bytes, tag, texts.child(FileMetaData.ENCRYPTION_ALGORITHM), codec);
  }

  /** Of the key that signed or encrypted the footer, a new array; null if there is none. */
  public byte @Nullable [] footerSigningKeyMetadata() {
    TableView texts = texts();
    return texts.bytes.bytes(texts.child(FileMetaData.FOOTER_SIGNING_KEY_METADATA));
  }

  /**
   * How the bounds of the columns are ordered, one for each column, unless a writer got that wrong;
   * null if the footer does not say, and bounds have no defined order.
   */
  public @Nullable List<ColumnOrder> columnOrders() {
    return new ColumnOrders(this, root).all();
  }

  /**
   * How the bounds of one column are ordered; null if the footer does not say. Looks at no other
   * column, unless a writer got the orders wrong or uses one that is newer than this library.
   */
  public @Nullable ColumnOrder columnOrder(int column) {
    return new ColumnOrders(this, root).of(column);
  }

  /** Number of schema elements, the root included. */
  public int elementCount() {
    return names.elementCount();
  }

  /** A view of a schema element. */
  public SchemaElementView schemaElement(int element) {
    return schemaElement(element, new SchemaElementView());
  }

  /** As {@link #schemaElement(int)}, pointing {@code reuse} at the element and returning it. */
  public SchemaElementView schemaElement(int element, SchemaElementView reuse) {
    return reuse.wrap(bytes, names, element);
  }

  /** Parent of a schema element, -1 for the root. */
  public int parentElement(int element) {
    return names.parent(element);
  }

  /** Number of columns: schema elements that are leaves. */
  public int columnCount() {
    return names.columnCount();
  }

  /** Schema element of a column. */
  public int columnElement(int column) {
    return names.element(column);
  }

  /** Column of a schema element, -1 if it is a group. */
  public int elementColumn(int element) {
    return names.column(element);
  }

  /**
   * Finds a column by its dotted path, without a scan and without allocating. Where many are looked
   * for, up to 2 048 of their paths are remembered, which are found faster from then on. Of a leaf
   * {@code b} of the group {@code a} and a leaf {@code a.b} of the root the first one is given;
   * {@link #findColumn(List)} distinguishes them, {@link #findColumns} gives both.
   *
   * @param dottedPath names from the root's child down to the leaf, joined by dots
   * @return the first column with this path, or -1
   */
  public int findColumn(String dottedPath) {
    return names.find(dottedPath);
  }

  /**
   * As {@link #findColumn(String)}, without regard to case. Looks at all columns.
   *
   * @throws InvalidRequestException if several columns have the path but for its case
   */
  public int findColumnIgnoringCase(String dottedPath) {
    List<String> paths = IntStream.range(0, columnCount()).mapToObj(this::columnPath).toList();
    List<String> found = paths.stream().filter(dottedPath::equalsIgnoreCase).toList();
    if (found.size() > 1) {
      throw new InvalidRequestException(
          dottedPath, "columns " + String.join(" and ", found), "one of this name");
    }
    return found.isEmpty() ? -1 : paths.indexOf(found.get(0));
  }

  /**
   * Every column with a dotted path, in the order of the schema: more than one where names have
   * dots in them, or several have one name. Without a scan.
   */
  public List<Integer> findColumns(String dottedPath) {
    return names.findAll(dottedPath);
  }

  /**
   * The columns below groups with a dotted path, in the order of the schema. Looks at all schema
   * elements, and puts no path together.
   */
  public List<Integer> findColumnsBelow(String dottedPath) {
    return names.findBelow(dottedPath);
  }

  /** As {@link #findColumn(String)}, by the names themselves, which may contain dots. */
  public int findColumn(List<String> path) {
    return names.find(path);
  }

  /** The first column whose schema element has this field id, by binary search; -1 if none has. */
  public int findColumnByFieldId(int fieldId) {
    int element = names.findFieldId(fieldId);
    return element < 0 ? -1 : names.column(element);
  }

  /** The first schema element, group or leaf, with this field id, by binary search; -1 if none. */
  public int findElementByFieldId(int fieldId) {
    return names.findFieldId(fieldId);
  }

  /** The names from the root's child down to the column, joined by dots. */
  public String columnPath(int column) {
    return names.path(names.element(column));
  }

  /** As {@link #columnPath}, of a schema element; empty for the root. */
  public String elementPath(int element) {
    return names.path(element);
  }

  /** How many elements on the way to the column, itself included, are optional or repeated. */
  public int maxDefinitionLevel(int column) {
    return names.levels(column, false);
  }

  /** How many elements on the way to the column, itself included, are repeated. */
  public int maxRepetitionLevel(int column) {
    return names.levels(column, true);
  }

  /** Number of row groups. */
  public int rowGroupCount() {
    return rowGroups.count();
  }

  /** A view of a row group. */
  public RowGroupView rowGroup(int index) {
    return rowGroup(index, new RowGroupView());
  }

  /** As {@link #rowGroup(int)}, pointing {@code reuse} at the row group and returning it. */
  public RowGroupView rowGroup(int index, RowGroupView reuse) {
    return reuse.wrap(bytes, rowGroups.table(index), index);
  }

  /** Whether the column's chunks are here: always, unless the footer was read for others only. */
  public boolean hasChunks(int column) {
    return chosen.has(column);
  }

  /** A view of the chunk of a column in a row group. */
  public ColumnChunkView chunk(int rowGroup, int column) {
    return chunk(rowGroup, column, new ColumnChunkView());
  }

  /**
   * As {@link #chunk(int, int)}, pointing {@code reuse} at the chunk and returning it: nothing is
   * allocated. A walk through all chunks is fastest column by column, which is how the chunks are
   * laid out.
   *
   * @throws IndexOutOfBoundsException if there is no such row group or column
   * @throws IllegalArgumentException if the column is not one that the footer was read with
   */
  public ColumnChunkView chunk(int rowGroup, int column, ColumnChunkView reuse) {
    return reuse.wrap(this, rowGroup, column);
  }
}
