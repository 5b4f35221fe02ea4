// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.encoding.Variant;
import io.arrowparquet.variant.kernels.decode.VariantDecode;
import io.arrowparquet.variant.kernels.infer.InferShredding;
import io.arrowparquet.variant.kernels.json.VariantToJson;
import io.arrowparquet.variant.kernels.natural.NaturalType;
import io.arrowparquet.variant.kernels.shred.ShredMode;
import io.arrowparquet.variant.kernels.shred.VariantShred;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.VariantReader;
import io.arrowparquet.variant.vector.VariantVector;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A name is in the dictionary once and in values by its id. Where names are written out, a few
 * hundred kilobytes of objects with one long name would take gigabytes.
 */
class RepeatedNamesTest {
  private static final String LONG = "n".repeat(100_000);
  private static final int OBJECTS = 10_000;

  private final BufferAllocator allocator = new RootAllocator(200_000_000);

  @AfterEach
  void close() {
    allocator.close();
  }

  /** An array of small objects. */
  private VariantVector objects(String name) {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(Map.of(name, (byte) 1));
    }
    return VariantColumns.column(allocator, List.of(VariantColumns.encode(objects)));
  }

  /** One object of small objects, each at a path of its own. */
  private VariantVector fields(String name) {
    Map<String, Object> fields = new TreeMap<>();
    for (int i = 0; i < OBJECTS / 10; i++) {
      fields.put("f" + i, Map.of(name, (byte) 1));
    }
    return VariantColumns.column(allocator, List.of(VariantColumns.encode(fields)));
  }

  private static void refused(Runnable kernel) {
    assertThatThrownBy(kernel::run)
        .isInstanceOf(MalformedVariantException.class)
        .hasMessageContaining("names, written out")
        .hasMessageContaining("a name of 1")
        .hasMessageContaining("256 bytes on average (VariantLimits.maxNameBytes)");
  }

  @Test
  void json_is_refused_before_it_is_large() {
    try (VariantVector column = objects(LONG);
        VariantVector shredded =
            new VariantShred(
                    ArrowTypeText.parse("v", "list<struct<`" + LONG + "`: tinyint>>"),
                    ShredMode.EXACT)
                .shred(column, allocator)) {
      refused(() -> VariantToJson.write(column, allocator));
      refused(() -> VariantToJson.write(shredded, allocator));
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"list<map<string, int>>", "list<string>", "string"})
  void vectors_are_refused_before_they_are_large(String type) {
    VariantDecode decode =
        new VariantDecode(ArrowTypeText.parse("x", type), ConversionMode.TRY_CAST);
    try (VariantVector column = objects(LONG)) {
      refused(() -> decode.decode(column, allocator));
    }
  }

  @Test
  void java_objects_are_refused_before_they_are_large() {
    try (VariantVector column = objects(LONG);
        VariantReader reader = new VariantReader(column, VariantLimits.DEFAULT)) {
      refused(() -> Variant.copyOf(reader.seek(0)));
    }
  }

  @Test
  void types_are_refused_before_they_are_large() {
    try (VariantVector column = fields(LONG)) {
      refused(() -> new NaturalType().decode(column, allocator));
      refused(() -> new InferShredding().infer(column));
    }
  }

  @Test
  void names_of_a_usual_length_may_come_as_often_as_they_like() {
    String usual = "a_name_that_is_not_short_but_of_a_length_that_is_met";
    try (VariantVector column = objects(usual);
        VarCharVector json = VariantToJson.write(column, allocator);
        FieldVector natural = new NaturalType().decode(column, allocator)) {
      assertThat(json.get(0)).hasSize(OBJECTS * (usual.length() + 7) + 1);
      assertThat(natural.getNullCount()).isZero();
    }
  }

  @Test
  void the_limit_can_be_raised() {
    String name = LONG.substring(0, 10_000);
    VariantLimits limits = VariantLimits.DEFAULT.maxNameBytes(10_000);
    try (VariantVector column = objects(name);
        VarCharVector json = VariantToJson.write(column, allocator, limits)) {
      assertThat(json.get(0)).hasSize(OBJECTS * (name.length() + 7) + 1);
    }
  }
}
