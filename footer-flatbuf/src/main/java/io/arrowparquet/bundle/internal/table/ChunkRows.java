// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.BlockRows;
import io.arrowparquet.footer.internal.statistics.ChunkClaims;
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

  /** Whether some rows, and not all, have rare fields of their own. */
  private final boolean hasVaryingRest;

  /** Copied when one is added. */
  private volatile ChunkTemplate[] templates = {};

  /**
   * What decides how a row is written.
   *
   * @param bits of the column's values that do; 0 where it is their presence
   */
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
   * @param facts block with the chunks' facts
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

  /** Writes the chunk of a row group as a Thrift struct. */
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

  /** The same for rows that have values in the same fields. */
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
}
