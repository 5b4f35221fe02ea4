// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

import static java.lang.invoke.MethodHandles.insertArguments;

import io.arrowparquet.variant.internal.NativeAccess;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteOrder;
import jdk.incubator.vector.DoubleVector;
import jdk.incubator.vector.IntVector;
import jdk.incubator.vector.LongVector;
import jdk.incubator.vector.VectorMask;
import jdk.incubator.vector.VectorOperators;
import jdk.incubator.vector.VectorShuffle;
import jdk.incubator.vector.VectorSpecies;
import org.apache.arrow.memory.util.MemoryUtil;

/**
 * By the Vector API, with vectors of 512 bits. Compiled for JDK 17, whose Vector API has no memory
 * segments: what has them is looked up, and compiled into the loops as if it was called.
 */
final class VectorApiLoops implements WideLoops {
  private static final VectorSpecies<Long> LONGS = LongVector.SPECIES_512;
  private static final VectorSpecies<Integer> INTS = IntVector.SPECIES_512;
  private static final int LONG_LANES = BYTES / Long.BYTES;

  private static final VectorShuffle<Long> LAST_OF_LONGS = VectorShuffle.fromOp(LONGS, i -> 7);
  private static final VectorShuffle<Long> LONGS_UP_1 = up(LONGS, 1);
  private static final VectorShuffle<Long> LONGS_UP_2 = up(LONGS, 2);
  private static final VectorShuffle<Long> LONGS_UP_4 = up(LONGS, 4);
  private static final VectorMask<Long> LONGS_FROM_1 = VectorMask.fromLong(LONGS, 0xfe);
  private static final VectorMask<Long> LONGS_FROM_2 = VectorMask.fromLong(LONGS, 0xfc);
  private static final VectorMask<Long> LONGS_FROM_4 = VectorMask.fromLong(LONGS, 0xf0);
  private static final VectorShuffle<Integer> LAST_OF_INTS = VectorShuffle.fromOp(INTS, i -> 15);
  private static final VectorShuffle<Integer> INTS_UP_1 = up(INTS, 1);
  private static final VectorShuffle<Integer> INTS_UP_2 = up(INTS, 2);
  private static final VectorShuffle<Integer> INTS_UP_4 = up(INTS, 4);
  private static final VectorShuffle<Integer> INTS_UP_8 = up(INTS, 8);
  private static final VectorMask<Integer> INTS_FROM_1 = VectorMask.fromLong(INTS, 0xfffe);
  private static final VectorMask<Integer> INTS_FROM_2 = VectorMask.fromLong(INTS, 0xfffc);
  private static final VectorMask<Integer> INTS_FROM_4 = VectorMask.fromLong(INTS, 0xfff0);
  private static final VectorMask<Integer> INTS_FROM_8 = VectorMask.fromLong(INTS, 0xff00);

  /** Words of streams put side by side at once: few enough for the nearest cache. */
  private static final int JOINED = 1024;

  private static final Exchange HALVES = new Exchange(4, 0xf0, 0x0000_0000_ffff_ffffL);
  private static final Exchange PAIRS = new Exchange(2, 0xcc, 0x0000_ffff_0000_ffffL);
  private static final Exchange SINGLES = new Exchange(1, 0xaa, 0x00ff_00ff_00ff_00ffL);

  private static final MethodHandle LOAD;
  private static final MethodHandle STORE;
  private static final MethodHandle EXPAND_LONGS;
  private static final MethodHandle EXPAND_INTS;

  static {
    try {
      Class<?> segment = Class.forName("java.lang.foreign.MemorySegment");
      Object memory =
          segment
              .getMethod("reinterpret", long.class)
              .invoke(segment.getField("NULL").get(null), Long.MAX_VALUE);
      MethodHandles.Lookup lookup = MethodHandles.publicLookup();
      ByteOrder order = ByteOrder.LITTLE_ENDIAN;
      MethodHandle load =
          lookup.unreflect(
              LongVector.class.getMethod(
                  "fromMemorySegment", VectorSpecies.class, segment, long.class, ByteOrder.class));
      LOAD = insertArguments(insertArguments(load, 3, order), 0, LONGS, memory);
      MethodHandle store =
          lookup.unreflect(
              LongVector.class.getMethod(
                  "intoMemorySegment", segment, long.class, ByteOrder.class));
      STORE = insertArguments(insertArguments(store, 3, order), 1, memory);
      EXPAND_LONGS = lookup.unreflect(LongVector.class.getMethod("expand", VectorMask.class));
      EXPAND_INTS = lookup.unreflect(IntVector.class.getMethod("expand", VectorMask.class));
    } catch (ReflectiveOperationException e) {
      throw new ExceptionInInitializerError(e);
    }
  }

  private final LongBits[] longBits = new LongBits[Long.SIZE + 1];
  private final IntBits[] intBits = new IntBits[Integer.SIZE + 1];

  VectorApiLoops() {
    // Vectors wider than the processor's take hundreds of times as long.
    if (LongVector.SPECIES_PREFERRED.length() < LONG_LANES) {
      throw new UnsupportedOperationException(LongVector.SPECIES_PREFERRED.toString());
    }
    for (int width = 0; width < longBits.length; width++) {
      longBits[width] = new LongBits(width);
    }
    for (int width = 0; width < intBits.length; width++) {
      intBits[width] = new IntBits(width);
    }
    if (!works()) {
      throw new UnsupportedOperationException("other sums");
    }
  }

  /** Each lane from the one {@code distance} before it; the first ones from any. */
  private static <T> VectorShuffle<T> up(VectorSpecies<T> species, int distance) {
    return VectorShuffle.fromOp(species, i -> Math.max(i - distance, 0));
  }

  private boolean works() {
    long memory = MemoryUtil.allocateMemory(2 * BYTES);
    try {
      MemoryUtil.setMemory(memory, BYTES, (byte) -1);
      long sum = sums(memory, 3, 1L, 2L, memory + BYTES, 1);
      return sum == 66 && MemoryUtil.getLong(memory + BYTES) == 10;
    } finally {
      MemoryUtil.freeMemory(memory);
    }
  }

  private static LongVector load(long from) {
    try {
      return (LongVector) LOAD.invokeExact(from);
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
  }

  private static void store(LongVector vector, long to) {
    try {
      STORE.invokeExact(vector, to);
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
  }

  @Override
  public void scaledDoubles(
      long from, int width, long least, double first, double second, long to, int groups) {
    LongBits bits = longBits[width];
    for (int i = 0; i < groups; i++) {
      LongVector values = bits.unpack(load(from + (long) width * i)).add(least);
      DoubleVector doubles =
          (DoubleVector) values.convertShape(VectorOperators.L2D, DoubleVector.SPECIES_512, 0);
      store(doubles.mul(first).mul(second).reinterpretAsLongs(), to + (long) BYTES * i);
    }
  }

  @Override
  public long sums(long from, int width, long least, long value, long to, int groups) {
    LongBits bits = longBits[width];
    LongVector before = LongVector.broadcast(LONGS, value);
    for (int i = 0; i < groups; i++) {
      LongVector sums = bits.unpack(load(from + (long) width * i)).add(least);
      sums = sums.add(sums.rearrange(LONGS_UP_1), LONGS_FROM_1);
      sums = sums.add(sums.rearrange(LONGS_UP_2), LONGS_FROM_2);
      sums = sums.add(sums.rearrange(LONGS_UP_4), LONGS_FROM_4);
      store(before.add(sums), to + (long) BYTES * i);
      before = before.add(sums.rearrange(LAST_OF_LONGS));
    }
    return before.lane(0);
  }

  @Override
  public int sums(long from, int width, int least, int value, long to, int pairs) {
    IntBits bits = intBits[width];
    IntVector before = IntVector.broadcast(INTS, value);
    for (int i = 0; i < pairs; i++) {
      IntVector sums = bits.unpack(load(from + 2L * width * i).reinterpretAsInts()).add(least);
      sums = sums.add(sums.rearrange(INTS_UP_1), INTS_FROM_1);
      sums = sums.add(sums.rearrange(INTS_UP_2), INTS_FROM_2);
      sums = sums.add(sums.rearrange(INTS_UP_4), INTS_FROM_4);
      sums = sums.add(sums.rearrange(INTS_UP_8), INTS_FROM_8);
      store(before.add(sums).reinterpretAsLongs(), to + (long) BYTES * i);
      before = before.add(sums.rearrange(LAST_OF_INTS));
    }
    return before.lane(0);
  }

  @Override
  public void joined(long from, long distance, long to, int groups) {
    long[] words = new long[JOINED];
    for (int done = 0; done < groups; done += JOINED / LONG_LANES) {
      int step = Math.min(groups - done, JOINED / LONG_LANES);
      for (int stream = 0; stream < LONG_LANES; stream++) {
        long start = from + distance * stream + (long) Long.BYTES * done;
        for (int i = 0; i < step; i++) {
          words[LONG_LANES * i + stream] = MemoryUtil.getLong(start + (long) Long.BYTES * i);
        }
      }
      for (int i = 0; i < step; i++) {
        LongVector bytes = LongVector.fromArray(LONGS, words, LONG_LANES * i);
        bytes = HALVES.exchange(PAIRS.exchange(SINGLES.exchange(bytes)));
        store(bytes, to + (long) BYTES * (done + i));
      }
    }
  }

  /**
   * A step of transposing eight lanes of eight bytes: the high parts of each lane are exchanged for
   * the low parts of the one {@code distance} after it.
   */
  private static final class Exchange {
    private final VectorShuffle<Long> others;
    private final LongVector kept;
    private final LongVector turns;

    /** {@code later}: the lanes that give their low parts, a bit each. */
    Exchange(int distance, int later, long lowParts) {
      VectorMask<Long> lanes = VectorMask.fromLong(LONGS, later);
      long bits = (long) distance * Byte.SIZE;
      others = VectorShuffle.fromOp(LONGS, i -> i ^ distance);
      kept = LongVector.broadcast(LONGS, lowParts).blend(~lowParts, lanes);
      turns = LongVector.broadcast(LONGS, bits).blend(Long.SIZE - bits, lanes);
    }

    LongVector exchange(LongVector lanes) {
      LongVector other = lanes.rearrange(others).lanewise(VectorOperators.ROL, turns);
      return lanes.and(kept).or(other.and(kept.not()));
    }
  }

  @Override
  public long spread(long values, int width, long bits, long to) {
    long from = values;
    int slots = BYTES / width;
    long mask = (1L << slots) - 1;
    for (int slot = 0; slot < Long.SIZE; slot += slots) {
      long step = bits >>> slot & mask;
      LongVector next = load(from);
      store(
          width == Long.BYTES ? expandLongs(next, step) : expandInts(next, step),
          to + (long) width * slot);
      from += (long) width * Long.bitCount(step);
    }
    return from;
  }

  private static LongVector expandLongs(LongVector values, long bits) {
    try {
      return (LongVector) EXPAND_LONGS.invokeExact(values, VectorMask.fromLong(LONGS, bits));
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
  }

  private static LongVector expandInts(LongVector values, long bits) {
    try {
      IntVector ints =
          (IntVector)
              EXPAND_INTS.invokeExact(values.reinterpretAsInts(), VectorMask.fromLong(INTS, bits));
      return ints.reinterpretAsLongs();
    } catch (Throwable e) {
      throw NativeAccess.rethrown(e);
    }
  }

  /**
   * Unpacks eight values of one width: each is in one word, or begins there and ends in the next.
   */
  private static final class LongBits {
    private final VectorShuffle<Long> words;
    private final VectorShuffle<Long> nextWords;
    private final LongVector shifts;
    private final LongVector rests;
    private final long mask;

    LongBits(int width) {
      words = VectorShuffle.fromOp(LONGS, i -> i * width / Long.SIZE);
      nextWords = VectorShuffle.fromOp(LONGS, i -> Math.min(i * width / Long.SIZE + 1, 7));
      shifts = LongVector.zero(LONGS).addIndex(width).and(Long.SIZE - 1);
      rests = shifts.lanewise(VectorOperators.NOT).and(Long.SIZE - 1);
      mask = width == 0 ? 0 : -1L >>> (Long.SIZE - width);
    }

    LongVector unpack(LongVector packed) {
      LongVector first = packed.rearrange(words).lanewise(VectorOperators.LSHR, shifts);
      // Two shifts: the word's size less a shift of 0 would leave the next word where it is.
      LongVector next =
          packed
              .rearrange(nextWords)
              .lanewise(VectorOperators.LSHL, 1)
              .lanewise(VectorOperators.LSHL, rests);
      return first.or(next).and(mask);
    }
  }

  /** As {@link LongBits}, sixteen values. */
  private static final class IntBits {
    private final VectorShuffle<Integer> words;
    private final VectorShuffle<Integer> nextWords;
    private final IntVector shifts;
    private final IntVector rests;
    private final int mask;

    IntBits(int width) {
      words = VectorShuffle.fromOp(INTS, i -> i * width / Integer.SIZE);
      nextWords = VectorShuffle.fromOp(INTS, i -> Math.min(i * width / Integer.SIZE + 1, 15));
      shifts = IntVector.zero(INTS).addIndex(width).and(Integer.SIZE - 1);
      rests = shifts.lanewise(VectorOperators.NOT).and(Integer.SIZE - 1);
      mask = width == 0 ? 0 : -1 >>> (Integer.SIZE - width);
    }

    IntVector unpack(IntVector packed) {
      IntVector first = packed.rearrange(words).lanewise(VectorOperators.LSHR, shifts);
      IntVector next =
          packed
              .rearrange(nextWords)
              .lanewise(VectorOperators.LSHL, 1)
              .lanewise(VectorOperators.LSHL, rests);
      return first.or(next).and(mask);
    }
  }
}
