// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.convert.SchemalessFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;

/** Takes Thrift footers apart into schema and the rest. For one thread. */
final class FooterSplitter {
  /** Files of one schema mostly come one after another. */
  private static final int MOST = 4;

  private static final StructShape SCHEMA_ONLY =
      StructShape.of("FileMetaData")
          .requiredList(FileMetaDataCodec.SCHEMA, "schema", CompactType.STRUCT);

  /** The schemas met last, the last one first. */
  private final Deque<Known> known = new ArrayDeque<>();

  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Known(byte[] thrift, SchemaDef schema) {}

  /** A footer's schema, and the body that holds the rest. */
  record Parts(SchemaDef schema, FooterBody body) {}

  /**
   * Takes a footer apart. What a FlatBuffer cannot give back, unknown fields or a signature, is a
   * reason to keep the Thrift bytes as they are.
   *
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no footer
   */
  Parts split(BundledFile file, byte[] thrift) {
    SchemalessFooter footer = SchemalessFooter.convert(thrift, 0, thrift.length);
    SchemaDef schema = schemaOf(thrift);
    boolean isThrift =
        footer.hasUnknownFields()
            || schema.hasUnknownFields()
            || footer.thriftLength() < thrift.length;
    byte[] bytes = isThrift ? thrift : bytes(footer.flatbuffer());
    return new Parts(
        schema, new FooterBody(file, isThrift, !isThrift && footer.hasTypeDefinedOrders(), bytes));
  }

  private static byte[] bytes(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.duplicate().get(bytes);
    return bytes;
  }

  private SchemaDef schemaOf(byte[] thrift) {
    CompactReader in = new CompactReader(thrift);
    int start = 0;
    int end = 0;
    long seen = 0;
    in.enterStruct();
    while (in.nextField(SCHEMA_ONLY)) {
      seen |= 1L << in.fieldId();
      start = in.position();
      in.skip();
      end = in.position();
    }
    in.leaveStruct(SCHEMA_ONLY, seen);
    for (Iterator<Known> recent = known.iterator(); recent.hasNext(); ) {
      Known candidate = recent.next();
      byte[] list = candidate.thrift();
      if (Arrays.equals(list, 0, list.length, thrift, start, end)) {
        recent.remove();
        known.addFirst(candidate);
        return candidate.schema();
      }
    }
    SchemaDef schema = SchemaDef.readThrift(new CompactReader(thrift, start, end));
    known.addFirst(new Known(Arrays.copyOfRange(thrift, start, end), schema));
    if (known.size() > MOST) {
      known.removeLast();
    }
    return schema;
  }
}
