// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.VariantTypeIds;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.UUID;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class VariantTest {
  private final TestMemory memory = new TestMemory();
  private final VariantDictionary names = new VariantDictionary(memory.allocator());
  private final VariantBuilder builder = new VariantBuilder(memory.allocator()).use(names);

  @AfterEach
  void close() {
    builder.close();
    names.close();
    memory.close();
  }

  @Test
  void each_type_has_its_getter() {
    UUID uuid = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

    assertThat(variant(VariantBuilder::appendNull).isNull()).isTrue();
    assertThat(variant(b -> b.appendBoolean(true)).getBoolean()).isTrue();
    assertThat(variant(b -> b.appendInteger(300)).getLong()).isEqualTo(300);
    assertThat(variant(b -> b.appendInteger(300)).getDecimal()).isEqualTo("300");
    assertThat(variant(b -> b.appendDecimal(-1, -150, 2)).getDecimal()).isEqualTo("-1.50");
    assertThat(variant(b -> b.appendDouble(1.5)).getDouble()).isEqualTo(1.5);
    assertThat(variant(b -> b.appendFloat(1.5f)).getFloat()).isEqualTo(1.5f);
    assertThat(variant(b -> b.appendString("é")).getString()).isEqualTo("é");
    assertThat(variant(b -> b.appendBinary(new byte[] {1, 2}, 0, 2)).getBinary())
        .containsExactly(1, 2);
    assertThat(
            variant(
                    b ->
                        b.appendUuid(uuid.getMostSignificantBits(), uuid.getLeastSignificantBits()))
                .getUuid())
        .isEqualTo(uuid);
    assertThat(variant(b -> b.appendDate(19_753)).getDate()).isEqualTo(LocalDate.of(2024, 1, 31));
    assertThat(variant(b -> b.appendTime(VariantTypeIds.TIME_NTZ_MICROS, 1)).getTime())
        .isEqualTo(LocalTime.ofNanoOfDay(1000));
    assertThat(variant(b -> b.appendTime(VariantTypeIds.TIMESTAMP_MICROS, -1)).getInstant())
        .isEqualTo(Instant.ofEpochSecond(-1, 999_999_000));
    assertThat(variant(b -> b.appendTime(VariantTypeIds.TIMESTAMP_NTZ_NANOS, 1)).getLocalDateTime())
        .isEqualTo(LocalDateTime.of(1970, 1, 1, 0, 0, 0, 1));
  }

  @Test
  void containers_give_their_children() {
    Variant object =
        variant(
            b -> {
              b.startObject();
              b.field("b").startArray();
              b.appendInteger(1);
              b.appendString("x");
              b.endArray();
              b.field("a").appendNull();
              b.endObject();
            });

    assertThat(object.typeId()).isEqualTo(VariantTypeIds.OBJECT);
    assertThat(object.fields()).containsOnlyKeys("a", "b");
    assertThat(object.field("b").element(0).getLong()).isEqualTo(1);
    assertThat(object.field("b").elements()).hasSize(2);
    assertThat(object.field("c")).isNull();
    assertThat(object).hasToString("{a=null, b=[1, x]}");
    assertThatThrownBy(() -> object.fields().clear())
        .isInstanceOf(UnsupportedOperationException.class);
    assertThatThrownBy(() -> object.field("b").elements().clear())
        .isInstanceOf(UnsupportedOperationException.class);
  }

  @Test
  void a_getter_that_does_not_fit_says_so() {
    assertThatThrownBy(variant(VariantBuilder::appendNull)::getLong)
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the value is: null, not a Long");
    assertThatThrownBy(variant(b -> b.appendInteger(1))::fields)
        .hasMessage("the value is: int8, not a Map");
  }

  @Test
  void exact_numbers_are_equal_whatever_their_width_and_scale() {
    Variant five = variant(b -> b.appendInt8((byte) 5));
    for (Variant other :
        new Variant[] {
          variant(b -> b.appendInt64(5)),
          variant(b -> b.appendDecimal(0, 5, 0)),
          variant(b -> b.appendDecimal(0, 500, 2)),
          variant(b -> b.appendDecimal(VariantTypeIds.DECIMAL16, 0, 50, 1))
        }) {
      assertThat(other).isEqualTo(five).hasSameHashCodeAs(five);
    }
    assertThat(variant(b -> b.appendDouble(5))).isNotEqualTo(five);
    assertThat(variant(b -> b.appendDecimal(0, 501, 2))).isNotEqualTo(five);
    assertThat(variant(b -> b.appendFloat(5))).isNotEqualTo(variant(b -> b.appendDouble(5)));
    assertThat(variant(b -> b.appendInteger(100)))
        .hasSameHashCodeAs(variant(b -> b.appendDecimal(0, 100, 0)));
  }

  @Test
  void moments_are_equal_whatever_their_unit_and_never_across_kinds() {
    Variant micros = variant(b -> b.appendTime(VariantTypeIds.TIMESTAMP_MICROS, 7));
    Variant nanos = variant(b -> b.appendTime(VariantTypeIds.TIMESTAMP_NANOS, 7000));

    assertThat(nanos).isEqualTo(micros).hasSameHashCodeAs(micros);
    assertThat(variant(b -> b.appendTime(VariantTypeIds.TIMESTAMP_NTZ_MICROS, 7)))
        .isNotEqualTo(micros);
    assertThat(variant(b -> b.appendTime(VariantTypeIds.TIME_NTZ_MICROS, 7))).isNotEqualTo(micros);
  }

  @Test
  void strings_bytes_and_nulls_compare_by_content() {
    assertThat(variant(VariantBuilder::appendNull)).isEqualTo(variant(VariantBuilder::appendNull));
    Variant bytes = variant(b -> b.appendBinary(new byte[] {1}, 0, 1));
    assertThat(variant(b -> b.appendBinary(new byte[] {1}, 0, 1)))
        .isEqualTo(bytes)
        .hasSameHashCodeAs(bytes)
        .hasToString("01");
    assertThat(variant(b -> b.appendDecimal(0, 5, 10)).getDecimal())
        .isEqualTo(new BigDecimal("0.0000000005"));
  }

  @Test
  void what_breaks_the_format_is_refused() {
    VariantMetadata twice = memory.names(false, "a", "a");
    VariantCursor duplicate = memory.cursor(twice, 2, 2, 0, 1, 0, 1, 2, 0, 0);
    assertThatThrownBy(() -> Variant.copyOf(duplicate))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("'a' twice");
    VariantCursor deep = memory.cursor(twice, 3, 1, 0, 3, 3, 0, 0);
    assertThatThrownBy(() -> Variant.copyOf(deep, VariantLimits.defaults().withMaxDepth(1)))
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("VariantLimits.maxDepth");
    assertThatThrownBy(() -> Variant.copyOf(memory.cursor(twice, 1 << 2 | 1, 0xFF)))
        .isInstanceOf(MalformedVariantException.class);
  }

  private Variant variant(Consumer<VariantBuilder> calls) {
    builder.reset();
    calls.accept(builder);
    VariantMetadata metadata = memory.metadata(EncodedValue.metadata(names));
    return Variant.copyOf(memory.cursor(metadata, EncodedValue.value(builder)));
  }
}
