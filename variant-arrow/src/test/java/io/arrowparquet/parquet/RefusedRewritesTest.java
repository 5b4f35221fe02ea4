// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static io.arrowparquet.parquet.RewriterFiles.ROWS;
import static io.arrowparquet.parquet.RewriterFiles.SCHEMA;
import static io.arrowparquet.parquet.RewriterFiles.footer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.parquet.options.UnsupportedColumnException;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.variant.FailedAllocations;
import io.arrowparquet.variant.OpenFiles;
import io.arrowparquet.variant.RemoteFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.format.AesGcmV1;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.EncryptionAlgorithm;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What cannot be rewritten is refused, and whatever fails leaves no file.
 *
 * @see ParquetRewriter
 * @see io.arrowparquet.parquet.internal.rewrite.RewriteInput
 * @see io.arrowparquet.parquet.internal.rewrite.SchemaChange
 */
class RefusedRewritesTest {
  private static final ParquetRewriter REWRITER = ParquetRewriter.defaults();

  @TempDir private Path folder;
  @AutoClose private final RootAllocator allocator = new RootAllocator();
  private RewriterFiles files;

  @BeforeEach
  void in_folder() {
    files = new RewriterFiles(folder, allocator);
  }

  @ParameterizedTest
  @CsvSource({
    "no.such, '', 'column no.such: found no such column or group'",
    "l.list, '', 'column l.list: found a part of what makes a list or map'",
    "l.list.element, '', 'column l.list.element: found a part of what makes a list or map'",
    "l.list.element, item, 'can be renamed alone'",
    "s, price, 'column s: found the new name price, which another child of its group has'",
  })
  void changes_that_make_no_sense_are_refused(String path, String name, String message)
      throws IOException {
    Path file = files.theirs("a", 0);
    ParquetRewriter rewriter =
        name.isEmpty() ? REWRITER.withoutColumn(path) : REWRITER.withName(path, name);

    assertThatThrownBy(() -> rewriter.rewrite(List.of(file), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(message);
    assertThat(files.names()).noneMatch(other -> other.startsWith("b"));
  }

  @Test
  void a_file_without_columns_is_not_made() throws IOException {
    Path file = files.theirs("a", 0);
    ParquetRewriter nothing = REWRITER;
    for (String column : List.of("id", "name", "s", "l", "price")) {
      nothing = nothing.withoutColumn(column);
    }
    ParquetRewriter rewriter = nothing;
    assertThatThrownBy(() -> rewriter.rewrite(List.of(file), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("none is left");
  }

  @ParameterizedTest
  @CsvSource({
    "required int64 id, optional int64 id, 'column id: found id OPTIONAL INT64, expected id REQUIRED INT64, as in '",
    "required int64 id, required int64 id = 7, 'found id REQUIRED INT64 with field id 7'",
    "required int64 id, required int32 id, 'found id REQUIRED INT32'",
    "optional double price, optional double prize, 'column price: found prize OPTIONAL DOUBLE'",
    "optional double price;, '', 'column price: found no more columns'",
    "name (STRING), name, 'column name: found name OPTIONAL BYTE_ARRAY, expected name OPTIONAL BYTE_ARRAY StringType'",
  })
  void files_of_other_schemas_are_refused_with_the_first_difference(
      String old, String changed, String message) throws IOException {
    Path file = files.theirs("a", 0);
    MessageType schema =
        MessageTypeParser.parseMessageType(SCHEMA.toString().replace(old, changed));
    Path other = folder.resolve("other");
    ExampleParquetWriter.builder(new LocalOutputFile(other)).withType(schema).build().close();

    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file, other), folder.resolve("b"), allocator))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(other.toString())
        .hasMessageContaining(message);
  }

  @Test
  void codecs_that_are_only_read_are_refused_at_once() {
    assertThatThrownBy(() -> REWRITER.withCodec(ParquetCodec.LZO))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("LZO");
  }

  @Test
  void encrypted_and_signed_files_are_refused() throws IOException {
    byte[] signed =
        FooterRewrite.rewrite(
            Files.readAllBytes(files.theirs("a", 0)),
            footer ->
                footer.setEncryption_algorithm(EncryptionAlgorithm.AES_GCM_V1(new AesGcmV1())));
    byte[] encrypted = signed.clone();
    encrypted[encrypted.length - 1] = 'E';

    for (byte[] bytes : List.of(signed, encrypted)) {
      Path file = Files.write(folder.resolve("secret"), bytes);
      assertThatThrownBy(() -> REWRITER.rewrite(List.of(file), folder.resolve("b"), allocator))
          .isInstanceOf(EncryptedFooterException.class)
          .hasMessageContaining(file.toString());
      assertThat(files.names()).containsExactly("a", "secret");
    }
  }

  /** With keys, but not that of the signature, which cannot fit here. */
  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void files_whose_pages_are_elsewhere_are_refused(boolean isEncrypted) throws IOException {
    byte[] bytes = new byte[16];
    EncryptionKey key = new EncryptionKey(bytes, null);
    FileEncryption ofId =
        FileEncryption.of(key)
            .withColumnKey("id", key)
            .withPlaintextColumns(true)
            .withPlaintextFooter(true);
    Path file = files.ours("a", files.theirs("rows", 0), isEncrypted ? ofId : null);
    byte[] elsewhere =
        FooterRewrite.rewrite(
            Files.readAllBytes(file),
            footer -> footer.getRow_groups().get(1).getColumns().get(0).setFile_path("elsewhere"));
    Files.write(file, elsewhere);
    ParquetRewriter rewriter =
        isEncrypted
            ? REWRITER.withDecryption(DecryptionKeys.defaults().withColumnKey("id", bytes))
            : REWRITER;

    assertThatThrownBy(() -> rewriter.rewrite(List.of(file), folder.resolve("b"), allocator))
        .isInstanceOf(UnsupportedColumnException.class)
        .hasMessageContaining("id")
        .hasMessageContaining("pages in the file elsewhere");
    assertThat(files.names()).containsExactly("a", "rows");
  }

  @Test
  void files_that_are_none_are_refused_and_nothing_is_left() throws IOException {
    Path file = files.theirs("a", 0);
    Path none = Files.write(folder.resolve("none"), new byte[100]);

    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file, none), folder.resolve("b"), allocator))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining(none.toString());
    assertThatThrownBy(() -> REWRITER.rewrite(List.of(file), file, allocator))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(files.names()).containsExactly("a", "none");
    OpenFiles.requireClosed(file);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void indexes_without_bytes_are_left_out(boolean isEncrypted) throws IOException {
    byte[] bytes =
        FooterRewrite.rewrite(
            Files.readAllBytes(files.theirs("a", 0)),
            footer -> {
              RowGroup group = footer.getRow_groups().get(0);
              footer.setRow_groups(List.of(group)).setNum_rows(0);
              group.setNum_rows(0).setTotal_byte_size(0);
              for (ColumnChunk chunk : group.getColumns()) {
                ColumnMetaData of = chunk.getMeta_data();
                of.setNum_values(0).setTotal_compressed_size(0).setData_page_offset(0);
                of.unsetDictionary_page_offset();
                of.setBloom_filter_offset(4).setBloom_filter_length(0);
                chunk.setColumn_index_offset(4).setColumn_index_length(0);
                chunk.setOffset_index_offset(4).setOffset_index_length(0);
              }
            });
    Path file = Files.write(folder.resolve("empty"), bytes);
    Path copy = folder.resolve("b");
    FileEncryption encryption = FileEncryption.of(new EncryptionKey(new byte[16], null));

    (isEncrypted ? REWRITER.withEncryption(encryption) : REWRITER)
        .rewrite(List.of(file), copy, allocator);

    if (!isEncrypted) {
      assertThat(footer(copy).numRows()).isZero();
      assertThat(footer(copy).rowGroups().get(0).columns())
          .allSatisfy(
              chunk -> {
                assertThat(chunk.columnIndexOffset()).isNull();
                assertThat(chunk.metaData().bloomFilterOffset()).isNull();
              });
    }
  }

  @Test
  void a_source_that_fails_anywhere_leaves_nothing() throws IOException {
    Path first = files.theirs("a", 0);
    Path second = files.theirs("b", ROWS);
    int reads = 0;
    for (int at = 1; at == 1 || reads >= at - 1; at++) {
      int[] count = {0};
      int failing = at;
      try (HookedSource source =
              new HookedSource(
                  second,
                  () -> {
                    if (++count[0] == failing) {
                      throw new IOException("read " + failing);
                    }
                  });
          ByteSource other = ByteSources.path(first);
          ByteSink sink = ByteSinks.path(folder.resolve("merged"), true)) {
        assertThatCode(() -> REWRITER.rewrite(List.of(other, source), sink, allocator))
            .satisfies(
                failure -> {
                  if (count[0] >= failing) {
                    assertThat(failure).hasMessage("read " + failing);
                  }
                });
      }
      reads = count[0];
      if (reads >= failing) {
        assertThat(files.names()).containsExactly("a", "b");
      }
    }
    assertThat(files.names()).containsExactly("a", "b", "merged");
  }

  @Test
  void every_allocation_may_fail() throws IOException {
    Path file = files.theirs("a", 0);
    Path other = files.ours("b", file);
    RemoteFile.Line line = RemoteFile.Line.fast(ReadHints.REMOTE);
    try (FailedAllocations failures = new FailedAllocations()) {
      int count =
          failures.failEach(
              "a rewriter",
              memory -> {
                try (ByteSource near = ByteSources.path(file);
                    ByteSource far = new RemoteFile(other, line);
                    ByteSink sink = ByteSinks.path(folder.resolve("merged"), true)) {
                  REWRITER.withCodec(ParquetCodec.ZSTD).rewrite(List.of(near, far), sink, memory);
                }
              });
      assertThat(count).isGreaterThan(3);
    }
  }
}
