// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.chunk;

import io.arrowparquet.bundle.internal.arrow.BlockRows;
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
  private volatile Templates templates = new Templates(new long[0], new ChunkTemplate[0]);

  /** What of a field decides how a row is written. */
  private enum Deciding {
    PRESENCE,
    FLAGS,

    /** The value of a boolean: it is in the header of the Thrift field. */
    TRUTH
  }

  private record Decider(BlockRows from, int field, Deciding deciding) {
    /** Appends the bits that decide. */
    long append(long form, int row) {
      return switch (deciding) {
        case PRESENCE -> form << 1 | (from.isNull(field, row) ? 0 : 1);
        case FLAGS ->
            (form << ChunkFacts.FLAG_COUNT) | (from.number(field, row, 0) & ChunkFacts.ALL_FLAGS);
        case TRUTH -> form << 1 | (from.number(field, row, 0) == 0 ? 0 : 1);
      };
    }
  }

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Templates(long[] forms, ChunkTemplate[] templates) {}

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
    addValue(ChunkFacts.FLAGS, Deciding.FLAGS);
    addValue(ChunkFacts.IS_MIN_VALUE_EXACT, Deciding.TRUTH);
    addValue(ChunkFacts.IS_MAX_VALUE_EXACT, Deciding.TRUTH);
    if (places != null) {
      addPresence(places, PlaceFields.SHAPE.size());
    }
  }

  private void addPresence(BlockRows from, int fields) {
    for (int field = 0; field < fields; field++) {
      if (from.hasNulls(field)) {
        deciders.add(new Decider(from, field, Deciding.PRESENCE));
      }
    }
  }

  private void addValue(int field, Deciding deciding) {
    if (facts.isVarying(field)) {
      deciders.add(new Decider(facts, field, deciding));
    }
  }

  /** Writes the chunk of a row group as a Thrift struct. */
  public void write(CompactWriter out, int row) {
    int at = row + shift;
    if (hasVaryingRest && !places.isNull(PlaceFields.REST, at)) {
      writeSlowly(out, at);
      return;
    }
    long form = form(at);
    Templates known = templates;
    for (int i = 0; i < known.forms.length; i++) {
      if (known.forms[i] == form) {
        known.templates[i].write(out, at);
        return;
      }
    }
    ChunkTemplate made = writeSlowly(out, at);
    if (known.forms.length < MAX_TEMPLATES) {
      add(form, made);
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

  private ChunkTemplate writeSlowly(CompactWriter out, int at) {
    CompactWriter chunk = new CompactWriter();
    ChunkTemplate.Recorder recorder = new ChunkTemplate.Recorder();
    new ChunkThrift(chunk, facts, places, at, path, recorder).write();
    byte[] bytes = chunk.toByteArray();
    out.writeRaw(bytes, 0, bytes.length);
    return recorder.finish(bytes);
  }

  private synchronized void add(long form, ChunkTemplate made) {
    int count = templates.forms.length;
    long[] forms = Arrays.copyOf(templates.forms, count + 1);
    ChunkTemplate[] all = Arrays.copyOf(templates.templates, count + 1);
    forms[count] = form;
    all[count] = made;
    templates = new Templates(forms, all);
  }
}
