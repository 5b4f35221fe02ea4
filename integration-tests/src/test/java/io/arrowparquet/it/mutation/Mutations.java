// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.mutation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.arrowparquet.it.interop.EncodedVariant;
import io.arrowparquet.variant.VariantTypeIds;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.FutureTask;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A Variant cut short at every byte, and with bits turned, through every way to read it: each gives
 * a value or our exception, and the same whatever stands in memory beside the bytes.
 */
final class Mutations implements AutoCloseable {
  /** Bytes of a container's header that are damaged: the first, the count, the first entries. */
  private static final int HEADER_BYTES = 4;

  /**
   * Beyond this many mutants of one kind, each goes through the quick ways, and one in {@link
   * #SOME} through the others, too.
   */
  private static final int MANY = 64;

  private static final int SOME = 8;

  /** The cursor, the validator, and decoding to the known type. */
  private static final int QUICK_WAYS = 3;

  /** The other ways take turns: a mutant goes through one in so many of them. */
  private static final int TURNS = 4;

  private int turn;

  private final BufferAllocator allocator = new RootAllocator();
  private final PoisonedColumn column = new PoisonedColumn(allocator);
  private EveryReader reader;
  private String[] first;
  private String[] second;

  /**
   * {@link #everyHeader}, on a thread of its own: exceptions note a stack, and that of a property
   * is deep.
   */
  static void everyHeaderOf(EncodedVariant sound) throws Exception {
    FutureTask<Void> task =
        new FutureTask<>(
            () -> {
              try (Mutations mutations = new Mutations()) {
                mutations.everyHeader(sound);
              }
              return null;
            });
    new Thread(task).start();
    task.get();
  }

  /** Every prefix, and every bit turned, of the metadata and the value. */
  void everyBit(EncodedVariant sound) {
    start(sound);
    prefixes(sound);
    turn(sound, all(sound.metadata().length), all(sound.value().length));
  }

  /** Every prefix, and every bit of headers turned. */
  void everyHeader(EncodedVariant sound) {
    BitSet headers = start(sound);
    prefixes(sound);
    turn(sound, all(1), headers);
  }

  private static BitSet all(int bytes) {
    BitSet all = new BitSet();
    all.set(0, bytes);
    return all;
  }

  /** Makes readers that know the type of the sound value; returns where its headers are. */
  private BitSet start(EncodedVariant sound) {
    ParquetVariantVector row = column.show(sound.metadata(), sound.value(), 0);
    Field natural = NaturalType.type(row, allocator);
    BitSet headers = new BitSet();
    StringBuilder path = new StringBuilder("$");
    try (VariantReader rows = new VariantReader(row)) {
      VariantCursor value = rows.seek(0);
      headers(value, value.start(), headers);
      path(value, path);
    }
    Field shredding = InferredShredding.of(row).schema();
    reader = new EveryReader(allocator, natural, shredding, VariantPath.parse(path.toString()));
    first = new String[reader.ways()];
    second = new String[reader.ways()];
    assertThat(reader.read(row, first, reader.ways()))
        .as(() -> Arrays.toString(first))
        .isGreaterThanOrEqualTo(reader.ways() - reader.strictWays());
    return headers;
  }

  private static void headers(VariantCursor value, long origin, BitSet headers) {
    int start = (int) (value.start() - origin);
    headers.set(start);
    if (value.elementCount() > 0) {
      headers.set(start, start + HEADER_BYTES);
      VariantCursor child = new VariantCursor();
      for (int i = 0; i < value.elementCount(); i++) {
        value.element(i, child);
        headers(child, origin, headers);
      }
    }
  }

  /** Follows the last child down. */
  private static void path(VariantCursor value, StringBuilder path) {
    int last = value.elementCount() - 1;
    if (last >= 0) {
      if (value.typeId() == VariantTypeIds.OBJECT) {
        String name = value.metadata().name(value.fieldId(last));
        path.append("['").append(name.replace("\\", "\\\\").replace("'", "\\'")).append("']");
      } else {
        path.append('[').append(last).append(']');
      }
      VariantCursor child = new VariantCursor();
      value.element(last, child);
      path(child, path);
    }
  }

  private void prefixes(EncodedVariant sound) {
    List<byte[]> values = prefixes(sound.value());
    List<byte[]> dictionaries = prefixes(sound.metadata());
    for (int i = 0; i < values.size(); i++) {
      requireRefused(read(sound.metadata(), values.get(i), ways(i, values.size())), sound);
    }
    for (int i = 0; i < dictionaries.size(); i++) {
      requireRefused(read(dictionaries.get(i), sound.value(), ways(i, dictionaries.size())), sound);
    }
  }

  private static List<byte[]> prefixes(byte[] bytes) {
    List<byte[]> all = new ArrayList<>();
    for (int length = 0; length < bytes.length; length++) {
      all.add(Arrays.copyOf(bytes, length));
    }
    return all;
  }

  private void requireRefused(int succeeded, EncodedVariant sound) {
    if (succeeded != 0) {
      fail("a prefix was read: " + Arrays.toString(first) + " of " + sound);
    }
  }

  private int ways(int index, int mutants) {
    return mutants <= MANY || index % SOME == 0 ? reader.ways() : QUICK_WAYS;
  }

  private void turn(EncodedVariant sound, BitSet metadataBytes, BitSet valueBytes) {
    List<byte[]> dictionaries = turned(sound.metadata(), metadataBytes);
    for (int i = 0; i < dictionaries.size(); i++) {
      read(dictionaries.get(i), sound.value(), ways(i, dictionaries.size()));
    }
    List<byte[]> values = turned(sound.value(), valueBytes);
    for (int i = 0; i < values.size(); i++) {
      read(sound.metadata(), values.get(i), ways(i, values.size()));
    }
  }

  private static List<byte[]> turned(byte[] bytes, BitSet which) {
    List<byte[]> all = new ArrayList<>();
    which.stream()
        .filter(at -> at < bytes.length)
        .forEach(
            at -> {
              for (int bit = 0; bit < Byte.SIZE; bit++) {
                byte[] damaged = bytes.clone();
                damaged[at] ^= (byte) (1 << bit);
                all.add(damaged);
              }
            });
    return all;
  }

  /** Reads in this many ways amid two kinds of poison; how many of them had no complaint. */
  private int read(byte[] metadata, byte[] value, int ways) {
    turn += ways > QUICK_WAYS ? 1 : 0;
    try {
      int succeeded = reader.read(column.show(metadata, value, 0x00), first, ways, turn, TURNS);
      reader.read(column.show(metadata, value, 0xFF), second, ways, turn, TURNS);
      if (!Arrays.equals(first, 0, ways, second, 0, ways)) {
        fail("what stands beside the bytes was read: " + hex(metadata, value));
      }
      return succeeded;
    } catch (RuntimeException e) {
      throw new AssertionError(hex(metadata, value), e);
    }
  }

  private static String hex(byte[] metadata, byte[] value) {
    return new EncodedVariant(metadata, value).toString();
  }

  @Override
  public void close() {
    column.close();
    allocator.close();
  }
}
