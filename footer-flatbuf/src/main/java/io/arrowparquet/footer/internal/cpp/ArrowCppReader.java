// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.flat.FlatFooterVerifier;
import io.arrowparquet.footer.internal.cpp.generated.CppFileMetaData;
import io.arrowparquet.footer.internal.cpp.generated.CppRowGroup;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.StructureVerifier;
import io.arrowparquet.footer.internal.generated.FileMetaData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Translates a footer of Arrow C++ to a buffer of parquet.fbs, as another writer of the proposal
 * would write it: with none of the fields that this project appended, but for the exactness of
 * bounds. What arrow-cpp.fbs cannot say is absent in the result, which {@link
 * io.arrowparquet.footer.flat.FlatFooter#isComplete} tells from absent in the file.
 *
 * <p>Takes time and memory in proportion to the buffer's tables, of which there are no more than
 * {@link #MAX_TABLES}. Stateless.
 */
public final class ArrowCppReader {
  /** Tables that a buffer may have, a shared one counted each time: FlatBuffers' own limit. */
  public static final int MAX_TABLES = 1_000_000;

  /** Room for vtables and the root, which even the smallest footer needs. */
  private static final int FIXED_BYTES = 1024;

  private final CppFileMetaData from;
  private final TableCopier to;

  private ArrowCppReader(ByteBuffer flatbuffer) {
    this.from = CppFileMetaData.getRootAsCppFileMetaData(flatbuffer);
    this.to = new TableCopier(new FlatBufferBuilder(flatbuffer.remaining() + FIXED_BYTES));
  }

  /**
   * The buffer of parquet.fbs for the buffer of arrow-cpp.fbs between position and limit.
   *
   * @return little-endian, on the heap; verified
   * @throws CorruptFooterException if the buffer does not verify, is one that an earlier version of
   *     this library wrote, or holds what cannot be translated; offsets count from its position
   */
  public static ByteBuffer convert(ByteBuffer flatbuffer) {
    ByteBuffer bytes = flatbuffer.slice().order(ByteOrder.LITTLE_ENDIAN);
    FooterBytes checked = new FooterBytes(bytes);
    refuseOwn(checked, bytes);
    StructureVerifier.verify(checked, CppFileMetaData.SHAPE, MAX_TABLES);
    ByteBuffer translated = new ArrowCppReader(bytes).convert();
    verifyTranslated(translated);
    return translated;
  }

  private static void verifyTranslated(ByteBuffer translated) {
    try {
      FlatFooterVerifier.verify(translated);
    } catch (CorruptFooterException e) {
      // Offsets in the translation are of no use to anybody.
      throw new CorruptFooterException(
          e.problem(), CorruptFooterException.NO_OFFSET, e.found(), e.expected(), e);
    }
  }

  /** Earlier versions wrote buffers of parquet.fbs into this layout, always with this field. */
  private static void refuseOwn(FooterBytes bytes, ByteBuffer flatbuffer) {
    if (bytes.field(bytes.root(), FileMetaData.THRIFT_CRC32) == 0) {
      return;
    }
    try {
      FlatFooterVerifier.verify(flatbuffer);
    } catch (CorruptFooterException notOurs) {
      return;
    }
    throw new CorruptFooterException(
        "schema of the FlatBuffers footer",
        0,
        "a footer in layout arrow-cpp that an earlier version of this library wrote",
        "the schema that Arrow C++ writes; attaching again replaces it");
  }

  private ByteBuffer convert() {
    if (from.encryptionAlgorithmType() != 0 || from.footerSigningKeyMetadataLength() > 0) {
      throw TableCopier.untranslatable("encryption_algorithm");
    }
    CppSchemaReader schema = new CppSchemaReader(from, to);
    int elements = schema.convert();
    int rowGroups = convertRowGroups(schema);
    int keyValues = from.kvLength() == 0 ? 0 : to.keyValues(from.kvLength(), from::kv);
    ByteBuffer writer = from.createdByAsByteBuffer();
    // An empty one is written for none.
    int createdBy = writer == null || !writer.hasRemaining() ? 0 : to.string(writer);
    return to.finish(from, elements, rowGroups, keyValues, createdBy);
  }

  private int convertRowGroups(CppSchemaReader schema) {
    CppRowGroupReader reader = new CppRowGroupReader(schema.leaves(), to);
    int[] tables = new int[from.rowGroupsLength()];
    CppRowGroup group = new CppRowGroup();
    for (int i = 0; i < tables.length; i++) {
      tables[i] = reader.convert(from.rowGroups(group, i));
    }
    return to.references(tables);
  }
}
