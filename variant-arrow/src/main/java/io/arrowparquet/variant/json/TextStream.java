// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import io.arrowparquet.variant.encoding.VariantBuilder;
import java.io.InputStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * Texts, one after another, as one stream of bytes: so one parser reads them all, and none is made
 * for each. After each text comes a space, which ends a number; after that the stream has ended
 * until {@link #next} gives it another text. A parser that asks for more in the middle of a value
 * thus finds the end, never the text that follows.
 *
 * <p>Places in the stream are counted from its start; {@link #position} makes them places in the
 * text at hand. Borrows the text. For one thread at a time.
 */
final class TextStream extends InputStream {
  private static final long ONES = 0x0101010101010101L;
  private static final long HIGH_BITS = 0x8080808080808080L;
  private static final long QUOTES = ONES * '"';
  private static final long BACKSLASHES = ONES * '\\';
  private static final long TEN_TO_8 = 100_000_000L;

  /** Where the text is: in the array, or if that is null in the buffer. */
  private byte[] array;

  private ArrowBuf buffer;

  /** Position in the array, or address. */
  private long from;

  private int length;

  /** Bytes given of this text; one more than its length after the space. */
  private long given;

  /** Bytes given of all texts. */
  private long total;

  /** Bytes given of the texts before. */
  private long start;

  /** Goes on with a text in an array. */
  void next(byte[] utf8, int position, int count) {
    array = utf8;
    buffer = null;
    next(position, count);
  }

  /** Goes on with a text in a buffer, which has that many bytes there. */
  void next(ArrowBuf utf8, long position, int count) {
    array = null;
    buffer = utf8;
    next(utf8.memoryAddress() + position, count);
  }

  private void next(long place, int count) {
    from = place;
    length = count;
    given = 0;
    start = total;
  }

  /** Counts from here on, none of this text being given yet: a new parser reads it. */
  void restart() {
    total = 0;
    start = 0;
  }

  @Override
  public int read() {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] target, int at, int count) {
    if (given > length) {
      return -1;
    }
    int bytes = (int) Math.min(length - given, count);
    if (array != null) {
      System.arraycopy(array, (int) (from + given), target, at, bytes);
    } else {
      MemoryUtil.copyFromMemory(from + given, target, at, bytes);
    }
    given += bytes;
    if (bytes < count) {
      target[at + bytes] = ' ';
      bytes++;
      given++;
    }
    total += bytes;
    return bytes;
  }

  /** The place in the text that a place in the stream is, as far as it is in the text. */
  int position(long placeInStream) {
    return (int) Math.max(0, Math.min(length, placeInStream - start));
  }

  /** The place of the first byte from a place on that is no space, or the text's end. */
  int skipSpaces(int position) {
    int at = position;
    while (at < length && isSpace(at(at))) {
      at++;
    }
    return at;
  }

  private static boolean isSpace(byte b) {
    return b == ' ' || b == '\n' || b == '\r' || b == '\t';
  }

  /** Whether the text ends at a place. */
  boolean endsAt(int position) {
    return position == length;
  }

  /**
   * How many bytes lie between a place and the next quote if all of them are ASCII and represent
   * themselves, -1 if not.
   */
  int plainLength(int position) {
    int at = position;
    for (; at <= length - Long.BYTES; at += Long.BYTES) {
      long found = notable(word(at));
      if (found != 0) {
        int first = at + Long.numberOfTrailingZeros(found) / Byte.SIZE;
        return at(first) == '"' ? first - position : -1;
      }
    }
    for (; at < length; at++) {
      byte b = at(at);
      if (b == '"') {
        return at - position;
      }
      if (b < ' ' || b == '\\') {
        return -1;
      }
    }
    return -1;
  }

  /**
   * High bits set in eight bytes, the lowest in the first that is a quote, a backslash, below the
   * space or beyond ASCII. Subtracting one, or a space, borrows into a byte's high bit where the
   * byte was zero, or below the space; only above such a byte can a bit be a false alarm.
   */
  private static long notable(long word) {
    long quote = word ^ QUOTES;
    long backslash = word ^ BACKSLASHES;
    long found =
        word | (word - ONES * ' ') | ((quote - ONES) & ~quote) | ((backslash - ONES) & ~backslash);
    return found & HIGH_BITS;
  }

  private byte at(int position) {
    return array != null ? array[(int) (from + position)] : MemoryUtil.getByte(from + position);
  }

  private long word(int position) {
    long word =
        array != null
            ? MemoryUtil.getLong(array, (int) (from + position))
            : MemoryUtil.getLong(from + position);
    return MemoryUtil.LITTLE_ENDIAN ? word : Long.reverseBytes(word);
  }

  /** Whether the byte at a place is a minus sign. */
  boolean isMinus(int position) {
    return at(position) == '-';
  }

  /**
   * The number that digits before a place make, eight at a time.
   *
   * @return -1 if there are too many of them, or too few bytes in the text before the place
   */
  long digitsBefore(int end, int count) {
    if (count <= Long.BYTES) {
      return end < Long.BYTES ? -1 : eightDigits(word(end - Long.BYTES), count);
    }
    if (count > 2 * Long.BYTES || end < 2 * Long.BYTES) {
      return -1;
    }
    return TEN_TO_8 * eightDigits(word(end - 2 * Long.BYTES), count - Long.BYTES)
        + eightDigits(word(end - Long.BYTES), Long.BYTES);
  }

  /**
   * The number that the last, highest bytes of eight make, the others being no part of it: each
   * byte times ten is added to the next, then each pair times a hundred, each four times 10^4.
   */
  private static long eightDigits(long word, int count) {
    long digits = word & (ONES * 0x0F) & (-1L << (Long.SIZE - Byte.SIZE * count));
    long pairs = (digits * (10 << Byte.SIZE | 1)) >>> Byte.SIZE & 0x00FF00FF00FF00FFL;
    long fours = (pairs * (100L << Short.SIZE | 1)) >>> Short.SIZE & 0x0000FFFF0000FFFFL;
    return (fours * (10_000L << Integer.SIZE | 1)) >>> Integer.SIZE;
  }

  /** Appends bytes of the text, known to be UTF-8, as a string. */
  void appendString(int position, int count, VariantBuilder builder) {
    if (array != null) {
      builder.appendString(array, (int) (from + position), count);
    } else {
      builder.appendString(buffer, from - buffer.memoryAddress() + position, count);
    }
  }

  /** The exception for a problem at a place: it names line and column in the text. */
  InvalidJsonException invalid(String problem, int position, Throwable cause) {
    int line = 1;
    int lineStart = 0;
    for (int i = 0; i < position; i++) {
      byte b = at(i);
      boolean lastOfPair = b == '\n' && i > 0 && at(i - 1) == '\r';
      if (b == '\n' || b == '\r') {
        line += lastOfPair ? 0 : 1;
        lineStart = i + 1;
      }
    }
    return new InvalidJsonException(problem, line, position - lineStart + 1, cause);
  }
}
