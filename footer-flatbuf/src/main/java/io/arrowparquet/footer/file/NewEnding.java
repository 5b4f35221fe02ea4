// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.internal.wire.FooterEnding;
import io.arrowparquet.footer.internal.wire.Magic;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.ChannelPieces;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * What a file ends with instead of its footer, and what it begins with where that has to change.
 *
 * @param offset of the footer in the file
 * @param beginning null for the bytes that are there
 */
@SuppressWarnings("ByteBufferBackingArray") // made here
record NewEnding(long offset, ByteBuffer bytes, ByteBuffer beginning) {
  static NewEnding of(RawFooter old, FooterLayout layout, ByteBuffer bytes) {
    boolean isOther = (layout == FooterLayout.PARX) != (old.extension() == FooterLayout.PARX);
    return new NewEnding(
        old.offset(), bytes, isOther ? Magic.bytes(FooterEnding.magic(layout)) : null);
  }

  /** A copy of a file, with the permissions and times of another one unless that is null. */
  void writeTo(FileReplacement copy, PathByteSource source, Path attributesFrom)
      throws IOException {
    copy.write(
        out -> {
          source.copyTo(out, offset, bytes);
          begin(out);
        },
        attributesFrom);
  }

  /** Publishes a copy of a file. */
  void writeTo(ByteSink out, ByteSource source) throws IOException {
    if (beginning == null) {
      out.writeFrom(source, offset);
    } else {
      out.write(beginning.duplicate());
      out.writeFrom(source, Magic.LENGTH, offset - Magic.LENGTH);
    }
    out.write(bytes);
    out.commit();
  }

  void writeInto(FileChannel file) throws IOException {
    file.truncate(offset).position(offset);
    ChannelPieces.write(file, bytes);
    begin(file);
  }

  private void begin(FileChannel file) throws IOException {
    if (beginning != null) {
      ChannelPieces.write(file, beginning.duplicate(), 0);
    }
  }
}
