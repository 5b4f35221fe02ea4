// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.examples;

import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.BINARY;
import static org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName.INT64;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroupFactory;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Types;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;

/** The file of the examples: a plain column {@code id} and an unshredded Variant {@code event}. */
public final class EventFile {
  static final int ROWS = 20;

  private static final MessageType SCHEMA =
      Types.buildMessage()
          .required(INT64)
          .named("id")
          .optionalGroup()
          .as(LogicalTypeAnnotation.variantType((byte) 1))
          .required(BINARY)
          .named("metadata")
          .optional(BINARY)
          .named("value")
          .named("event")
          .named("events");

  private EventFile() {}

  /** Writes the file and returns it. */
  public static Path write(Path file) throws IOException {
    return write(file, true);
  }

  /** As {@link #write(Path)}, with statistics of the chunks or without. */
  static Path write(Path file, boolean withStatistics) throws IOException {
    return write(file, withStatistics, 0);
  }

  /** As {@link #write(Path)}, but row 0 has no event. */
  static Path writeWithNull(Path file) throws IOException {
    return write(file, true, 1);
  }

  private static Path write(Path file, boolean withStatistics, int firstEvent) throws IOException {
    SimpleGroupFactory rows = new SimpleGroupFactory(SCHEMA);
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withType(SCHEMA)
            .withStatisticsEnabled(withStatistics)
            .build()) {
      for (int i = 0; i < ROWS; i++) {
        Group row = rows.newGroup().append("id", (long) i);
        if (i >= firstEvent) {
          Variant event = event(i);
          row.addGroup("event")
              .append("metadata", Binary.fromConstantByteBuffer(event.getMetadataBuffer()))
              .append("value", Binary.fromConstantByteBuffer(event.getValueBuffer()));
        }
        writer.write(row);
      }
    }
    return file;
  }

  private static Variant event(int i) {
    VariantBuilder builder = new VariantBuilder();
    VariantObjectBuilder event = builder.startObject();
    event.appendKey("id");
    event.appendLong(i);
    event.appendKey("kind");
    event.appendString(i % 2 == 0 ? "view" : "click");
    builder.endObject();
    return builder.build();
  }
}
