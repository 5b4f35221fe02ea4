// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantMetadata;
import io.arrowparquet.variant.value.VariantValidator;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The other engines against each other: that the adaptors give and take what they say. */
class VariantPeersTest {
  private static final String BEYOND_BMP = Character.toString(0x1F600);
  private static final String BELOW_IT_IN_UTF8 = "\uff21";

  @Provide
  Arbitrary<Object> portableTrees() {
    return RandomVariants.portableTrees();
  }

  @Property(tries = 400)
  void every_engine_decodes_what_every_engine_encodes(@ForAll("portableTrees") Object tree) {
    for (VariantPeer writer : VariantPeer.all()) {
      if (writer.supports(tree)) {
        EncodedVariant encoded = writer.encode(tree);
        for (VariantPeer reader : VariantPeer.all()) {
          if (reader.supports(tree)) {
            assertSame(writer, reader.decode(encoded), tree, writer + " -> " + reader);
          }
        }
      }
    }
  }

  private static void assertSame(VariantPeer writer, Object actual, Object tree, String way) {
    if (writer.keepsIntegerWidths()) {
      assertThat(actual).as(way).isEqualTo(tree);
    } else {
      assertThat(VariantTrees.widened(actual)).as(way).isEqualTo(VariantTrees.widened(tree));
    }
  }

  static List<VariantPeer> peers() {
    return VariantPeer.all();
  }

  /** The specification orders names by their UTF-8 bytes; all three engines order UTF-16 units. */
  @ParameterizedTest
  @MethodSource("peers")
  void names_beyond_the_bmp_are_sorted_wrongly_by_every_engine(VariantPeer peer) {
    Map<String, Object> tree = Map.of(BEYOND_BMP, 1, BELOW_IT_IN_UTF8, 2);

    assertThat(peer.supports(tree)).isFalse();
    Map<?, ?> stored = (Map<?, ?>) new ParquetJavaVariants().decode(peer.encode(tree));
    assertThat(List.copyOf(stored.keySet())).isEqualTo(List.of(BEYOND_BMP, BELOW_IT_IN_UTF8));
  }

  @ParameterizedTest
  @MethodSource("peers")
  void every_field_is_found_in_whatever_order_an_engine_has_them(VariantPeer peer) {
    Map<String, Object> tree = new HashMap<>();
    for (int c : new int[] {'a', 'b', 'c', 'd', 0xE000, 0xFF21, 0xFFFF, 0x10000, 0x1F600}) {
      tree.put(Character.toString(c), c);
      tree.put("x" + Character.toString(c), c + 1);
    }
    EncodedVariant encoded = peer.encode(tree);
    byte[] metadata = encoded.metadata();
    byte[] value = encoded.value();
    try (BufferAllocator allocator = new RootAllocator();
        ArrowBuf bytes = allocator.buffer(metadata.length + value.length)) {
      bytes.setBytes(0, metadata);
      bytes.setBytes(metadata.length, value);
      VariantMetadata names = new VariantMetadata();
      names.wrap(bytes, 0, metadata.length);
      VariantCursor object = new VariantCursor();
      object.wrap(names, bytes, metadata.length, metadata.length + value.length);
      VariantCursor field = new VariantCursor();

      new VariantValidator().validate(object);
      tree.forEach(
          (name, expected) -> {
            byte[] utf8 = name.getBytes(StandardCharsets.UTF_8);
            object.element(object.findField(utf8), field);
            assertThat(field.getInt()).isEqualTo(expected);
            object.element(object.findField(names.find(utf8), -1), field);
            assertThat(field.getInt()).isEqualTo(expected);
          });
    }
  }

  static List<VariantPeer.FromJson> parsers() {
    return List.of(new ParquetJavaVariants(), new SparkVariants());
  }

  @ParameterizedTest
  @MethodSource("parsers")
  void parsers_of_json_agree_on_types(VariantPeer.FromJson peer) {
    EncodedVariant parsed =
        peer.parseJson(
            "{\"b\": [1, 300, 1.50, 1e3, null, true], \"a\": {\"s\": \"\\u00e9\"}, \"o\": {}}");

    Map<String, Object> expected = new HashMap<>();
    expected.put(
        "b", Arrays.asList((byte) 1, (short) 300, new BigDecimal("1.50"), 1000.0, null, true));
    expected.put("a", Map.of("s", "\u00e9"));
    expected.put("o", Map.of());
    assertThat(peer.decode(parsed)).isEqualTo(expected);
  }

  @Test
  void spark_writes_json_that_it_reads_back() {
    SparkVariants spark = new SparkVariants();
    String json = "{\"a\":[1,-2.25,\"x\\ny\",{}],\"b\":{\"c\":null,\"d\":false}}";

    assertThat(spark.toJson(spark.parseJson(json))).isEqualTo(json);
  }
}
