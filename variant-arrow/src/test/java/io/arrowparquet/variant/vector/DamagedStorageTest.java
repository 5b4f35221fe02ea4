// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.vector.SampleColumn.Form;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BaseIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider.MapDictionaryProvider;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Storage whose fields are legal and whose buffers are not: refused before anything is read.
 *
 * @see BinaryColumn
 * @see ParquetVariantVector
 */
class DamagedStorageTest {
  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private RunEndEncodedVector runs(int bits, int rows, int values, long... ends) {
    Field field =
        new Field(
            "metadata",
            FieldType.notNullable(ArrowType.RunEndEncoded.INSTANCE),
            List.of(
                Field.notNullable("run_ends", new ArrowType.Int(bits, true)),
                Field.notNullable("values", ArrowType.Binary.INSTANCE)));
    RunEndEncodedVector vector = (RunEndEncodedVector) field.createVector(allocator);
    FieldVector runEnds = vector.getRunEndsVector();
    runEnds.setInitialCapacity(Math.max(1, ends.length));
    runEnds.allocateNew();
    for (int i = 0; i < ends.length; i++) {
      ((BaseIntVector) runEnds).setWithPossibleTruncate(i, ends[i]);
    }
    runEnds.setValueCount(ends.length);
    VarBinaryVector bytes = (VarBinaryVector) vector.getValuesVector();
    for (int i = 0; i < values; i++) {
      bytes.setSafe(i, ("m" + i).getBytes(UTF_8));
    }
    bytes.setValueCount(values);
    vector.setValueCount(rows);
    return vector;
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void runs_of_every_width_are_read(int bits) {
    try (RunEndEncodedVector vector = runs(bits, 300, 3, 1, 2, 301)) {
      BinaryColumn column = BinaryColumn.of(vector, null);
      int[] rows = {299, 0, 1, 2, 0};
      String[] expected = {"m2", "m0", "m1", "m2", "m0"};
      for (int i = 0; i < rows.length; i++) {
        column.seek(rows[i]);
        byte[] bytes = new byte[(int) (column.end() - column.start())];
        column.buffer().getBytes(column.start(), bytes);
        assertThat(new String(bytes, UTF_8)).isEqualTo(expected[i]);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0 2 5, end of run 0: found 0",
    "-3 2 5, end of run 0: found -3",
    "2 2 5, end of run 1: found 2",
    "3 2 5, end of run 1: found 2",
    "1 2 4, end of the last run: found 4",
    "'', end of the last run: found no runs",
    "1 2 3 5, values of the runs: found 3"
  })
  void illegal_run_ends_are_refused(String ends, String message) {
    long[] numbers =
        ends.isEmpty()
            ? new long[0]
            : List.of(ends.split(" ", -1)).stream().mapToLong(Long::parseLong).toArray();
    for (int bits : new int[] {16, 32, 64}) {
      try (RunEndEncodedVector vector = runs(bits, 5, 3, numbers)) {
        assertThatThrownBy(() -> BinaryColumn.of(vector, null))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessageContaining(message);
      }
    }
  }

  @Test
  void run_ends_that_are_null_or_too_few_bytes_are_refused() {
    try (RunEndEncodedVector vector = runs(32, 5, 3, 1, 2, 5)) {
      vector.getRunEndsVector().setNull(1);
      assertThatThrownBy(() -> BinaryColumn.of(vector, null)).hasMessageContaining("a null");
      cut(vector.getRunEndsVector(), 2 * Integer.BYTES);
      assertThatThrownBy(() -> BinaryColumn.of(vector, null))
          .hasMessageContaining(
              "length of the value buffer of column run_ends: found 8 bytes, expected at least 12");
    }
  }

  /** Makes a vector believe in three numbers of which its buffer has fewer bytes. */
  private static void cut(FieldVector vector, int bytes) {
    List<ArrowBuf> buffers = new ArrayList<>(vector.getFieldBuffers());
    buffers.set(1, buffers.get(1).slice(0, bytes));
    vector.loadFieldBuffers(new ArrowFieldNode(3, 0), buffers);
  }

  @Test
  void indices_that_are_too_few_bytes_are_refused() {
    DictionaryEncoding encoding = new DictionaryEncoding(1, false, null);
    FieldType type = new FieldType(false, new ArrowType.Int(32, true), encoding);
    try (IntVector indices = new IntVector("metadata", type, allocator);
        VarBinaryVector names = new VarBinaryVector("d", allocator)) {
      indices.allocateNew(3);
      indices.setValueCount(3);
      names.setValueCount(1);
      cut(indices, 5);
      MapDictionaryProvider provider = new MapDictionaryProvider(new Dictionary(names, encoding));
      assertThatThrownBy(() -> BinaryColumn.of(indices, provider))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageContaining(
              "length of the index buffer of column metadata: found 5 bytes, expected at least 12");
    }
  }

  @Test
  void a_dictionary_of_text_is_no_metadata() {
    try (SampleColumn sample = SampleColumn.of(allocator, Form.DICTIONARY);
        VarCharVector text = new VarCharVector("d", allocator)) {
      DictionaryEncoding encoding = sample.vector().getField().getChildren().get(1).getDictionary();
      MapDictionaryProvider provider = new MapDictionaryProvider(new Dictionary(text, encoding));
      ParquetVariantVector vector = sample.vector().withDictionaries(provider);
      assertThatThrownBy(
              () -> BinaryColumn.ofMetadata(vector.getUnderlyingVector(), vector.dictionaries()))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageContaining("Utf8");
    }
  }

  /** Every child in turn, at any depth, is given fewer rows than its parent. */
  @ParameterizedTest
  @EnumSource
  void children_that_are_too_short_are_refused(Form form) {
    List<Integer> refused = new ArrayList<>();
    for (int number = 0; ; number++) {
      try (SampleColumn sample = SampleColumn.of(allocator, form)) {
        List<FieldVector> children = new ArrayList<>();
        collect(sample.vector().getUnderlyingVector(), children);
        if (number == children.size()) {
          break;
        }
        children.get(number).setValueCount(1);
        assertThatThrownBy(() -> readAll(sample.vector()))
            .as(form + ", " + children.get(number).getField())
            .isInstanceOf(MalformedVariantException.class);
        refused.add(number);
      }
    }
    assertThat(refused).isNotEmpty();
  }

  private static void readAll(ParquetVariantVector vector) {
    vector.validate();
    try (VariantReader reader = new VariantReader(vector)) {
      for (int row = 0; row < vector.getValueCount(); row++) {
        reader.seek(row);
      }
    }
  }

  private static void collect(FieldVector parent, List<FieldVector> children) {
    for (FieldVector child : parent.getChildrenFromFields()) {
      children.add(child);
      if (child instanceof StructVector || child instanceof RunEndEncodedVector) {
        collect(child, children);
      }
    }
  }
}
