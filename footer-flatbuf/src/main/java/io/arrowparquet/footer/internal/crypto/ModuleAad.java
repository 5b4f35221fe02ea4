// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

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
    byte[] aad = Arrays.copyOf(file, file.length + 1);
    aad[file.length] = ModuleType.FOOTER.number();
    return aad;
  }

  byte[] of(ModuleType type, int rowGroup, int column, int page) {
    int length = file.length + 1 + (type.hasPage() ? 3 : 2) * Short.BYTES;
    byte[] aad = Arrays.copyOf(file, length);
    aad[file.length] = type.number();
    put(aad, file.length + 1, rowGroup);
    put(aad, file.length + 1 + Short.BYTES, column);
    if (type.hasPage()) {
      put(aad, file.length + 1 + 2 * Short.BYTES, page);
    }
    return aad;
  }

  private static void put(byte[] aad, int at, int ordinal) {
    aad[at] = (byte) ordinal;
    aad[at + 1] = (byte) (ordinal >>> Byte.SIZE);
  }
}
