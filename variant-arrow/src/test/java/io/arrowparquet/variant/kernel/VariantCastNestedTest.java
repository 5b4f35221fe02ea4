// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.variant.ConversionException;
import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.VariantLimits;
import io.arrowparquet.variant.internal.shred.BinaryColumn;
import io.arrowparquet.variant.kernel.cast.CastOptions;
import io.arrowparquet.variant.kernel.cast.VariantCast;
import io.arrowparquet.variant.kernel.cast.VariantFromJson;
import io.arrowparquet.variant.kernel.decode.VariantDecode;
import io.arrowparquet.variant.kernel.shred.ShredMode;
import io.arrowparquet.variant.kernel.shred.VariantShred;
import io.arrowparquet.variant.vector.ParquetVariantType;
import io.arrowparquet.variant.vector.ParquetVariantVector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BitVectorHelper;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.AbstractStructVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.FixedSizeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryEncoder;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Nested Arrow vectors cast to Variant: structs, lists, maps and unions.
 *
 * @see VariantCast
 */
public class VariantCastNestedTest {
  private static final ArrowType INT = new ArrowType.Int(32, true);
  private static final Field INT_FIELD = Field.nullable("n", INT);

  @AutoClose private final BufferAllocator allocator = new RootAllocator();

  private static Field nested(String name, ArrowType type, Field... children) {
    return new Field(name, FieldType.nullable(type), List.of(children));
  }

  private List<String> cast(FieldVector vector) {
    try (ParquetVariantVector cast = VariantCast.cast(vector, allocator)) {
      return DescribedRows.of(cast);
    }
  }

  /** Decoding is tested with peers' bytes, so that what it gives is a good input for casts. */
  private FieldVector decoded(Field type, String... json) {
    try (VarCharVector text = new VarCharVector("x", allocator)) {
      text.allocateNew();
      for (int row = 0; row < json.length; row++) {
        if (json[row] != null) {
          text.setSafe(row, json[row].getBytes(StandardCharsets.UTF_8));
        }
      }
      text.setValueCount(json.length);
      try (ParquetVariantVector variants = VariantFromJson.parse(text, allocator)) {
        return new VariantDecode(type, ConversionMode.STRICT).decode(variants, allocator);
      }
    }
  }

  @Test
  void a_struct_becomes_an_object_without_its_null_children() {
    Field type =
        nested(
            "s",
            ArrowType.Struct.INSTANCE,
            Field.nullable("\uD83D\uDE00", INT),
            Field.nullable("\uFF5E", INT),
            Field.nullable("", ArrowType.Utf8.INSTANCE));
    String full = "{\"\":\"e\",\"\uFF5E\":1,\"\uD83D\uDE00\":2}";
    try (FieldVector structs = decoded(type, full, "{\"\uFF5E\":1}", null, "{}")) {
      assertThat(cast(structs))
          .containsExactly("object " + full, "object {\"\uFF5E\":1}", null, "object {}");
      CastOptions keep = CastOptions.defaults().withKeepNullFields(true);
      try (ParquetVariantVector kept = VariantCast.cast(structs, allocator, keep, null)) {
        assertThat(DescribedRows.of(kept).get(3))
            .isEqualTo("object {\"\":null,\"\uFF5E\":null,\"\uD83D\uDE00\":null}");
      }
    }
  }

  @Test
  void every_kind_of_list_becomes_an_array_with_its_nulls() {
    ArrowType[] kinds = {
      ArrowType.List.INSTANCE,
      ArrowType.LargeList.INSTANCE,
      ArrowType.ListView.INSTANCE,
      ArrowType.LargeListView.INSTANCE
    };
    for (ArrowType kind : kinds) {
      try (FieldVector lists =
          decoded(nested("l", kind, INT_FIELD), "[1,null,3]", null, "[]", "[4]")) {
        assertThat(cast(lists))
            .as(kind.toString())
            .containsExactly("array [1,null,3]", null, "array []", "array [4]");
      }
    }
    Field pairs = nested("l", new ArrowType.FixedSizeList(2), INT_FIELD);
    try (FieldVector lists = decoded(pairs, "[1,2]", null, "[null,4]")) {
      assertThat(lists).isInstanceOf(FixedSizeListVector.class);
      assertThat(cast(lists)).containsExactly("array [1,2]", null, "array [null,4]");
    }
  }

  @Test
  void lists_of_lists_and_a_slice_of_them_are_cast() {
    Field inner = nested("i", ArrowType.List.INSTANCE, INT_FIELD);
    Field type = nested("l", ArrowType.List.INSTANCE, inner);
    try (FieldVector lists = decoded(type, "[[1],[2,3]]", "[[4],null]", "[[],[5]]")) {
      var slice = lists.getTransferPair(allocator);
      slice.splitAndTransfer(1, 2);
      try (FieldVector part = (FieldVector) slice.getTo()) {
        assertThat(cast(part)).containsExactly("array [[4],null]", "array [[],[5]]");
      }
      assertThat(cast(lists).get(0)).isEqualTo("array [[1],[2,3]]");
    }
  }

  private static Field map(Field key) {
    Field entries =
        new Field(
            "entries",
            FieldType.notNullable(ArrowType.Struct.INSTANCE),
            List.of(key, Field.nullable("value", INT)));
    return nested("m", new ArrowType.Map(false), entries);
  }

  @Test
  void a_map_with_text_keys_becomes_an_object_in_the_order_of_names() {
    Field type = map(Field.notNullable("key", ArrowType.Utf8.INSTANCE));
    try (FieldVector maps = decoded(type, "{\"b\":1,\"a\":null}", null, "{}", "{\"c\":2}")) {
      assertThat(cast(maps))
          .containsExactly("object {\"a\":null,\"b\":1}", null, "object {}", "object {\"c\":2}");
    }
  }

  private MapVector mapOf(Field key) {
    MapVector maps = (MapVector) map(key).createVector(allocator);
    maps.allocateNew();
    maps.startNewValue(0);
    maps.endValue(0, 0);
    maps.startNewValue(1);
    StructVector entries = (StructVector) maps.getDataVector();
    entries.setIndexDefined(0);
    entries.setIndexDefined(1);
    maps.endValue(1, 2);
    return maps;
  }

  @Test
  void a_map_with_other_keys_becomes_an_array_of_entries() {
    try (MapVector maps = mapOf(Field.notNullable("k", INT))) {
      StructVector entries = (StructVector) maps.getDataVector();
      ((IntVector) entries.getChild("k")).setSafe(0, 7);
      ((IntVector) entries.getChild("k")).setSafe(1, 7);
      ((IntVector) entries.getChild("value")).setSafe(1, 8);
      entries.setValueCount(2);
      maps.setValueCount(2);
      assertThat(cast(maps))
          .containsExactly(
              "array []", "array [{\"key\":7,\"value\":null},{\"key\":7,\"value\":8}]");
    }
  }

  @Test
  void a_key_that_comes_twice_or_is_null_names_row_and_path() {
    try (MapVector maps = mapOf(Field.notNullable("key", ArrowType.Utf8.INSTANCE))) {
      StructVector entries = (StructVector) maps.getDataVector();
      VarCharVector keys = (VarCharVector) entries.getChild("key");
      keys.setSafe(0, new byte[] {'a'});
      entries.setValueCount(2);
      maps.setValueCount(2);
      assertThatThrownBy(() -> VariantCast.cast(maps, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessage("row 1, $: found a null key, expected text");
      keys.setSafe(1, new byte[] {'a'});
      assertThatThrownBy(() -> VariantCast.cast(maps, allocator))
          .isInstanceOf(ConversionException.class)
          .hasMessage("row 1, $: found duplicate field: a, expected each key once");
    }
  }

  private static Field union(UnionMode mode) {
    int[] ids = {3, 5, 9};
    return nested(
        "u",
        new ArrowType.Union(mode, ids),
        Field.nullable("nothing", ArrowType.Null.INSTANCE),
        Field.nullable("number", INT),
        Field.nullable("text", ArrowType.Utf8.INSTANCE));
  }

  @Test
  void a_dense_union_becomes_what_its_members_become() {
    try (FieldVector unions = decoded(union(UnionMode.Dense), "1", "\"a\"", "null", "2")) {
      assertThat(unions).isInstanceOf(DenseUnionVector.class);
      assertThat(cast(unions)).containsExactly("int32 1", "string \"a\"", "null null", "int32 2");
      unions.getChildrenFromFields().get(1).setNull(1);
      assertThat(cast(unions)).containsExactly("int32 1", "string \"a\"", "null null", null);
    }
  }

  @Test
  void a_sparse_union_becomes_what_its_members_become() {
    Field type =
        nested(
            "u",
            new ArrowType.Union(UnionMode.Sparse, new int[] {4, 24}),
            Field.nullable("number", INT),
            Field.nullable("text", ArrowType.Utf8.INSTANCE));
    try (FieldVector unions = decoded(type, "1", "\"a\"", null, "2")) {
      assertThat(unions).isInstanceOf(UnionVector.class);
      assertThat(cast(unions)).containsExactly("int32 1", "string \"a\"", null, "int32 2");
    }
  }

  @Test
  void a_sparse_union_of_another_implementations_type_ids_is_read_by_them() {
    Field type =
        nested(
            "u",
            new ArrowType.Union(UnionMode.Sparse, new int[] {0, 1}),
            Field.nullable("number", INT),
            Field.nullable("text", ArrowType.Utf8.INSTANCE));
    try (FieldVector unions = decoded(type, "\"a\"", "1")) {
      assertThat(cast(unions)).containsExactly("string \"a\"", "int32 1");
    }
  }

  @Test
  void a_union_without_a_known_member_is_refused() {
    try (FieldVector unions = decoded(union(UnionMode.Dense), "1", "\"a\"")) {
      DenseUnionVector dense = (DenseUnionVector) unions;
      dense.getTypeBuffer().setByte(1, 77);
      assertThatThrownBy(() -> VariantCast.cast(unions, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessage("row 1, $: type id of a union: found 77, expected that of a member");
      dense.getTypeBuffer().setByte(1, 9);
      dense.getOffsetBuffer().setInt(4, 3);
      assertThatThrownBy(() -> VariantCast.cast(unions, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1, $: row of a union's member: found 3");
    }
  }

  @Test
  void a_dictionary_encoded_vector_becomes_its_values() {
    try (VarCharVector values = new VarCharVector("d", allocator);
        VarCharVector rows = new VarCharVector("x", allocator)) {
      values.allocateNew();
      values.setSafe(0, new byte[] {'a'});
      values.setSafe(1, new byte[] {'b'});
      values.setValueCount(2);
      rows.allocateNew();
      rows.setSafe(0, new byte[] {'b'});
      rows.setSafe(2, new byte[] {'a'});
      rows.setValueCount(3);
      Dictionary dictionary = new Dictionary(values, new DictionaryEncoding(5, false, null));
      DictionaryProvider provider = new DictionaryProvider.MapDictionaryProvider(dictionary);
      try (FieldVector encoded = (FieldVector) DictionaryEncoder.encode(rows, dictionary)) {
        try (ParquetVariantVector cast =
            VariantCast.cast(encoded, allocator, CastOptions.defaults(), provider)) {
          assertThat(DescribedRows.of(cast)).containsExactly("string \"b\"", null, "string \"a\"");
        }
        assertThatThrownBy(() -> VariantCast.cast(encoded, allocator))
            .isInstanceOf(IllegalArgumentException.class)
            .hasMessage("$: dictionary 5 is not known; give the cast a DictionaryProvider");
        encoded.getDataBuffer().setInt(0, 2);
        assertThatThrownBy(
                () -> VariantCast.cast(encoded, allocator, CastOptions.defaults(), provider))
            .isInstanceOf(MalformedVariantException.class)
            .hasMessage("row 0, $: dictionary index: found 2, expected 0 to 1");
        try (FieldVector cut = encoded.getField().createVector(allocator)) {
          cut.loadFieldBuffers(
              new ArrowFieldNode(1000, 0),
              List.of(allocator.getEmpty(), encoded.getDataBuffer().slice(0, 4)));
          assertThatThrownBy(
                  () -> VariantCast.cast(cut, allocator, CastOptions.defaults(), provider))
              .isInstanceOf(MalformedVariantException.class)
              .hasMessageContaining("length of the index buffer of column x: found 4 bytes");
        }
      }
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {16, 32, 64})
  void a_run_end_encoded_vector_becomes_its_values(int bits) {
    Field type =
        nested(
            "r",
            ArrowType.RunEndEncoded.INSTANCE,
            Field.notNullable("run_ends", new ArrowType.Int(bits, true)),
            Field.nullable("values", INT));
    try (RunEndEncodedVector runs = (RunEndEncodedVector) type.createVector(allocator)) {
      runs.allocateNew();
      FieldVector ends = runs.getRunEndsVector();
      int[] rowEnds = {2, 3, 5};
      for (int run = 0; run < rowEnds.length; run++) {
        ends.getDataBuffer().setByte((long) run * bits / Byte.SIZE, rowEnds[run]);
        BitVectorHelper.setBit(ends.getValidityBuffer(), run);
      }
      ends.setValueCount(3);
      IntVector values = (IntVector) runs.getValuesVector();
      values.setSafe(0, 7);
      values.setSafe(2, 9);
      values.setValueCount(3);
      runs.setValueCount(5);
      assertThat(cast(runs)).containsExactly("int32 7", "int32 7", null, "int32 9", "int32 9");
    }
  }

  @Test
  void a_nested_variant_stays_the_value_it_is() {
    Field variant =
        new Field(
            "v",
            FieldType.nullable(ParquetVariantType.INSTANCE),
            List.of(
                Field.notNullable("metadata", ArrowType.Binary.INSTANCE),
                Field.nullable("value", ArrowType.Binary.INSTANCE)));
    Field type = nested("s", ArrowType.Struct.INSTANCE, INT_FIELD, variant);
    String row = "{\"n\":1,\"v\":{\"a\":[true],\"n\":\"x\"}}";
    try (FieldVector structs = decoded(type, row, "{\"v\":null}", "{}")) {
      assertThat(cast(structs).get(0)).isEqualTo("object " + row);
      assertThat(cast(structs.getChildrenFromFields().get(1)).get(0))
          .isEqualTo("object {\"a\":[true],\"n\":\"x\"}");
    }
  }

  @Test
  void a_shredded_variant_is_put_together() {
    Field target = nested("s", ArrowType.Struct.INSTANCE, INT_FIELD);
    try (FieldVector structs = decoded(target, "{\"n\":1}", null, "{\"n\":2}");
        ParquetVariantVector variants = VariantCast.cast(structs, allocator);
        ParquetVariantVector shredded =
            new VariantShred(target, ShredMode.EXACT).shred(variants, allocator)) {
      assertThat(shredded.isShredded()).isTrue();
      assertThat(cast(shredded)).containsExactly("object {\"n\":1}", null, "object {\"n\":2}");
    }
  }

  @Test
  void rows_share_one_sorted_dictionary_however_many_they_are() {
    Field type =
        nested("s", ArrowType.Struct.INSTANCE, Field.nullable("b", INT), Field.nullable("a", INT));
    String[] rows = new String[500];
    Arrays.fill(rows, "{\"a\":1,\"b\":2}");
    try (FieldVector structs = decoded(type, rows);
        ParquetVariantVector cast = VariantCast.cast(structs, allocator)) {
      var metadata = BinaryColumn.ofMetadata(cast.getUnderlyingVector(), cast.dictionaries());
      metadata.seek(0);
      long first = metadata.buffer().memoryAddress() + metadata.start();
      assertThat(metadata.buffer().getByte(metadata.start()) & 0x10).isEqualTo(0x10);
      assertThat(DescribedRows.of(cast)).containsOnly("object {\"a\":1,\"b\":2}");
      assertThat(first).isNotZero();
    }
  }

  @Test
  void a_cast_column_goes_through_ipc_and_slices() throws IOException {
    ParquetVariantType.register();
    Field type =
        nested("s", ArrowType.Struct.INSTANCE, Field.nullable("a name beyond a view", INT));
    String row = "{\"a name beyond a view\":1}";
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (FieldVector structs = decoded(type, "{}", row, null);
        ParquetVariantVector cast = VariantCast.cast(structs, allocator)) {
      var slice = cast.getTransferPair(allocator);
      slice.splitAndTransfer(1, 2);
      try (ParquetVariantVector part = (ParquetVariantVector) slice.getTo()) {
        assertThat(DescribedRows.of(part)).containsExactly("object " + row, null);
      }
      VectorSchemaRoot root = new VectorSchemaRoot(List.of(cast));
      try (ArrowStreamWriter writer = new ArrowStreamWriter(root, null, bytes)) {
        writer.writeBatch();
      }
    }
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      ParquetVariantVector read = (ParquetVariantVector) reader.getVectorSchemaRoot().getVector(0);
      assertThat(DescribedRows.of(read)).containsExactly("object {}", "object " + row, null);
    }
  }

  @Test
  void two_children_of_one_name_are_refused() {
    try (StructVector structs =
        new StructVector(
            "s",
            allocator,
            FieldType.nullable(ArrowType.Struct.INSTANCE),
            null,
            AbstractStructVector.ConflictPolicy.CONFLICT_APPEND,
            true)) {
      structs.addOrGet("a", FieldType.nullable(INT), IntVector.class);
      structs.addOrGet("a", FieldType.nullable(ArrowType.Null.INSTANCE), NullVector.class);
      assertThatThrownBy(() -> VariantCast.cast(structs, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessage("$: two children named a");
    }
  }

  @Test
  void a_type_without_an_equal_deep_inside_is_named_by_its_path() {
    Field duration = Field.nullable("d", new ArrowType.Duration(TimeUnit.SECOND));
    Field type =
        nested(
            "s",
            ArrowType.Struct.INSTANCE,
            nested(
                "items",
                ArrowType.List.INSTANCE,
                nested("$data$", ArrowType.Struct.INSTANCE, duration)));
    try (FieldVector empty = type.createVector(allocator)) {
      assertThatThrownBy(() -> VariantCast.cast(empty, allocator))
          .isInstanceOf(IllegalArgumentException.class)
          .hasMessageStartingWith("$.items[*].d: no Variant equals Duration(SECOND)");
    }
  }

  @Test
  void nesting_beyond_the_limit_and_list_offsets_out_of_range_name_the_row() {
    Field inner = nested("i", ArrowType.List.INSTANCE, INT_FIELD);
    CastOptions shallow =
        CastOptions.defaults().withLimits(VariantLimits.defaults().withMaxDepth(1));
    try (FieldVector lists = decoded(nested("l", ArrowType.List.INSTANCE, inner), "[]", "[[1]]")) {
      assertThatThrownBy(() -> VariantCast.cast(lists, allocator, shallow, null))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1");
      ((ListVector) lists).getOffsetBuffer().setInt(8, 1000);
      assertThatThrownBy(() -> VariantCast.cast(lists, allocator))
          .isInstanceOf(MalformedVariantException.class)
          .hasMessageStartingWith("row 1");
    }
  }
}
