// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.COLUMN_ORDERS;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.CREATED_BY;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.ENCRYPTION_ALGORITHM;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.FOOTER_SIGNING_KEY_METADATA;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.KEY_VALUE_METADATA;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.NUM_ROWS;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.ROW_GROUPS;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.SCHEMA;
import static io.arrowparquet.footer.internal.thrift.FileMetaDataCodec.VERSION;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.SchemaConverter.ColumnSelection;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.ParquetStructs;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.model.ColumnOrder;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.stream.IntStream;
import java.util.zip.CRC32;
import org.jspecify.annotations.Nullable;

/**
 * Converts the bytes of a Thrift {@code FileMetaData} to a FlatBuffer, without a model in between:
 * each struct is read into a few reused fields and written at once.
 *
 * <p>Lossless: {@link FlatBuffersToThrift} gives the same struct back, field by field. Fields that
 * today's parquet.thrift does not have are left out, and named for those who ask.
 *
 * <p>Threads: any may call it.
 */
public final class ThriftToFlatBuffers {
  private static final int FLAG_NO_CREATED_BY = 1;
  private static final int FLAG_DECRYPTED = 2;

  /** Room for vtables and the root, which even the smallest footer needs. */
  private static final int FIXED_BYTES = 1024;

  /** Smaller Thrift footers become one that is read and checked as a whole in no time. */
  private static final int LEAST_WITH_DIRECTORY = 32 << 10;

  /** Key-values and the writer's name are at the front if they have no more bytes. */
  private static final int MOST_TEXT_IN_FRONT = 4 << 10;

  /** More than the root and its vtable take. */
  private static final int MOST_OF_ROOT = 512;

  /** Room to begin with where some columns are converted; the schema may well need more. */
  private static final int BYTES_OF_SOME_COLUMNS = 64 << 10;

  private final FlatWriter out;
  private final CompactReader in;
  private final SchemaConverter schema;
  private final StructConverter rare;
  private final int start;
  private final boolean isWhole;
  private final Form form;
  private int seen;

  /** By field id: where the values are that are converted when all is known. */
  private final int[] starts = new int[FileMetaDataCodec.SHAPE.maxFieldId() + 1];

  private final int[] ends = new int[FileMetaDataCodec.SHAPE.maxFieldId() + 1];
  private int version;
  private long numRows;
  private RowGroupConverter rowGroups;
  private int[] partColumns = {};
  private int[] partEnds = {};
  private ColumnTableConverter columns;

  /** What was written last, counted from the buffer's end: before the front, and the checksums. */
  private int behindFront;

  private int schemaVector;
  private int keyValues;
  private int createdBy;
  private int checksums;
  private int flags;

  private final int directory;

  private boolean hasTypeDefinedOrders;

  private enum Form {
    WHOLE,

    /** A footer without the places that count from the end of the buffer, and without checksums. */
    WITHOUT_DIRECTORY,

    /** As the latter; the schema and the table of its columns are absent too. */
    WITHOUT_SCHEMA
  }

  private ThriftToFlatBuffers(
      byte[] thrift, int start, int end, ColumnSelection selection, Form form) {
    this.start = start;
    this.isWhole = selection == null;
    this.form = form;
    // What a conversion needs is known from experience to within a fifth; more room is got if not.
    long whole = (end - start) + (end - start) / 8L + FIXED_BYTES;
    long expected = isWhole ? whole : Math.min(whole, BYTES_OF_SOME_COLUMNS);
    this.out = new FlatWriter(thrift, (int) Math.min(expected, Integer.MAX_VALUE - 16));
    boolean hasDirectory = isWhole && form == Form.WHOLE && end - start >= LEAST_WITH_DIRECTORY;
    this.directory = hasDirectory ? out.directory() : 0;
    this.in = new CompactReader(thrift, start, end);
    this.schema = new SchemaConverter(out, selection);
    this.rare = new StructConverter(out, in);
  }

  /**
   * Converts the struct at the beginning of the bytes from {@code start} to {@code end}.
   *
   * @param thrift the bytes; read, not kept
   * @param start where the struct begins
   * @param end exclusive end of the bytes; the struct may end earlier, before a signature
   * @throws CorruptFooterException if the bytes are no footer; offsets count from the array's
   *     beginning
   */
  public static ConvertedFooter convert(byte[] thrift, int start, int end) {
    return new ThriftToFlatBuffers(thrift, start, end, null, Form.WHOLE).convert();
  }

  /**
   * As {@link #convert(byte[], int, int)}, for a footer that is read in memory and not written to a
   * file: in three quarters of the time, without the checksums of blocks and the order of chunks
   * that reading parts of a file needs.
   */
  public static ConvertedFooter convertInMemory(byte[] thrift, int start, int end) {
    return new ThriftToFlatBuffers(thrift, start, end, null, Form.WITHOUT_DIRECTORY).convert();
  }

  /**
   * As {@link #convertInMemory(byte[], int, int)}, of a footer that was put together from parts, of
   * whose bytes no {@link FlatFooter#thriftCrc32} is computed: it is 0.
   *
   * @param partColumns for each part the column after its last one
   * @param partEnds for each part of each row group where the bytes of its chunks end in the array
   * @throws CorruptFooterException also if they end elsewhere
   */
  public static ConvertedFooter convertInMemory(
      byte[] thrift, int start, int end, int[] partColumns, int[] partEnds) {
    ThriftToFlatBuffers conversion =
        new ThriftToFlatBuffers(thrift, start, end, null, Form.WITHOUT_DIRECTORY);
    conversion.partColumns = partColumns;
    conversion.partEnds = partEnds;
    return conversion.convert();
  }

  /**
   * Converts the whole schema, and of the row groups only the chunks of some columns: the others
   * are stepped over, in a fifth of the time.
   *
   * <p>The footer answers for these columns as one that was converted whole. For others {@link
   * FlatFooter#hasChunks} is false and asking for a chunk is an error. It has no {@link
   * FlatFooter#thriftCrc32}.
   *
   * @param paths dotted paths of columns, or of groups for all columns below; those that the schema
   *     does not have are passed over
   * @throws CorruptFooterException as {@link #convert(byte[], int, int)}
   */
  public static ConvertedFooter convertColumns(
      byte[] thrift, int start, int end, Collection<String> paths) {
    return new ThriftToFlatBuffers(thrift, start, end, new ColumnSelection(paths), Form.WHOLE)
        .convert();
  }

  /**
   * As {@link #convertInMemory}, of a struct of which something was encrypted in its file: {@link
   * FlatFooter#isDecrypted} is true.
   *
   * @param paths as of {@link #convertColumns}; null for all columns
   */
  public static ConvertedFooter convertDecrypted(
      byte[] thrift, @Nullable Collection<String> paths) {
    ColumnSelection selection = paths == null ? null : new ColumnSelection(paths);
    ThriftToFlatBuffers conversion =
        new ThriftToFlatBuffers(thrift, 0, thrift.length, selection, Form.WITHOUT_DIRECTORY);
    conversion.flags = FLAG_DECRYPTED;
    return conversion.convert();
  }

  /** As {@link #convert(byte[], int, int)}, naming the fields that are left out. */
  public static ConvertedFooter convertAndReport(byte[] thrift, int start, int end) {
    ThriftToFlatBuffers conversion = new ThriftToFlatBuffers(thrift, start, end, null, Form.WHOLE);
    conversion.in.unknownFields().collectNames();
    return conversion.convert();
  }

  /** Converts all but the schema and the table of its columns: see {@link SchemalessFooter}. */
  static SchemalessFooter convertWithoutSchema(byte[] thrift, int start, int end) {
    ThriftToFlatBuffers conversion =
        new ThriftToFlatBuffers(thrift, start, end, null, Form.WITHOUT_SCHEMA);
    conversion.in.unknownFields().collectNames();
    ConvertedFooter footer = conversion.convert();
    return new SchemalessFooter(
        footer.flatbuffer(),
        conversion.hasTypeDefinedOrders,
        !footer.unknownFields().isEmpty(),
        footer.thriftLength());
  }

  private ConvertedFooter convert() {
    read();
    int structEnd = in.position();
    int root = write(structEnd);
    out.builder().finish(root);
    ByteBuffer flatbuffer = out.builder().dataBuffer();
    if (directory != 0) {
      writeDirectory(flatbuffer);
    }
    return new ConvertedFooter(
        flatbuffer, unknownFields(), structEnd - start, hasExtension(structEnd), columns());
  }

  private void writeDirectory(ByteBuffer flatbuffer) {
    ByteBuffer bytes = flatbuffer.slice();
    int size = bytes.limit();
    int front = size - behindFront;
    new FooterDirectory(
            size - checksums + Integer.BYTES,
            front,
            size - schemaVector,
            size - columns.slots() + Integer.BYTES,
            columns.homes(),
            out.sharedBlocks(size, front))
        .put(bytes);
  }

  /** The schema is read twice, unknown fields included. */
  private List<String> unknownFields() {
    List<String> names = in.unknownFields().names();
    return names.isEmpty() ? names : names.stream().distinct().toList();
  }

  /** An extension counts as an unknown field, so without these there is none to look for. */
  private boolean hasExtension(int structEnd) {
    return in.unknownFields().count() > 0
        && StructExtension.find(out.source, start, structEnd) != null;
  }

  private int[] columns() {
    return isWhole
        ? null
        : IntStream.range(0, schema.chosenCount()).map(schema::chosenLeaf).toArray();
  }

  private void read() {
    in.enterStruct();
    while (in.nextField(FileMetaDataCodec.SHAPE)) {
      int id = in.fieldId();
      seen |= 1 << id;
      starts[id] = in.position();
      switch (id) {
        case VERSION -> version = in.readI32();
        case SCHEMA -> schema.read(in);
        case NUM_ROWS -> numRows = in.readI64();
        case ROW_GROUPS -> {
          if (has(SCHEMA)) {
            convertRowGroups();
          } else {
            in.skip();
          }
        }
        case CREATED_BY, FOOTER_SIGNING_KEY_METADATA -> {
          in.readBinary();
          starts[id] = in.binaryStart();
        }
        default -> in.skip();
      }
      ends[id] = in.position();
    }
    in.leaveStruct(FileMetaDataCodec.SHAPE, seen);
  }

  private void convertRowGroups() {
    rowGroups = new RowGroupConverter(out, in, schema, rare, partColumns, partEnds);
    rowGroups.convertChunks(directory != 0);
  }

  private boolean has(int id) {
    return (seen >>> id & 1) != 0;
  }

  private int write(int structEnd) {
    if (rowGroups == null) {
      // Fields may come in any order; row groups cannot be understood without the schema.
      in.position(starts[ROW_GROUPS]);
      convertRowGroups();
    }
    rowGroups.writeVectors();
    byte[] orders = readColumnOrders();
    hasTypeDefinedOrders = orders != null && ColumnOrdersReader.areTypeDefined(orders);
    schemaVector = form == Form.WITHOUT_SCHEMA ? 0 : schema.write(orders);
    boolean hasLongTexts =
        ends[KEY_VALUE_METADATA]
                - starts[KEY_VALUE_METADATA]
                + ends[CREATED_BY]
                - starts[CREATED_BY]
            > MOST_TEXT_IN_FRONT;
    if (hasLongTexts) {
      writeTexts();
    }
    int signingKey = has(FOOTER_SIGNING_KEY_METADATA) ? writeBytes(FOOTER_SIGNING_KEY_METADATA) : 0;
    boolean ordersAreInSchema = form == Form.WITHOUT_SCHEMA ? hasTypeDefinedOrders : orders != null;
    int ordersVector = has(COLUMN_ORDERS) && !ordersAreInSchema ? writeBytes(COLUMN_ORDERS) : 0;
    int algorithm =
        has(ENCRYPTION_ALGORITHM)
            ? rare.union(starts[ENCRYPTION_ALGORITHM], ParquetStructs.ENCRYPTION_ALGORITHM)
            : 0;
    int algorithmThrift =
        algorithm == StructConverter.NOT_REPRESENTABLE ? writeBytes(ENCRYPTION_ALGORITHM) : 0;

    if (form != Form.WITHOUT_SCHEMA && (directory != 0 || !schema.needsNoIndex())) {
      columns = new ColumnTableConverter(out, schema);
      columns.writeLookUps();
    }
    behindFront = out.offset();
    if (!hasLongTexts) {
      writeTexts();
    }
    int rowGroupVector = rowGroups.writeTables();
    int columnTable = columns == null ? 0 : columns.write(directory == 0 ? null : rowGroups);
    checksums = directory == 0 ? 0 : out.blockChecksums(MOST_OF_ROOT);
    flags |= has(CREATED_BY) ? 0 : FLAG_NO_CREATED_BY;
    boolean isKnownAlgorithm = algorithm != 0 && algorithmThrift == 0;
    TableWriter root =
        out.begin(FileMetaData.SHAPE)
            .set(FileMetaData.NUM_ROWS, numRows)
            .set(FileMetaData.VERSION, version)
            .refer(FileMetaData.SCHEMA, schemaVector)
            .refer(FileMetaData.ROW_GROUPS, rowGroupVector)
            .refer(FileMetaData.COLUMN_TABLE, columnTable)
            .refer(FileMetaData.BLOCK_CRCS, checksums)
            .refer(FileMetaData.DIRECTORY, directory);
    if (isWhole) {
      root.set(FileMetaData.THRIFT_CRC32, partColumns.length > 0 ? 0 : thriftCrc32(structEnd));
    }
    return root.refer(FileMetaData.KV, keyValues)
        .refer(FileMetaData.CREATED_BY, createdBy)
        .setIf(flags != 0, FileMetaData.FLAGS, flags)
        .refer(FileMetaData.FOOTER_SIGNING_KEY_METADATA, signingKey)
        .refer(FileMetaData.COLUMN_ORDERS, ordersVector)
        .refer(FileMetaData.ENCRYPTION_ALGORITHM_THRIFT, algorithmThrift)
        .refer(FileMetaData.ENCRYPTION_ALGORITHM, isKnownAlgorithm ? algorithm : 0)
        .setIf(isKnownAlgorithm, FileMetaData.ENCRYPTION_ALGORITHM_TYPE, rare.tag())
        .end();
  }

  private void writeTexts() {
    keyValues =
        has(KEY_VALUE_METADATA)
            ? rare.list(starts[KEY_VALUE_METADATA], ParquetStructs.KEY_VALUE)
            : 0;
    // Some readers of the proposal need one.
    createdBy = has(CREATED_BY) ? writeString(CREATED_BY) : out.string(start, 0);
  }

  private byte[] readColumnOrders() {
    if (!has(COLUMN_ORDERS)) {
      return null;
    }
    in.position(starts[COLUMN_ORDERS]);
    return ColumnOrdersReader.read(in, schema.leafCount());
  }

  private int writeString(int id) {
    return out.string(starts[id], ends[id] - starts[id]);
  }

  private int writeBytes(int id) {
    return out.unsharedBytes(starts[id], ends[id] - starts[id]);
  }

  private long thriftCrc32(int structEnd) {
    if (hasExtension(structEnd)) {
      return StructExtension.crc32WithoutExtension(out.source, start, structEnd);
    }
    CRC32 crc = new CRC32();
    crc.update(out.source, start, structEnd - 1 - start);
    return crc.getValue();
  }

  /** Reads the list of column orders into one number a leaf, if it is that simple. */
  private static final class ColumnOrdersReader {
    private static final int MAX_ID = 0xFF;

    /**
     * Reads the list at the reader's position.
     *
     * @return for each leaf the id of its order's union member, as an unsigned byte; null if there
     *     is not one order for each leaf, or one is more than an empty struct with a small id
     */
    static byte[] read(CompactReader in, int leafCount) {
      int count = in.listBegin();
      byte[] orders = count == leafCount ? new byte[count] : null;
      for (int i = 0; i < count; i++) {
        int id = readOrder(in);
        if (id == 0) {
          orders = null;
        }
        if (orders != null) {
          orders[i] = (byte) id;
        }
      }
      return count == 0 ? null : orders;
    }

    static boolean areTypeDefined(byte[] orders) {
      for (byte order : orders) {
        if (order != ColumnOrder.Known.TYPE_ORDER.number()) {
          return false;
        }
      }
      return true;
    }

    /** Id of the union's only member, an empty struct; 0 if it is anything else. */
    private static int readOrder(CompactReader in) {
      int members = 0;
      int id = 0;
      in.enterStruct();
      while (in.nextField()) {
        members++;
        id = in.fieldId();
        int start = in.position();
        int type = in.fieldType();
        in.skip();
        // An empty struct is its stop byte.
        if (type != CompactType.STRUCT || in.position() != start + 1 || id < 1 || id > MAX_ID) {
          id = 0;
        }
      }
      in.leaveStruct();
      return members == 1 ? id : 0;
    }
  }
}
