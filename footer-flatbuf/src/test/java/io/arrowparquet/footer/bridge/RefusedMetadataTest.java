// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.EncryptedFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnCryptoMetaData;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.footer.model.ParquetStatistics;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Footers that parquet-java could not read, or not whole: of INT32 columns, one of them amiss.
 *
 * @see ParquetJavaMetadata
 */
class RefusedMetadataTest {
  private static final int UNKNOWN = 99;

  private static FlatFooter footer(List<SchemaElement> schema, List<ColumnChunk> chunks) {
    RowGroup rowGroup = new RowGroup(chunks, 0, 1, null, null, null, null);
    FileMetaData footer =
        new FileMetaData(1, schema, 1, List.of(rowGroup), null, "tests", null, null, null);
    CompactWriter out = new CompactWriter(1024);
    FileMetaDataCodec.STRUCT.write(out, footer);
    byte[] thrift = out.toByteArray();
    return FlatFooter.wrap(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
  }

  private static FlatFooter withSecondChunk(ColumnChunk second) {
    List<SchemaElement> schema = List.of(group("root", 2), leaf("a", null), leaf("b", null));
    return footer(schema, List.of(chunk("a", 0, 0), second));
  }

  private static SchemaElement group(String name, int children) {
    return new SchemaElement(
        null,
        null,
        FieldRepetitionType.REQUIRED.number(),
        name,
        children,
        null,
        null,
        null,
        null,
        null);
  }

  private static SchemaElement leaf(String name, ConvertedType annotation) {
    return new SchemaElement(
        PhysicalType.INT32.number(),
        null,
        FieldRepetitionType.REQUIRED.number(),
        name,
        null,
        annotation == null ? null : annotation.number(),
        null,
        null,
        null,
        null);
  }

  private static ColumnChunk chunk(String name, int encoding, int codec) {
    return new ColumnChunk(
        null, 4, metadata(List.of(name), encoding, codec), null, null, null, null, null, null);
  }

  private static ColumnMetaData metadata(List<String> path, int encoding, int codec) {
    return metadata(path, encoding, codec, null);
  }

  private static ColumnMetaData metadata(
      List<String> path, int encoding, int codec, ParquetStatistics statistics) {
    return new ColumnMetaData(
        PhysicalType.INT32.number(),
        List.of(encoding),
        path,
        codec,
        1,
        10,
        10,
        null,
        4,
        null,
        null,
        statistics,
        null,
        null,
        null,
        null,
        null);
  }

  @Test
  void encrypted_column_is_refused_only_if_it_is_chosen() {
    ColumnChunk encrypted =
        new ColumnChunk(
            null,
            4,
            metadata(List.of("b"), ParquetEncoding.PLAIN.number(), ParquetCodec.SNAPPY.number()),
            null,
            null,
            null,
            null,
            new ColumnCryptoMetaData.EncryptionWithFooterKey(),
            null);
    ParquetJavaMetadata all = ParquetJavaMetadata.of(withSecondChunk(encrypted), "f.parquet");

    assertThatThrownBy(all::toParquetMetadata)
        .isInstanceOf(EncryptedFooterException.class)
        .hasMessage("f.parquet: column b is encrypted, so it cannot be read without its key");
    assertThat(all.withColumns(List.of("a")).toParquetMetadata().getBlocks()).hasSize(1);
  }

  @Test
  void what_parquet_java_does_not_know_is_refused_by_name() {
    assertThatThrownBy(
            () ->
                ParquetJavaMetadata.of(withSecondChunk(chunk("b", UNKNOWN, 0)), "f.parquet")
                    .toParquetMetadata())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("column b has encoding 99, which parquet-java does not know");
    assertThatThrownBy(
            () ->
                ParquetJavaMetadata.of(withSecondChunk(chunk("b", 0, UNKNOWN)), "f.parquet")
                    .toParquetMetadata())
        .isInstanceOf(UnsupportedOperationException.class)
        .hasMessage("column b has codec 99, which parquet-java does not know");
  }

  @Test
  void bounds_of_a_wrong_length_are_corrupt() {
    BinaryValue tooShort = BinaryValue.of(new byte[3]);
    ParquetStatistics statistics =
        new ParquetStatistics(null, null, 0L, null, tooShort, tooShort, null, null, null);
    ColumnChunk chunk =
        new ColumnChunk(
            null, 4, metadata(List.of("b"), 0, 0, statistics), null, null, null, null, null, null);

    assertThatThrownBy(
            () -> ParquetJavaMetadata.of(withSecondChunk(chunk), "f.parquet").toParquetMetadata())
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith("f.parquet: metadata of column b of row group 0: found ")
        .hasMessageEndingWith("expected statistics that parquet-java accepts");
  }

  @Test
  void annotation_that_does_not_fit_its_type_is_corrupt() {
    FlatFooter footer =
        footer(List.of(group("root", 1), leaf("a", ConvertedType.UTF8)), List.of(chunk("a", 0, 0)));

    assertThatThrownBy(() -> ParquetJavaMetadata.of(footer, "f.parquet").toParquetMetadata())
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageStartingWith("f.parquet: schema: found ")
        .hasMessageEndingWith("expected one that parquet-java accepts");
  }

  /** parquet-java looks columns up by their path, and so in the last field of a name. */
  @Test
  void fields_of_one_name_that_differ_are_corrupt() {
    List<ColumnChunk> chunks = List.of(chunk("a", 0, 0), chunk("b", 0, 0));
    FlatFooter groups =
        footer(
            List.of(
                group("root", 2), group("g", 1), leaf("a", null), group("g", 1), leaf("b", null)),
            chunks);
    FlatFooter groupAndLeaf =
        footer(List.of(group("root", 2), group("g", 1), leaf("a", null), leaf("g", null)), chunks);

    for (FlatFooter footer : List.of(groups, groupAndLeaf)) {
      assertThatThrownBy(() -> ParquetJavaMetadata.of(footer, "f.parquet").toParquetMetadata())
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageStartingWith("f.parquet: schema: found ")
          .hasMessageEndingWith("expected fields of one group that have names of their own");
    }
  }

  @Test
  void groups_nested_without_end_are_corrupt_and_no_stack_overflow() {
    int depth = 20_000;
    List<SchemaElement> schema = new ArrayList<>(Collections.nCopies(depth, group("g", 1)));
    schema.add(leaf("a", null));
    List<String> path = new ArrayList<>(Collections.nCopies(depth - 1, "g"));
    path.add("a");
    ColumnChunk chunk =
        new ColumnChunk(null, 4, metadata(path, 0, 0), null, null, null, null, null, null);

    assertThatThrownBy(() -> footer(schema, List.of(chunk)))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("depth of the schema: found 257");
  }
}
