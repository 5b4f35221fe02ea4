// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.decode.VariantGet;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Kernels of which any one allocation fails: nothing leaks, and the error is the allocator's.
 *
 * @see VariantDecode
 * @see VariantFromJson
 */
class FailedAllocationsOfKernelsTest {
  private static final int ROWS = 70;

  private static final Field TYPE =
      type("struct<i: bigint, s: string, l: list<struct<x: double>>, u: dense_union<string, int>>");

  private static final Field SHREDDING =
      type("struct<i: int, s: string, l: list<struct<x: double>>, o: struct<k: boolean>>");

  private final FailedAllocations failures = new FailedAllocations();
  private final BufferAllocator allocator = failures.allocator();
  private ParquetVariantVector whole;
  private ParquetVariantVector shredded;

  @BeforeEach
  void make() {
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      for (int row = 0; row < ROWS; row++) {
        String json = json(row);
        if (json != null) {
          text.setSafe(row, json.getBytes(StandardCharsets.UTF_8));
        }
      }
      text.setValueCount(ROWS);
      whole = VariantFromJson.parse(text, allocator);
    }
    shredded = new VariantShred(SHREDDING, ShredMode.LENIENT).shred(whole, allocator);
  }

  @AfterEach
  void close() {
    whole.close();
    shredded.close();
    failures.close();
  }

  private static Field type(String text) {
    return ArrowTypeText.parse("v", named(text));
  }

  /** Members of unions need names. */
  private static String named(String text) {
    return text.replace("union<string, int", "union<a: string, b: int");
  }

  /** Objects with fields of one type and of several, null rows, and rows that are no objects. */
  private static String json(int row) {
    if (row % 10 == 9) {
      return null;
    }
    if (row % 10 == 8) {
      return "[1.25, \"" + "x".repeat(row) + "\"]";
    }
    String number = row % 3 == 0 ? "\"text " + "y".repeat(2 * row) + "\"" : Integer.toString(row);
    return "{\"i\":%d,\"s\":\"%s\",\"l\":[{\"x\":1.5e0},{\"x\":null},{}],\"o\":{\"k\":%s},"
            .formatted(row, "z".repeat(row), row % 2 == 0)
        + "\"u\":%s,\"d\":%d.25,\"f\":[1,2,3],\"other%d\":{\"a\":[]}}"
            .formatted(number, row, row % 4);
  }

  static List<Kernel> kernels() {
    return Kernels.all(TYPE, SHREDDING, VariantPath.parse("$.l[1].x"), VariantLimits.defaults())
        .stream()
        .filter(kernel -> !kernel.isStrict())
        .toList();
  }

  @ParameterizedTest
  @MethodSource("kernels")
  void every_kernel_survives_every_failed_allocation(Kernel kernel) {
    for (ParquetVariantVector column : List.of(whole, shredded)) {
      String expected = kernel.outcome(column, allocator);
      failures.failEach(
          kernel.name(), memory -> assertThat(kernel.outcome(column, memory)).isEqualTo(expected));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "struct<i: tinyint, s: large_string, l: large_list<variant>, o: map<string not null, variant>>",
        "struct<s: string_view, l: list_view<struct<x: float>>, f: fixed_size_list(3)<bigint>>",
        "struct<l: large_list_view<variant>, u: sparse_union<string, int>, d: decimal(20, 2)>",
        "struct<i: bigint, `*`: variant>",
        "struct<o: struct<k: boolean>, d: decimal(60, 3, 256), i: timestamp, s: uuid, x: null>",
        "variant"
      })
  void every_sink_survives_every_failed_allocation(String target) {
    VariantDecode decode = new VariantDecode(type(target), ConversionMode.SAFE);
    for (ParquetVariantVector column : List.of(whole, shredded)) {
      failures.failEach(target, memory -> decode.decode(column, memory).close());
      try (FieldVector decoded = decode.decode(column, allocator)) {
        failures.failEach("cast of " + target, memory -> VariantCast.cast(decoded, memory).close());
      }
    }
  }

  @Test
  void every_path_survives_every_failed_allocation() {
    for (String path : List.of("$", "$.i", "$.o", "$.o.k", "$.l", "$.other1.a", "$[1]")) {
      VariantGet get = new VariantGet(VariantPath.parse(path), "v");
      for (ParquetVariantVector column : List.of(whole, shredded)) {
        failures.failEach(path, memory -> get.get(column, memory).close());
      }
    }
  }

  @Test
  void the_rest_of_long_rows_survives_every_failed_allocation() {
    try (VarCharVector text = new VarCharVector("v", allocator)) {
      int rows = 600;
      for (int row = 0; row < rows; row++) {
        // The first rows are long and let more memory be asked for than the others need.
        String value = "w".repeat(row < 520 ? 500 : 1);
        text.setSafe(row, ("{\"a\":\"" + value + "\"}").getBytes(StandardCharsets.UTF_8));
      }
      text.setValueCount(rows);
      failures.failEach("parse", memory -> VariantFromJson.parse(text, memory).close());
      try (ParquetVariantVector column = VariantFromJson.parse(text, allocator)) {
        failures.failEach("write", memory -> VariantToJson.write(column, memory).close());
        failures.failEach("unshred", memory -> VariantUnshred.unshred(column, memory).close());
      }
    }
  }
}
