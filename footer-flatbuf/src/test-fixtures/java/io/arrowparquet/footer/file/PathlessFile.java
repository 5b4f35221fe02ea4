// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.ColumnMetaData;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.footer.model.RowGroup;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** A file whose chunks leave out {@code path_in_schema}, which their schema says too. */
public final class PathlessFile {
  private static final int TRAILER = 8;

  private PathlessFile() {}

  public static void leaveOutPaths(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int length =
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - TRAILER);
    int start = bytes.length - TRAILER - length;
    FileMetaData footer =
        FileMetaDataCodec.STRUCT.read(
            new CompactReader(Arrays.copyOfRange(bytes, start, start + length)));
    CompactWriter out = new CompactWriter();
    FileMetaDataCodec.STRUCT.write(out, (FileMetaData) withoutPaths(footer));
    byte[] thrift = out.toByteArray();
    Files.write(
        file,
        ByteBuffer.allocate(start + thrift.length + TRAILER)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(bytes, 0, start)
            .put(thrift)
            .putInt(thrift.length)
            .put("PAR1".getBytes(StandardCharsets.US_ASCII))
            .array());
  }

  private static Object withoutPaths(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().map(PathlessFile::withoutPaths).toList();
    }
    if (!(value instanceof FileMetaData
        || value instanceof RowGroup
        || value instanceof ColumnChunk
        || value instanceof ColumnMetaData)) {
      return value;
    }
    try {
      RecordComponent[] components = value.getClass().getRecordComponents();
      Class<?>[] types = new Class<?>[components.length];
      Object[] values = new Object[components.length];
      for (int i = 0; i < components.length; i++) {
        types[i] = components[i].getType();
        boolean path = components[i].getName().equals("pathInSchema");
        values[i] = path ? null : withoutPaths(components[i].getAccessor().invoke(value));
      }
      return value.getClass().getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new LinkageError(e.getMessage(), e);
    }
  }
}
