// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Structs in structs, of which that of row i is null from level i on.
 *
 * @see io.arrowparquet.parquet.internal.column.PresentBits
 */
class DeepColumnsTest {
  @TempDir private Path directory;
  @AutoClose private final RootAllocator allocator = new RootAllocator();

  @ParameterizedTest
  @ValueSource(ints = {2, 126, 127, 128, 254})
  void each_level_is_told_from_the_one_before(int structs) throws IOException {
    Path file = write(structs);

    try (ParquetArrowReader reader =
        ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)) {
      assertThat(reader.loadNextBatch()).isTrue();
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      assertThat(root.getRowCount()).isEqualTo(structs + 2);
      FieldVector vector = root.getVector(0);
      for (int level = 0; level <= structs; level++) {
        for (int row = 0; row < root.getRowCount(); row++) {
          assertThat(vector.isNull(row)).as("level %d, row %d", level, row).isEqualTo(row <= level);
        }
        if (level < structs) {
          vector = (FieldVector) ((StructVector) vector).getChildByOrdinal(0);
        }
      }
      assertThat(((IntVector) vector).get(structs + 1)).isEqualTo(7);
    }
  }

  @Test
  void more_levels_than_a_byte_tells_apart_are_refused() throws IOException {
    Path file = write(255);

    assertThatThrownBy(
            () ->
                ParquetArrowReader.open(file, ParquetReadOptions.defaults(), allocator)
                    .loadNextBatch())
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("found definition levels up to 256, expected at most 255");
  }

  private Path write(int structs) throws IOException {
    Field field = Field.nullable("v", new ArrowType.Int(32, true));
    for (int i = 0; i < structs; i++) {
      field = new Field("s", FieldType.nullable(ArrowType.Struct.INSTANCE), List.of(field));
    }
    int rows = structs + 2;
    Path file = directory.resolve("deep.parquet");
    Schema schema = new Schema(List.of(field));
    try (VectorSchemaRoot root = VectorSchemaRoot.create(schema, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(file, schema, ParquetWriteOptions.defaults(), allocator)) {
      root.allocateNew();
      FieldVector vector = root.getVector(0);
      for (int level = 0; level < structs; level++) {
        for (int row = level + 1; row < rows; row++) {
          ((StructVector) vector).setIndexDefined(row);
        }
        vector = (FieldVector) ((StructVector) vector).getChildByOrdinal(0);
      }
      ((IntVector) vector).setSafe(rows - 1, 7);
      root.setRowCount(rows);
      writer.write(root);
      writer.finish();
    }
    return file;
  }
}
