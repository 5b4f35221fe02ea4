// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleEntry;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.iceberg.IcebergByteSource;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.iceberg.inmemory.InMemoryOutputFile;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.puffin.Blob;
import org.apache.iceberg.puffin.BlobMetadata;
import org.apache.iceberg.puffin.Puffin;
import org.apache.iceberg.puffin.PuffinCompressionCodec;
import org.apache.iceberg.puffin.PuffinReader;
import org.apache.iceberg.puffin.PuffinWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A bundle as a blob of a Puffin file that Iceberg writes and reads. */
class PuffinBundleTest {
  private static final String OTHER = "apache-datasketches-theta-v1";

  @TempDir Path folder;

  /** A Puffin file with a bundle between two other blobs. */
  private InputFile write(Path file) throws IOException {
    Path path = folder.resolve("bundle");
    new BundleWriter(BundleStore.of(path), BundleOptions.defaults())
        .write(List.of(BundleInput.of(folder, file)), false);
    InMemoryOutputFile out = new InMemoryOutputFile("stats.puffin");
    try (PuffinWriter writer = Puffin.write(out).createdBy("test").build()) {
      writer.add(new Blob(OTHER, List.of(1), 7, 3, ByteBuffer.wrap(new byte[1000])));
      writer.add(
          new Blob(
              FooterBundle.PUFFIN_BLOB_TYPE,
              List.of(),
              7,
              3,
              ByteBuffer.wrap(Files.readAllBytes(path)),
              PuffinCompressionCodec.NONE,
              Map.of()));
      writer.add(new Blob(OTHER, List.of(2), 7, 3, ByteBuffer.wrap(new byte[500])));
      writer.finish();
    }
    return out.toInputFile();
  }

  private static BlobMetadata find(InputFile puffin) throws IOException {
    try (PuffinReader reader = Puffin.read(puffin).build()) {
      return reader.fileMetadata().blobs().stream()
          .filter(blob -> blob.type().equals(FooterBundle.PUFFIN_BLOB_TYPE))
          .findFirst()
          .orElseThrow();
    }
  }

  private Path parquetFile() throws IOException {
    Path file = folder.resolve("a.parquet");
    try (RootAllocator allocator = new RootAllocator();
        IntVector ids = new IntVector("id", allocator)) {
      ids.setSafe(0, 5);
      ids.setValueCount(1);
      try (VectorSchemaRoot root = VectorSchemaRoot.of(ids);
          ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  file, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
        writer.write(root);
        writer.finish();
      }
    }
    return file;
  }

  @Test
  void bundle_is_found_and_read_in_place() throws IOException {
    Path file = parquetFile();
    InputFile puffin = write(file);
    BlobMetadata blob = find(puffin);

    try (FooterBundle bundle =
        FooterBundle.open(IcebergByteSource.open(puffin), blob.offset(), blob.length())) {
      bundle.verify();
      BundleEntry entry = bundle.find("a.parquet");
      try (ByteSource source = PathByteSource.open(file)) {
        byte[] own = RawFooter.read(source).struct();
        assertThat(RecordDifference.first(bundle.footers(null).thrift(entry), own)).isNull();
      }
      assertThat(bundle.length()).isEqualTo(blob.length());
    }
  }

  @Test
  void another_range_is_refused() throws IOException {
    InputFile puffin = write(parquetFile());
    BlobMetadata blob = find(puffin);

    for (long shift : new long[] {-1, 1}) {
      assertThatThrownBy(
              () ->
                  FooterBundle.open(
                      IcebergByteSource.open(puffin), blob.offset() + shift, blob.length()))
          .isInstanceOf(CorruptFooterException.class);
    }
    assertThatThrownBy(
            () ->
                FooterBundle.open(
                    IcebergByteSource.open(puffin), blob.offset(), puffin.getLength()))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("expected");
  }
}
