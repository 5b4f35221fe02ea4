// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.bridge.ParquetJavaMetadata;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.statistics.NearPaths;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.ColumnOrder;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.IEEE754TotalOrder;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.TypeDefinedOrder;
import org.apache.parquet.format.Util;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Footers that no writer is proud of go through every layout and come back.
 *
 * @see io.arrowparquet.footer.internal.flat.SchemaTree
 * @see FooterReader
 */
class UnusualSchemasTest {
  private static final int CHUNK_BYTES = 30;
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  @TempDir Path folder;
  private Path file;
  private final List<SchemaElement> schema = new ArrayList<>();
  private final FileMetaData footer = new FileMetaData(1, schema, 0, new ArrayList<>());

  @BeforeEach
  void beginSchema() {
    file = folder.resolve("file.parquet");
    schema.add(new SchemaElement("root"));
  }

  private static SchemaElement leaf(String name) {
    return new SchemaElement(name)
        .setType(Type.INT32)
        .setRepetition_type(FieldRepetitionType.OPTIONAL);
  }

  private static ColumnChunk chunk(List<String> path, long offset) {
    ColumnMetaData metaData =
        new ColumnMetaData(
            Type.INT32,
            List.of(Encoding.PLAIN),
            path,
            CompressionCodec.UNCOMPRESSED,
            1,
            CHUNK_BYTES,
            CHUNK_BYTES,
            offset);
    return new ColumnChunk(0).setMeta_data(metaData);
  }

  private void write() throws IOException {
    ByteArrayOutputStream thrift = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, thrift);
    int chunks = footer.getRow_groups().stream().mapToInt(RowGroup::getColumnsSize).sum();
    Files.write(
        file,
        ByteBuffer.allocate(thrift.size() + 12 + CHUNK_BYTES * chunks)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(MAGIC)
            .put(new byte[CHUNK_BYTES * chunks])
            .put(thrift.toByteArray())
            .putInt(thrift.size())
            .put(MAGIC)
            .array());
  }

  /** Attaches, reads, verifies and strips; returns what was read. */
  private FlatFooter goThrough(FooterLayout layout) throws IOException {
    byte[] original = Files.readAllBytes(file);
    FooterAttacher.defaults().withLayout(layout).attachInPlace(file);
    FlatFooter read = FooterReader.defaults().withStrict(true).read(file).footer();
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(layout);
    FooterStripper.defaults().stripInPlace(file);
    assertThat(file).hasBinaryContent(original);
    if (layout != FooterLayout.ARROW_CPP) {
      // Checksums of blocks are computed when the footer is framed.
      int end = original.length - 8;
      int start = end - ByteBuffer.wrap(original).order(ByteOrder.LITTLE_ENDIAN).getInt(end);
      ByteBuffer converted = ThriftToFlatBuffers.convert(original, start, end).flatbuffer();
      ByteBuffer framed = FooterFrame.extension(converted, FooterLayout.SPEC);
      assertThat(framed.limit(converted.remaining())).isEqualTo(read.flatbuffer());
    }
    return read;
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void neither_columns_nor_row_groups(FooterLayout layout) throws IOException {
    write();
    FlatFooter read = goThrough(layout);

    assertThat(read.columnCount()).isZero();
    assertThat(read.rowGroupCount()).isZero();
    assertThat(read.findColumn("")).isEqualTo(-1);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void row_groups_without_columns(FooterLayout layout) throws IOException {
    footer.addToRow_groups(new RowGroup(List.of(), 0, 7));
    write();
    FlatFooter read = goThrough(layout);

    assertThat(read.rowGroup(0).columnCount()).isZero();
    assertThat(read.rowGroup(0).numRows()).isEqualTo(7);
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void names_that_repeat_are_empty_or_have_dots_or_any_character(FooterLayout layout)
      throws IOException {
    List<String> names = List.of("a", "a", "", ".", "a.b", "größe", "\uD83D\uDE00", "\n\u0000");
    RowGroup group = new RowGroup(new ArrayList<>(), 30, 1);
    schema.get(0).setNum_children(names.size());
    for (int i = 0; i < names.size(); i++) {
      schema.add(leaf(names.get(i)));
      group.addToColumns(chunk(List.of(names.get(i)), 4 + 30L * i));
    }
    footer.addToRow_groups(group);
    write();
    FlatFooter read = goThrough(layout);

    for (int i = 0; i < names.size(); i++) {
      String name = names.get(i);
      assertThat(read.findColumn(name)).isEqualTo(names.indexOf(name));
      assertThat(read.findColumn(List.of(name))).isEqualTo(names.indexOf(name));
      assertThat(read.columnPath(i)).isEqualTo(name);
      assertThat(read.chunk(0, i).dataPageOffset()).isEqualTo(4 + 30L * i);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"SPEC", "PAR3"})
  void more_row_groups_than_their_ordinals_can_count(FooterLayout layout) throws IOException {
    int groups = 40_000;
    schema.get(0).setNum_children(1);
    schema.add(leaf("a"));
    for (int i = 0; i < groups; i++) {
      RowGroup group = new RowGroup(List.of(chunk(List.of("a"), 4 + 30L * i)), 30, 1);
      footer.addToRow_groups(group.setOrdinal((short) i));
    }
    write();
    FlatFooter read = goThrough(layout);

    assertThat(read.rowGroupCount()).isEqualTo(groups);
    assertThat(read.rowGroup(32_768).ordinal()).isEqualTo(Short.MIN_VALUE);
    assertThat(read.chunk(groups - 1, 0).dataPageOffset()).isEqualTo(4 + 30L * (groups - 1));
  }

  @Test
  void key_values_without_a_value_repeated_and_empty() throws IOException {
    footer.setKey_value_metadata(
        List.of(
            new KeyValue("k"),
            new KeyValue("k").setValue(""),
            new KeyValue("").setValue("x".repeat(70 << 10))));
    write();
    FlatFooter read = goThrough(FooterLayout.SPEC);

    assertThat(read.keyValueCount()).isEqualTo(3);
    assertThat(read.value(0)).isNull();
    assertThat(read.value(1)).isEmpty();
    assertThat(read.findValue("")).hasSize(70 << 10);
    assertThat(ParquetJavaMetadata.of(read, "f").toParquetMetadata().getFileMetaData())
        .extracting(metadata -> metadata.getKeyValueMetaData().get("k"))
        .isEqualTo("");
  }

  @Test
  void schema_of_a_hundred_thousand_levels_is_refused_when_it_is_opened() throws IOException {
    int depth = 100_000;
    schema.get(0).setNum_children(1);
    IntStream.range(1, depth).forEach(i -> schema.add(new SchemaElement("g").setNum_children(1)));
    schema.add(leaf("leaf"));
    write();

    for (ThrowingCallable use :
        List.<ThrowingCallable>of(
            () -> FooterReader.defaults().read(file),
            () -> FooterReader.defaults().withStrict(true).read(file),
            () -> FooterReader.defaults().withColumns(List.of("g")).read(file),
            () -> FooterAttacher.defaults().attachInPlace(file),
            () -> FooterVerifier.defaults().verify(file))) {
      assertThatThrownBy(use)
          .isInstanceOf(CorruptFooterException.class)
          .hasMessageEndingWith("depth of the schema: found 257, expected at most 256");
    }
  }

  @ParameterizedTest
  @EnumSource(
      mode = EnumSource.Mode.EXCLUDE,
      names = {"THRIFT", "PHOTON", "AUTO"})
  void schema_as_deep_as_may_be(FooterLayout layout) throws IOException {
    schema.get(0).setNum_children(2);
    IntStream.range(1, 256).forEach(i -> schema.add(leaf("g").setType(null).setNum_children(1)));
    schema.add(leaf("leaf"));
    schema.add(leaf("last"));
    write();

    FlatFooter read = goThrough(layout);

    assertThat(read.columnPath(0)).isEqualTo("g.".repeat(255) + "leaf");
    assertThat(read.findColumn(read.columnPath(0))).isZero();
    assertThat(read.findColumnsBelow("g")).containsExactly(0);
    assertThat(ArrowSchema.of(read).getFields()).hasSize(2);
    assertThat(ParquetJavaMetadata.of(read, "f").toParquetMetadata()).isNotNull();
  }

  @Test
  void very_many_columns_of_one_name_take_time_by_their_number() throws IOException {
    int columns = 60_000;
    schema.get(0).setNum_children(1);
    schema.add(leaf("g").setType(null).setNum_children(columns));
    List<ColumnChunk> chunks = new ArrayList<>();
    footer.setColumn_orders(new ArrayList<>());
    for (int i = 0; i < columns; i++) {
      schema.add(leaf("same"));
      chunks.add(chunk(List.of("g", "same"), 4));
      footer.addToColumn_orders(ColumnOrder.IEEE_754_TOTAL_ORDER(new IEEE754TotalOrder()));
    }
    // An order too many: the list is kept as it is.
    footer.addToColumn_orders(ColumnOrder.TYPE_ORDER(new TypeDefinedOrder()));
    footer.addToRow_groups(new RowGroup(chunks, 0, 1));
    write();

    assertTimeoutPreemptively(
        Duration.ofSeconds(30),
        () -> {
          FlatFooter read = FooterReader.defaults().withStrict(true).read(file).footer();
          assertThatThrownBy(() -> read.findColumns("g.same"))
              .isInstanceOf(CorruptFooterException.class);
          assertThat(read.findColumnsBelow("g")).hasSize(columns);
          assertThat(NearPaths.of(read, "g.sane")).containsExactly("g.same");
          assertThat(ArrowSchema.of(read).getFields()).hasSize(1);
          assertThatThrownBy(() -> ParquetJavaMetadata.of(read, "f").toParquetMetadata())
              .isInstanceOf(CorruptFooterException.class);
          FooterAttacher.defaults()
              .withForce(true)
              .withLayout(FooterLayout.ARROW_CPP)
              .attachInPlace(file);
          assertThat(FooterVerifier.defaults().verify(file).footer().columnCount())
              .isEqualTo(columns);
        });
  }
}
