// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.rows;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Values that files may hold and Variants may not. */
class JsonLinesTest {
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @Test
  void a_key_that_a_map_has_twice_stands_twice() throws Exception {
    MapVector map = (MapVector) mapField().createVector(allocator);
    StructVector entries = (StructVector) map.getDataVector();
    VarCharVector keys = (VarCharVector) entries.getChildByOrdinal(0);
    IntVector values = (IntVector) entries.getChildByOrdinal(1);
    map.allocateNew();
    int entry = 0;
    for (int row = 0; row < 2; row++) {
      map.startNewValue(row);
      for (String key : row == 0 ? List.of("k", "l") : List.of("k", "k")) {
        entries.setIndexDefined(entry);
        keys.setSafe(entry, key.getBytes(UTF_8));
        values.setSafe(entry, entry);
        entry++;
      }
      map.endValue(row, 2);
    }
    entries.setValueCount(entry);
    map.setValueCount(3);

    assertThat(print(map))
        .containsExactly("{\"c\":{\"k\":0,\"l\":1}}", "{\"c\":{\"k\":2,\"k\":3}}", "{\"c\":null}");
  }

  private static Field mapField() {
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(
                Field.notNullable("key", ArrowType.Utf8.INSTANCE),
                Field.nullable("value", new ArrowType.Int(32, true))));
    return new Field("c", FieldType.nullable(new ArrowType.Map(false)), List.of(entries));
  }

  @Test
  void a_text_that_is_no_utf8_has_replacement_characters() throws Exception {
    VarCharVector text = new VarCharVector("c", allocator);
    text.setSafe(0, "fine \"é\"".getBytes(UTF_8));
    text.setSafe(1, new byte[] {'a', (byte) 0xff});
    text.setValueCount(2);

    assertThat(print(text)).containsExactly("{\"c\":\"fine \\\"é\\\"\"}", "{\"c\":\"a\uFFFD\"}");
  }

  @Test
  void a_time_that_no_day_has_is_the_number_in_the_file() throws Exception {
    TimeMicroVector times = new TimeMicroVector("c", allocator);
    times.setSafe(0, 1_500_000);
    times.setSafe(1, -1);
    times.setValueCount(2);

    assertThat(print(times)).containsExactly("{\"c\":\"00:00:01.5\"}", "{\"c\":-1}");
  }

  @Test
  void a_timestamp_beyond_64_bits_of_microseconds_is_the_number_in_the_file() throws Exception {
    TimeStampMilliVector times = new TimeStampMilliVector("c", allocator);
    times.setSafe(0, 0);
    times.setSafe(1, Long.MAX_VALUE);
    times.setValueCount(2);

    assertThat(print(times))
        .containsExactly("{\"c\":\"1970-01-01T00:00:00\"}", "{\"c\":9223372036854775807}");
  }

  @Test
  void decimals_of_more_digits_than_variants_have_are_numbers() throws Exception {
    Decimal256Vector decimals = new Decimal256Vector("c", allocator, 39, 39);
    decimals.setSafe(0, new BigDecimal(BigInteger.valueOf(25), 39));
    decimals.setValueCount(1);

    assertThat(print(decimals)).containsExactly("{\"c\":2.5E-38}");
  }

  @Test
  void a_malformed_variant_is_an_error_all_the_same() throws Exception {
    Field storage =
        new Field(
            "c",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    ParquetVariantVector variants = (ParquetVariantVector) storage.createVector(allocator);
    StructVector struct = variants.getUnderlyingVector();
    struct.setIndexDefined(0);
    struct.getChild("metadata", VarBinaryVector.class).setSafe(0, new byte[] {1, 0, 0});
    struct.getChild("value", VarBinaryVector.class).setSafe(0, new byte[] {(byte) 0xfc});
    variants.setValueCount(1);

    assertThatThrownBy(() -> print(variants)).isInstanceOf(MalformedVariantException.class);
  }

  /** Closes the column. */
  private List<String> print(FieldVector column) throws Exception {
    StringWriter text = new StringWriter();
    try (VectorSchemaRoot batch = VectorSchemaRoot.of(column);
        PrintWriter out = new PrintWriter(text)) {
      new JsonLines(out, allocator).printObjects(batch, batch.getRowCount());
    }
    return text.toString().lines().toList();
  }
}
