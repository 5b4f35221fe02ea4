// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Additional authenticated data of the modules of a file: it differs for each of them, so that none
 * can stand in the place of another.
 *
 * <pre>
 *   | prefix | file unique | module type | row group | column | page |
 *   | caller's, random      | 1 byte      | 2         | 2      | 2    |  little-endian
 * </pre>
 *
 * <p>The footer has no ordinals; only data pages and their headers have that of a page.
 */
final class ModuleAad {
  private final byte[] file;

  ModuleAad(byte[] prefix, byte[] fileUnique) {
    this.file = Arrays.copyOf(prefix, prefix.length + fileUnique.length);
    System.arraycopy(fileUnique, 0, file, prefix.length, fileUnique.length);
  }

  byte[] ofFooter() {
    return start(ModuleType.FOOTER, 0).array();
  }

  byte[] of(ModuleType type, int rowGroup, int column, int page) {
    ByteBuffer aad = start(type, type.hasPage() ? 3 : 2);
    aad.putShort((short) rowGroup).putShort((short) column);
    return (type.hasPage() ? aad.putShort((short) page) : aad).array();
  }

  private ByteBuffer start(ModuleType type, int ordinals) {
    return ByteBuffer.allocate(file.length + 1 + ordinals * Short.BYTES)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put(file)
        .put(type.number());
  }
}
