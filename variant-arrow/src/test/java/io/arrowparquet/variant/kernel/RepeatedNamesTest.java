// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.AllocatedBytes;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.decode.NaturalType;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.InferredShredding;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantBuilder;
import io.arrowparquet.variant.value.VariantDictionary;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A name is in the dictionary once and in values by its id. Where names are written out, a few
 * hundred kilobytes of objects with one long name would take a thousand times that.
 *
 * @see io.arrowparquet.variant.internal.NameBudget
 */
class RepeatedNamesTest {
  private static final String LONG = "n".repeat(19_000);
  private static final int OBJECTS = 10_000;

  @AutoClose private final BufferAllocator allocator = new RootAllocator(200_000_000);

  /** An array of small objects. */
  private ParquetVariantVector objects(String name) {
    List<Object> objects = new ArrayList<>();
    for (int i = 0; i < OBJECTS; i++) {
      objects.add(Map.of(name, (byte) 1));
    }
    return VariantColumns.column(allocator, List.of(VariantColumns.encode(objects)));
  }

  /** One object of small objects, each at a path of its own. */
  private ParquetVariantVector fields(String name) {
    Map<String, Object> fields = new TreeMap<>();
    for (int i = 0; i < OBJECTS / 10; i++) {
      fields.put("f" + i, Map.of(name, (byte) 1));
    }
    return VariantColumns.column(allocator, List.of(VariantColumns.encode(fields)));
  }

  /** One row of small objects, whose one name is the last of a dictionary of many. */
  private ParquetVariantVector lastName(int names, int objects) {
    try (VariantDictionary dictionary = new VariantDictionary(allocator);
        VariantBuilder builder = new VariantBuilder(allocator).use(dictionary)) {
      for (int i = 0; i < names; i++) {
        dictionary.intern("unused" + i);
      }
      builder.startObject();
      for (int i = 0; i < objects; i++) {
        builder.field("f" + i).startObject();
        builder.field("last").appendInteger(i);
        builder.endObject();
      }
      builder.endObject();
      byte[] metadata = new byte[dictionary.metadataLength()];
      byte[] value = new byte[builder.lengthBytes()];
      try (ArrowBuf bytes = allocator.buffer(metadata.length + value.length)) {
        dictionary.writeMetadata(bytes, 0);
        builder.writeTo(bytes, metadata.length);
        bytes.getBytes(0, metadata);
        bytes.getBytes(metadata.length, value);
      }
      return VariantColumns.column(
          allocator, List.of(new org.apache.parquet.variant.Variant(value, metadata)));
    }
  }

  static List<Kernel> kernels() {
    Field type = ArrowTypeText.parse("v", "struct<f0: struct<last: int>, f1: variant>");
    return Kernels.all(type, type, VariantPath.parse("$.f0.last"), VariantLimits.defaults());
  }

  /** What a table of all names at each place would take: 40 MB and more. */
  @ParameterizedTest
  @MethodSource("kernels")
  void names_that_are_not_used_take_no_memory_at_each_place(Kernel kernel) {
    try (ParquetVariantVector few = lastName(100, OBJECTS / 50);
        ParquetVariantVector many = lastName(50_000, OBJECTS / 50);
        ParquetVariantVector fewPlaces = lastName(50_000, 1)) {
      kernel.run(many, allocator);
      long places = AllocatedBytes.once(() -> kernel.run(few, allocator));
      long names = AllocatedBytes.once(() -> kernel.run(fewPlaces, allocator));

      assertThat(AllocatedBytes.once(() -> kernel.run(many, allocator)))
          .isLessThan(places + names + 10_000_000);
    }
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
    try (ParquetVariantVector column = objects(LONG);
        ParquetVariantVector shredded =
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
    try (ParquetVariantVector column = objects(LONG)) {
      refused(() -> decode.decode(column, allocator));
    }
  }

  @Test
  void java_objects_are_refused_before_they_are_large() {
    try (ParquetVariantVector column = objects(LONG);
        VariantReader reader = new VariantReader(column, VariantLimits.defaults())) {
      refused(() -> Variant.copyOf(reader.seek(0)));
    }
  }

  @Test
  void types_are_refused_before_they_are_large() {
    try (ParquetVariantVector column = fields(LONG)) {
      refused(() -> NaturalType.decode(column, allocator));
      refused(() -> InferredShredding.of(column));
    }
  }

  @Test
  void names_of_a_usual_length_may_come_as_often_as_they_like() {
    String usual = "a_name_that_is_not_short_but_of_a_length_that_is_met";
    try (ParquetVariantVector column = objects(usual);
        VarCharVector json = VariantToJson.write(column, allocator);
        FieldVector natural = NaturalType.decode(column, allocator)) {
      assertThat(json.get(0)).hasSize(OBJECTS * (usual.length() + 7) + 1);
      assertThat(natural.getNullCount()).isZero();
    }
  }

  @Test
  void the_limit_can_be_raised() {
    String name = LONG.substring(0, 10_000);
    VariantLimits limits = VariantLimits.defaults().withMaxNameBytes(10_000);
    try (ParquetVariantVector column = objects(name);
        VarCharVector json = VariantToJson.write(column, allocator, limits)) {
      assertThat(json.get(0)).hasSize(OBJECTS * (name.length() + 7) + 1);
    }
  }
}
