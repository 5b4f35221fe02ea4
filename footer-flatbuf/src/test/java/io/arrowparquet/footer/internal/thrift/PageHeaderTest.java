// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.thrift;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.internal.thrift.PageHeader.DataPageHeaderV2;
import io.arrowparquet.footer.model.PageType;
import io.arrowparquet.footer.model.ParquetEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.HexFormat;
import org.apache.parquet.format.Util;
import org.junit.jupiter.api.Test;

class PageHeaderTest {
  private static PageHeader read(byte[] bytes) {
    return PageHeader.CODEC.read(new CompactReader(bytes));
  }

  @Test
  void header_written_by_parquet_java_is_read() throws IOException {
    var theirs =
        new org.apache.parquet.format.PageHeader(
            org.apache.parquet.format.PageType.DATA_PAGE_V2, 70_000, 300);
    theirs.setCrc(-5);
    var v2 =
        new org.apache.parquet.format.DataPageHeaderV2(
            10, 2, 9, org.apache.parquet.format.Encoding.RLE_DICTIONARY, 3, 0);
    v2.setIs_compressed(false);
    theirs.setData_page_header_v2(v2);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Util.writePageHeader(theirs, out);

    assertThat(read(out.toByteArray()))
        .isEqualTo(
            new PageHeader(
                PageType.DATA_PAGE_V2.number(),
                70_000,
                300,
                -5,
                null,
                null,
                null,
                new DataPageHeaderV2(
                    10, 2, 9, ParquetEncoding.RLE_DICTIONARY.number(), 3, 0, false, null)));
  }

  @Test
  void missing_required_field_is_named() {
    // type = 0, uncompressed_page_size = 1
    byte[] bytes = HexFormat.of().parseHex("1500150200");
    assertThatThrownBy(() -> read(bytes))
        .hasMessage(
            "Thrift struct PageHeader ending at offset 5: found no field"
                + " PageHeader.compressed_page_size, expected it, with id 3; it is required");
  }

  @Test
  void page_type_of_the_future_is_kept_as_its_number() {
    PageHeader header = read(HexFormat.of().parseHex("1512150215020000"));
    assertThat(header.typeNumber()).isEqualTo(9);
    assertThat(header.type()).isNull();
  }
}
