// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.DOUBLE;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;

/** A small file as parquet-java writes it: three columns, some of them nested, a few row groups. */
public final class ParquetJavaFile {
  public static final int ROW_GROUPS = 3;

  private static final int ROWS_PER_GROUP = 10;

  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(INT64)
          .named("id")
          .optional(BINARY)
          .as(LogicalTypeAnnotation.stringType())
          .named("name")
          .optionalGroup()
          .optional(DOUBLE)
          .named("x")
          .named("point")
          .named("test");

  private ParquetJavaFile() {}

  /** Writes the file and returns it. */
  public static Path write(Path file) throws IOException {
    return write(file, Map.of("owner", "tests"));
  }

  /** Writes the file with key-value metadata, which make its footer as large as they are. */
  public static Path write(Path file, Map<String, String> keyValues) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withExtraMetaData(keyValues)
            .withRowGroupRowCountLimit(ROWS_PER_GROUP)
            .build()) {
      for (int i = 0; i < ROW_GROUPS * ROWS_PER_GROUP; i++) {
        Group row = rows.newGroup().append("id", (long) i).append("name", "name " + i);
        row.addGroup("point").append("x", i / 2.0);
        writer.write(row);
      }
    }
    return file;
  }
}
