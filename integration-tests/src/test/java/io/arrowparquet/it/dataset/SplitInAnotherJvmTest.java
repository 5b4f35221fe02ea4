// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetSplit;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.it.examples.EventFile;
import io.arrowparquet.parquet.ReaderSchema;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.VariantProjection;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.variant.value.VariantPath;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A split that is planned in one JVM is read in another.
 *
 * @see ParquetSplit
 */
class SplitInAnotherJvmTest {
  @TempDir Path folder;

  @Test
  void rows_are_those_of_the_file() throws Exception {
    Path file = EventFile.write(folder.resolve("events.parquet"));
    VariantProjection path =
        VariantProjection.of("event", VariantPath.parse("$.kind"), "kind", ArrowType.Utf8.INSTANCE);
    ParquetReadOptions options =
        ParquetReadOptions.defaults()
            .withColumns(List.of("id"))
            .withVariantPaths(List.of(path))
            .withFilter(Operand.column("id").isAtLeast(4L).and(path.isNotNull()));
    ReaderSchema schema =
        ReaderSchema.of(
                new Schema(
                    List.of(
                        ArrowTypeText.parse("id", "bigint"),
                        ArrowTypeText.parse("event", "variant"),
                        ArrowTypeText.parse("more", "date"))))
            .withDefault("more", LocalDate.EPOCH);
    ParquetSplit split = ParquetSplit.of(SourceEntry.of(file.toUri()), options);
    ParquetSplit whole = split.withSchema(schema).withFooter(FooterReader.defaults().read(file));
    Path first = Files.write(folder.resolve("first"), split.toBytes());
    Path second = Files.write(folder.resolve("second"), whole.toBytes());

    String printed =
        new ChildJvm(folder)
            .run(
                List.of(
                    "--add-opens=java.base/java.nio=ALL-UNNAMED",
                    "-cp",
                    System.getProperty("java.class.path"),
                    SplitWorker.class.getName(),
                    first.toString(),
                    second.toString()));

    assertThat(printed).isNotEmpty().isEqualTo(expected(file, options, schema));
  }

  private static String expected(Path file, ParquetReadOptions options, ReaderSchema schema)
      throws Exception {
    ParquetFileSet set = ParquetFileSet.open(List.of(file));
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader rows = set.read(options, allocator);
        FileSetReader evolved = set.withSchema(schema).read(options, allocator)) {
      return SplitWorker.rows(rows) + SplitWorker.rows(evolved);
    }
  }
}
