// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.internal.build;

import io.arrowparquet.storage.DiagnosedException;
import io.arrowparquet.variant.internal.BitAppender;
import io.arrowparquet.variant.internal.ValidityBits;
import java.util.function.IntToLongFunction;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;

/**
 * A contiguous range of positions at one level of a shredded column, with a selection bitmap: a
 * position under a null, or of another form than asked for, does not. Sets are made of sets a word
 * at a time.
 *
 * @param bits one for each position from 0 on; null if all count
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Selection(int start, int end, long[] bits, Places places) {
  public interface Places {
    Places ROWS = position -> position;

    int row(int position);

    default DiagnosedException located(DiagnosedException e, int position) {
      return e.atRow(row(position));
    }
  }

  public static Selection all(int start, int end, Places places) {
    return new Selection(start, end, null, places);
  }

  public int size() {
    return end - start;
  }

  public int row(int position) {
    return places.row(position);
  }

  /** Adds the row of a position, and its elements as far as they are known, to its problem. */
  public DiagnosedException located(DiagnosedException e, int position) {
    return places.located(e, position);
  }

  public boolean has(int position) {
    return bits == null || (bits[position / Long.SIZE] >>> position & 1) != 0;
  }

  public boolean isAll() {
    return bits == null || first(~0L) < 0;
  }

  public boolean isNone() {
    return bits == null ? start == end : first(0L) < 0;
  }

  /** The first position that counts, or with all bits turned over that does not; -1 for none. */
  private int first(long turned) {
    for (int word = start / Long.SIZE; word * Long.SIZE < end; word++) {
      long found = (bits[word] ^ turned) & inRange(word);
      if (found != 0) {
        return word * Long.SIZE + Long.numberOfTrailingZeros(found);
      }
    }
    return -1;
  }

  /** The first position at or after this one that counts; the end if there is none. */
  public int next(int position) {
    if (bits == null || position >= end) {
      return Math.min(position, end);
    }
    int word = position / Long.SIZE;
    long found = bits[word] >>> position << position & inRange(word);
    while (found == 0 && (word + 1) * Long.SIZE < end) {
      found = bits[++word] & inRange(word);
    }
    return found == 0 ? end : word * Long.SIZE + Long.numberOfTrailingZeros(found);
  }

  private long inRange(int word) {
    int base = word * Long.SIZE;
    long mask = base < start ? -1L << start : -1L;
    return end - base < Long.SIZE ? mask & ~(-1L << end) : mask;
  }

  /** Up to 64 positions from this one on as bits, those beyond the end being 0. */
  private long word(int position) {
    int left = end - position;
    long mask = left < Long.SIZE ? ~(-1L << left) : -1L;
    if (bits == null) {
      return mask;
    }
    int word = position / Long.SIZE;
    int shift = position % Long.SIZE;
    long low = bits[word] >>> shift;
    long high = shift == 0 || word + 1 == bits.length ? 0 : bits[word + 1] << (Long.SIZE - shift);
    return (low | high) & mask;
  }

  /** Appends a bit for each position, those that count being ones. */
  public void appendTo(BitAppender bitmap) {
    for (int i = start; i < end; i += Long.SIZE) {
      bitmap.appendWord(word(i), Math.min(Long.SIZE, end - i));
    }
  }

  /** Those at which a vector is not null as well; none if there is no vector. */
  public Selection and(FieldVector vector) {
    ValidityBits valid = ValidityBits.of(vector);
    if (valid != null && valid.noneNull()) {
      return this;
    }
    return where(valid == null ? word -> 0 : valid::word);
  }

  public Selection and(ArrowBuf buffer) {
    return where(word -> ValidityBits.word(buffer, word, end));
  }

  public Selection and(Selection other) {
    return where(word -> word(other.bits, word));
  }

  public Selection andNot(Selection other) {
    return where(word -> ~word(other.bits, word));
  }

  private Selection where(IntToLongFunction other) {
    long[] both = noBits();
    for (int word = start / Long.SIZE; word < both.length; word++) {
      both[word] = word(bits, word) & other.applyAsLong(word) & inRange(word);
    }
    return only(both);
  }

  /** A word for each 64 positions from 0 on, all bits 0: for {@link #only}. */
  public long[] noBits() {
    return new long[(end + Long.SIZE - 1) / Long.SIZE];
  }

  /** Those whose bit is set, none beyond them being; the words are kept. */
  public Selection only(long[] set) {
    return new Selection(start, end, set, places);
  }

  private static long word(long[] bits, int word) {
    return bits == null ? -1L : bits[word];
  }
}
