// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.footer;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.Main;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ColumnOrder;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the newest parquet.thrift has, and parquet-java does not, is shown by its name.
 *
 * @see FooterJson
 * @see FooterText
 */
class NewerFootersTest {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  @TempDir private Path folder;

  private static FileMetaData footer() {
    SchemaElement root =
        new SchemaElement(null, null, null, "root", 3, null, null, null, null, null);
    SchemaElement price = leaf("price", PhysicalType.DOUBLE, null);
    SchemaElement time = leaf("time", PhysicalType.INT96, null);
    SchemaElement attachment =
        new SchemaElement(
            null,
            null,
            FieldRepetitionType.OPTIONAL.number(),
            "attachment",
            1,
            null,
            null,
            null,
            null,
            new LogicalType.FileType());
    SchemaElement path = leaf("path", PhysicalType.BYTE_ARRAY, new LogicalType.StringType());
    RowGroup group =
        new RowGroup(
            List.of(
                chunk(PhysicalType.DOUBLE, ParquetEncoding.ALP),
                chunk(PhysicalType.INT96, ParquetEncoding.PLAIN),
                chunk(PhysicalType.BYTE_ARRAY, ParquetEncoding.PLAIN)),
            3,
            1,
            null,
            null,
            null,
            null);
    return new FileMetaData(
        2,
        List.of(root, price, time, attachment, path),
        1,
        List.of(group),
        null,
        "test",
        List.of(
            ColumnOrder.Known.IEEE_754_TOTAL_ORDER,
            ColumnOrder.Known.INT96_TIMESTAMP_ORDER,
            ColumnOrder.Known.TYPE_ORDER),
        null,
        null);
  }

  private static SchemaElement leaf(String name, PhysicalType type, LogicalType logical) {
    return new SchemaElement(
        type.number(),
        null,
        FieldRepetitionType.OPTIONAL.number(),
        name,
        null,
        null,
        null,
        null,
        null,
        logical);
  }

  /** A chunk that leaves path_in_schema out. */
  private static ColumnChunk chunk(PhysicalType type, ParquetEncoding encoding) {
    ColumnMetaData metaData =
        new ColumnMetaData(
            type.number(),
            List.of(encoding.number()),
            null,
            ParquetCodec.UNCOMPRESSED.number(),
            1,
            1,
            1,
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
    return new ColumnChunk(null, 0, metaData, null, null, null, null, null, null);
  }

  private String inspect(String... options) throws IOException {
    CompactWriter thrift = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(thrift, footer());
    byte[] bytes = thrift.toByteArray();
    ByteBuffer file =
        ByteBuffer.allocate(4 + 3 + bytes.length + 8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(MAGIC)
            .put(new byte[3])
            .put(bytes)
            .putInt(bytes.length)
            .put(MAGIC);
    Path path = Files.write(folder.resolve("newer.parquet"), file.array());
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] args = new String[3 + options.length];
    args[0] = "footer";
    args[1] = "inspect";
    args[2] = path.toString();
    System.arraycopy(options, 0, args, 3, options.length);
    assertThat(Main.run(new PrintWriter(out), new PrintWriter(err), args)).as("%s", err).isZero();
    return out.toString();
  }

  @Test
  void names_alp_file_and_orders_in_json() throws IOException {
    assertThat(inspect("--json"))
        .contains("\"ALP\"", "\"FILE\"", "IEEE_754_TOTAL_ORDER", "INT96_TIMESTAMP_ORDER")
        .doesNotContain("path_in_schema");
  }

  @Test
  void names_alp_and_file_in_text() throws IOException {
    assertThat(inspect())
        .contains("price: DOUBLE", "time: INT96", "attachment (FILE)", "path (STRING)", "[ALP]");
  }
}
