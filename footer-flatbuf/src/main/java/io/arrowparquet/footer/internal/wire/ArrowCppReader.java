// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.StructureVerifier;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Field;
import io.arrowparquet.footer.internal.flat.TableShape.Kind;
import io.arrowparquet.footer.internal.flat.TableWriter;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppColumnChunk;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppColumnMetadata;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppFileMetaData;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppLogicalType;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppRowGroup;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppSchemaElement;
import io.arrowparquet.footer.internal.generated.ArrowCppFbs.CppStatistics;
import io.arrowparquet.footer.internal.generated.ParquetFbs.ColumnMetadata;
import io.arrowparquet.footer.internal.generated.ParquetFbs.FileMetaData;
import io.arrowparquet.footer.internal.generated.ParquetFbs.SchemaElement;
import io.arrowparquet.footer.internal.generated.ParquetFbs.Statistics;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.PhysicalType;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Translates a footer of Arrow C++ to a buffer of parquet.fbs, as another writer of the proposal
 * would write it: with none of the fields that this project appended, but for the exactness of
 * bounds. What arrow-cpp.fbs cannot say is absent in the result, which {@link
 * io.arrowparquet.footer.flat.FlatFooter#isComplete} tells from absent in the file.
 *
 * <p>Fields of one name mean the same in both schemas and are copied. Takes time and memory in
 * proportion to the buffer's tables, of which there are no more than {@link #MAX_TABLES}.
 */
public final class ArrowCppReader {
  /** Tables that a buffer may have, a shared one counted each time: FlatBuffers' own limit. */
  public static final int MAX_TABLES = 1_000_000;

  private static final int INTERVAL_BYTES = 12;
  private static final int FLAG_EXPLICIT_CONVERTED_TYPE = 1;

  /** Of the {@code flags} of statistics; those of a maximum are two bits higher. */
  private static final int EXACT = 1;

  private static final int INEXACT = 2;

  /** Room for vtables and the root, which even the smallest footer needs. */
  private static final int FIXED_BYTES = 1024;

  /**
   * Zeros, and empty strings and vectors, that are written where there is none. A zero offset of
   * data pages is that of the row group.
   */
  static final Set<String> ABSENT_IF_EMPTY =
      Set.of(
          "num_children",
          "file_offset",
          "total_compressed_size",
          "offset",
          "length",
          "data_page_offset",
          "kv",
          "key_value_metadata",
          "sorting_columns",
          "created_by",
          "crs");

  /** Numbers with the default 0 in arrow-cpp.fbs, and without in parquet.fbs. */
  private static final Set<String> NEVER_ABSENT = Set.of("repetition_type", "algorithm");

  private static final Plan ROOT = Plan.of(CppFileMetaData.SHAPE, FileMetaData.SHAPE);

  private record Plan(String from, TableShape to, List<Copied> fields) {
    static Plan of(TableShape from, TableShape to) {
      List<Copied> copied = new ArrayList<>();
      for (int slot = 0; slot < from.fields().size(); slot++) {
        Field field = from.fields().get(slot);
        String name = field.name().equals("meta_data") ? "metadata" : field.name();
        for (int target = 0; target < to.fields().size(); target++) {
          Field copy = to.fields().get(target);
          if (copy.name().equals(name)) {
            copied.add(Copied.of(slot, target, field, copy));
          }
        }
      }
      return new Plan(from.name(), to, List.copyOf(copied));
    }
  }

  /** The width is 0 for all but scalars; the tables are those referred to, by tag less one. */
  private record Copied(
      int slot,
      int target,
      Kind kind,
      int width,
      boolean isAbsentIfEmpty,
      boolean isNeverAbsent,
      List<Plan> tables) {
    static Copied of(int slot, int target, Field from, Field to) {
      List<Plan> tables = new ArrayList<>();
      for (int i = 0; i < from.tables().size(); i++) {
        tables.add(Plan.of(from.tables().get(i), to.tables().get(i)));
      }
      boolean isTag = from.kind() == Kind.UNION_TAG;
      return new Copied(
          slot,
          target,
          from.kind(),
          isTag || from.kind() == Kind.SCALAR ? from.width() : 0,
          isTag || ABSENT_IF_EMPTY.contains(from.name()),
          NEVER_ABSENT.contains(from.name()),
          List.copyOf(tables));
    }
  }

  private final FooterBytes in;
  private final FlatBufferBuilder builder;
  private final TableWriter out;
  private final List<CppBounds.Leaf> leaves = new ArrayList<>();
  private final CppBounds.Reader min;
  private final CppBounds.Reader max;
  private final Map<Integer, Integer> strings = new HashMap<>();
  private final Map<Integer, Integer> prefixes = new HashMap<>();
  private int empty;
  private long fileOffset;
  private CppBounds.Leaf leaf;

  private ArrowCppReader(FooterBytes in) {
    this.in = in;
    this.builder = new FlatBufferBuilder(in.size() + FIXED_BYTES);
    this.out = new TableWriter(builder);
    this.min = new CppBounds.Reader(in, false);
    this.max = new CppBounds.Reader(in, true);
  }

  /** Verifies both buffers; offsets of exceptions count from the position of the first. */
  public static ByteBuffer convert(ByteBuffer flatbuffer) {
    FooterBytes bytes = new FooterBytes(flatbuffer);
    StructureVerifier.verify(bytes, CppFileMetaData.SHAPE, MAX_TABLES);
    ByteBuffer translated = new ArrowCppReader(bytes).convert();
    try {
      FlatFooter.verify(translated);
    } catch (CorruptFooterException e) {
      // Offsets in the translation are of no use to anybody.
      throw new CorruptFooterException(
          e.problem(), CorruptFooterException.NO_OFFSET, e.found(), e.expected(), e);
    }
    return translated;
  }

  private ByteBuffer convert() {
    int root = in.root();
    if (number(root, CppFileMetaData.ENCRYPTION_ALGORITHM_TYPE, 1) != 0
        || in.count(in.child(root, CppFileMetaData.FOOTER_SIGNING_KEY_METADATA), 1) > 0) {
      throw unexpected("encryption_algorithm", "present", "absent");
    }
    findLeaves(in.child(root, CppFileMetaData.SCHEMA));
    builder.finish(copy(root, ROOT));
    return builder.dataBuffer();
  }

  private static CorruptFooterException unexpected(String what, String found, String expected) {
    return new CorruptFooterException("FlatBuffers footer: " + what, found, expected);
  }

  private void findLeaves(int schema) {
    int count = in.count(schema, FooterBytes.REFERENCE);
    for (int i = 1; i < count; i++) {
      int element = in.reference(schema, i);
      if (in.field(element, CppSchemaElement.TYPE) != 0
          && number(element, CppSchemaElement.NUM_CHILDREN, Integer.BYTES) == 0) {
        leaves.add(
            new CppBounds.Leaf(
                PhysicalType.forNumber((int) number(element, CppSchemaElement.TYPE, 1)),
                (int) number(element, CppSchemaElement.TYPE_LENGTH, Integer.BYTES),
                number(element, CppSchemaElement.LOGICAL_TYPE_TYPE, 1)
                    == CppLogicalType.DecimalType));
      }
    }
  }

  private long number(int table, int slot, int width) {
    return number(table, in.vtable(table), slot, width);
  }

  private long number(int table, int vtable, int slot, int width) {
    int at = in.field(table, vtable, slot);
    return at == 0 ? 0 : numberAt(at, width);
  }

  private long numberAt(int at, int width) {
    return switch (width) {
      case Byte.BYTES -> in.i8(at);
      case Short.BYTES -> in.i16(at);
      case Integer.BYTES -> in.i32(at);
      default -> in.i64(at);
    };
  }

  private int copy(int table, Plan plan) {
    int vtable = in.vtable(table);
    switch (plan.from) {
      case "Empty" -> {
        empty = empty != 0 ? empty : out.begin(plan.to).end();
        return empty;
      }
      case "CppStatistics" -> {
        return copyStatistics(table, vtable);
      }
      case "CppRowGroup" -> fileOffset = number(table, vtable, CppRowGroup.FILE_OFFSET, Long.BYTES);
      case "CppColumnChunk" -> requireReadable(table);
      default -> {}
    }
    List<Copied> fields = plan.fields;
    // Of scalars their places, of others what was copied.
    int[] values = new int[fields.size()];
    for (int i = 0; i < values.length; i++) {
      Copied field = fields.get(i);
      int at = in.field(table, vtable, field.slot);
      values[i] = at == 0 || field.width > 0 ? at : copyTarget(in.follow(at), table, field);
    }
    out.begin(plan.to);
    for (int i = 0; i < values.length; i++) {
      Copied field = fields.get(i);
      if (field.width == 0) {
        out.refer(field.target, values[i]);
      } else if (values[i] != 0) {
        long value = numberAt(values[i], field.width);
        out.setIf(value != 0 || !field.isAbsentIfEmpty, field.target, value);
      } else {
        out.setIf(field.isNeverAbsent, field.target, 0);
      }
    }
    if (plan.from.equals("CppSchemaElement") && isInterval(table)) {
      out.set(SchemaElement.CONVERTED_TYPE, ConvertedType.INTERVAL.number())
          .set(SchemaElement.FLAGS, FLAG_EXPLICIT_CONVERTED_TYPE);
    } else if (plan.from.equals("CppColumnMetadata")) {
      boolean isOfGroup =
          number(table, vtable, CppColumnMetadata.DATA_PAGE_OFFSET, Long.BYTES) == 0;
      out.setIf(isOfGroup, ColumnMetadata.DATA_PAGE_OFFSET, fileOffset);
    }
    return out.end();
  }

  private void requireReadable(int chunk) {
    if (number(chunk, CppColumnChunk.CRYPTO_METADATA_TYPE, 1) != 0
        || in.count(in.child(chunk, CppColumnChunk.ENCRYPTED_COLUMN_METADATA), 1) > 0) {
      throw unexpected("crypto_metadata", "present", "absent");
    }
    if (in.field(chunk, CppColumnChunk.META_DATA) == 0) {
      throw unexpected("meta_data of a column chunk", "absent", "present");
    }
  }

  private int copyTarget(int target, int table, Copied field) {
    switch (field.kind) {
      case STRING -> {
        return field.isAbsentIfEmpty && in.count(target, 1) == 0
            ? 0
            : strings.computeIfAbsent(target, key -> builder.createString(in.slice(key)));
      }
      case TABLE -> {
        return copy(target, field.tables.get(0));
      }
      case TABLES -> {
        return copyTables(target, field.tables.get(0), field.isAbsentIfEmpty);
      }
      case UNION_MEMBER -> {
        int tag = (int) number(table, field.slot - 1, Byte.BYTES);
        return tag == 0 ? 0 : copy(target, field.tables.get(tag - 1));
      }
      default -> {
        // Vectors are of encryption, and refused if they are not empty.
        return 0;
      }
    }
  }

  private int copyTables(int vector, Plan plan, boolean isAbsentIfEmpty) {
    int count = in.count(vector, FooterBytes.REFERENCE);
    boolean areChunks = plan.from.equals("CppColumnChunk");
    if (areChunks && count != leaves.size()) {
      throw unexpected(
          "column chunks of a row group",
          String.valueOf(count),
          leaves.size() + ", one for each column");
    }
    int[] copies = new int[count];
    for (int i = 0; i < count; i++) {
      leaf = areChunks ? leaves.get(i) : leaf;
      copies[i] = copy(in.reference(vector, i), plan);
    }
    return isAbsentIfEmpty && count == 0 ? 0 : builder.createVectorOfTables(copies);
  }

  /** Of the converted types, INTERVAL alone has no logical type: the tag is NONE, with a member. */
  private boolean isInterval(int element) {
    return in.field(element, CppSchemaElement.LOGICAL_TYPE) != 0
        && number(element, CppSchemaElement.LOGICAL_TYPE_TYPE, 1) == CppLogicalType.NONE
        && number(element, CppSchemaElement.TYPE, 1) == PhysicalType.FIXED_LEN_BYTE_ARRAY.number()
        && number(element, CppSchemaElement.TYPE_LENGTH, Integer.BYTES) == INTERVAL_BYTES;
  }

  private int copyStatistics(int table, int vtable) {
    boolean hasBounds =
        in.field(table, vtable, CppStatistics.MIN_LEN) != 0
            && in.field(table, vtable, CppStatistics.MAX_LEN) != 0
            && leaf.type() != null;
    boolean hasMin = hasBounds && min.read(table, vtable, leaf);
    boolean hasMax = hasBounds && max.read(table, vtable, leaf);
    int prefixAt = in.field(table, vtable, CppStatistics.PREFIX);
    int prefixBytes = (hasMin || hasMax) && prefixAt != 0 ? in.follow(prefixAt) : 0;
    int prefix =
        prefixBytes == 0
            ? 0
            : prefixes.computeIfAbsent(prefixBytes, key -> builder.createByteVector(in.slice(key)));
    int minWhole = hasMin && min.whole != null ? builder.createByteVector(min.whole) : 0;
    int maxWhole = hasMax && max.whole != null ? builder.createByteVector(max.whole) : 0;
    int flags = hasMin ? (min.isExact ? EXACT : INEXACT) : 0;
    flags |= hasMax ? (max.isExact ? EXACT : INEXACT) << 2 : 0;
    int nulls = (int) number(table, vtable, CppStatistics.NULL_COUNT, Integer.BYTES);
    boolean hasNulls = in.field(table, vtable, CppStatistics.NULL_COUNT) != 0;
    // A count that did not fit 32 bits is negative.
    out.begin(Statistics.SHAPE)
        .setIf(hasNulls && nulls >= 0, Statistics.NULL_COUNT, nulls)
        .refer(Statistics.PREFIX, prefix)
        .refer(Statistics.MIN_VALUE, minWhole)
        .refer(Statistics.MAX_VALUE, maxWhole);
    if (hasMin && minWhole == 0) {
      min.write(out, CppBounds.Slots.MIN);
    }
    if (hasMax && maxWhole == 0) {
      max.write(out, CppBounds.Slots.MAX);
    }
    return out.setIf(flags != 0, Statistics.FLAGS, flags).end();
  }
}
