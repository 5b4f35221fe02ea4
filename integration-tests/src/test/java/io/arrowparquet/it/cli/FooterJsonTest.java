// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.EncryptionAlgorithm;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FooterJsonTest {
  private static final int NEWER_ENCODING = 77;
  private static final int NEWER_CODEC = 78;

  @TempDir Path folder;

  private void writeFile() throws IOException {
    CompactWriter thrift = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(thrift, footer());
    ByteBuffer ending = FooterFrame.thrift(ByteBuffer.wrap(thrift.toByteArray()));
    Files.write(
        folder.resolve("f.parquet"),
        ByteBuffer.allocate(4 + ending.remaining())
            .put("PAR1".getBytes(StandardCharsets.US_ASCII))
            .put(ending)
            .array());
  }

  private static FileMetaData footer() {
    SchemaElement root =
        new SchemaElement(null, null, null, "root", 1, null, null, null, null, null);
    SchemaElement leaf = new SchemaElement(1, null, 0, "a", null, null, null, null, null, null);
    ColumnMetaData metaData =
        new ColumnMetaData(
            1,
            List.of(0, NEWER_ENCODING, 3),
            List.of("a"),
            NEWER_CODEC,
            1,
            30,
            30,
            null,
            4,
            null,
            null,
            null,
            null,
            null,
            null,
            null,
            null);
    ColumnChunk chunk =
        new ColumnChunk(
            null,
            0,
            metaData,
            null,
            null,
            null,
            null,
            new ColumnCryptoMetaData.EncryptionWithFooterKey(),
            null);
    RowGroup group = new RowGroup(List.of(chunk), 30, 1, null, null, null, null);
    return new FileMetaData(
        1,
        List.of(root, leaf),
        1,
        List.of(group),
        null,
        null,
        null,
        new EncryptionAlgorithm.AesGcmCtrV1(null, null, null),
        null);
  }

  @Test
  void what_is_newer_keeps_its_number_and_members_of_unions_tell_their_name() throws Exception {
    writeFile();
    CommandLineTool.Run run =
        new CommandLineTool(folder).run("footer", "inspect", "--json", "f.parquet");
    JsonNode json = new ObjectMapper().readTree(run.out());
    JsonNode chunk = json.at("/row_groups/0/columns/0");

    assertThat(chunk.at("/meta_data/encodings").toString())
        .isEqualTo("[\"PLAIN\"," + NEWER_ENCODING + ",\"RLE\"]");
    assertThat(chunk.at("/meta_data/codec").intValue()).isEqualTo(NEWER_CODEC);
    assertThat(chunk.at("/crypto_metadata/type").textValue()).isEqualTo("EncryptionWithFooterKey");
    assertThat(json.at("/encryption_algorithm/type").textValue()).isEqualTo("AesGcmCtrV1");
  }
}
