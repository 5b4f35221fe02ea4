// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.FilterFormat.LITERAL;
import static io.arrowparquet.dataset.FilterFormat.NODES;
import static io.arrowparquet.dataset.FilterFormat.OPERAND;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I32;
import static io.arrowparquet.footer.internal.thrift.ThriftType.I64;
import static io.arrowparquet.footer.internal.thrift.ThriftType.list;

import io.arrowparquet.bundle.internal.BlockRows.Slice;
import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.bundle.internal.Zstd;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.flat.EscapedUtf8;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec.Values;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.Types;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.ArrowType.ExtensionType;
import org.apache.arrow.vector.types.pojo.ExtensionTypeRegistry;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * The bytes of a {@link ParquetSplit} (variant-arrow/FORMAT.md, section 7).
 *
 * <pre>
 *   | "PQSP" | version: u32, 1 | crc32(rest): u32 | rest: length i64, Zstandard frame of Split |
 *
 *   Split  = 1 uri, 2 length: i64, -1 for unknown, 3 version        of the file
 *            4 options: Options, 5 schema: Target, 6 footer: Footer
 *   Options = 1 row groups: list of i32, 2 columns: list of text    absent for all
 *            3 paths: list of Operand, 4 variant columns: list of text
 *            5 filter: list of Node                                 as FilterFormat has it
 *            6 unit of INT96: i32, in the order of UNITS
 *            7 rows, 8 rows left out: varints, for each range the rows since the end of the one
 *            before and in it, 9 offset, 10 limit: i64
 *            11 row columns: list of RowColumn
 *   RowColumn = 1 kind: i32, in the order of ROW_COLUMNS
 *            2 field: a schema of one field, 3 value: Literal, absent for null
 *            4 column of lineage, 5 its first id: i64, else 0
 *   Target = 1 schema, 2 rules: i32  bits: by id, any case, narrowing, missing, extra columns
 *            3 defaults: list of Default = 1 path, 2 value: Literal
 *   Footer = 1 bytes: the Thrift footer of the chosen columns
 *            2 layout: i32, in the order of LAYOUTS
 *            3 file length: i64, 4 thrift length: i32, 5 flatbuffer length: i32
 * </pre>
 *
 * Structs are Thrift's, in the compact protocol; texts are UTF-8, schemas Arrow's in JSON, with
 * extension types as their storage. The length is that of the bytes in the frame, or -1 where they
 * follow as they are.
 */
final class SplitFormat {
  static final ThriftType<String> TEXT =
      new ThriftType.Scalar<>(
          CompactType.BINARY,
          in -> EscapedUtf8.decode(in.readBinaryValue().toByteArray()),
          SplitFormat::writeText);

  static final ThriftType<Field> FIELD =
      new ThriftType.Scalar<>(
          CompactType.BINARY,
          in -> schema(TEXT.read(in)).getFields().get(0),
          (out, field) -> TEXT.write(out, json(new Schema(List.of(field)))));

  private static final ThriftType<Schema> SCHEMA =
      new ThriftType.Scalar<>(
          CompactType.BINARY,
          in -> schema(TEXT.read(in)),
          (out, schema) -> TEXT.write(out, json(schema)));

  private static final ThriftType<RowPositions> ROWS =
      new ThriftType.Scalar<>(
          CompactType.BINARY,
          in -> rows(in.readBinaryValue().toByteArray()),
          (out, rows) -> BINARY.write(out, BinaryValue.of(bytes(rows))));

  // By their numbers.
  private static final List<FooterLayout> LAYOUTS =
      List.of(
          FooterLayout.THRIFT,
          FooterLayout.SPEC,
          FooterLayout.SPEC_V1,
          FooterLayout.ARROW_CPP,
          FooterLayout.PAR3);
  private static final List<TimeUnit> UNITS =
      List.of(TimeUnit.SECOND, TimeUnit.MILLISECOND, TimeUnit.MICROSECOND, TimeUnit.NANOSECOND);
  private static final List<Class<?>> ROW_COLUMNS =
      List.of(
          RowColumn.Position.class,
          RowColumn.File.class,
          RowColumn.RowGroup.class,
          RowColumn.Constant.class,
          RowColumn.Deleted.class,
          RowColumn.Lineage.class);

  private static final StructCodec<RowColumn> ROW_COLUMN =
      StructCodec.of("RowColumn", SplitFormat::rowColumn)
          .required(1, "kind", I32, column -> ROW_COLUMNS.indexOf(column.getClass()))
          .required(2, "field", FIELD, RowColumn::field)
          .optional(
              3, "value", LITERAL, c -> c instanceof RowColumn.Constant of ? of.value() : null)
          .optional(4, "column", TEXT, c -> c instanceof RowColumn.Lineage of ? of.column() : null)
          .required(5, "id", I64, c -> c instanceof RowColumn.Lineage of ? of.firstRowId() : 0L);

  private static final StructCodec<Map.Entry<String, Object>> DEFAULT =
      StructCodec.<Map.Entry<String, Object>>of(
              "Default", values -> Map.entry(values.get(1), values.get(2)))
          .required(1, "path", TEXT, Map.Entry::getKey)
          .required(2, "value", LITERAL, Map.Entry::getValue);

  private static final StructCodec<ReaderSchema> TARGET =
      StructCodec.of("Target", SplitFormat::target)
          .required(1, "schema", SCHEMA, ReaderSchema::schema)
          .required(2, "rules", I32, target -> bits(target.rules()))
          .required(
              3,
              "defaults",
              list(DEFAULT),
              target -> target.defaults().entrySet().stream().map(Map.Entry::copyOf).toList());

  private static final StructCodec<FooterOfSplit> FOOTER =
      StructCodec.of(
              "Footer",
              values ->
                  new FooterOfSplit(
                      values.get(1),
                      new ParquetFooter.Extent(
                          LAYOUTS.get(values.get(2)), values.get(3), values.get(4), values.get(5))))
          .required(1, "bytes", BINARY, FooterOfSplit::thrift)
          .required(2, "layout", I32, footer -> LAYOUTS.indexOf(footer.extent().layout()))
          .required(3, "file length", I64, footer -> footer.extent().fileLength())
          .required(4, "thrift length", I32, footer -> footer.extent().thriftLength())
          .required(5, "flatbuffer length", I32, footer -> footer.extent().flatbufferLength());

  private static final StructCodec<ParquetReadOptions> OPTIONS =
      StructCodec.of("Options", SplitFormat::options)
          .optional(1, "row groups", list(I32), ParquetReadOptions::rowGroups)
          .optional(2, "columns", list(TEXT), ParquetReadOptions::columns)
          .required(3, "paths", list(OPERAND), options -> List.copyOf(options.variantPaths()))
          .required(4, "variants", list(TEXT), options -> List.copyOf(options.variantColumns()))
          .optional(5, "filter", NODES, options -> FilterFormat.nodes(options.filter()))
          .optional(6, "INT96", I32, options -> index(UNITS, options.int96Unit()))
          .optional(7, "rows", ROWS, ParquetReadOptions::rows)
          .optional(8, "rows left out", ROWS, ParquetReadOptions::withoutRows)
          .required(9, "offset", I64, ParquetReadOptions::offset)
          .required(10, "limit", I64, ParquetReadOptions::limit)
          .required(11, "row columns", list(ROW_COLUMN), ParquetReadOptions::rowColumns);

  private static final StructCodec<ParquetSplit> SPLIT =
      StructCodec.of("Split", SplitFormat::split)
          .required(1, "uri", TEXT, split -> split.file().uri().toString())
          .required(2, "length", I64, split -> split.file().length())
          .optional(3, "version", TEXT, split -> split.file().version())
          .required(4, "options", OPTIONS, ParquetSplit::options)
          .optional(5, "schema", TARGET, ParquetSplit::schema)
          .optional(6, "footer", FOOTER, ParquetSplit::footer);

  private static final int MAGIC = 'P' | 'Q' << 8 | 'S' << 16 | 'P' << 24;
  private static final int VERSION = 1;
  private static final int HEADER = 3 * Integer.BYTES;

  private static final int BY_FIELD_ID = 1;
  private static final int IGNORE_CASE = 2;
  private static final int NARROWING = 4;
  private static final int MISSING_COLUMNS = 8;
  private static final int EXTRA_COLUMNS = 16;

  private SplitFormat() {}

  static byte[] toBytes(ParquetSplit split) {
    if (split.options().caseInsensitive()) {
      throw new InvalidRequestException(
          "bytes of a split with names without regard to case: a plan's splits have exact ones",
          null);
    }
    CompactWriter out = new CompactWriter();
    SPLIT.write(out, split);
    byte[] rest = Zstd.pack(out.toByteArray());
    BundleBytes bytes = new BundleBytes(HEADER + rest.length);
    bytes.writeInt(MAGIC);
    bytes.writeInt(VERSION);
    bytes.writeInt(Checksum.crc32(ByteBuffer.wrap(rest)));
    bytes.write(rest);
    return bytes.toByteArray();
  }

  static ParquetSplit from(byte[] bytes) {
    try {
      ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
      require("magic", in.readInt("magic"), MAGIC, 0);
      require("version", in.readInt("version"), VERSION, Integer.BYTES);
      int crc = in.readInt("checksum");
      require("checksum", crc, Checksum.crc32(ByteBuffer.wrap(bytes, HEADER, in.remaining())), 8);
      Slice rest = Zstd.prefixed(bytes, HEADER, in.remaining(), Integer.MAX_VALUE, HEADER);
      CompactReader struct =
          new CompactReader(rest.array(), rest.start(), rest.start() + rest.length());
      ParquetSplit split = SPLIT.read(struct);
      if (struct.unknownFields().count() > 0 || struct.position() < struct.end()) {
        throw new IllegalArgumentException("fields that are not known, or bytes after the split");
      }
      return split;
    } catch (CorruptFooterException e) {
      throw e;
    } catch (RuntimeException e) {
      // Of Java's and Arrow's readers of what is in texts, and of what does not hold together.
      throw corrupt(e);
    }
  }

  private static void require(String what, int found, int expected, int offset) {
    if (found != expected) {
      throw new CorruptFooterException(
          what + " of a split", offset, Integer.toHexString(found), Integer.toHexString(expected));
    }
  }

  private static CorruptFooterException corrupt(Exception e) {
    return new CorruptFooterException(
        "bytes of a split", CorruptFooterException.NO_OFFSET, e.getMessage(), "a split", e);
  }

  private static void writeText(CompactWriter out, String text) {
    byte[] utf8 = EscapedUtf8.encode(text);
    out.writeBinary(utf8, 0, utf8.length);
  }

  private static ParquetSplit split(Values values) {
    URI uri = URI.create(values.get(1));
    SourceEntry file = new SourceEntry(uri, values.<Long>get(2), values.get(3));
    return new ParquetSplit(file, values.get(4), values.get(5), values.get(6));
  }

  private static ParquetReadOptions options(Values values) {
    return ParquetReadOptions.defaults()
        .withRowGroups(values.get(1))
        .withColumns(values.get(2))
        .withVariantPaths(
            values.<List<Operand>>get(3).stream().map(VariantProjection.class::cast).toList())
        .withVariantColumns(new LinkedHashSet<>(values.<List<String>>get(4)))
        .withFilter(values.has(5) ? FilterFormat.filter(values.get(5)) : null)
        .withInt96Unit(values.has(6) ? UNITS.get(values.get(6)) : null)
        .withRows(values.get(7))
        .withoutRows(values.get(8))
        .withOffset(values.<Long>get(9))
        .withLimit(values.<Long>get(10))
        .withRowColumns(values.get(11));
  }

  private static <E> Integer index(List<E> all, E one) {
    return one == null ? null : (Integer) all.indexOf(one);
  }

  private static RowColumn rowColumn(Values values) {
    Field field = values.get(2);
    String name = field.getName();
    int kind = values.get(1);
    return switch (kind) {
      case 0 -> RowColumn.position(name);
      case 1 -> RowColumn.file(name);
      case 2 -> RowColumn.rowGroup(name);
      case 3 -> RowColumn.constant(field, values.get(3));
      case 4 -> RowColumn.deleted(name);
      case 5 -> RowColumn.lineage(name, values.get(4), values.<Long>get(5));
      default -> throw new IllegalArgumentException("row column of kind " + kind);
    };
  }

  private static byte[] bytes(RowPositions rows) {
    BundleBytes out = new BundleBytes(0);
    long[] last = {0};
    rows.forEachRange(
        0,
        Long.MAX_VALUE,
        (start, end) -> {
          out.writeVarint(start - last[0]);
          out.writeVarint(end - start);
          last[0] = end;
        });
    return out.toByteArray();
  }

  private static RowPositions rows(byte[] bytes) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    LongStream.Builder bounds = LongStream.builder();
    long last = 0;
    while (in.remaining() > 0) {
      last += in.readVarint64("rows");
      bounds.add(last);
    }
    return RowPositions.ofRanges(bounds.build().toArray());
  }

  private static int bits(EvolutionRules rules) {
    return (rules.byFieldId() ? BY_FIELD_ID : 0)
        | (rules.ignoreCase() ? IGNORE_CASE : 0)
        | (rules.narrowing() ? NARROWING : 0)
        | (rules.missingColumns() ? MISSING_COLUMNS : 0)
        | (rules.extraColumns() ? EXTRA_COLUMNS : 0);
  }

  private static ReaderSchema target(Values values) {
    int bits = values.get(2);
    ReaderSchema target =
        ReaderSchema.of(values.get(1))
            .withRules(
                EvolutionRules.defaults()
                    .withByFieldId((bits & BY_FIELD_ID) != 0)
                    .withIgnoreCase((bits & IGNORE_CASE) != 0)
                    .withNarrowing((bits & NARROWING) != 0)
                    .withMissingColumns((bits & MISSING_COLUMNS) != 0)
                    .withExtraColumns((bits & EXTRA_COLUMNS) != 0));
    for (Map.Entry<String, Object> entry : values.<List<Map.Entry<String, Object>>>get(3)) {
      target = target.withDefault(entry.getKey(), entry.getValue());
    }
    return target;
  }

  private static String json(Schema schema) {
    List<Field> stored = schema.getFields().stream().map(SplitFormat::stored).toList();
    return new Schema(stored, schema.getCustomMetadata()).toJson();
  }

  private static Schema schema(String json) {
    try {
      Schema read = Schema.fromJSON(json);
      List<Field> fields = read.getFields().stream().map(SplitFormat::extended).toList();
      return new Schema(fields, read.getCustomMetadata());
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** A field without extension types: their names are in its metadata all the same. */
  private static Field stored(Field field) {
    ArrowType type =
        field.getType() instanceof ExtensionType extension
            ? extension.storageType()
            : field.getType();
    return with(field, type, field.getChildren().stream().map(SplitFormat::stored).toList());
  }

  /** The field with the types that its metadata names, as far as this JVM knows them. */
  private static Field extended(Field field) {
    String name = field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    ExtensionType known = name == null ? null : ExtensionTypeRegistry.lookup(name);
    ArrowType type = field.getType();
    // Refuses a width that the type does not have.
    Types.getMinorTypeForArrowType(type);
    if (ParquetVariantType.NAME.equals(name) && type instanceof ArrowType.Struct) {
      type = ParquetVariantType.INSTANCE;
    } else if (known != null) {
      String serialized = field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
      type = known.deserialize(type, serialized == null ? "" : serialized);
    }
    return with(field, type, field.getChildren().stream().map(SplitFormat::extended).toList());
  }

  private static Field with(Field field, ArrowType type, List<Field> children) {
    return new Field(
        field.getName(),
        new FieldType(field.isNullable(), type, field.getDictionary(), field.getMetadata()),
        children);
  }
}
