// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.bundle.MetadataFile;
import io.arrowparquet.dataset.ParquetScanPlan;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.it.LoadedJar;
import io.arrowparquet.parquet.options.Operand;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.ipc.ArrowFileReader;
import org.apache.hadoop.conf.Configuration;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.Footer;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.io.LocalInputFile;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What a bundle knows goes to other programs, and comes from them.
 *
 * @see MetadataFile
 * @see io.arrowparquet.parquet.StatisticsVectors
 */
class MetadataExchangeTest {
  private static final int FILES = 12;
  private static final int ROW_GROUPS = 4;
  private static final int ROWS = 10;

  @TempDir private Path folder;
  private Path bundle;

  @BeforeEach
  void writeFiles() throws IOException {
    bundle = folder.resolve("all.bundle");
    Files.createDirectory(folder.resolve("part"));
    for (int file = 0; file < FILES; file++) {
      write(path(file), "required int64 id; optional double price;", file);
    }
  }

  private Path path(int file) {
    return folder.resolve((file % 2 == 0 ? "part/" : "") + "f" + file + ".parquet");
  }

  private static void write(Path file, String columns, int number) throws IOException {
    MessageType schema = MessageTypeParser.parseMessageType("message m { " + columns + " }");
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(schema)
            .withRowGroupRowCountLimit(ROWS)
            .build()) {
      for (int row = 0; row < ROW_GROUPS * ROWS; row++) {
        Group group = new SimpleGroup(schema);
        long id = (number * 37L + row) % 100;
        group.add("id", id);
        if (schema.containsField("price") && row % 3 != 0) {
          group.add("price", id / 4.0);
        }
        writer.write(group);
      }
    }
  }

  private void createBundle() throws IOException {
    List<BundleInput> inputs = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      inputs.add(BundleInput.of(folder, path(file)));
    }
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, true);
  }

  private static void run(String... arguments) throws Exception {
    StringWriter err = new StringWriter();
    try (LoadedJar jar = LoadedJar.load()) {
      int exit = jar.run(new PrintWriter(new StringWriter()), new PrintWriter(err), arguments);
      assertThat(exit).as(err.toString()).isZero();
    }
  }

  private Set<String> planned(Path of) throws IOException {
    Operand id = Operand.column("id");
    Operand price = Operand.column("price");
    ParquetReadOptions options =
        ParquetReadOptions.defaults().withFilter(id.isGreaterThan(40L).and(price.isLessThan(11.0)));
    Set<String> found = new TreeSet<>();
    try (FooterBundle open = FooterBundle.open(of)) {
      ParquetScanPlan.rowGroups(open, null, options)
          .forEach(
              (file, rowGroups) ->
                  rowGroups.forEach(rowGroup -> found.add(file.file().path() + " " + rowGroup)));
    }
    return found;
  }

  @Test
  void duckdb_plans_over_an_exported_table_as_we_do() throws Exception {
    createBundle();
    Path table = folder.resolve("table.parquet");
    run("bundle", "export", bundle.toString(), "-o", table.toString(), "--format", "parquet");
    Set<String> found = new TreeSet<>();
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows =
            statement.executeQuery(
                "SELECT file, row_group FROM '"
                    + table
                    + "' GROUP BY ALL HAVING"
                    + " bool_or(\"column\" = 'id' AND max_bigint > 40) AND"
                    + " bool_or(\"column\" = 'price' AND min_double < 11.0)")) {
      while (rows.next()) {
        found.add(rows.getString(1) + " " + rows.getInt(2));
      }
    }
    assertThat(found).isEqualTo(planned(bundle)).isNotEmpty();
    assertThat(found.size()).isLessThan(FILES * ROW_GROUPS);
  }

  @Test
  void an_ipc_file_has_a_row_for_each_row_group_and_column() throws Exception {
    createBundle();
    Path table = folder.resolve("table.arrow");
    run("bundle", "export", bundle.toString(), "-o", table.toString(), "--format", "arrow");
    int rows = 0;
    try (RootAllocator allocator = new RootAllocator();
        ArrowFileReader reader = new ArrowFileReader(Files.newByteChannel(table), allocator)) {
      while (reader.loadNextBatch()) {
        rows += reader.getVectorSchemaRoot().getRowCount();
      }
    }
    assertThat(rows).isEqualTo(FILES * ROW_GROUPS * 2);
  }

  @Test
  void parquet_java_reads_our_metadata_file() throws Exception {
    createBundle();
    Path file = folder.resolve(MetadataFile.NAME);
    run("bundle", "export", bundle.toString(), "-o", file.toString(), "--format", "_metadata");
    try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(file))) {
      Set<String> paths = new TreeSet<>();
      for (BlockMetaData rowGroup : reader.getFooter().getBlocks()) {
        paths.add(rowGroup.getPath());
        assertThat(rowGroup.getRowCount()).isEqualTo(ROWS);
      }
      assertThat(reader.getFooter().getBlocks()).hasSize(FILES * ROW_GROUPS);
      assertThat(paths).hasSize(FILES).contains("part/f0.parquet", "f1.parquet");
    }
    sameFromMetadata(file);
  }

  @Test
  @SuppressWarnings("deprecation") // nothing else of parquet-java writes the file
  void a_bundle_is_made_of_the_metadata_file_of_parquet_java() throws Exception {
    List<Footer> footers = new ArrayList<>();
    for (int file = 0; file < FILES; file++) {
      try (ParquetFileReader reader = ParquetFileReader.open(new LocalInputFile(path(file)))) {
        ParquetMetadata metadata = reader.getFooter();
        footers.add(new Footer(new org.apache.hadoop.fs.Path(path(file).toUri()), metadata));
      }
    }
    ParquetFileWriter.writeMetadataFile(
        new Configuration(), new org.apache.hadoop.fs.Path(folder.toUri()), footers);
    createBundle();
    sameFromMetadata(folder.resolve(MetadataFile.NAME));
  }

  private void sameFromMetadata(Path file) throws Exception {
    Path made = folder.resolve("made.bundle");
    run("bundle", "create", "--metadata", file.toString(), "-o", made.toString(), "--overwrite");
    assertThat(planned(made)).isEqualTo(planned(bundle)).isNotEmpty();
    run("scan", "--bundle", made.toString(), "--where", "id > 40");
    try (FooterBundle open = FooterBundle.open(made)) {
      assertThat(open.fileCount()).isEqualTo(FILES);
      for (BundleEntry entry : open.files()) {
        assertThat(entry.rows()).isEqualTo(ROW_GROUPS * ROWS);
      }
    }
  }

  @Test
  void files_of_two_schemas_have_no_metadata_file() throws Exception {
    write(folder.resolve("other.parquet"), "required int64 id;", 1);
    List<BundleInput> inputs =
        List.of(
            BundleInput.of(folder, path(0)),
            BundleInput.of(folder, folder.resolve("other.parquet")));
    new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults()).write(inputs, true);
    try (FooterBundle open = FooterBundle.open(bundle);
        ByteSink sink = ByteSinks.path(folder.resolve(MetadataFile.NAME), false)) {
      assertThatThrownBy(() -> MetadataFile.write(open, sink))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("another schema, writer or order of columns");
    }
  }

  @Test
  void a_footer_whose_row_groups_name_no_file_is_refused() throws IOException {
    try (ByteSource source = ByteSources.path(path(1))) {
      assertThatThrownBy(() -> MetadataFile.read(source, BundleOptions.defaults()))
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageContaining("file_path");
    }
  }

  @Test
  void a_damaged_metadata_file_is_our_exception() throws Exception {
    createBundle();
    Path file = folder.resolve(MetadataFile.NAME);
    try (FooterBundle open = FooterBundle.open(bundle);
        ByteSink sink = ByteSinks.path(file, false)) {
      MetadataFile.write(open, sink);
    }
    byte[] bytes = Files.readAllBytes(file);
    for (int at = 4; at < bytes.length; at += 7) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= (byte) (1 + at % 255);
      try {
        MetadataFile read =
            MetadataFile.read(
                ByteSources.memory("damaged", ByteBuffer.wrap(damaged)), BundleOptions.defaults());
        for (String path : read.paths()) {
          BundleInput input = BundleInput.of(folder, path(0));
          read.input(path, input);
        }
      } catch (CorruptFooterException expected) {
        assertThat(expected).hasMessageContaining("found");
      }
    }
  }
}
