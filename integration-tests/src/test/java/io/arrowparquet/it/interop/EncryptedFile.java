// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.interop;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.apache.parquet.schema.LogicalTypeAnnotation.stringType;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT32;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import io.arrowparquet.footer.crypto.DecryptionKeys;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.file.ParquetFooter;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.crypto.ColumnEncryptionProperties;
import org.apache.parquet.crypto.FileEncryptionProperties;
import org.apache.parquet.crypto.ParquetCipher;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.ColumnPath;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/**
 * A file that parquet-java encrypts: several row groups, several pages of each chunk, dictionaries,
 * page indexes, a Bloom filter.
 *
 * @param footerInPlainText signed, instead of encrypted
 * @param ownKeys two columns have keys of their own and the others are in plain text; else all are
 *     encrypted with the footer's key
 * @param isV2 the version of data pages
 */
record EncryptedFile(
    ParquetCipher algorithm,
    boolean footerInPlainText,
    boolean ownKeys,
    boolean isV2,
    CompressionCodecName codec) {
  static final byte[] FOOTER_KEY = "0123456789012345".getBytes(US_ASCII);
  static final byte[] NAME_KEY = "1234567890123450".getBytes(US_ASCII);
  static final byte[] PRICE_KEY = "12345678901234561234567890123456".getBytes(US_ASCII);
  static final byte[] AAD_PREFIX = "tester".getBytes(US_ASCII);
  static final int ROWS = 3_000;
  static final int ROWS_PER_GROUP = 1_000;

  static final DecryptionKeys KEYS =
      DecryptionKeys.defaults()
          .withFooterKey(FOOTER_KEY)
          .withColumnKey("name", NAME_KEY)
          .withColumnKey("price", PRICE_KEY);

  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(INT64)
          .named("id")
          .optional(BINARY)
          .as(stringType())
          .named("name")
          .optional(DOUBLE)
          .named("price")
          .repeated(INT32)
          .named("parts")
          .named("orders");

  static EncryptedFile of(ParquetCipher algorithm, boolean footerInPlainText, boolean ownKeys) {
    return new EncryptedFile(
        algorithm, footerInPlainText, ownKeys, false, CompressionCodecName.SNAPPY);
  }

  /** How parquet-java is told to encrypt. */
  FileEncryptionProperties.Builder properties() {
    FileEncryptionProperties.Builder properties =
        FileEncryptionProperties.builder(FOOTER_KEY).withAlgorithm(algorithm).withFooterKeyID("kf");
    if (footerInPlainText) {
      properties.withPlaintextFooter();
    }
    if (ownKeys) {
      Map<ColumnPath, ColumnEncryptionProperties> columns = new HashMap<>();
      add(columns, "name", NAME_KEY);
      add(columns, "price", PRICE_KEY);
      properties.withEncryptedColumns(columns);
    }
    return properties;
  }

  private static void add(
      Map<ColumnPath, ColumnEncryptionProperties> columns, String name, byte[] key) {
    columns.put(
        ColumnPath.get(name),
        ColumnEncryptionProperties.builder(name).withKey(key).withKeyID("k-" + name).build());
  }

  /** Null for a file that is not encrypted. */
  Path write(Path file, FileEncryptionProperties properties) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withEncryption(properties)
            .withWriterVersion(isV2 ? WriterVersion.PARQUET_2_0 : WriterVersion.PARQUET_1_0)
            .withCompressionCodec(codec)
            .withRowGroupRowCountLimit(ROWS_PER_GROUP)
            .withPageRowCountLimit(100)
            .withBloomFilterEnabled("price", true)
            .withBloomFilterNDV("price", ROWS_PER_GROUP)
            .withDictionaryEncoding("price", false)
            .withPageWriteChecksumEnabled(true)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(row(rows, i));
      }
    }
    return file;
  }

  private static Group row(SimpleGroupFactory rows, int i) {
    Group row = rows.newGroup().append("id", (long) i);
    if (i % 3 != 0) {
      row.append("name", "name " + i % 50);
    }
    if (i % 5 != 0) {
      row.append("price", i / 4.0);
    }
    for (int part = 0; part < i % 4; part++) {
      row.append("parts", i + part);
    }
    return row;
  }

  /** All rows as text, one line each; the footer is read with the keys of the options. */
  static List<String> rows(Path file, ParquetReadOptions options) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ByteSource bytes = ByteSources.path(file)) {
      return rows(bytes, options, allocator);
    }
  }

  static List<String> rows(byte[] file, ParquetReadOptions options) throws IOException {
    try (RootAllocator allocator = new RootAllocator();
        ByteSource bytes = ByteSources.memory("file", ByteBuffer.wrap(file))) {
      return rows(bytes, options, allocator);
    }
  }

  private static List<String> rows(
      ByteSource bytes, ParquetReadOptions options, BufferAllocator allocator) throws IOException {
    ParquetFooter footer = FooterReader.defaults().withDecryption(options.decryption()).read(bytes);
    List<String> rows = new ArrayList<>();
    try (ParquetArrowReader reader = ParquetArrowReader.open(bytes, footer, options, allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        for (int i = 0; i < root.getRowCount(); i++) {
          List<String> cells = new ArrayList<>();
          for (FieldVector vector : root.getFieldVectors()) {
            cells.add(vector.getName() + "=" + vector.getObject(i));
          }
          rows.add(String.join(" ", cells));
        }
      }
    }
    return rows;
  }
}
