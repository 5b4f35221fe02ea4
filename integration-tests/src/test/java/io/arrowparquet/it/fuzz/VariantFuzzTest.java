// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.it.interop.OurVariants;
import io.arrowparquet.it.mutation.EveryReader;
import io.arrowparquet.it.mutation.PoisonedColumn;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.kernel.decode.VariantToJson;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.kernel.shred.VariantUnshred;
import io.arrowparquet.variant.value.Variant;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.value.VariantValidator;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import io.arrowparquet.variant.vector.VariantReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a row's metadata and value: what the validator accepts is read in every way, and
 * shredded and put together again is the same; of anything else come values or our exceptions.
 *
 * <pre>
 *   length of the metadata, 1 byte | metadata | value
 * </pre>
 */
class VariantFuzzTest {
  private static final Field KNOWN =
      struct(
          "v",
          Field.nullable("a", new ArrowType.Int(64, true)),
          list("b", Field.nullable("element", ArrowType.Utf8.INSTANCE)),
          struct(
              "c",
              Field.nullable("a", new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE)),
              Field.nullable("d", new ArrowType.Decimal(18, 2, 128))));

  private static final BufferAllocator ALLOCATOR = new RootAllocator();
  private static final PoisonedColumn COLUMN = new PoisonedColumn(ALLOCATOR);
  private static final EveryReader READER =
      new EveryReader(ALLOCATOR, KNOWN, KNOWN, VariantPath.parse("$.c.a"));
  private static final List<VariantShred> SHREDDERS =
      List.of(
          new VariantShred(KNOWN, ShredMode.EXACT),
          new VariantShred(KNOWN, ShredMode.LENIENT),
          new VariantShred(KNOWN.getChildren().get(1), ShredMode.EXACT));

  private static final long OWN_MEMORY = ALLOCATOR.getAllocatedMemory();

  private static Field struct(String name, Field... children) {
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(children));
  }

  private static Field list(String name, Field element) {
    return new Field(name, FieldType.nullable(ArrowType.List.INSTANCE), List.of(element));
  }

  static List<byte[]> seeds() {
    List<byte[]> seeds = new ArrayList<>();
    if (Corpus.isThere()) {
      for (Path value : Corpus.files("variant", ".value")) {
        Path metadata = Path.of(value.toString().replaceFirst("\\.value$", ".metadata"));
        seeds.add(input(bytes(metadata), bytes(value)));
      }
    }
    OurVariants ours = new OurVariants();
    for (Object tree :
        List.of(
            Map.of("a", 1L, "b", List.of("x", 2), "c", Map.of("a", 1.5, "d", BigDecimal.TEN)),
            Arrays.asList("text", null, true, new UUID(1, 2), 1.5f, List.of(Map.of())),
            Map.of("a", "x".repeat(70), "e", new BigDecimal("1E-30"), "f", Map.of("c", 1)))) {
      seeds.add(input(ours.encode(tree).metadata(), ours.encode(tree).value()));
    }
    return seeds;
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static byte[] input(byte[] metadata, byte[] value) {
    byte[] input = new byte[1 + metadata.length + value.length];
    input[0] = (byte) metadata.length;
    System.arraycopy(metadata, 0, input, 1, metadata.length);
    System.arraycopy(value, 0, input, 1 + metadata.length, value.length);
    return input;
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void any_bytes_are_a_variant_or_malformed(byte[] bytes) {
    if (bytes.length == 0 || bytes.length > 8 << 10) {
      return;
    }
    int split = Math.min(bytes.length, 1 + (bytes[0] & 0xFF));
    byte[] metadata = Arrays.copyOfRange(bytes, 1, split);
    byte[] value = Arrays.copyOfRange(bytes, split, bytes.length);
    ParquetVariantVector column = COLUMN.show(metadata, value, 0xFF);
    String[] outcomes = new String[READER.ways()];
    int succeeded = READER.read(column, outcomes, READER.ways());
    boolean valid = isValid(column);
    if (valid) {
      assertThat(succeeded)
          .as(() -> Arrays.toString(outcomes))
          .isGreaterThanOrEqualTo(READER.ways() - READER.strictWays());
    }
    for (VariantShred shredder : SHREDDERS) {
      try {
        shredAndBack(shredder, column, valid);
      } catch (MalformedVariantException e) {
        assertThat(valid).as(e.getMessage()).isFalse();
      }
    }
    assertThat(ALLOCATOR.getAllocatedMemory()).as("nothing leaks").isEqualTo(OWN_MEMORY);
  }

  private static boolean isValid(ParquetVariantVector column) {
    try (VariantReader reader = new VariantReader(column)) {
      new VariantValidator().validate(reader.seek(0));
      return true;
    } catch (MalformedVariantException e) {
      return false;
    }
  }

  private static void shredAndBack(
      VariantShred shredder, ParquetVariantVector column, boolean valid) {
    try (ParquetVariantVector shredded = shredder.shred(column, ALLOCATOR);
        ParquetVariantVector back =
            VariantUnshred.unshred(shredded, ALLOCATOR, VariantLimits.defaults())) {
      if (valid) {
        Variant original = column.getObject(0);
        assertThat(shredded.getObject(0)).isEqualTo(original);
        assertThat(back.getObject(0)).isEqualTo(original);
        assertThat(isValid(back)).isTrue();
        assertThat(json(shredded)).isEqualTo(json(back));
      }
    }
  }

  private static String json(ParquetVariantVector column) {
    try (VarCharVector text = VariantToJson.write(column, ALLOCATOR)) {
      return text.getObject(0).toString();
    }
  }
}
