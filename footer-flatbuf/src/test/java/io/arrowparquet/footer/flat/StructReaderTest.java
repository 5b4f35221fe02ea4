// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StructReaderTest {
  private static final byte UNIT_OF_THE_FUTURE = 77;

  static List<LogicalType> times() {
    return List.of(
        new LogicalType.TimestampType(true, TimeUnit.NANOS),
        new LogicalType.TimeType(false, TimeUnit.NANOS));
  }

  private static byte[] footer(LogicalType type) {
    List<SchemaElement> schema =
        List.of(
            new SchemaElement(null, null, null, "root", 1, null, null, null, null, null),
            new SchemaElement(
                PhysicalType.INT64.number(),
                null,
                FieldRepetitionType.OPTIONAL.number(),
                "at",
                null,
                null,
                null,
                null,
                null,
                type));
    CompactWriter out = new CompactWriter(256);
    FileMetaDataCodec.STRUCT.write(
        out, new FileMetaData(1, schema, 0, List.of(), null, null, null, null, null));
    byte[] thrift = out.toByteArray();
    ByteBuffer flatbuffer = ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
    byte[] bytes = new byte[flatbuffer.remaining()];
    flatbuffer.get(bytes);
    return bytes;
  }

  @ParameterizedTest
  @MethodSource("times")
  void time_unit_of_the_future_is_no_logical_type(LogicalType type) {
    byte[] bytes = footer(type);
    int withoutType = 0;
    // Where the unit is follows from the builder's layout; so every byte is tried.
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] = UNIT_OF_THE_FUTURE;
      ByteBuffer flatbuffer = ByteBuffer.wrap(changed);
      try {
        FlatFooter.verify(flatbuffer);
      } catch (CorruptFooterException expected) {
        continue;
      }
      FlatBuffersToThrift.convert(flatbuffer);
      LogicalType found = FlatFooter.wrap(flatbuffer).schemaElement(1).logicalType();
      withoutType += found == null ? 1 : 0;
    }
    assertThat(withoutType).isPositive();
  }
}
