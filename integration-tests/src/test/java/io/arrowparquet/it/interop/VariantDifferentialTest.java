// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.it.golden.VariantRows;
import io.arrowparquet.variant.kernel.ConversionMode;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.value.VariantCursor;
import io.arrowparquet.variant.value.VariantValidator;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.junit.jupiter.api.Test;

/**
 * This library against the others, both ways, on random values.
 *
 * <p>What the others are known to do otherwise, and is let pass: Spark stores integers as small as
 * can be and knows neither times nor nanoseconds; all three sort names by UTF-16 units, so that
 * trees whose names sort otherwise by bytes are not theirs to encode.
 */
class VariantDifferentialTest {
  private static final OurVariants OURS = new OurVariants();

  @Provide
  Arbitrary<Object> portableTrees() {
    return RandomVariants.portableTrees();
  }

  @Provide
  Arbitrary<Object> trees() {
    return RandomVariants.trees();
  }

  @Property(tries = 400)
  void every_engine_decodes_what_we_encode(@ForAll("portableTrees") Object tree) {
    EncodedVariant encoded = OURS.encode(tree);
    assertThat(OURS.decode(encoded)).isEqualTo(tree);
    for (VariantPeer reader : VariantPeer.all()) {
      if (reader.supports(tree)) {
        assertThat(reader.decode(encoded)).as("ours -> %s", reader).isEqualTo(tree);
      }
    }
  }

  @Property(tries = 400)
  void we_decode_what_every_engine_encodes(@ForAll("portableTrees") Object tree) {
    for (VariantPeer writer : VariantPeer.all()) {
      if (writer.supports(tree)) {
        EncodedVariant encoded = writer.encode(tree);
        Object decoded = OURS.decode(encoded);
        if (writer.keepsIntegerWidths()) {
          assertThat(decoded).as("%s -> ours", writer).isEqualTo(tree);
        } else {
          assertThat(VariantTrees.widened(decoded))
              .as("%s -> ours", writer)
              .isEqualTo(VariantTrees.widened(tree));
        }
      }
    }
  }

  /** All that the engines encode, and we do, as rows of one column, through the kernels. */
  @Property(tries = 150)
  void kernels_decode_what_every_engine_encodes(@ForAll("portableTrees") Object tree) {
    List<List<byte[]>> rows = new ArrayList<>();
    List<VariantPeer> writers = new ArrayList<>(VariantPeer.all());
    writers.add(OURS);
    writers.removeIf(writer -> !writer.supports(tree));
    for (VariantPeer writer : writers) {
      EncodedVariant encoded = writer.encode(tree);
      rows.add(List.of(encoded.metadata(), encoded.value()));
    }
    try (BufferAllocator allocator = new RootAllocator();
        ParquetVariantVector column = VariantRows.of(allocator, rows);
        FieldVector natural = NaturalType.decode(column, allocator);
        FieldVector known =
            new VariantDecode(natural.getField(), ConversionMode.STRICT)
                .decode(column, allocator)) {
      assertValid(column);
      assertThat(plainRows(natural, allocator)).as("natural").containsOnly(plain(tree));
      assertThat(plainRows(known, allocator)).as("known").containsOnly(plain(tree));
      for (int row = 1; row < rows.size(); row++) {
        assertThat(column.equals(0, column, row)).as("%s", writers.get(row)).isTrue();
      }
    }
  }

  private static void assertValid(ParquetVariantVector column) {
    VariantValidator validator = new VariantValidator();
    try (VariantReader reader = new VariantReader(column)) {
      for (int row = 0; row < column.getValueCount(); row++) {
        validator.validate(reader.seek(row));
      }
    }
  }

  /** A decoded vector's rows, by way of the cast that makes Variants of any vector. */
  private static List<Object> plainRows(FieldVector vector, BufferAllocator allocator) {
    CastOptions options = CastOptions.defaults();
    List<Object> rows = new ArrayList<>();
    try (ParquetVariantVector cast = VariantCast.cast(vector, allocator, options, null);
        VariantReader reader = new VariantReader(cast)) {
      for (int row = 0; row < cast.getValueCount(); row++) {
        VariantCursor value = reader.seek(row);
        rows.add(value == null ? null : plain(OurVariants.tree(value)));
      }
    }
    return rows;
  }

  /** A tree without what Arrow's types do not tell apart: null fields, widths and scales. */
  private static Object plain(Object tree) {
    if (tree instanceof Map<?, ?> object) {
      Map<Object, Object> fields = new LinkedHashMap<>();
      object.forEach(
          (name, value) -> {
            if (value != null) {
              fields.put(name, plain(value));
            }
          });
      return fields;
    }
    if (tree instanceof List<?> array) {
      List<Object> elements = new ArrayList<>();
      array.forEach(element -> elements.add(plain(element)));
      return elements;
    }
    if (tree instanceof BigDecimal decimal) {
      return decimal.stripTrailingZeros();
    }
    return tree instanceof Byte
            || tree instanceof Short
            || tree instanceof Integer
            || tree instanceof Long
        ? new BigDecimal(((Number) tree).longValue()).stripTrailingZeros()
        : tree;
  }

  /** Names that the engines would sort wrongly, which leaves us and, reading by index, two. */
  @Property(tries = 200)
  void names_beyond_the_bmp_go_through_us_and_those_that_read_by_index(
      @ForAll("trees") Object tree) {
    EncodedVariant encoded = OURS.encode(tree);
    assertThat(OURS.decode(encoded)).isEqualTo(tree);
    assertThat(new ParquetJavaVariants().decode(encoded)).isEqualTo(tree);
  }

  @Test
  void fields_that_an_engine_sorted_wrongly_are_still_read() {
    Map<String, Object> tree = Map.of(Character.toString(0x1F600), (byte) 1, "\uff21", (byte) 2);
    for (VariantPeer writer : VariantPeer.all()) {
      assertThat(OURS.decode(writer.encode(tree))).as(writer.name()).isEqualTo(tree);
    }
  }
}
