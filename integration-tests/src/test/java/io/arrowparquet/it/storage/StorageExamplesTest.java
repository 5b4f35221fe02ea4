// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.it.Documents;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * The documents' examples of files elsewhere run, and stand there as they stand here. They need the
 * AWS SDK, unlike the other examples.
 */
class StorageExamplesTest {
  private static final Path SOURCE =
      Path.of("src/test/java/io/arrowparquet/it/storage/StorageExamplesTest.java");

  @TempDir private Path folder;

  @Test
  void elsewhere() throws Exception {
    byte[] file = StorageFile.bytes(folder, 1, 10, 1);
    try (S3Server server = new S3Server();
        RangeServer http = new RangeServer()) {
      server.put("table/a.parquet", file);
      URI web = http.put("/b.parquet", file);
      S3Client client = server.client();
      // example: elsewhere
      SourceFactory sources = ByteSources.defaults().with("s3", S3Storage.of(client));
      ParquetFileSet files =
          ParquetFileSet.open(List.of(URI.create("s3://bucket/table/"), web), sources);
      try (BufferAllocator allocator = new RootAllocator();
          FileSetReader reader = files.read(ParquetReadOptions.defaults(), allocator)) {
        while (reader.loadNextBatch()) {
          System.out.println(reader.getVectorSchemaRoot().contentToTSVString());
        }
      }
      // end
      assertThat(files.fragments()).hasSize(2);
    }
  }

  @Test
  void upload() throws Exception {
    try (S3Server server = new S3Server();
        RootAllocator allocator = new RootAllocator();
        VectorSchemaRoot batch = StorageFile.batch(10, 1, allocator)) {
      upload(server.client(), batch, allocator);
      assertThat(StorageFile.rows(server.get("table/new.parquet")))
          .isEqualTo(batch.contentToTSVString());
      assertThatThrownBy(() -> upload(server.client(), batch, allocator))
          .isInstanceOf(FileAlreadyExistsException.class);
    }
  }

  private static void upload(S3Client client, VectorSchemaRoot batch, BufferAllocator allocator)
      throws IOException {
    // example: upload
    try (ByteSink sink = S3Storage.of(client).create(URI.create("s3://bucket/table/new.parquet"));
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                sink, batch.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
      writer.write(batch);
      writer.finish(); // only now is there an object; FileAlreadyExistsException if there was one
    }
    // end
  }

  @ParameterizedTest
  @ValueSource(strings = {"elsewhere", "upload"})
  void documents_show_the_code_that_runs_here(String name) throws IOException {
    String here = Files.readString(SOURCE);
    int start = here.indexOf("// example: " + name + "\n");
    String example = here.substring(here.indexOf('\n', start) + 1, here.indexOf("// end", start));

    assertThat(Documents.text())
        .contains(
            "<!-- storage example: " + name + " -->\n```java\n" + stripped(example) + "\n```");
  }

  private static String stripped(String example) {
    return example.stripTrailing().stripIndent();
  }
}
