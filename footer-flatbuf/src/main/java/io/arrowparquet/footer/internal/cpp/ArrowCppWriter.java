// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

import com.google.flatbuffers.FlatBufferBuilder;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.cpp.generated.CppFileMetaData;
import io.arrowparquet.footer.internal.generated.FileMetaData;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Translates a footer to a buffer of arrow-cpp.fbs, as Arrow C++ writes it and reads it. What that
 * schema cannot say is left out; what would be wrong without it is refused. Stateless.
 */
public final class ArrowCppWriter {
  private final FlatFooter footer;
  private final FileMetaData root;
  private final CppTables out;

  private ArrowCppWriter(FlatFooter footer) {
    ByteBuffer flatbuffer = footer.flatbuffer();
    this.footer = footer;
    this.root = FileMetaData.getRootAsFileMetaData(flatbuffer.order(ByteOrder.LITTLE_ENDIAN));
    this.out = new CppTables(new FlatBufferBuilder(flatbuffer.remaining()));
  }

  /**
   * The buffer of arrow-cpp.fbs for a footer.
   *
   * @param footer sound, complete and not encrypted
   * @return little-endian, on the heap
   * @throws IllegalArgumentException if the footer needs more tables than readers take, or has
   *     chunks that the schema cannot describe: encrypted, in other files, or with numbers out of
   *     its range
   */
  public static ByteBuffer convert(FlatFooter footer) {
    ArrowCppWriter writer = new ArrowCppWriter(footer);
    ByteBuffer flatbuffer = writer.write();
    writer.out.requireReadable();
    return flatbuffer;
  }

  private ByteBuffer write() {
    CppSchemaWriter schema = new CppSchemaWriter(footer, out);
    int elements = schema.write();
    CppRowGroupWriter writer = new CppRowGroupWriter(footer, schema.leaves(), out);
    int[] groups = new int[footer.rowGroupCount()];
    for (int i = 0; i < groups.length; i++) {
      groups[i] = writer.write(footer.rowGroup(i), root.rowGroups(i));
    }
    int rowGroups = out.references(groups);
    int keyValues = root.kvLength() == 0 ? 0 : out.keyValues(root.kvLength(), root::kv);
    // Arrow C++ reads it without asking whether it is there.
    int createdBy = out.stringOrEmpty(root.createdByAsByteBuffer());
    out.count();
    FlatBufferBuilder builder = out.builder;
    CppFileMetaData.startCppFileMetaData(builder);
    CppFileMetaData.addNumRows(builder, footer.numRows());
    CppFileMetaData.addVersion(builder, footer.version());
    CppFileMetaData.addSchema(builder, elements);
    CppFileMetaData.addRowGroups(builder, rowGroups);
    if (keyValues != 0) {
      CppFileMetaData.addKv(builder, keyValues);
    }
    CppFileMetaData.addCreatedBy(builder, createdBy);
    builder.finish(CppFileMetaData.endCppFileMetaData(builder));
    return builder.dataBuffer();
  }
}
