// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.StructureVerifier;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnChunk;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Empty;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.IntOptions;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;
import io.arrowparquet.footer.internal.generated.ParquetFbs.LogicalType;
import io.arrowparquet.footer.internal.generated.ParquetFbs.RowGroup;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.storage.Diagnosis;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Translates a footer of Photon to a buffer of parquet.fbs, as {@link ArrowCppReader} does with one
 * of Arrow C++. Its schema is not published: the shapes below are what one file shows whose Thrift
 * footer says the same (FORMAT.md, section 1.5). A field, a number or a form of a bound that this
 * file does not prove makes the whole footer doubtful, so that nothing is ever guessed.
 */
public final class PhotonReader {
  /**
   * A footer in the schema of parquet.fbs, or why it is not one to rely on.
   *
   * @param flatbuffer null where there is a doubt
   * @param doubt null where all of the footer is proven
   */
  public record Translation(ByteBuffer flatbuffer, Diagnosis doubt) {}

  /** Bytes of a byte array's bound after the prefix; a longer rest is cut to as many. */
  private static final int REST_BYTES = 4;

  /** Of the {@code flags} of statistics: neither bound is said to be exact. */
  private static final int INEXACT = 2 | 2 << 2;

  private static final int FIRST_PAGE = 4;

  private static final TableShape.Field UNPROVEN = TableShape.scalar("unproven", 1);

  /** That of a STRING has no fields. */
  private static final TableShape LOGICAL_TYPE =
      TableShape.of(
          "logical type", TableShape.scalar("bit width", 1), TableShape.scalar("is signed", 1));

  private static final int BIT_WIDTH = 0;
  private static final int IS_SIGNED = 1;

  private static final TableShape ELEMENT =
      TableShape.of(
          "schema element",
          TableShape.string("name"),
          TableShape.scalar("type", 1),
          TableShape.scalar("repetition", 1),
          TableShape.scalar("tag of the logical type", 1),
          TableShape.table("logical type", LOGICAL_TYPE),
          UNPROVEN,
          TableShape.scalar("number of children", 4));

  private static final int NAME = 0;
  private static final int TYPE = 1;
  private static final int REPETITION = 2;
  private static final int LOGICAL_TYPE_TAG = 3;
  private static final int LOGICAL_TYPE_MEMBER = 4;
  private static final int NUM_CHILDREN = 6;

  private static final TableShape STATISTICS =
      TableShape.of(
          "statistics",
          TableShape.scalar("null count", 4),
          TableShape.scalar("min lo4", 4),
          TableShape.scalar("min lo8", 8),
          UNPROVEN,
          TableShape.scalar("min len", 1),
          TableShape.scalar("max lo4", 4),
          TableShape.scalar("max lo8", 8),
          UNPROVEN,
          TableShape.scalar("max len", 1),
          TableShape.string("prefix"));

  private static final int NULL_COUNT = 0;
  private static final int MIN = 1;
  private static final int MAX = 5;
  private static final int LO4 = 0;
  private static final int LO8 = 1;
  private static final int LEN = 3;
  private static final int PREFIX = 9;

  private static final TableShape META_DATA =
      TableShape.of(
          "column metadata",
          TableShape.scalar("codec", 1),
          UNPROVEN,
          TableShape.scalar("uncompressed size", 4),
          TableShape.scalar("compressed size", 4),
          UNPROVEN,
          TableShape.scalar("place of the data pages", 4),
          UNPROVEN,
          TableShape.scalar("place of the dictionary page", 4),
          TableShape.table("statistics", STATISTICS),
          // Set where there is a dictionary. Whether it says more, that all pages use it, is open.
          TableShape.scalar("has a dictionary", 1));

  private static final int CODEC = 0;
  private static final int UNCOMPRESSED_SIZE = 2;
  private static final int COMPRESSED_SIZE = 3;
  private static final int DATA_PAGES = 5;
  private static final int DICTIONARY_PAGE = 7;
  private static final int CHUNK_STATISTICS = 8;

  private static final TableShape CHUNK =
      TableShape.of("column chunk", UNPROVEN, TableShape.table("metadata", META_DATA));

  private static final int CHUNK_META_DATA = 1;

  private static final TableShape GROUP =
      TableShape.of(
          "row group",
          TableShape.tables("columns", CHUNK),
          TableShape.scalar("byte size", 4),
          TableShape.scalar("number of rows", 4),
          UNPROVEN,
          TableShape.scalar("file offset", 8),
          TableShape.scalar("compressed size", 4));

  private static final int COLUMNS = 0;
  private static final int GROUP_BYTE_SIZE = 1;
  private static final int GROUP_ROWS = 2;
  private static final int GROUP_FILE_OFFSET = 4;
  private static final int GROUP_COMPRESSED_SIZE = 5;

  private static final TableShape KEY_VALUE =
      TableShape.of("key-value", TableShape.string("key"), TableShape.string("value"));

  private static final int KEY = 0;
  private static final int VALUE = 1;

  private static final TableShape FOOTER =
      TableShape.of(
          "footer",
          TableShape.scalar("version", 4),
          TableShape.tables("schema", ELEMENT),
          TableShape.scalar("number of rows", 8),
          TableShape.tables("row groups", GROUP),
          TableShape.tables("key-values", KEY_VALUE),
          TableShape.string("writer"));

  private static final int VERSION = 0;
  private static final int SCHEMA = 1;
  private static final int ROWS = 2;
  private static final int ROW_GROUPS = 3;
  private static final int KEY_VALUES = 4;
  private static final int CREATED_BY = 5;

  /** Caught where the translation ends. */
  private static final class Doubt extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final Diagnosis diagnosis;

    Doubt(String what, Object found, String expected) {
      super(what, null, false, false);
      diagnosis =
          Diagnosis.of(
              "footer of Photon: " + what,
              String.valueOf(found),
              expected + ", for the meaning of no other is known");
    }
  }

  private final FooterBytes in;
  private final FlatBufferBuilder builder;
  private final TableWriter out;
  private final List<PhysicalType> types = new ArrayList<>();

  /** By the place of a text or table, which many may refer to. */
  private final Map<Integer, Integer> copies = new HashMap<>();

  private final long pagesEnd;

  private PhotonReader(FooterBytes in, long pagesEnd) {
    this.in = in;
    this.pagesEnd = pagesEnd;
    this.builder = new FlatBufferBuilder(2 * in.size());
    this.out = new TableWriter(builder);
  }

  /**
   * Verifies and translates a footer.
   *
   * @param pagesEnd where the footer begins in the file, before which all pages are
   * @throws CorruptFooterException if the structure of the buffer is damaged
   */
  public static Translation translate(ByteBuffer flatbuffer, long pagesEnd) {
    FooterBytes bytes = new FooterBytes(flatbuffer);
    StructureVerifier.verify(bytes, FOOTER, ArrowCppReader.MAX_TABLES);
    try {
      ByteBuffer translated = new PhotonReader(bytes, pagesEnd).footer();
      FlatFooter.verify(translated);
      return new Translation(translated, null);
    } catch (Doubt e) {
      return new Translation(null, e.diagnosis);
    }
  }

  // ---- fields

  private void requireProven(int table, TableShape shape) {
    int vtable = in.vtable(table);
    int slots = (in.u16(vtable) - FooterBytes.VTABLE_HEADER) / FooterBytes.VTABLE_ENTRY;
    for (int slot = 0; slot < slots; slot++) {
      boolean isKnown = slot < shape.fields().size() && !shape.fields().get(slot).equals(UNPROVEN);
      if (!isKnown && in.field(table, vtable, slot) != 0) {
        throw new Doubt("field " + slot + " of a " + shape.name(), "present", "absent");
      }
    }
  }

  private boolean has(int table, int slot) {
    return in.field(table, slot) != 0;
  }

  private int field(int table, TableShape shape, int slot) {
    int at = in.field(table, slot);
    if (at == 0) {
      throw new Doubt(
          shape.fields().get(slot).name() + " of a " + shape.name(), "absent", "present");
    }
    return at;
  }

  /** A count, size or place: none was ever seen that is negative. */
  private long number(int table, TableShape shape, int slot) {
    int at = field(table, shape, slot);
    long value =
        switch (shape.fields().get(slot).width()) {
          case Byte.BYTES -> in.i8(at);
          case Integer.BYTES -> in.i32(at);
          default -> in.i64(at);
        };
    if (value < 0) {
      throw new Doubt(
          shape.fields().get(slot).name() + " of a " + shape.name(), value, "0 or more");
    }
    return value;
  }

  private int target(int table, TableShape shape, int slot) {
    return in.follow(field(table, shape, slot));
  }

  private int text(int table, TableShape shape, int slot) {
    return copies.computeIfAbsent(
        target(table, shape, slot), key -> builder.createString(in.slice(key)));
  }

  private int[] tables(int table, TableShape shape, int slot) {
    int vector = target(table, shape, slot);
    int[] found = new int[in.count(vector, FooterBytes.REFERENCE)];
    Arrays.setAll(found, i -> in.reference(vector, i));
    return found;
  }

  private static void require(String what, Object found, Object expected) {
    if (!found.equals(expected)) {
      throw new Doubt(what, found, String.valueOf(expected));
    }
  }

  // ---- tables

  private ByteBuffer footer() {
    int root = in.root();
    requireProven(root, FOOTER);
    int schema = schema(tables(root, FOOTER, SCHEMA));
    int groups = groups(tables(root, FOOTER, ROW_GROUPS), number(root, FOOTER, ROWS));
    int[] pairs = tables(root, FOOTER, KEY_VALUES);
    Arrays.setAll(pairs, i -> keyValue(pairs[i]));
    int keyValues = builder.createVectorOfTables(pairs);
    int writer = text(root, FOOTER, CREATED_BY);
    builder.finish(
        out.begin(FileMetaData.SHAPE)
            .set(FileMetaData.VERSION, number(root, FOOTER, VERSION))
            .refer(FileMetaData.SCHEMA, schema)
            .set(FileMetaData.NUM_ROWS, number(root, FOOTER, ROWS))
            .refer(FileMetaData.ROW_GROUPS, groups)
            .refer(FileMetaData.KV, keyValues)
            .refer(FileMetaData.CREATED_BY, writer)
            .end());
    return builder.dataBuffer();
  }

  private int keyValue(int table) {
    requireProven(table, KEY_VALUE);
    int key = text(table, KEY_VALUE, KEY);
    int value = text(table, KEY_VALUE, VALUE);
    return out.begin(KeyValue.SHAPE).refer(KeyValue.KEY, key).refer(KeyValue.VAL, value).end();
  }

  /** The root and its columns: no schema with groups was seen. */
  private int schema(int[] elements) {
    require("whether the schema has a root", elements.length > 0, true);
    for (int i = 0; i < elements.length; i++) {
      requireProven(elements[i], ELEMENT);
      int name = text(elements[i], ELEMENT, NAME);
      elements[i] = i == 0 ? root(elements, name) : column(elements[i], name);
    }
    return builder.createVectorOfTables(elements);
  }

  private int root(int[] elements, int name) {
    int root = elements[0];
    long children = number(root, ELEMENT, NUM_CHILDREN);
    require("children of the root", children, (long) elements.length - 1);
    boolean isPlain = !has(root, TYPE) && !has(root, REPETITION) && !has(root, LOGICAL_TYPE_TAG);
    require("whether the root has a name and children alone", isPlain, true);
    return out.begin(SchemaElement.SHAPE)
        .refer(SchemaElement.NAME, name)
        .set(SchemaElement.NUM_CHILDREN, children)
        .end();
  }

  private int column(int element, int name) {
    require("whether a column has children", has(element, NUM_CHILDREN), false);
    long repetition = number(element, ELEMENT, REPETITION);
    require("repetition", repetition, (long) FieldRepetitionType.OPTIONAL.number());
    int number = (int) number(element, ELEMENT, TYPE);
    PhysicalType type = PhysicalType.forNumber(number);
    int tag = has(element, LOGICAL_TYPE_TAG) ? in.u8(in.field(element, LOGICAL_TYPE_TAG)) : 0;
    String form = type + " with the tag " + tag + " of a logical type";
    boolean isKnown =
        (type == PhysicalType.BYTE_ARRAY && tag == LogicalType.StringType)
            || (type == PhysicalType.INT64 && tag == LogicalType.IntType)
            || (type == PhysicalType.DOUBLE && tag == LogicalType.NONE);
    if (!isKnown) {
      throw new Doubt("type", form, "a text, an integer of 64 bits or a DOUBLE");
    }
    types.add(type);
    int member = tag == LogicalType.NONE ? 0 : logicalType(element, tag);
    require("member without a tag", tag == 0 && has(element, LOGICAL_TYPE_MEMBER), false);
    out.begin(SchemaElement.SHAPE)
        .refer(SchemaElement.NAME, name)
        .set(SchemaElement.TYPE, number)
        .set(SchemaElement.REPETITION_TYPE, repetition);
    if (tag != LogicalType.NONE) {
      out.set(SchemaElement.LOGICAL_TYPE_TYPE, tag).refer(SchemaElement.LOGICAL_TYPE, member);
    }
    return out.end();
  }

  private int logicalType(int element, int tag) {
    int member = target(element, ELEMENT, LOGICAL_TYPE_MEMBER);
    requireProven(member, LOGICAL_TYPE);
    if (tag == LogicalType.StringType) {
      boolean isEmpty = !has(member, BIT_WIDTH) && !has(member, IS_SIGNED);
      require("whether the type of texts has no fields", isEmpty, true);
      return out.begin(Empty.SHAPE).end();
    }
    require("width of integers", number(member, LOGICAL_TYPE, BIT_WIDTH), (long) Long.SIZE);
    require("sign of integers", number(member, LOGICAL_TYPE, IS_SIGNED), 1L);
    return out.begin(IntOptions.SHAPE)
        .set(IntOptions.BIT_WIDTH, Long.SIZE)
        .set(IntOptions.IS_SIGNED, true)
        .end();
  }

  private int groups(int[] groups, long rows) {
    long end = FIRST_PAGE;
    long counted = 0;
    for (int i = 0; i < groups.length; i++) {
      int group = groups[i];
      requireProven(group, GROUP);
      counted += number(group, GROUP, GROUP_ROWS);
      long start = number(group, GROUP, GROUP_FILE_OFFSET);
      long size = number(group, GROUP, GROUP_COMPRESSED_SIZE);
      if (start < end || start > pagesEnd - size) {
        throw new Doubt("file offset of row group " + i, start, end + " to " + (pagesEnd - size));
      }
      int columns = columns(tables(group, GROUP, COLUMNS), start, size);
      end = start + size;
      groups[i] =
          out.begin(RowGroup.SHAPE)
              .refer(RowGroup.COLUMNS, columns)
              .set(RowGroup.TOTAL_BYTE_SIZE, number(group, GROUP, GROUP_BYTE_SIZE))
              .set(RowGroup.NUM_ROWS, number(group, GROUP, GROUP_ROWS))
              .set(RowGroup.FILE_OFFSET, start)
              .set(RowGroup.TOTAL_COMPRESSED_SIZE, size)
              .end();
    }
    require("rows of the row groups together", counted, rows);
    return builder.createVectorOfTables(groups);
  }

  /**
   * Places are relative to the row group, as far as one file with one row group can tell. That
   * chunks fill their row group without a gap proves it of this file too: by any other rule the
   * first chunk of a later group would not begin where its group does.
   */
  private int columns(int[] chunks, long start, long size) {
    require("column chunks of a row group", chunks.length, types.size());
    long at = 0;
    for (int column = 0; column < chunks.length; column++) {
      requireProven(chunks[column], CHUNK);
      int metaData = target(chunks[column], CHUNK, CHUNK_META_DATA);
      requireProven(metaData, META_DATA);
      boolean hasDictionary = has(metaData, DICTIONARY_PAGE);
      // The first one begins with its row group: a place of 0 is absent.
      long pages = has(metaData, DATA_PAGES) ? number(metaData, META_DATA, DATA_PAGES) : 0;
      long first = hasDictionary ? number(metaData, META_DATA, DICTIONARY_PAGE) : pages;
      long bytes = number(metaData, META_DATA, COMPRESSED_SIZE);
      require("place of column chunk " + column, first, at);
      at += bytes;
      if (pages < first || (hasDictionary && pages == first) || pages >= at) {
        throw new Doubt("place of the data pages", pages, "in the bytes of their chunk");
      }
      long dictionary = hasDictionary ? start + first : 0;
      chunks[column] = chunk(metaData, start + pages, dictionary, types.get(column));
    }
    require("bytes of the column chunks together", at, size);
    return builder.createVectorOfTables(chunks);
  }

  /** The place of the dictionary page is 0 where there is none. */
  private int chunk(int metaData, long pages, long dictionary, PhysicalType type) {
    long codec = number(metaData, META_DATA, CODEC);
    require("codec", codec, (long) ParquetCodec.SNAPPY.number());
    boolean hasStatistics = has(metaData, CHUNK_STATISTICS);
    int statistics =
        hasStatistics ? statistics(target(metaData, META_DATA, CHUNK_STATISTICS), type) : 0;
    out.begin(ColumnMetadata.SHAPE)
        .set(ColumnMetadata.CODEC, codec)
        .set(ColumnMetadata.TOTAL_UNCOMPRESSED_SIZE, number(metaData, META_DATA, UNCOMPRESSED_SIZE))
        .set(ColumnMetadata.TOTAL_COMPRESSED_SIZE, number(metaData, META_DATA, COMPRESSED_SIZE))
        .set(ColumnMetadata.DATA_PAGE_OFFSET, pages)
        .refer(ColumnMetadata.STATISTICS, statistics)
        .setIf(dictionary > 0, ColumnMetadata.DICTIONARY_PAGE_OFFSET, dictionary);
    int copy = out.end();
    return out.begin(ColumnChunk.SHAPE).refer(ColumnChunk.METADATA, copy).end();
  }

  private int statistics(int table, PhysicalType type) {
    requireProven(table, STATISTICS);
    boolean hasBounds = has(table, MIN + LEN);
    require("whether there is a maximum", has(table, MAX + LEN), hasBounds);
    boolean hasPrefix = has(table, PREFIX);
    require("prefix of no text", hasPrefix && type != PhysicalType.BYTE_ARRAY, false);
    int at = hasBounds && hasPrefix ? -target(table, STATISTICS, PREFIX) : 0;
    int prefix =
        at == 0 ? 0 : copies.computeIfAbsent(at, key -> builder.createByteVector(in.slice(-key)));
    out.begin(Statistics.SHAPE).refer(Statistics.PREFIX, prefix);
    if (has(table, NULL_COUNT)) {
      out.set(Statistics.NULL_COUNT, number(table, STATISTICS, NULL_COUNT));
    }
    if (hasBounds) {
      bound(table, MIN, type, CppBounds.Slots.MIN);
      bound(table, MAX, type, CppBounds.Slots.MAX);
      out.set(Statistics.FLAGS, INEXACT);
    }
    return out.end();
  }

  private void bound(int table, int first, PhysicalType type, CppBounds.Slots slots) {
    boolean isText = type == PhysicalType.BYTE_ARRAY;
    int len = in.i8(in.field(table, first + LEN));
    int lo4At = in.field(table, first + LO4);
    int lo8At = in.field(table, first + LO8);
    boolean isWhole = isText && len == 0 && lo4At == 0;
    boolean isCut = isText && len == -REST_BYTES && lo4At != 0;
    boolean isNumber = !isText && len == -Long.BYTES && lo8At != 0;
    if ((!isWhole && !isCut && !isNumber) || (isText ? lo8At : lo4At) != 0) {
      throw new Doubt(
          "length of a bound", len, isText ? "0 or -4 with 4 bytes" : "-8 with 8 bytes");
    }
    out.set(slots.len(), len);
    if (isCut) {
      int rest = in.i32(lo4At);
      // Counted up or down when it was cut, it may have gone past the end of the numbers.
      require("bound that wrapped around", rest == (first == MAX ? 0 : -1), false);
      out.set(slots.hi8(), (long) rest << Integer.SIZE);
    } else if (isNumber) {
      out.set(slots.lo8(), in.i64(lo8At));
    }
  }
}
