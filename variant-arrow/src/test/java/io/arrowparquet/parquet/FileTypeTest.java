// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.bridge.ArrowSchema;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.SchemaElement;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.variant.vector.ArrowTypeText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Groups annotated as FILE, which parquet-java does not know.
 *
 * @see ArrowSchema
 */
class FileTypeTest {
  private static final int TRAILER = 8;

  @TempDir private Path folder;

  private static SchemaElement annotated(SchemaElement element) {
    return element.name().equals("f")
        ? new SchemaElement(
            element.typeNumber(),
            element.typeLength(),
            element.repetitionTypeNumber(),
            element.name(),
            element.numChildren(),
            element.convertedTypeNumber(),
            element.scale(),
            element.precision(),
            element.fieldId(),
            new LogicalType.FileType())
        : element;
  }

  private static void annotate(Path path) throws IOException {
    byte[] file = Files.readAllBytes(path);
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(file.length - TRAILER);
    int start = file.length - TRAILER - length;
    FileMetaData footer =
        FileMetaDataCodec.STRUCT.read(
            new CompactReader(Arrays.copyOfRange(file, start, start + length)));
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(
        out,
        new FileMetaData(
            footer.version(),
            footer.schema().stream().map(FileTypeTest::annotated).toList(),
            footer.numRows(),
            footer.rowGroups(),
            footer.keyValueMetadata(),
            footer.createdBy(),
            footer.columnOrders(),
            footer.encryptionAlgorithm(),
            footer.footerSigningKeyMetadata()));
    byte[] bytes = out.toByteArray();
    Files.write(
        path,
        ByteBuffer.allocate(start + bytes.length + TRAILER)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(file, 0, start)
            .put(bytes)
            .putInt(bytes.length)
            .put(file, file.length - Integer.BYTES, Integer.BYTES)
            .array());
  }

  @Test
  void is_read_and_written_as_its_struct_with_the_annotation() throws IOException {
    Path file = folder.resolve("f.parquet");
    Field field = ArrowTypeText.parse("f", "struct<uri: string, size: bigint>");
    try (RootAllocator allocator = new RootAllocator()) {
      try (StructVector struct = (StructVector) field.createVector(allocator)) {
        ((VarCharVector) struct.getChild("uri"))
            .setSafe(0, "s3://a/b.png".getBytes(StandardCharsets.UTF_8));
        ((BigIntVector) struct.getChild("size")).setSafe(0, 7);
        struct.setIndexDefined(0);
        struct.setValueCount(2);
        VectorSchemaRoot root = VectorSchemaRoot.of(struct);
        try (ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, root.getSchema(), ParquetWriteOptions.defaults(), allocator)) {
          writer.write(root);
          writer.finish();
        }
      }
      annotate(file);
      for (List<String> columns : Arrays.asList(null, List.of("f.uri"))) {
        ParquetReadOptions options = ParquetReadOptions.defaults().withColumns(columns);
        try (ParquetArrowReader reader = ParquetArrowReader.open(file, options, allocator)) {
          Field read = reader.getVectorSchemaRoot().getSchema().getFields().get(0);
          assertThat(read.getType()).isEqualTo(ArrowType.Struct.INSTANCE);
          assertThat(read.getMetadata()).containsEntry(ArrowSchema.ANNOTATION, "FILE");
          assertThat(read.getChildren().get(0).getMetadata())
              .doesNotContainKey(ArrowSchema.ANNOTATION);
          assertThat(reader.loadNextBatch()).isTrue();
          assertThat(
                  ((Map<?, ?>) reader.getVectorSchemaRoot().getVector("f").getObject(0)).get("uri"))
              .hasToString("s3://a/b.png");
          assertThat(reader.getVectorSchemaRoot().getVector("f").isNull(1)).isTrue();
          Path copy = folder.resolve(columns + ".parquet");
          try (ParquetArrowWriter writer =
              ParquetArrowWriter.open(
                  copy,
                  reader.getVectorSchemaRoot().getSchema(),
                  ParquetWriteOptions.defaults(),
                  allocator)) {
            writer.write(reader.getVectorSchemaRoot());
            writer.finish();
          }
          FlatFooter written = FooterReader.defaults().read(copy).footer();
          assertThat(written.schemaElement(1).logicalType()).isEqualTo(new LogicalType.FileType());
          assertThat(written.schemaElement(2).logicalType())
              .isEqualTo(new LogicalType.StringType());
        }
      }
    }
  }
}
