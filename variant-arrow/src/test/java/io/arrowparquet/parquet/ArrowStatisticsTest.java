// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.complex.MapVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ArrowStatisticsTest {
  @TempDir private Path folder;

  private FlatFooter footer() throws IOException {
    Path file = folder.resolve("a.parquet");
    new FilterFile(5).write(file, WriterVersion.PARQUET_2_0, true);
    return FooterReader.defaults().read(file).footer();
  }

  /** By number of the column, -1 for the table, what it has by name. */
  private static Map<Integer, Map<String, Object>> read(
      VectorSchemaRoot root, VarCharVector names) {
    Map<Integer, Map<String, Object>> found = new LinkedHashMap<>();
    IntVector columns = (IntVector) root.getVector("column");
    MapVector maps = (MapVector) root.getVector("statistics");
    StructVector entries = (StructVector) maps.getDataVector();
    IntVector keys = (IntVector) entries.getChildByOrdinal(0);
    DenseUnionVector values = (DenseUnionVector) entries.getChildByOrdinal(1);
    for (int row = 0; row < root.getRowCount(); row++) {
      Map<String, Object> of = new LinkedHashMap<>();
      for (int i = maps.getElementStartIndex(row); i < maps.getElementEndIndex(row); i++) {
        of.put(names.getObject(keys.get(i)).toString(), values.getObject(i));
      }
      found.put(columns.isNull(row) ? -1 : columns.get(row), of);
    }
    return found;
  }

  @Test
  void columns_are_numbered_and_named_as_the_specification_says() throws IOException {
    FlatFooter footer = footer();
    try (RootAllocator allocator = new RootAllocator();
        ArrowStatistics statistics = ArrowStatistics.of(footer, allocator);
        VectorSchemaRoot rowGroups = StatisticsVectors.of(footer, List.of("id", "g"), allocator)) {
      VarCharVector names = (VarCharVector) statistics.dictionaries().lookup(1).getVector();
      Map<Integer, Map<String, Object>> found = read(statistics.root(), names);
      assertThat(found.get(-1)).containsExactly(Map.entry("ARROW:row_count:exact", 600L));
      assertThat(found.get(0))
          .containsOnly(
              Map.entry("ARROW:null_count:exact", 0L),
              Map.entry("ARROW:min_value:approximate", 0L),
              Map.entry("ARROW:max_value:approximate", 599L));
      int group = 1 + FilterColumn.values().length;
      assertThat(found).doesNotContainKey(group).containsKey(group + 1);
      StructVector i8 = (StructVector) rowGroups.getVector("g.i8");
      long nulls = 0;
      for (int row = 0; row < rowGroups.getRowCount(); row++) {
        nulls += (Long) i8.getChild("null_count").getObject(row);
      }
      assertThat(found.get(group + 1)).containsEntry("ARROW:null_count:exact", nulls);
      int list = group + 1 + FilterColumn.values().length;
      assertThat(found.get(list + 1)).doesNotContainKey("ARROW:null_count:exact");
      assertThat(found.get(list + 1)).containsEntry("ARROW:max_value:approximate", 5993);
    }
  }

  @Test
  void schema_is_that_of_the_specification_and_goes_through_ipc() throws IOException {
    FlatFooter footer = footer();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (RootAllocator allocator = new RootAllocator();
        ArrowStatistics statistics = ArrowStatistics.of(footer, List.of(1), allocator)) {
      Field map = statistics.root().getSchema().findField("statistics");
      assertThat(map.isNullable()).isFalse();
      Field entries = map.getChildren().get(0);
      Field key = entries.getChildren().get(0);
      assertThat(key.getDictionary().getIndexType()).isEqualTo(CountedVectors.INT32);
      ArrowType.Union union = (ArrowType.Union) entries.getChildren().get(1).getType();
      assertThat(union.getMode()).isEqualTo(UnionMode.Dense);
      try (ArrowStreamWriter writer =
          new ArrowStreamWriter(statistics.root(), statistics.dictionaries(), bytes)) {
        writer.writeBatch();
        writer.end();
      }
      try (ArrowStreamReader reader =
          new ArrowStreamReader(new ByteArrayInputStream(bytes.toByteArray()), allocator)) {
        assertThat(reader.loadNextBatch()).isTrue();
        VarCharVector names = (VarCharVector) reader.lookup(1).getVector();
        Map<Integer, Map<String, Object>> found = read(reader.getVectorSchemaRoot(), names);
        assertThat(found.get(-1)).containsExactly(Map.entry("ARROW:row_count:exact", 200L));
        assertThat(found.get(0)).containsEntry("ARROW:min_value:approximate", 200L);
        assertThat(found)
            .usingRecursiveComparison()
            .isEqualTo(
                read(
                    statistics.root(),
                    (VarCharVector) statistics.dictionaries().lookup(1).getVector()));
      }
    }
  }
}
