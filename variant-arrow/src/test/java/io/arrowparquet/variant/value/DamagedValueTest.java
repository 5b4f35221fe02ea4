// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.fail;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantTypeIds;
import java.util.Arrays;
import java.util.HexFormat;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.lifecycle.AfterTry;
import net.jqwik.api.lifecycle.BeforeTry;

/**
 * Random values cut short, or with single bits turned: each reads as some value or is refused with
 * our exception; nothing else is thrown. Bytes stand at the end of their buffer.
 *
 * @see VariantCursor
 * @see VariantValidator
 */
class DamagedValueTest {
  private final VariantCursor cursor = new VariantCursor();
  private final VariantValidator validator = new VariantValidator();
  private TestMemory memory;
  private EncodedValue sound;
  private VariantDictionary names;
  private VariantBuilder builder;

  @BeforeTry
  void open() {
    memory = new TestMemory();
    sound = new EncodedValue();
    names = new VariantDictionary(memory.allocator());
    builder = new VariantBuilder(memory.allocator());
  }

  @AfterTry
  void close() {
    builder.close();
    names.close();
    sound.close();
    memory.close();
  }

  @Provide
  Arbitrary<Object> values() {
    return RandomValue.values();
  }

  @Property(tries = 15)
  void every_prefix_of_a_value_is_refused(@ForAll("values") Object plain) {
    sound.build(plain);
    byte[] whole = sound.value();
    for (int length = 0; length < Math.min(whole.length, 300); length++) {
      byte[] cut = Arrays.copyOf(whole, length);
      if (read(sound.metadata(), cut)) {
        fail("accepted %d of %s", length, HexFormat.of().formatHex(whole));
      }
    }
  }

  @Property(tries = 15)
  void every_turned_bit_of_a_value_gives_a_value_or_is_refused(@ForAll("values") Object plain) {
    sound.build(plain);
    byte[] whole = sound.value();
    for (int bit = 0; bit < Math.min(8 * whole.length, 800); bit++) {
      read(sound.metadata(), turned(whole, bit));
    }
  }

  @Property(tries = 15)
  void every_turned_bit_of_metadata_gives_a_value_or_is_refused(@ForAll("values") Object plain) {
    sound.build(plain);
    byte[] whole = sound.metadata();
    for (int bit = 0; bit < Math.min(8 * whole.length, 800); bit++) {
      read(turned(whole, bit), sound.value());
    }
    for (int length = 0; length < whole.length; length++) {
      read(Arrays.copyOf(whole, length), sound.value());
    }
  }

  @Property(tries = 300)
  void random_bytes_give_a_value_or_are_refused(@ForAll byte[] metadata, @ForAll byte[] value) {
    read(metadata, value);
    read(TestMemory.dictionary(true, "a", "b"), value);
  }

  private static byte[] turned(byte[] whole, int bit) {
    byte[] damaged = whole.clone();
    damaged[bit / 8] ^= (byte) (1 << (bit % 8));
    return damaged;
  }

  /** Reads all there is, in every way there is; whether nothing was refused. */
  private boolean read(byte[] metadataBytes, byte[] valueBytes) {
    try {
      VariantMetadata metadata = memory.metadata(metadataBytes);
      cursor.wrap(metadata, memory.buffer(valueBytes), 0, valueBytes.length);
      boolean walked = refusedIsFine(() -> walk(cursor, 0));
      boolean copied = refusedIsFine(() -> Variant.copyOf(cursor));
      boolean valid = refusedIsFine(() -> validator.validate(cursor));
      boolean appended = refusedIsFine(this::rebuild);
      return walked && copied && valid && appended;
    } catch (MalformedVariantException expected) {
      return false;
    } finally {
      memory.clear();
    }
  }

  private static boolean refusedIsFine(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (MalformedVariantException expected) {
      return false;
    }
  }

  /** Into a growing dictionary; a field twice is what the builder, not the format, refuses. */
  private void rebuild() {
    try {
      names.clear();
      builder.use(names).append(cursor);
    } catch (IllegalArgumentException duplicate) {
      if (!duplicate.getMessage().startsWith("duplicate field")) {
        throw duplicate;
      }
    }
  }

  private static void walk(VariantCursor value, int level) {
    if (level > 20) {
      return;
    }
    VariantCursor child = new VariantCursor();
    int left = value.lengthBytes();
    for (int i = 0; i < value.elementCount(); i++) {
      if (value.typeId() == VariantTypeIds.OBJECT) {
        int id = value.fieldId(i);
        value.findField(TestMemory.utf8(value.metadata().name(id)));
        value.findField(id, i + 1);
      }
      value.element(i, child);
      left = child.takeFrom(left);
      walk(child, level + 1);
    }
  }
}
