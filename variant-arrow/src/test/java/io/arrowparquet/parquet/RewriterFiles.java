// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet;

import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Files of two writers with the same columns, and what is in files that were made of them. */
record RewriterFiles(Path folder, BufferAllocator allocator) {
  static final int ROWS = 1000;

  static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            required int64 id;
            optional binary name (STRING);
            optional group s { optional int32 a; optional group t { optional double b; } }
            optional group l (LIST) {
              repeated group list { optional group element { optional int64 x; optional int32 y; } }
            }
            optional double price;
          }
          """);

  static final ParquetReadOptions STRICT = ParquetReadOptions.defaults().withStrict(true);

  /** Rows by parquet-java whose ids ascend, in two row groups of many pages. */
  Path theirs(String name, long from) throws IOException {
    Path file = folder.resolve(name);
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withType(SCHEMA)
            .withPageRowCountLimit(100)
            .withRowGroupRowCountLimit(ROWS / 2)
            .withWriterVersion(
                from % 2 == 0 ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withBloomFilterEnabled("id", true)
            .withExtraMetaData(Map.of("from", Long.toString(from), "same", "as ever"));
    try (ParquetWriter<Group> writer = builder.build()) {
      for (long id = from; id < from + ROWS; id++) {
        writer.write(row(id));
      }
    }
    return file;
  }

  private static Group row(long id) {
    Group row = new SimpleGroup(SCHEMA);
    // Bloom filters alone know that there are no odd ones.
    row.add(0, 2 * id);
    if (id % 7 != 0) {
      row.add(1, "name " + id % 50);
    }
    if (id % 5 != 0) {
      Group s = row.addGroup(2);
      s.add(0, (int) id);
      s.addGroup(1).add(0, id / 8.0);
    }
    Group list = row.addGroup(3);
    for (int i = 0; i < id % 3; i++) {
      Group element = list.addGroup(0).addGroup(0);
      element.add(0, id + i);
      element.add(1, i);
    }
    row.add(4, id / 16.0);
    return row;
  }

  /** The same rows as of a file, by this library, with a second encoding of the prices. */
  Path ours(String name, Path rows) throws IOException {
    return ours(name, rows, null);
  }

  /** Encrypted, unless that is null. */
  Path ours(String name, Path rows, FileEncryption encryption) throws IOException {
    Path file = folder.resolve(name);
    ParquetWriteOptions options =
        ParquetWriteOptions.defaults()
            .withPageRows(100)
            .withRowGroupRows(600)
            .withEncryption(encryption)
            .withBloomFilter("id")
            .withCreatedBy("another writer version 1.0.0")
            .withDuplicateEncoding("price", ParquetEncoding.ALP);
    try (ParquetArrowReader reader =
            ParquetArrowReader.open(rows, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      writer.write(reader);
      writer.finish();
    }
    return file;
  }

  Map<String, List<String>> read(Path file) throws IOException {
    return VectorEntries.read(file, STRICT, allocator);
  }

  Map<String, List<String>> readAll(Path... files) throws IOException {
    Map<String, List<String>> all = new LinkedHashMap<>();
    for (Path file : files) {
      read(file)
          .forEach(
              (column, entries) ->
                  all.computeIfAbsent(column, c -> new ArrayList<>()).addAll(entries));
    }
    return all;
  }

  static FileMetaData footer(Path file) throws IOException {
    try (ByteSource source = ByteSources.path(file)) {
      byte[] struct = FooterReader.defaults().readThrift(source);
      return FileMetaDataCodec.STRUCT.read(new CompactReader(struct));
    }
  }

  /** Of the files in the folder, sorted. */
  List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }
}
