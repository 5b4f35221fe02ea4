// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.crypto.FileEncryption;
import io.arrowparquet.footer.crypto.FileEncryption.EncryptionKey;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.footer.model.ParquetCodec;
import io.arrowparquet.footer.model.ParquetEncoding;
import io.arrowparquet.it.Corpus;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.parquet.options.ParquetWriteOptions;
import io.arrowparquet.storage.OtherWritersFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * What fuzzing starts from: a small file that parquet-java writes, and the corpus where it is at
 * hand. Large inputs are left out, since mutations of them hit nothing of interest.
 */
final class FuzzSeeds {
  private static final int LARGEST = 8 << 10;
  private static final int ROWS = 30;
  private static final List<CompressionCodecName> CODECS =
      List.of(
          CompressionCodecName.UNCOMPRESSED,
          CompressionCodecName.SNAPPY,
          CompressionCodecName.GZIP,
          CompressionCodecName.ZSTD,
          CompressionCodecName.LZ4_RAW);
  private static final byte[] MAGIC = {'P', 'A', 'R', '1'};

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message seed {
            required int64 id = 1;
            optional binary name (STRING);
            optional group point { optional double x; required fixed_len_byte_array(3) code; }
            optional int64 amount (DECIMAL(18,2));
          }
          """);

  /** What pages can hold: levels of all kinds, values of every physical type but INT96. */
  private static final MessageType PAGES =
      MessageTypeParser.parseMessageType(
          """
          message pages {
            required int64 id;
            optional binary name (STRING);
            optional boolean flag;
            required int32 small (INTEGER(8,true));
            required float ratio;
            optional double x;
            required fixed_len_byte_array(3) code;
            optional fixed_len_byte_array(9) amount (DECIMAL(20,2));
            optional group list (LIST) { repeated group list { optional int32 element; } }
          }
          """);

  private FuzzSeeds() {}

  /** Thrift footers, from the first byte of the struct to its stop byte. */
  static List<byte[]> thriftFooters() throws IOException {
    List<byte[]> footers = new ArrayList<>();
    List<Path> files = new ArrayList<>();
    if (Corpus.isThere()) {
      files.addAll(Corpus.files("data", ".parquet"));
    }
    inTemporaryFolder(
        folder -> {
          files.add(write(folder.resolve("seed.parquet")));
          for (Path file : files) {
            byte[] bytes = Files.readAllBytes(file);
            int last = Math.max(0, bytes.length - LocatedFooter.LENGTH);
            LocatedFooter tail =
                LocatedFooter.parse(
                    ByteBuffer.wrap(bytes, last, bytes.length - last).slice(), bytes.length);
            int start = (int) tail.thriftOffset();
            if (tail.thriftLength() <= LARGEST) {
              footers.add(Arrays.copyOfRange(bytes, start, start + tail.thriftLength()));
            }
          }
        });
    return footers;
  }

  /** FlatBuffers footers. */
  static List<byte[]> flatBuffers() throws IOException {
    return thriftFooters().stream().map(FuzzSeeds::flatBuffer).toList();
  }

  /** The FlatBuffers footer of Photon's file; none where it is not at hand. */
  static List<byte[]> photonFlatBuffers() throws IOException {
    List<byte[]> footers = new ArrayList<>();
    for (Path file : OtherWritersFiles.cases()) {
      byte[] bytes = Files.readAllBytes(file);
      LocatedFooter tail =
          bytes.length < LocatedFooter.LENGTH
              ? null
              : LocatedFooter.parse(ByteBuffer.wrap(bytes), bytes.length);
      if (tail != null && tail.isPhoton()) {
        ByteBuffer data =
            ByteBuffer.wrap(bytes, (int) tail.dataOffset(), tail.frame().dataLength());
        footers.add(tail.frame().flatbuffer(data, tail.dataOffset(), true).array());
      }
    }
    return footers;
  }

  private static byte[] flatBuffer(byte[] thrift) {
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    byte[] bytes = new byte[flatbuffer.remaining()];
    flatbuffer.get(bytes);
    return bytes;
  }

  /** Whole files without pages, a footer of each layout at their end. */
  static List<byte[]> files() throws IOException {
    List<byte[]> files = new ArrayList<>();
    inTemporaryFolder(
        folder -> {
          for (byte[] thrift : thriftFooters()) {
            Path original = Files.write(folder.resolve("original"), withoutPages(thrift));
            files.add(Files.readAllBytes(original));
            for (FooterLayout layout : FooterLayout.values()) {
              if (layout.isWritable() && canBeAttached(thrift)) {
                files.add(attached(original, layout));
              }
            }
            if (canBeAttached(thrift)) {
              files.add(behindStopByte(thrift, attached(original, FooterLayout.ARROW_CPP)));
            }
          }
        });
    return files;
  }

  /** Whether every layout can hold it: it is not signed, and known in full. */
  private static boolean canBeAttached(byte[] thrift) {
    ConvertedFooter converted = ThriftToFlatBuffers.convertAndReport(thrift, 0, thrift.length);
    return converted.unknownFields().isEmpty()
        && FlatFooter.wrap(converted.flatbuffer()).encryption() == null;
  }

  private static byte[] attached(Path original, FooterLayout layout) throws IOException {
    Path attached = original.resolveSibling("attached");
    FooterAttacher.defaults()
        .withLayout(layout)
        .withOverwrite(true)
        .withForce(true) // the pages are not there
        .attach(original, attached);
    return Files.readAllBytes(attached);
  }

  /** The extension of an attached file as Arrow C++ places it: after the struct. */
  private static byte[] behindStopByte(byte[] thrift, byte[] attached) {
    int start = MAGIC.length + thrift.length - 1;
    byte[] field = Arrays.copyOfRange(attached, start, attached.length - 2 * MAGIC.length);
    byte[] footer = Arrays.copyOf(thrift, thrift.length + field.length);
    System.arraycopy(field, 0, footer, thrift.length, field.length);
    return withoutPages(footer);
  }

  /** Files of Arrow C++ without their pages. */
  static List<byte[]> arrowCppFiles() throws IOException {
    List<byte[]> files = new ArrayList<>();
    for (Path file : OtherWritersFiles.arrowCpp("written")) {
      byte[] bytes = Files.readAllBytes(file);
      int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
      if (length <= LARGEST) {
        files.add(
            withoutPages(Arrays.copyOfRange(bytes, bytes.length - 8 - length, bytes.length - 8)));
      }
    }
    return files;
  }

  private static byte[] withoutPages(byte[] thrift) {
    return ByteBuffer.allocate(thrift.length + 12)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(MAGIC)
        .put(thrift)
        .putInt(thrift.length)
        .put(MAGIC)
        .array();
  }

  /** Whole files with their pages: of all codecs, page versions and encodings, and the corpus. */
  static List<byte[]> filesWithPages() throws IOException {
    List<byte[]> files = new ArrayList<>();
    inTemporaryFolder(
        folder -> {
          for (WriterVersion version : WriterVersion.values()) {
            for (CompressionCodecName codec : CODECS) {
              Path file = folder.resolve(version + "." + codec);
              files.add(writePages(file, version, codec, true));
            }
            Path plain = folder.resolve(version + ".plain");
            files.add(writePages(plain, version, CompressionCodecName.UNCOMPRESSED, false));
            files.add(withAlp(plain, version == WriterVersion.PARQUET_2_0));
            files.add(encrypted(plain, version == WriterVersion.PARQUET_2_0));
          }
        });
    if (Corpus.isThere()) {
      for (Path file : Corpus.files("data", ".parquet")) {
        if (Files.size(file) <= LARGEST) {
          files.add(Files.readAllBytes(file));
        }
      }
    }
    return files;
  }

  private static byte[] writePages(
      Path file, WriterVersion version, CompressionCodecName codec, boolean dictionary)
      throws IOException {
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(PAGES)
            .withWriterVersion(version)
            .withCompressionCodec(codec)
            .withDictionaryEncoding(dictionary)
            .withByteStreamSplitEncoding(!dictionary)
            .withPageRowCountLimit(ROWS / 2)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(pagesRow(i));
      }
    }
    return Files.readAllBytes(file);
  }

  /** A file with one of each structure: dictionaries, page indexes, a Bloom filter, key-values. */
  static byte[] everyStructure() throws IOException {
    List<byte[]> files = new ArrayList<>();
    inTemporaryFolder(
        folder -> {
          Path file = folder.resolve("every");
          try (ParquetWriter<Group> writer =
              ExampleParquetWriter.builder(new LocalOutputFile(file))
                  .withConf(new PlainParquetConfiguration())
                  .withType(PAGES)
                  .withExtraMetaData(Map.of("owner", "tests"))
                  .withPageRowCountLimit(ROWS / 2)
                  .withBloomFilterNDV("id", ROWS)
                  .withBloomFilterEnabled("id", true)
                  .build()) {
            for (int i = 0; i < ROWS; i++) {
              writer.write(pagesRow(i));
            }
          }
          files.add(Files.readAllBytes(file));
        });
    return files.get(0);
  }

  /** The rows of a file, floats and doubles in ALP too, which our reader prefers. */
  private static byte[] withAlp(Path rows, boolean v2) throws IOException {
    Path file = rows.resolveSibling(rows.getFileName() + ".alp");
    return written(
        rows,
        file,
        ParquetWriteOptions.defaults()
            .withCodec(ParquetCodec.UNCOMPRESSED)
            .withDataPageV2(v2)
            .withPageRows(ROWS / 2)
            .withArrowSchema(false)
            .withDuplicateEncoding("ratio", ParquetEncoding.ALP)
            .withDuplicateEncoding("x", ParquetEncoding.ALP));
  }

  /** The rows of a file, encrypted with the keys that scans have. */
  private static byte[] encrypted(Path rows, boolean plaintextFooter) throws IOException {
    EncryptionKey key = new EncryptionKey(DamagedScan.KEY, null);
    return written(
        rows,
        rows.resolveSibling(rows.getFileName() + ".encrypted"),
        ParquetWriteOptions.defaults()
            .withPageRows(ROWS / 2)
            .withArrowSchema(false)
            .withEncryption(FileEncryption.of(key).withPlaintextFooter(plaintextFooter)));
  }

  private static byte[] written(Path rows, Path file, ParquetWriteOptions options)
      throws IOException {
    try (BufferAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(rows, ParquetReadOptions.defaults(), allocator);
        ParquetArrowWriter writer =
            ParquetArrowWriter.open(
                file, reader.getVectorSchemaRoot().getSchema(), options, allocator)) {
      while (reader.loadNextBatch()) {
        writer.write(reader.getVectorSchemaRoot());
      }
      writer.finish();
    }
    return Files.readAllBytes(file);
  }

  private static Group pagesRow(int i) {
    Group row = new SimpleGroup(PAGES);
    row.append("id", (long) i).append("small", i % 5).append("ratio", i / 4f);
    row.append("code", "abc");
    if (i % 3 > 0) {
      row.append("name", "name " + i % 7).append("flag", i % 2 == 0).append("x", i / 2.0);
      row.append("amount", Binary.fromConstantByteArray(new byte[9]));
    }
    Group list = row.addGroup("list");
    for (int element = 0; element < i % 4; element++) {
      Group slot = list.addGroup("list");
      if (element != 1) {
        slot.append("element", element);
      }
    }
    return row;
  }

  private static Path write(Path file) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withExtraMetaData(Map.of("owner", "tests"))
            .withRowGroupRowCountLimit(2)
            .withBloomFilterEnabled("id", true)
            .build()) {
      for (int i = 0; i < 4; i++) {
        Group row = rows.newGroup().append("id", (long) i).append("name", "name " + i);
        row.append("amount", -100L * i);
        row.addGroup("point").append("x", i / 2.0).append("code", "abc");
        writer.write(row);
      }
    }
    return file;
  }

  private interface FolderUse {
    void accept(Path folder) throws IOException;
  }

  private static void inTemporaryFolder(FolderUse use) throws IOException {
    Path folder = Files.createTempDirectory("seeds");
    try {
      use.accept(folder);
    } finally {
      try (var left = Files.list(folder)) {
        for (Path file : left.toList()) {
          Files.delete(file);
        }
      }
      Files.delete(folder);
    }
  }
}
