// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.chunk.RawFields;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.BinaryValue;

/** A footer taken apart for a {@link SegmentWriter}. Any thread may make one. Immutable. */
public final class PreparedFooter {
  private final SplitFooter footer;

  private PreparedFooter(SplitFooter footer) {
    this.footer = footer;
  }

  /**
   * Prepares a footer.
   *
   * @param struct the Thrift struct; kept, and not to be changed
   * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no footer
   */
  public static PreparedFooter of(byte[] struct) {
    return new PreparedFooter(SplitFooter.of(struct));
  }

  SplitFooter footer() {
    return footer;
  }

  /** Bytes that this keeps in memory, about. */
  public long bytes() {
    return footer.struct().length;
  }

  /** The head with the schema's own bytes, where its definition does not give the same. */
  byte[] headWithSchema() {
    byte[] head = footer.head();
    RawFields fields = RawFields.of(BinaryValue.of(head));
    CompactWriter out = new CompactWriter(head.length + footer.schemaEnd() - footer.schemaStart());
    out.structBegin();
    fields.writeBelow(out, FileMetaDataCodec.SCHEMA);
    out.fieldHeader(FileMetaDataCodec.SCHEMA, CompactType.LIST);
    out.writeRaw(footer.struct(), footer.schemaStart(), footer.schemaEnd() - footer.schemaStart());
    fields.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }
}
