// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.TableShape;
import io.arrowparquet.footer.internal.flat.TableShape.Field;
import io.arrowparquet.footer.internal.flat.TableShape.Kind;
import io.arrowparquet.footer.internal.generated.ParquetFbs;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A footer of ours written again with the fields of the public proposal alone, as its own generated
 * code would write it: what the proposal itself needs, the least that a writer of it can reach.
 * Vtables, strings and empty tables are shared; on request all equal tables are.
 */
final class ProposalFooter {
  /** How many fields of each table are the proposal's; of the others all or none are. */
  private static final Map<String, Integer> FIELDS =
      Map.of(
          "Statistics", 11,
          "SchemaElement", 10,
          "ColumnMetadata", 12,
          "ColumnChunk", 4,
          "RowGroup", 7,
          "FileMetaData", 9);

  /** Scalars that are there even if they are 0. */
  private static final Set<String> OPTIONAL =
      Set.of(
          "null_count",
          "distinct_count",
          "min_len",
          "max_len",
          "type",
          "type_length",
          "field_id",
          "repetition_type",
          "num_values",
          "index_page_offset",
          "dictionary_page_offset",
          "ordinal",
          "zmin",
          "zmax",
          "mmin",
          "mmax",
          "specification_version");

  private static final int[] WIDTHS = {8, 4, 2, 1};

  private final FooterBytes from;
  private final boolean sharesTables;
  private final FlatBufferBuilder to = new FlatBufferBuilder(1024);
  private final Map<String, Integer> strings = new HashMap<>();
  private final Map<List<Object>, Integer> tables = new HashMap<>();

  private ProposalFooter(ByteBuffer flatbuffer, boolean sharesTables) {
    this.from = new FooterBytes(flatbuffer);
    this.sharesTables = sharesTables;
    to.forceDefaults(true);
  }

  /** Size in bytes of the footer without what was appended to the proposal. */
  static int size(ByteBuffer flatbuffer, boolean sharesTables) {
    ProposalFooter footer = new ProposalFooter(flatbuffer, sharesTables);
    footer.to.finish(footer.table(footer.from.root(), ParquetFbs.FileMetaData.SHAPE));
    return footer.to.dataBuffer().remaining();
  }

  private int table(int table, TableShape shape) {
    int count = Math.min(shape.fields().size(), FIELDS.getOrDefault(shape.name(), 99));
    long[] values = new long[count];
    int[] widths = new int[count];
    List<Object> key = new ArrayList<>(List.of(shape.name()));
    int tag = 0;
    for (int slot = 0; slot < count; slot++) {
      Field field = shape.fields().get(slot);
      int at = from.field(table, slot);
      boolean isScalar = field.kind() == Kind.SCALAR || field.kind() == Kind.UNION_TAG;
      if (at != 0) {
        values[slot] = isScalar ? scalar(at, field.width()) : reference(at, field, tag);
        boolean isLeftOut = isScalar && values[slot] == 0 && !OPTIONAL.contains(field.name());
        widths[slot] = isLeftOut ? 0 : isScalar ? field.width() : FooterBytes.REFERENCE;
        tag = field.kind() == Kind.UNION_TAG ? (int) values[slot] : tag;
      }
      key.add(widths[slot] + ":" + values[slot]);
    }
    boolean isShared = sharesTables || shape.equals(ParquetFbs.Empty.SHAPE);
    if (isShared && tables.containsKey(key)) {
      return tables.get(key);
    }
    int written = write(shape, values, widths);
    tables.put(key, written);
    return written;
  }

  private int write(TableShape shape, long[] values, int[] widths) {
    to.startTable(values.length);
    for (int width : WIDTHS) {
      for (int slot = 0; slot < values.length; slot++) {
        if (widths[slot] == width) {
          Kind kind = shape.fields().get(slot).kind();
          add(values[slot], width, kind != Kind.SCALAR && kind != Kind.UNION_TAG);
          to.slot(slot);
        }
      }
    }
    return to.endTable();
  }

  private void add(long value, int width, boolean isReference) {
    if (isReference) {
      to.addOffset((int) value);
    } else {
      switch (width) {
        case 8 -> to.addLong(value);
        case 4 -> to.addInt((int) value);
        case 2 -> to.addShort((short) value);
        default -> to.addByte((byte) value);
      }
    }
  }

  private long scalar(int at, int width) {
    return switch (width) {
      case 8 -> from.i64(at);
      case 4 -> from.i32(at);
      case 2 -> from.i16(at);
      default -> from.i8(at);
    };
  }

  private int reference(int at, Field field, int tag) {
    int target = from.follow(at);
    return switch (field.kind()) {
      case STRING -> string(target);
      case VECTOR -> vector(target, field);
      case TABLE -> table(target, field.tables().get(0));
      case UNION_MEMBER -> table(target, field.tables().get(tag - 1));
      case TABLES, STRINGS -> references(target, field);
      default -> throw new IllegalStateException(field.name());
    };
  }

  private int references(int vector, Field field) {
    int[] targets = new int[from.count(vector, FooterBytes.REFERENCE)];
    for (int i = 0; i < targets.length; i++) {
      int target = from.follow(from.element(vector, FooterBytes.REFERENCE, i));
      targets[i] =
          field.kind() == Kind.STRINGS ? string(target) : table(target, field.tables().get(0));
    }
    to.startVector(FooterBytes.REFERENCE, targets.length, FooterBytes.REFERENCE);
    for (int i = targets.length - 1; i >= 0; i--) {
      to.addOffset(targets[i]);
    }
    return to.endVector();
  }

  private int string(int string) {
    return strings.computeIfAbsent(from.string(string), to::createString);
  }

  private int vector(int vector, Field field) {
    int count = from.count(vector, field.width());
    to.startVector(field.width(), count, field.align());
    for (int i = count * field.width() - 1; i >= 0; i--) {
      to.putByte((byte) from.u8(vector + FooterBytes.REFERENCE + i));
    }
    return to.endVector();
  }
}
