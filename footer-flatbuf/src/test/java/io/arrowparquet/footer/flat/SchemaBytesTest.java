// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchemaBytesTest {
  private static SampleFooter footer(int fillers, String last, FieldRepetitionType repetition) {
    SampleFooter footer = new SampleFooter(3 + fillers);
    footer.group("list", OPTIONAL, 1).group("list", REPEATED, 1).leaf("a", OPTIONAL, Type.INT32);
    footer.up().up();
    footer.leaf(
        new SchemaElement("price")
            .setType(Type.INT64)
            .setRepetition_type(OPTIONAL)
            .setLogicalType(LogicalType.DECIMAL(new DecimalType(2, 10))));
    for (int i = 0; i < fillers; i++) {
      footer.leaf("filler" + i, OPTIONAL, i % 3 == 0 ? Type.FLOAT : Type.DOUBLE);
    }
    return footer.leaf(
        new SchemaElement(last)
            .setType(Type.BYTE_ARRAY)
            .setRepetition_type(repetition)
            .setLogicalType(LogicalType.STRING(new StringType())));
  }

  private static SampleFooter footer(int fillers) {
    return footer(fillers, "name", OPTIONAL);
  }

  private static SampleFooter with(SampleFooter footer, String key, String value) {
    footer.model().addToKey_value_metadata(new KeyValue(key).setValue(value));
    return footer;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 5, 100, 1000})
  void schema_is_known_again_whatever_the_row_groups_are(int fillers) {
    Predicate<FlatFooter> schema =
        with(footer(fillers).rowGroup(5), "key", "value").build().sameSchema();

    SampleFooter other = with(footer(fillers), "key", "value");
    for (int groups = 0; groups < 4; groups++) {
      other.model().setCreated_by("writer".repeat(groups));
      assertThat(schema).accepts(other.build());
      other.rowGroup(1_000_000L + groups);
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void other_names_types_counts_and_key_values_are_another_schema(int fillers) {
    Predicate<FlatFooter> schema = footer(fillers).rowGroup(5).build().sameSchema();

    assertThat(schema)
        .rejects(
            footer(fillers, "nama", OPTIONAL).rowGroup(5).build(),
            footer(fillers, "name", FieldRepetitionType.REQUIRED).rowGroup(5).build(),
            footer(fillers + 1).rowGroup(5).build(),
            with(footer(fillers).rowGroup(5), "key", "value").build());
    assertThat(with(footer(fillers), "key", "value").build().sameSchema())
        .rejects(with(footer(fillers), "key", "valve").build());
  }

  /** Their tables have a vtable in common with those of chunks, which is written with these. */
  @ParameterizedTest
  @ValueSource(ints = {1, 100_000})
  void schema_is_known_again_where_chunks_have_key_values_too(int length) {
    String value = "v".repeat(length);
    Predicate<FlatFooter> schema = withChunk(5, "key", value).sameSchema();

    assertThat(schema)
        .accepts(withChunk(15, "key", value))
        .rejects(withChunk(5, "key", value + "v"), withChunk(5, "kay", value));
  }

  private static FlatFooter withChunk(int rows, String key, String value) {
    SampleFooter sample = new SampleFooter(1).leaf("a", OPTIONAL, Type.INT32);
    SampleFooter footer = with(sample.rowGroup(rows), key, value);
    KeyValue ofChunk = new KeyValue("rows").setValue("r".repeat(rows));
    footer
        .model()
        .getRow_groups()
        .get(0)
        .getColumns()
        .get(0)
        .getMeta_data()
        .addToKey_value_metadata(ofChunk);
    return footer.build();
  }

  @Test
  void byte_that_says_what_the_schema_is_cannot_differ_unseen() {
    ByteBuffer flatbuffer = footer(20).rowGroup(5).flatbuffer();
    FlatFooter whole = FlatFooter.wrap(flatbuffer);
    Predicate<FlatFooter> schema = whole.sameSchema();
    List<String> expected = described(whole);

    byte[] bytes = new byte[flatbuffer.remaining()];
    flatbuffer.duplicate().get(bytes);
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] ^= 1;
      boolean same = false;
      FlatFooter changed = null;
      try {
        changed = FlatFooter.wrap(ByteBuffer.wrap(bytes));
        same = schema.test(changed);
      } catch (CorruptFooterException e) {
        same = false; // seen
      }
      if (same) {
        assertThat(described(changed)).as("byte " + i).isEqualTo(expected);
      }
      bytes[i] ^= 1;
    }
    assertThat(schema).accepts(FlatFooter.wrap(ByteBuffer.wrap(bytes)));
  }

  private static List<String> described(FlatFooter footer) {
    return IntStream.range(0, footer.elementCount())
        .mapToObj(
            i -> {
              SchemaElementView element = footer.schemaElement(i);
              return footer.elementPath(i)
                  + element.type()
                  + element.repetition()
                  + element.logicalType()
                  + footer.findColumn(footer.elementPath(i))
                  + footer.parentElement(i);
            })
        .toList();
  }
}
