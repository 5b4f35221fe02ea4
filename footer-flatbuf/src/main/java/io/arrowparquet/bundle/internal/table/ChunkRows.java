// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.bundle.internal.table.ChunkTable.Column;
import io.arrowparquet.bundle.internal.table.ChunkTable.PlaceFields;
import io.arrowparquet.bundle.internal.table.ChunkTable.Struct;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
import io.arrowparquet.footer.internal.thrift.ChunkFields;
import io.arrowparquet.footer.internal.thrift.ColumnMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The chunks of a column in consecutive row groups. Rows that have values in the same fields are
 * written by a template, made of the first such row. Threads may share it.
 */
public final class ChunkRows {
  /** Rows of a block seldom differ in more ways than these; the others are written without one. */
  private static final int MAX_TEMPLATES = 16;

  private final byte[] path;
  private final BlockRows facts;
  private final BlockRows places;
  private final int shift;
  private final List<Decider> deciders = new ArrayList<>();
  private final boolean hasVaryingRest;

  private volatile ChunkTemplate[] templates = {};

  /** What decides how a row is written: some bits of a column's values; if 0, their presence. */
  private record Decider(BlockRows from, int column, int bits) {
    long append(long form, int row) {
      return bits == 0
          ? form << 1 | (from.isNull(column, row) ? 0 : 1)
          : form << bits | (from.number(column, row, 0) & ((1L << bits) - 1));
    }
  }

  /**
   * Chunks of a column.
   *
   * @param path the list {@code path_in_schema} of the column
   * @param places block with the other fields; null if it was not asked for
   * @param shift what to add to a row group's row in the schema's tables for its row in the blocks
   */
  public ChunkRows(byte[] path, BlockRows facts, BlockRows places, int shift) {
    this.path = path;
    this.facts = facts;
    this.places = places;
    this.shift = shift;
    this.hasVaryingRest = places != null && places.isVarying(PlaceFields.REST);
    addPresence(facts, ChunkFacts.SHAPE.size());
    addValue(ChunkFacts.FLAGS, ChunkFacts.FLAG_COUNT);
    // The value of a boolean is in the header of the Thrift field.
    addValue(ChunkFacts.IS_MIN_VALUE_EXACT, 1);
    addValue(ChunkFacts.IS_MAX_VALUE_EXACT, 1);
    if (places != null) {
      addPresence(places, PlaceFields.SHAPE.size());
    }
  }

  private void addPresence(BlockRows from, int fields) {
    for (int field = 0; field < fields; field++) {
      if (from.hasNulls(field)) {
        deciders.add(new Decider(from, field, 0));
      }
    }
  }

  private void addValue(int field, int bits) {
    if (facts.isVarying(field)) {
      deciders.add(new Decider(facts, field, bits));
    }
  }

  /** What is said of the chunk of a row group; null if it has no metadata. */
  public ChunkClaims claims(int row) {
    int at = row + shift;
    return ChunkFacts.claims(
        field -> facts.optionalNumber(field, at), field -> facts.bytes(field, at));
  }

  public void write(CompactWriter out, int row) {
    int at = row + shift;
    if (hasVaryingRest && !places.isNull(PlaceFields.REST, at)) {
      ChunkTemplate.write(out, path, facts, places, at, 0);
      return;
    }
    long form = form(at);
    ChunkTemplate[] known = templates;
    for (ChunkTemplate template : known) {
      if (template.form == form) {
        template.write(out, at);
        return;
      }
    }
    ChunkTemplate made = ChunkTemplate.write(out, path, facts, places, at, form);
    if (known.length < MAX_TEMPLATES) {
      add(made);
    }
  }

  private long form(int at) {
    long form = 0;
    for (int i = 0; i < deciders.size(); i++) {
      form = deciders.get(i).append(form, at);
    }
    return form;
  }

  private synchronized void add(ChunkTemplate made) {
    ChunkTemplate[] all = Arrays.copyOf(templates, templates.length + 1);
    all[templates.length] = made;
    templates = all;
  }

  /**
   * The Thrift struct of one chunk of a column, without the values that other rows of its blocks
   * have differently: for rows that have values in the same fields. The reverse of {@link
   * ChunkTransposer}. Immutable.
   *
   * <pre>
   *   | bytes of all such rows | value | bytes of all such rows | value | ... | bytes of all such rows |
   * </pre>
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record ChunkTemplate(long form, byte[] bytes, int[] ends, Value[] values) {
    private static final Column[] BY_FIELD = new Column[ChunkFields.COUNT];

    static {
      ChunkFacts.TABLE.columns.forEach(column -> BY_FIELD[column.field()] = column);
      PlaceFields.TABLE.columns.forEach(column -> BY_FIELD[column.field()] = column);
    }

    private enum Kind {
      I64,
      I32,
      BINARY,

      RAW,
      DICTIONARY_PAGE_OFFSET,
      FILE_OFFSET;

      static Kind of(Column column) {
        if (column.table() == PlaceFields.TABLE && !column.isPlain()) {
          return column.number() == PlaceFields.FILE_OFFSET ? FILE_OFFSET : DICTIONARY_PAGE_OFFSET;
        }
        return switch (column.type()) {
          case CompactType.I32 -> I32;
          case CompactType.I64 -> I64;
          case CompactType.BINARY -> BINARY;
          default -> RAW;
        };
      }
    }

    private record Value(Kind kind, BlockRows from, int column) {
      boolean isVarying() {
        return kind == Kind.FILE_OFFSET
            || kind == Kind.DICTIONARY_PAGE_OFFSET
            || from.isVarying(column);
      }

      void write(CompactWriter out, int row) {
        switch (kind) {
          case I64 -> out.writeI64(from.number(column, row));
          case I32 -> out.writeI32((int) from.number(column, row));
          case BINARY -> out.writeBinaryValue(from.bytes(column, row));
          case RAW -> out.writeRaw(from.bytes(column, row));
          case DICTIONARY_PAGE_OFFSET ->
              out.writeI64(
                  from.number(PlaceFields.DATA_PAGE_OFFSET, row)
                      - from.number(PlaceFields.DICTIONARY_BYTES, row));
          case FILE_OFFSET -> out.writeI64(fileOffset(row));
        }
      }

      private long fileOffset(int row) {
        long dataPage = from.number(PlaceFields.DATA_PAGE_OFFSET, row, 0);
        long firstPage = dataPage - from.number(PlaceFields.DICTIONARY_BYTES, row, 0);
        return switch ((int) from.number(PlaceFields.FILE_OFFSET_KIND, row)) {
          case PlaceFields.NO_OFFSET -> 0;
          case PlaceFields.DATA_PAGE -> dataPage;
          case PlaceFields.FIRST_PAGE -> firstPage;
          case PlaceFields.END_OF_CHUNK ->
              firstPage + from.number(PlaceFields.TOTAL_COMPRESSED_SIZE, row, 0);
          default -> from.number(PlaceFields.FILE_OFFSET, row);
        };
      }
    }

    void write(CompactWriter out, int row) {
      int start = 0;
      for (int i = 0; i < values.length; i++) {
        out.writeRaw(bytes, start, ends[i] - start);
        values[i].write(out, row);
        start = ends[i];
      }
      out.writeRaw(bytes, start, bytes.length - start);
    }

    /**
     * Writes the chunk of a row, fields in the order of their ids, and makes its template.
     *
     * @param path the list {@code path_in_schema} of the schema
     * @param places null for a chunk of which only the facts matter
     */
    static ChunkTemplate write(
        CompactWriter out, byte[] path, BlockRows facts, BlockRows places, int row, long form) {
      Maker maker = new Maker(path, facts, places, row);
      RawFields rare = RawFields.of(places == null ? null : places.bytes(PlaceFields.REST, row));
      maker.writeStruct(Struct.CHUNK, rare);
      byte[] chunk = maker.out.toByteArray();
      out.writeRaw(chunk, 0, chunk.length);
      return maker.finish(chunk, form);
    }

    private static final class Maker {
      private final CompactWriter out = new CompactWriter();
      private final byte[] path;
      private final BlockRows facts;
      private final BlockRows places;
      private final int row;
      private final long flags;
      private final List<Value> values = new ArrayList<>();
      private final List<Integer> bounds = new ArrayList<>();

      Maker(byte[] path, BlockRows facts, BlockRows places, int row) {
        this.path = path;
        this.facts = facts;
        this.places = places;
        this.row = row;
        this.flags = facts.number(ChunkFacts.FLAGS, row);
      }

      void writeStruct(Struct struct, RawFields rare) {
        out.structBegin();
        for (int id = 1; id <= struct.shape.maxFieldId(); id++) {
          Column column = BY_FIELD[struct.base + id];
          if (id == struct.inner) {
            writeInner(struct, rare);
          } else if (column != null) {
            writeField(column, rare);
          } else if (struct == Struct.META_DATA
              && id == ColumnMetaDataCodec.PATH_IN_SCHEMA
              && has(ChunkFacts.HAS_PATH)) {
            rare.writeBelow(out, id);
            out.fieldHeader(id, CompactType.LIST);
            out.writeRaw(path, 0, path.length);
          }
        }
        rare.writeRest(out);
        out.structEnd();
      }

      private boolean has(int flag) {
        return (flags & flag) != 0;
      }

      private void writeInner(Struct struct, RawFields rare) {
        if (has(struct == Struct.CHUNK ? ChunkFacts.HAS_META_DATA : ChunkFacts.HAS_STATISTICS)) {
          RawFields rareOfInner = rare.takeStruct(struct.inner);
          rare.writeBelow(out, struct.inner);
          out.fieldHeader(struct.inner, CompactType.STRUCT);
          writeStruct(struct.next, rareOfInner);
        }
      }

      private void writeField(Column field, RawFields rare) {
        BlockRows from = field.table() == ChunkFacts.TABLE ? facts : places;
        int column = from == facts ? column(field.number()) : field.number();
        boolean isNull = from == null || from.isNull(column, row);
        if (isNull && !field.struct().shape.isRequired(field.id())) {
          return;
        }
        rare.writeBelow(out, field.id());
        int type = field.type();
        if (type == CompactType.BOOLEAN_TRUE) {
          // Its value is in the header.
          out.boolField(field.id(), (from.number(column, row) & 1) != 0);
          return;
        }
        out.fieldHeader(field.id(), type);
        if (isNull && type == CompactType.LIST) {
          out.writeByte(CompactType.I32); // an empty one
        } else if (from == null) {
          out.writeI64(0);
        } else {
          Value value = new Value(Kind.of(field), from, column);
          int start = out.size();
          value.write(out, row);
          if (value.isVarying()) {
            values.add(value);
            bounds.add(start);
            bounds.add(out.size());
          }
        }
      }

      private int column(int number) {
        if (number == ChunkFacts.MIN && has(ChunkFacts.MIN_IS_MIN_VALUE)) {
          return ChunkFacts.MIN_VALUE;
        }
        boolean isMaxValue = number == ChunkFacts.MAX && has(ChunkFacts.MAX_IS_MAX_VALUE);
        return isMaxValue ? ChunkFacts.MAX_VALUE : number;
      }

      ChunkTemplate finish(byte[] chunk, long form) {
        CompactWriter rest = new CompactWriter(chunk.length);
        int[] ends = new int[values.size()];
        int start = 0;
        for (int i = 0; i < ends.length; i++) {
          rest.writeRaw(chunk, start, bounds.get(2 * i) - start);
          ends[i] = rest.size();
          start = bounds.get(2 * i + 1);
        }
        rest.writeRaw(chunk, start, chunk.length - start);
        return new ChunkTemplate(form, rest.toByteArray(), ends, values.toArray(Value[]::new));
      }
    }
  }
}
