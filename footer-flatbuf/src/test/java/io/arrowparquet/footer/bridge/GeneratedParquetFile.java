// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * A file of many types with row groups of many small pages, page indexes, bloom filters and
 * dictionaries, so that filters of each kind have something to skip.
 */
public final class GeneratedParquetFile {
  static final int ROWS_PER_GROUP = 200;
  static final int ROW_GROUPS = 3;
  public static final int ROWS = ROWS_PER_GROUP * ROW_GROUPS;

  private static final int ROWS_PER_PAGE = 20;

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message generated {
            required int64 id = 1;
            required int64 scattered;
            optional binary colour (STRING) = 2;
            optional int32 day (DATE);
            optional int32 small (INTEGER(8,true));
            optional int32 unsigned (INTEGER(32,false));
            optional int64 at (TIMESTAMP(MICROS,true));
            optional int64 local (TIMESTAMP(NANOS,false));
            optional int32 clock (TIME(MILLIS,true));
            optional int64 amount (DECIMAL(18,2));
            optional fixed_len_byte_array(16) key (UUID);
            optional fixed_len_byte_array(12) span (INTERVAL);
            optional int96 legacy;
            optional boolean flag;
            optional float ratio;
            optional double weight;
            optional binary document (JSON);
            required group point {
              optional double x;
              optional double y;
            }
            optional group tags (LIST) {
              repeated group list {
                optional binary element (STRING);
              }
            }
            optional group scores (MAP) {
              repeated group key_value {
                required binary key (STRING);
                optional int32 value;
              }
            }
          }
          """);

  private static final String[] COLOURS = {"red", "green", "blue"};

  private GeneratedParquetFile() {}

  /** Writes the file and returns it. */
  public static Path write(Path file, WriterVersion version) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withWriterVersion(version)
            .withExtraMetaData(Map.of("owner", "tests", "empty", ""))
            .withRowGroupRowCountLimit(ROWS_PER_GROUP)
            .withPageRowCountLimit(ROWS_PER_PAGE)
            .withMinRowCountForPageSizeCheck(ROWS_PER_PAGE)
            .withBloomFilterEnabled("scattered", true)
            .withDictionaryEncoding("scattered", false)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        writer.write(row(rows.newGroup(), i));
      }
    }
    return file;
  }

  /** A number that tells nothing of the row: only a bloom filter knows where it is not. */
  static long scattered(long row) {
    return (row + 1) * 0x9E3779B97F4A7C15L;
  }

  private static Group row(Group row, int i) {
    row.append("id", (long) i).append("scattered", scattered(i));
    row.append("colour", COLOURS[i % COLOURS.length]);
    if (i % 7 != 0) {
      addScalars(row, i);
    }
    Group point = row.addGroup("point").append("x", i / 2.0);
    if (i % 3 == 0) {
      point.append("y", -i * 1.5);
    }
    if (i % 4 != 0) {
      Group tags = row.addGroup("tags");
      for (int tag = 0; tag < i % 4; tag++) {
        tags.addGroup("list").append("element", "tag " + tag);
      }
      row.addGroup("scores").addGroup("key_value").append("key", "k" + i % 5).append("value", i);
    }
    return row;
  }

  private static void addScalars(Group row, int i) {
    row.append("day", 19_000 + i).append("small", i % 100).append("unsigned", -i);
    row.append("at", i * 1_000_000L).append("local", -i * 1_000L).append("clock", i);
    row.append("amount", i * 100L - 5).append("flag", i % 2 == 0);
    row.append("key", Binary.fromConstantByteArray(bytes(16, i)));
    row.append("span", Binary.fromConstantByteArray(bytes(12, i)));
    row.append("legacy", Binary.fromConstantByteArray(bytes(12, i)));
    row.append("ratio", i % 11 == 0 ? Float.NaN : i / 3f).append("weight", -i / 7.0);
    row.append("document", "{\"i\":" + i + "}");
  }

  private static byte[] bytes(int length, int i) {
    return ByteBuffer.allocate(length).putInt(i).putInt(length - 4, i).array();
  }
}
