// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import shaded.parquet.org.apache.thrift.TException;

/**
 * Each codec against the classes that Thrift's compiler generated from the same definition.
 *
 * @see StructCodec
 * @see ParquetStructs
 */
class StructCodecDifferentialTest {

  @Provide
  Arbitrary<StructCodecs.Entry> codecs() {
    return Arbitraries.of(StructCodecs.all());
  }

  @Property(tries = 3000)
  void struct_written_by_parquet_java_comes_back_byte_for_byte(
      @ForAll("codecs") StructCodecs.Entry codec, @ForAll long seed) throws TException {
    byte[] theirs =
        PeerStructs.write(PeerStructs.random(PeerStructs.type(codec.name()), new Random(seed)));

    CompactReader reader = new CompactReader(theirs);
    Object ours = codec.reader().apply(reader);

    assertThat(reader.position()).as("whole struct read").isEqualTo(theirs.length);
    assertThat(reader.unknownFields().count()).isZero();
    assertThat(HexFormat.of().formatHex(codec.write(ours)))
        .isEqualTo(HexFormat.of().formatHex(theirs));
    assertThat(codec.read(codec.write(ours))).isEqualTo(ours).hasSameHashCodeAs(ours);
  }

  @Property(tries = 1000)
  void struct_written_here_is_read_by_parquet_java_as_the_same(
      @ForAll("codecs") StructCodecs.Entry codec, @ForAll long seed) throws TException {
    var theirs = PeerStructs.random(PeerStructs.type(codec.name()), new Random(seed));
    byte[] ours = codec.write(codec.read(PeerStructs.write(theirs)));
    Object back = PeerStructs.read(PeerStructs.type(codec.name()), ours);
    assertThat(back).isEqualTo(theirs);
  }

  @Property(tries = 1000)
  void skipping_a_struct_ends_where_reading_it_ends(
      @ForAll("codecs") StructCodecs.Entry codec, @ForAll long seed) throws TException {
    byte[] bytes =
        PeerStructs.write(PeerStructs.random(PeerStructs.type(codec.name()), new Random(seed)));
    assertThat(CompactSkipper.struct(bytes, 0, bytes.length, 64)).isEqualTo(bytes.length);
  }

  static Stream<StructCodecs.Entry> everyCodec() {
    return StructCodecs.all().stream();
  }

  @ParameterizedTest
  @MethodSource("everyCodec")
  void every_field_of_the_generated_class_is_declared_here(StructCodecs.Entry codec) {
    var theirs = PeerStructs.fields(PeerStructs.type(codec.name()));
    theirs.forEach(
        (id, field) ->
            assertThat(codec.shape().fieldName(id.getThriftFieldId())).isEqualTo(field.fieldName));
  }

  @ParameterizedTest
  @MethodSource("everyCodec")
  void every_field_declared_has_a_record_component_of_its_name(StructCodecs.Entry codec) {
    if (!codec.type().isRecord()) {
      return; // unions hold one member and have no component per field
    }
    List<String> components =
        Stream.of(codec.type().getRecordComponents()).map(c -> c.getName()).toList();
    assertThat(components).hasSize(codec.shape().maxFieldId());
    for (int id = 1; id <= codec.shape().maxFieldId(); id++) {
      String camel = camelCase(codec.shape().fieldName(id));
      assertThat(components.get(id - 1))
          .as("component for field %d", id)
          .isIn(camel, camel + "Number", camel.replaceAll("s$", "") + "Numbers");
    }
  }

  private static String camelCase(String thriftName) {
    StringBuilder camel = new StringBuilder();
    for (String word : thriftName.split("_", -1)) {
      camel
          .append(camel.isEmpty() ? word.charAt(0) : Character.toUpperCase(word.charAt(0)))
          .append(word, 1, word.length());
    }
    return camel.toString();
  }
}
