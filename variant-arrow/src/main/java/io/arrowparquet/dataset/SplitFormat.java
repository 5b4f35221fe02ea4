// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.dataset;

import static io.arrowparquet.dataset.FilterFormat.FILTER;
import static io.arrowparquet.dataset.FilterFormat.LITERAL;
import static io.arrowparquet.dataset.FilterFormat.PATH;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BINARY;
import static io.arrowparquet.footer.internal.thrift.ThriftType.BOOL;
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
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.StructCodec;
import io.arrowparquet.footer.internal.thrift.StructCodec.Values;
import io.arrowparquet.footer.internal.thrift.ThriftType;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.EvolutionRules;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.RowColumn;
import io.arrowparquet.parquet.options.RowPositions;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.variant.vector.ParquetVariantType;
import java.io.IOException;
import java.lang.ref.SoftReference;
import java.net.URI;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;
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
 *            3 paths: list of Path, 4 variant columns: list of text
 *            5 filter: list of Node                                 as FilterFormat has it
 *            6 unit of INT96: i32, in their order
 *            7 rows, 8 rows left out: varints, for each range the rows since the end of the one
 *            before and in it, 9 offset, 10 limit: i64, 11 row columns: list of RowColumn
 *            12 names in any case: bool
 *   RowColumn = 1 kind: i32, in their order, 2 field: a schema of one field
 *            3 value: Literal, 4 column                             absent for null
 *   Target = 1 schema, 2 rules: Rules
 *            3 defaults: list of Default = 1 path, 2 value: Literal
 *   Rules  = bools: 1 by id, 2 any case, 3 narrowing, 4 Variants decoded, 5 missing, 6 extra columns
 *   Footer = 1 bytes: the Thrift footer of the chosen columns
 *            2 layout: i32, in their order
 *            3 file length: i64, 4 thrift length: i32, 5 flatbuffer length: i32
 *            6 indexes: list of Index = 1 offset: i64, 2 bytes   in the file
 * </pre>
 *
 * Structs are Thrift's, in the compact protocol; texts are UTF-8, schemas Arrow's in JSON, with
 * extension types as their storage. The length is that of the bytes in the frame, or -1 where they
 * follow as they are.
 */
final class SplitFormat {
  static final ThriftType<String> TEXT =
      ThriftType.mapped(
          BINARY,
          utf8 -> EscapedUtf8.decode(utf8.toByteArray()),
          text -> BinaryValue.of(EscapedUtf8.encode(text)));

  private static final ThriftType<Schema> SCHEMA =
      ThriftType.mapped(TEXT, SplitFormat::schema, SplitFormat::json);

  static final ThriftType<Field> FIELD =
      ThriftType.mapped(
          SCHEMA, schema -> schema.getFields().get(0), field -> new Schema(List.of(field)));

  private static final ThriftType<RowPositions> ROWS =
      ThriftType.mapped(
          BINARY,
          bytes -> rows(bytes.toByteArray()),
          positions -> BinaryValue.of(bytes(positions)));

  private static final StructCodec<RowColumn> ROW_COLUMN =
      StructCodec.of(
              "RowColumn",
              values -> new RowColumn(values.get(1), values.get(2), values.get(3), values.get(4)))
          .required(1, "kind", oneOf(RowColumn.Kind.values()), RowColumn::kind)
          .required(2, "field", FIELD, RowColumn::field)
          .optional(3, "value", LITERAL, RowColumn::value)
          .optional(4, "column", TEXT, RowColumn::column);

  private static final StructCodec<Map.Entry<String, Object>> DEFAULT =
      StructCodec.<Map.Entry<String, Object>>of(
              "Default", values -> Map.entry(values.get(1), values.get(2)))
          .required(1, "path", TEXT, Map.Entry::getKey)
          .required(2, "value", LITERAL, Map.Entry::getValue);

  private static final Settings<EvolutionRules> RULES =
      new Settings<>("Rules", EvolutionRules.defaults())
          .with("by id", BOOL, r -> r.byFieldId(), (r, v) -> r.withByFieldId(v))
          .with("any case", BOOL, r -> r.ignoreCase(), (r, v) -> r.withIgnoreCase(v))
          .with("narrowing", BOOL, r -> r.narrowing(), (r, v) -> r.withNarrowing(v))
          .with("decoding", BOOL, r -> r.decodeVariants(), (r, v) -> r.withDecodeVariants(v))
          .with("missing", BOOL, r -> r.missingColumns(), (r, v) -> r.withMissingColumns(v))
          .with("extra", BOOL, r -> r.extraColumns(), (r, v) -> r.withExtraColumns(v));

  private static final StructCodec<ReaderSchema> TARGET =
      StructCodec.of("Target", SplitFormat::target)
          .required(1, "schema", SCHEMA, ReaderSchema::schema)
          .required(2, "rules", RULES.codec(), ReaderSchema::rules)
          .required(
              3,
              "defaults",
              list(DEFAULT),
              target -> target.defaults().entrySet().stream().map(Map.Entry::copyOf).toList());

  private static final ThriftType<ReaderSchema> SHARED_TARGET =
      ThriftType.struct(SplitFormat::readTarget, SplitFormat::writeTarget);

  private static final StructCodec<FooterOfSplit.Index> INDEX =
      StructCodec.of("Index", values -> new FooterOfSplit.Index(values.get(1), values.get(2)))
          .required(1, "offset", I64, FooterOfSplit.Index::offset)
          .required(2, "bytes", BINARY, FooterOfSplit.Index::bytes);

  private static final StructCodec<FooterOfSplit> FOOTER =
      StructCodec.of(
              "Footer",
              values ->
                  new FooterOfSplit(
                      values.get(1),
                      new ParquetFooter.Extent(
                          values.get(2), values.get(3), values.get(4), values.get(5)),
                      values.get(6)))
          .required(1, "bytes", BINARY, FooterOfSplit::thrift)
          .required(2, "layout", oneOf(FooterLayout.values()), footer -> footer.extent().layout())
          .required(3, "file length", I64, footer -> footer.extent().fileLength())
          .required(4, "thrift length", I32, footer -> footer.extent().thriftLength())
          .required(5, "flatbuffer length", I32, footer -> footer.extent().flatbufferLength())
          .required(6, "indexes", list(INDEX), FooterOfSplit::indexes);

  /** Those that say which rows and columns there are. */
  static final Settings<ParquetReadOptions> OPTIONS =
      new Settings<>("Options", ParquetReadOptions.defaults())
          .with("row groups", list(I32), o -> o.rowGroups(), (o, v) -> o.withRowGroups(v))
          .with("columns", list(TEXT), o -> o.columns(), (o, v) -> o.withColumns(v))
          .with("paths", list(PATH), o -> o.variantPaths(), (o, v) -> o.withVariantPaths(v))
          .with(
              "variants",
              list(TEXT),
              o -> List.copyOf(o.variantColumns()),
              (o, v) -> o.withVariantColumns(new LinkedHashSet<>(v)))
          .with("filter", FILTER, o -> o.filter(), (o, v) -> o.withFilter(v))
          .with("INT96", oneOf(TimeUnit.values()), o -> o.int96Unit(), (o, v) -> o.withInt96Unit(v))
          .with("rows", ROWS, o -> o.rows(), (o, v) -> o.withRows(v))
          .with("rows left out", ROWS, o -> o.withoutRows(), (o, v) -> o.withoutRows(v))
          .with("offset", I64, o -> o.offset(), (o, v) -> o.withOffset(v))
          .with("limit", I64, o -> o.limit(), (o, v) -> o.withLimit(v))
          .with("row columns", list(ROW_COLUMN), o -> o.rowColumns(), (o, v) -> o.withRowColumns(v))
          .with("any case", BOOL, o -> o.caseInsensitive(), (o, v) -> o.withCaseInsensitive(v))
          .with("INT96 instants", BOOL, o -> o.int96Instants(), (o, v) -> o.withInt96Instants(v));

  private static final StructCodec<ParquetSplit> SPLIT =
      StructCodec.of("Split", SplitFormat::split)
          .required(1, "uri", TEXT, split -> split.file().uri().toString())
          .required(2, "length", I64, split -> split.file().length())
          .optional(3, "version", TEXT, split -> split.file().version())
          .required(4, "options", OPTIONS.codec(), ParquetSplit::options)
          .optional(5, "schema", SHARED_TARGET, ParquetSplit::schema)
          .optional(6, "footer", FOOTER, ParquetSplit::footer);

  private static final int MAGIC = 'P' | 'Q' << 8 | 'S' << 16 | 'P' << 24;
  private static final int VERSION = 1;
  private static final int HEADER = 3 * Integer.BYTES;

  /** Splits of a plan have the same schema, whose text takes longer than all else of a split. */
  private static volatile SoftReference<TargetBytes> lastWritten = new SoftReference<>(null);

  private static volatile SoftReference<TargetBytes> lastRead = new SoftReference<>(null);

  private SplitFormat() {}

  private record TargetBytes(ReaderSchema target, BinaryValue bytes) {}

  static byte[] toBytes(ParquetSplit split) {
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
      throw new CorruptFooterException(
          "bytes of a split", CorruptFooterException.NO_OFFSET, e.getMessage(), "a split", e);
    }
  }

  private static void require(String what, int found, int expected, int offset) {
    if (found != expected) {
      throw new CorruptFooterException(
          what + " of a split", offset, Integer.toHexString(found), Integer.toHexString(expected));
    }
  }

  private static ParquetSplit split(Values values) {
    URI uri = URI.create(values.get(1));
    SourceEntry file = new SourceEntry(uri, values.<Long>get(2), values.get(3));
    return new ParquetSplit(file, values.get(4), values.get(5), values.get(6));
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

  private static ReaderSchema readTarget(CompactReader in) {
    int start = in.position();
    in.skipStruct();
    BinaryValue bytes = BinaryValue.of(Arrays.copyOfRange(in.array(), start, in.position()));
    TargetBytes known = lastRead.get();
    if (known != null && known.bytes.equals(bytes)) {
      return known.target;
    }
    in.position(start);
    ReaderSchema target = TARGET.read(in);
    boolean isKnown = in.unknownFields().count() == 0;
    if (isKnown && target.schema().getFields().stream().allMatch(SplitFormat::isCertain)) {
      lastRead = new SoftReference<>(new TargetBytes(target, bytes));
    }
    return target;
  }

  private static void writeTarget(CompactWriter out, ReaderSchema target) {
    TargetBytes known = lastWritten.get();
    if (known == null || known.target != target) {
      CompactWriter struct = new CompactWriter();
      TARGET.write(struct, target);
      known = new TargetBytes(target, BinaryValue.of(struct.toByteArray()));
      lastWritten = new SoftReference<>(known);
    }
    out.writeRaw(known.bytes);
  }

  /** Whether the field is read as it is, whatever types are registered with Arrow by then. */
  private static boolean isCertain(Field field) {
    boolean isPlain =
        !(field.getType() instanceof ExtensionType)
            && !field.getMetadata().containsKey(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    return (isPlain || field.getType() == ParquetVariantType.INSTANCE)
        && field.getChildren().stream().allMatch(SplitFormat::isCertain);
  }

  private static ReaderSchema target(Values values) {
    ReaderSchema target = ReaderSchema.of(values.get(1)).withRules(values.get(2));
    for (Map.Entry<String, Object> entry : values.<List<Map.Entry<String, Object>>>get(3)) {
      target = target.withDefault(entry.getKey(), entry.getValue());
    }
    return target;
  }

  /** A constant of an enum, by its number. */
  static <E extends Enum<E>> ThriftType<E> oneOf(E[] all) {
    List<E> constants = List.of(all);
    return ThriftType.mapped(I32, constants::get, constants::indexOf);
  }

  /** Without extension types: their names are in the fields' metadata all the same. */
  private static String json(Schema schema) {
    return typed(
            schema,
            field ->
                field.getType() instanceof ExtensionType extension
                    ? extension.storageType()
                    : field.getType())
        .toJson();
  }

  private static Schema schema(String json) {
    try {
      return typed(Schema.fromJSON(json), SplitFormat::extended);
    } catch (IOException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** The type that the field's metadata names, as far as this JVM knows it. */
  private static ArrowType extended(Field field) {
    String name = field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_NAME);
    ExtensionType known = name == null ? null : ExtensionTypeRegistry.lookup(name);
    ArrowType type = field.getType();
    // Refuses a width that the type does not have.
    Types.getMinorTypeForArrowType(type);
    if (ParquetVariantType.NAME.equals(name) && type instanceof ArrowType.Struct) {
      return ParquetVariantType.INSTANCE;
    }
    String serialized = field.getMetadata().get(ExtensionType.EXTENSION_METADATA_KEY_METADATA);
    return known == null ? type : known.deserialize(type, serialized == null ? "" : serialized);
  }

  private static Schema typed(Schema schema, Function<Field, ArrowType> type) {
    return new Schema(typed(schema.getFields(), type), schema.getCustomMetadata());
  }

  private static List<Field> typed(List<Field> fields, Function<Field, ArrowType> type) {
    return fields.stream()
        .map(
            field ->
                new Field(
                    field.getName(),
                    new FieldType(
                        field.isNullable(),
                        type.apply(field),
                        field.getDictionary(),
                        field.getMetadata()),
                    typed(field.getChildren(), type)))
        .toList();
  }

  /** The table of what an immutable object is made with, each numbered in turn; absent for null. */
  static final class Settings<T> {
    private final List<BiFunction<T, Values, T>> withs = new ArrayList<>();
    private StructCodec<T> codec;

    Settings(String name, T defaults) {
      this.codec = StructCodec.of(name, values -> with(values, defaults));
    }

    <V> Settings<T> with(
        String name, ThriftType<V> type, Function<T, V> getter, BiFunction<T, V, T> with) {
      int id = withs.size() + 1;
      withs.add((to, values) -> with.apply(to, values.get(id)));
      codec = codec.optional(id, name, type, getter);
      return this;
    }

    StructCodec<T> codec() {
      return codec;
    }

    /** The second with all settings of the first. */
    T copy(T from, T to) {
      return with(codec.valuesOf(from), to);
    }

    private T with(Values values, T to) {
      T made = to;
      for (BiFunction<T, Values, T> with : withs) {
        made = with.apply(made, values);
      }
      return made;
    }
  }
}
