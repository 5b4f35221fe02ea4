// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.rowgroup;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.parquet.internal.filter.RowSelection;
import io.arrowparquet.parquet.internal.filter.TruthSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.BitVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.NullVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorLoader;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.LargeListVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.arrow.vector.util.Text;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every kind of vector that a column becomes, copied by runs, against its rows one by one.
 *
 * @see JoinedBatch#select
 */
class SelectedRowsTest {
  private static final int ROWS = 70;
  private static final Field NUMBER = Field.nullable("n", new ArrowType.Int(64, true));
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              NUMBER,
              Field.nullable("b", ArrowType.Bool.INSTANCE),
              Field.nullable("s", ArrowType.Utf8.INSTANCE),
              Field.nullable("S", ArrowType.LargeUtf8.INSTANCE),
              Field.nullable("z", ArrowType.Null.INSTANCE),
              new Field(
                  "g",
                  Field.nullable("g", ArrowType.Struct.INSTANCE).getFieldType(),
                  List.of(NUMBER)),
              new Field(
                  "l",
                  Field.nullable("l", ArrowType.List.INSTANCE).getFieldType(),
                  List.of(NUMBER)),
              new Field(
                  "L",
                  Field.nullable("L", ArrowType.LargeList.INSTANCE).getFieldType(),
                  List.of(NUMBER))));

  private static void fill(VectorSchemaRoot root, Random random) {
    root.allocateNew();
    for (int row = 0; row < ROWS; row++) {
      if (random.nextInt(4) > 0) {
        ((BigIntVector) root.getVector("n")).setSafe(row, random.nextLong());
        ((BitVector) root.getVector("b")).setSafe(row, random.nextInt(2));
        ((VarCharVector) root.getVector("s")).setSafe(row, new Text("s" + random.nextInt(999)));
        ((LargeVarCharVector) root.getVector("S")).setSafe(row, new Text("S" + row));
        StructVector group = (StructVector) root.getVector("g");
        group.setIndexDefined(row);
        ((BigIntVector) group.getChild("n")).setSafe(row, row);
        ListVector list = (ListVector) root.getVector("l");
        LargeListVector large = (LargeListVector) root.getVector("L");
        int length = random.nextInt(3);
        int start = list.startNewValue(row);
        long largeStart = large.startNewValue(row);
        for (int i = 0; i < length; i++) {
          ((BigIntVector) list.getDataVector()).setSafe(start + i, random.nextLong());
          ((BigIntVector) large.getDataVector()).setSafe((int) largeStart + i, 100L * row + i);
        }
        list.endValue(row, length);
        large.endValue(row, length);
      }
    }
    root.setRowCount(ROWS);
  }

  private static List<Object> chosen(FieldVector vector, byte[] truths) {
    List<Object> values = new ArrayList<>();
    for (int row = 0; row < vector.getValueCount(); row++) {
      if (truths == null || truths[row] == TruthSet.TRUE) {
        values.add(vector.getObject(row));
      }
    }
    return values;
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 2, 5, 64, 100})
  void rows_that_are_true_are_copied(int percent) {
    Random random = new Random(percent);
    byte[] truths = new byte[ROWS];
    for (int row = 0; row < ROWS; row++) {
      byte other = random.nextBoolean() ? TruthSet.FALSE : TruthSet.UNKNOWN;
      truths[row] = random.nextInt(100) < percent ? TruthSet.TRUE : other;
    }
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot from = VectorSchemaRoot.create(SCHEMA, allocator);
        VectorSchemaRoot to = VectorSchemaRoot.create(SCHEMA, allocator)) {
      fill(from, random);
      RowSelection rows = new RowSelection();
      rows.selectTrue(truths, truths.length);
      try (ArrowRecordBatch batch = JoinedBatch.select(from, rows, allocator)) {
        new VectorLoader(to).load(batch);
      }
      assertThat(to.getRowCount()).isEqualTo(rows.count());
      for (FieldVector vector : from.getFieldVectors()) {
        FieldVector copy = to.getVector(vector.getName());
        assertThat(chosen(copy, null)).as(vector.getName()).isEqualTo(chosen(vector, truths));
        if (!(vector instanceof NullVector)) {
          long nulls = chosen(copy, null).stream().filter(value -> value == null).count();
          assertThat(copy.getNullCount()).isEqualTo((int) nulls);
        }
      }
    }
  }
}
