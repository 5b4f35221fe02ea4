// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Float4Vector;
import org.apache.arrow.vector.Float8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.FloatingPointPrecision;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.io.LocalInputFile;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Files of which columns are stored in ALP too, as engines read them that know nothing of it. */
class SecondEncodingInteropTest {
  private static final int ROWS = 20_000;
  private static final ArrowType DOUBLE =
      new ArrowType.FloatingPoint(FloatingPointPrecision.DOUBLE);
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("x", DOUBLE),
              Field.notNullable("id", new ArrowType.Int(64, true)),
              Field.nullable("price", DOUBLE),
              Field.notNullable(
                  "ratio", new ArrowType.FloatingPoint(FloatingPointPrecision.SINGLE))));

  @TempDir Path folder;
  private Path plain;
  private Path duplicated;

  @BeforeEach
  void write() throws IOException {
    plain = write("plain.parquet", ParquetWriteOptions.defaults());
    duplicated = write("duplicated.parquet", duplicating());
  }

  private static ParquetWriteOptions duplicating() {
    return ParquetWriteOptions.defaults()
        .withDuplicateEncoding("x", ParquetEncoding.ALP)
        .withDuplicateEncoding("price", ParquetEncoding.ALP)
        .withDuplicateEncoding("ratio", ParquetEncoding.ALP);
  }

  private Path write(String name, ParquetWriteOptions options) throws IOException {
    Path file = folder.resolve(name);
    Random random = new Random(1);
    try (RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = VectorSchemaRoot.create(SCHEMA, allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, SCHEMA, options.withRowGroupRows(ROWS / 4).withPageRows(1000), allocator)) {
      for (int row = 0; row < ROWS; row++) {
        ((Float8Vector) batch.getVector("x")).setSafe(row, random.nextInt(10) / 10.0);
        ((BigIntVector) batch.getVector("id")).setSafe(row, random.nextLong());
        if (row % 7 > 0) {
          ((Float8Vector) batch.getVector("price")).setSafe(row, random.nextInt(100_000) / 100.0);
        }
        ((Float4Vector) batch.getVector("ratio")).setSafe(row, random.nextFloat());
      }
      batch.setRowCount(ROWS);
      writer.write(batch);
      writer.finish();
    }
    return file;
  }

  static Stream<RowReader> engines() {
    return Stream.of(new ParquetJavaRows(), new DuckDbRows(), new ArrowDatasetRows());
  }

  @ParameterizedTest
  @MethodSource("engines")
  void engines_read_every_row(RowReader engine) throws Exception {
    assertThat(engine.rows(duplicated)).isEqualTo(engine.rows(plain));
  }

  @ParameterizedTest
  @EnumSource(
      value = FooterLayout.class,
      names = {"SPEC", "ARROW_CPP"})
  void engines_read_every_row_with_another_footer(FooterLayout layout) throws Exception {
    Path file = write("attached.parquet", duplicating().withFooter(layout));
    for (RowReader engine : engines().toList()) {
      assertThat(engine.rows(file)).as(engine.toString()).isEqualTo(engine.rows(plain));
    }
  }

  /** Each split has the row groups whose middle is in it: by the place of their first column. */
  @Test
  void splits_of_parquet_java_have_every_row_group_once() throws IOException {
    FlatFooter footer = FooterReader.defaults().read(duplicated).footer();
    LocalInputFile file = new LocalInputFile(duplicated);
    for (int splits = 1; splits <= 9; splits++) {
      long rows = 0;
      for (int i = 0; i < splits; i++) {
        ParquetReadOptions options =
            ParquetReadOptions.builder(new PlainParquetConfiguration())
                .withRange(file.getLength() * i / splits, file.getLength() * (i + 1) / splits)
                .build();
        try (ParquetFileReader reader = ParquetFileReader.open(file, options)) {
          rows += reader.getRecordCount();
        }
      }
      assertThat(rows).as(splits + " splits").isEqualTo(ROWS).isEqualTo(footer.numRows());
    }
  }
}
