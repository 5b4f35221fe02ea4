// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.apache.parquet.format.FieldRepetitionType.OPTIONAL;
import static org.apache.parquet.format.FieldRepetitionType.REPEATED;
import static org.apache.parquet.format.FieldRepetitionType.REQUIRED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import com.sun.management.ThreadMXBean;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.flatc.generated.FileMetaData;
import io.arrowparquet.footer.flatc.generated.SchemaElement;
import io.arrowparquet.footer.internal.flat.RowGroupSpan;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.StringType;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FlatFooterTest {
  /** One schema below the limit up to which there is no index in the buffer, and one above it. */
  private static FlatFooter nested(int fillers) {
    SampleFooter footer = new SampleFooter(3 + fillers);
    footer.leaf("id", REQUIRED, Type.INT64);
    footer
        .group("list", OPTIONAL, 1)
        .group("list", REPEATED, 1)
        .leaf("element", OPTIONAL, Type.INT32)
        .up()
        .up();
    footer.group("näme.日本", OPTIONAL, 1).leaf("\uD83D\uDE00", REQUIRED, Type.DOUBLE).up();
    for (int i = 0; i < fillers; i++) {
      footer.leaf("filler" + i, OPTIONAL, Type.FLOAT);
    }
    return footer.rowGroup(5).build();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void nested_columns_have_paths_levels_and_parents(int fillers) {
    FlatFooter footer = nested(fillers);

    assertThat(footer.columnCount()).isEqualTo(3 + fillers);
    assertThat(footer.columnPath(1)).isEqualTo("list.list.element");
    assertThat(footer.findColumn("list.list.element")).isEqualTo(1);
    assertThat(footer.maxDefinitionLevel(1)).isEqualTo(3);
    assertThat(footer.maxRepetitionLevel(1)).isEqualTo(1);
    assertThat(footer.maxDefinitionLevel(0)).isZero();
    assertThat(footer.columnElement(1)).isEqualTo(4);
    assertThat(footer.elementColumn(4)).isEqualTo(1);
    assertThat(footer.elementColumn(3)).isEqualTo(-1);
    assertThat(footer.parentElement(4)).isEqualTo(3);
    assertThat(footer.parentElement(0)).isEqualTo(-1);
    assertThat(footer.schemaElement(3).isGroup()).isTrue();
    assertThat(footer.schemaElement(3).repetition()).isEqualTo(FieldRepetitionType.REPEATED);
    assertThat(footer.schemaElement(0).repetition()).isNull();
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 100})
  void names_are_compared_as_characters_of_any_plane(int fillers) {
    FlatFooter footer = nested(fillers);

    assertThat(footer.findColumn("näme.日本.\uD83D\uDE00")).isEqualTo(2);
    assertThat(footer.findColumn(List.of("näme.日本", "\uD83D\uDE00"))).isEqualTo(2);
    assertThat(footer.findColumn(List.of("näme", "日本", "\uD83D\uDE00"))).isEqualTo(-1);
    assertThat(footer.findColumn("näme.日本.\uD83D")).isEqualTo(-1);
    assertThat(footer.findColumn("list.list")).isEqualTo(-1);
    assertThat(footer.findColumn("list.element")).isEqualTo(-1);
    assertThat(footer.findColumn("x.list.list.element")).isEqualTo(-1);
  }

  @Test
  void a_dotted_name_and_a_nested_one_are_told_apart_by_their_names() {
    FlatFooter footer =
        new SampleFooter(2)
            .leaf("a.b", REQUIRED, Type.INT32)
            .group("a", REQUIRED, 1)
            .leaf("b", REQUIRED, Type.INT32)
            .up()
            .build();

    assertThat(footer.findColumn("a.b")).isZero();
    assertThat(footer.findColumn(List.of("a.b"))).isZero();
    assertThat(footer.findColumn(List.of("a", "b"))).isEqualTo(1);
  }

  @Test
  void looking_up_allocates_nothing() {
    SampleFooter sample = new SampleFooter(101).group("g", OPTIONAL, 1);
    sample.leaf("größe", OPTIONAL, Type.INT32).up();
    for (int i = 0; i < 100; i++) {
      org.apache.parquet.format.SchemaElement element =
          new org.apache.parquet.format.SchemaElement("column_" + i);
      sample.leaf(element.setType(Type.INT64).setRepetition_type(OPTIONAL).setField_id(7 * i));
    }
    FlatFooter footer = sample.rowGroup(5).build();
    ColumnChunkView chunk = new ColumnChunkView();
    long expected = lookUp(footer, chunk);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadAllocatedBytes();
    long found = lookUp(footer, chunk);
    long allocated = threads.getCurrentThreadAllocatedBytes() - before;

    assertThat(found).isEqualTo(expected);
    // Some hundred bytes are for asking.
    assertThat(allocated).as("for 6 000 look-ups").isLessThan(1_000);
  }

  private static long lookUp(FlatFooter footer, ColumnChunkView chunk) {
    long sum = 0;
    for (int i = 0; i < 1_000; i++) {
      sum += footer.findColumn("column_77") + footer.findColumn("g.größe");
      sum += footer.findColumn("absent") + footer.findColumnByFieldId(7 * 33);
      sum += footer.findElementByFieldId(1);
      sum += footer.chunk(0, footer.findColumn("column_99"), chunk).dataPageOffset();
    }
    return sum;
  }

  @Test
  void columns_with_the_same_hash_are_told_apart() {
    // FNV-1a gives both names the same 32 bits.
    SampleFooter sample = new SampleFooter(22);
    sample.leaf("costarring", REQUIRED, Type.INT32).leaf("liquid", REQUIRED, Type.INT32);
    IntStream.range(0, 20).forEach(i -> sample.leaf("c" + i, REQUIRED, Type.INT32));
    FlatFooter footer = sample.build();

    assertThat(footer.findColumn("costarring")).isZero();
    assertThat(footer.findColumn("liquid")).isEqualTo(1);
  }

  @Test
  void field_ids_lead_to_groups_and_columns() {
    SampleFooter sample = new SampleFooter(21);
    for (int i = 0; i < 20; i++) {
      sample.leaf(
          new org.apache.parquet.format.SchemaElement("c" + i)
              .setType(Type.INT32)
              .setField_id(100 - 10 * i));
    }
    sample.group("g", OPTIONAL, 1).leaf("x", REQUIRED, Type.INT32);
    sample.model().getSchema().get(21).setField_id(7);
    FlatFooter footer = sample.build();

    assertThat(footer.findColumnByFieldId(100)).isZero();
    assertThat(footer.findColumnByFieldId(-90)).isEqualTo(19);
    assertThat(footer.findColumnByFieldId(7)).isEqualTo(-1);
    assertThat(footer.findElementByFieldId(7)).isEqualTo(21);
    assertThat(footer.findElementByFieldId(8)).isEqualTo(-1);
    assertThat(footer.schemaElement(1).fieldId()).isEqualTo(100);
  }

  @Test
  void logical_types_bring_their_converted_types() {
    SampleFooter sample = new SampleFooter(3);
    sample.leaf(
        new org.apache.parquet.format.SchemaElement("text")
            .setType(Type.BYTE_ARRAY)
            .setConverted_type(org.apache.parquet.format.ConvertedType.UTF8)
            .setLogicalType(org.apache.parquet.format.LogicalType.STRING(new StringType())));
    sample.leaf(
        new org.apache.parquet.format.SchemaElement("price")
            .setType(Type.INT64)
            .setConverted_type(org.apache.parquet.format.ConvertedType.DECIMAL)
            .setScale(0)
            .setPrecision(9)
            .setLogicalType(org.apache.parquet.format.LogicalType.DECIMAL(new DecimalType(0, 9))));
    sample.leaf(
        new org.apache.parquet.format.SchemaElement("bare")
            .setType(Type.INT32)
            .setLogicalType(org.apache.parquet.format.LogicalType.DECIMAL(new DecimalType(2, 9))));
    FlatFooter footer = sample.build();

    assertThat(footer.schemaElement(1).logicalType()).isEqualTo(new LogicalType.StringType());
    assertThat(footer.schemaElement(1).convertedTypeNumber()).isZero();
    assertThat(footer.schemaElement(2).logicalType()).isEqualTo(new LogicalType.DecimalType(0, 9));
    assertThat(footer.schemaElement(2).scale()).isZero();
    assertThat(footer.schemaElement(2).precision()).isEqualTo(9);
    assertThat(footer.schemaElement(3).convertedType()).isNull();
    assertThat(footer.schemaElement(3).scale()).isNull();
  }

  @Test
  void zero_is_not_absent() {
    FlatFooter zero =
        new SampleFooter(1)
            .leaf("x", OPTIONAL, Type.INT64)
            .statistics(
                new Statistics()
                    .setNull_count(0)
                    .setMin_value(new byte[8])
                    .setMax_value(new byte[8]))
            .rowGroup(1)
            .build();
    FlatFooter absent =
        new SampleFooter(1)
            .leaf("x", OPTIONAL, Type.INT64)
            .statistics(new Statistics())
            .rowGroup(1)
            .build();

    assertThat(zero.chunk(0, 0).statistics().hasNullCount()).isTrue();
    assertThat(zero.chunk(0, 0).statistics().nullCount()).isZero();
    assertThat(zero.chunk(0, 0).statistics().minLong()).isZero();
    assertThat(absent.chunk(0, 0).statistics().hasNullCount()).isFalse();
    assertThat(absent.chunk(0, 0).statistics().minValue()).isNull();
    var generated = FileMetaData.getRootAsFileMetaData(zero.flatbuffer());
    assertThat(generated.rowGroups(0).columns(0).metadata().statistics().hasNullCount()).isTrue();
  }

  @Test
  void a_buffer_without_index_gets_one() {
    FlatBufferBuilder builder = new FlatBufferBuilder();
    int[] elements = new int[30];
    for (int i = 0; i < elements.length; i++) {
      int name = builder.createString("c" + i);
      SchemaElement.startSchemaElement(builder);
      SchemaElement.addName(builder, name);
      if (i == 0) {
        SchemaElement.addNumChildren(builder, 29);
      } else {
        builder.addByte((byte) 1);
        builder.slot(0);
      }
      elements[i] = SchemaElement.endSchemaElement(builder);
    }
    int schema = FileMetaData.createSchemaVector(builder, elements);
    FileMetaData.startFileMetaData(builder);
    FileMetaData.addSchema(builder, schema);
    builder.finish(FileMetaData.endFileMetaData(builder));
    FlatFooter footer = FlatFooter.wrap(builder.dataBuffer());

    assertThat(footer.columnCount()).isEqualTo(29);
    assertThat(footer.findColumn("c17")).isEqualTo(16);
    assertThat(footer.rowGroupCount()).isZero();
  }

  @Test
  void direct_memory_serves_as_well_as_the_heap() {
    ByteBuffer heap = new SampleFooter(1).leaf("x", OPTIONAL, Type.INT64).rowGroup(3).flatbuffer();
    ByteBuffer direct = ByteBuffer.allocateDirect(heap.remaining() + 3).position(3);
    direct.put(heap.duplicate()).position(3);
    FlatFooter footer = FlatFooter.wrap(direct);

    assertThat(footer.findColumn("x")).isZero();
    assertThat(footer.chunk(0, 0).numValues()).isEqualTo(3);
    assertThat(direct.position()).isEqualTo(3);
  }

  @Test
  void an_index_out_of_range_is_the_callers_fault() {
    FlatFooter footer = nested(0);

    assertThatThrownBy(() -> footer.chunk(0, 3)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> footer.chunk(1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> footer.schemaElement(-1))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  @Test
  void no_bytes_at_all_are_corrupt() {
    for (int length = 0; length < 64; length++) {
      ByteBuffer zeros = ByteBuffer.allocate(length);
      assertThatThrownBy(() -> FlatFooter.wrap(zeros))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("FlatBuffers footer: ");
    }
  }

  @Test
  void thirty_two_threads_see_the_same_footer() throws Exception {
    byte[] thrift = WideFooter.thrift(500, 2);
    FlatFooter footer =
        FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
    long expected = sum(footer);
    CountDownLatch start = new CountDownLatch(1);
    ExecutorService threads = Executors.newFixedThreadPool(32);
    try {
      Callable<Long> reader =
          () -> {
            start.await();
            return sum(footer);
          };
      List<Future<Long>> sums =
          IntStream.range(0, 32).mapToObj(i -> threads.submit(reader)).toList();
      start.countDown();
      for (Future<Long> sum : sums) {
        assertThat(sum.get()).isEqualTo(expected);
      }
    } finally {
      threads.shutdownNow();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void some_row_groups_are_a_footer_of_their_own(boolean isInMemory) {
    byte[] thrift = WideFooter.thrift(70, 300);
    FlatFooter whole =
        FlatFooter.wrap(
            (isInMemory
                    ? ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length)
                    : ThriftToFlatBuffers.convert(thrift, 0, thrift.length))
                .flatbuffer());
    FlatFooter part = whole.part(new RowGroupSpan(3, 290, 17)).part(new RowGroupSpan(252, 5, 42));

    assertThat(part.rowGroupCount()).isEqualTo(5);
    assertThat(part.numRows()).isEqualTo(42);
    assertThat(part.findColumn("column_7")).isEqualTo(7);
    ColumnChunkView chunk = new ColumnChunkView();
    for (int group = 0; group < 5; group++) {
      assertThat(part.rowGroup(group).index()).isEqualTo(group);
      assertThat(part.rowGroup(group).fileOffset())
          .isEqualTo(whole.rowGroup(255 + group).fileOffset());
      for (int column = 0; column < 70; column++) {
        ColumnChunkView expected = whole.chunk(255 + group, column);
        part.chunk(group, column, chunk);
        assertThat(chunk.rowGroup()).isEqualTo(group);
        assertThat(chunk.startOffset()).isEqualTo(expected.startOffset());
        assertThat(chunk.columnIndex().offset()).isEqualTo(expected.columnIndex().offset());
        assertThat(chunk.statistics().minDouble()).isEqualTo(expected.statistics().minDouble());
      }
    }
    assertThatThrownBy(() -> part.rowGroup(5)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> part.chunk(-1, 0)).isInstanceOf(IndexOutOfBoundsException.class);
    assertThatThrownBy(() -> whole.part(new RowGroupSpan(299, 2, 0)))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }

  private static long sum(FlatFooter footer) {
    long sum = 0;
    ColumnChunkView chunk = new ColumnChunkView();
    for (int group = 0; group < footer.rowGroupCount(); group++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        footer.chunk(group, footer.findColumn(WideFooter.name(column)), chunk);
        sum = 31 * sum + chunk.startOffset() + chunk.columnIndex().offset();
        sum += Double.doubleToLongBits(chunk.statistics().minDouble());
      }
    }
    return sum;
  }
}
