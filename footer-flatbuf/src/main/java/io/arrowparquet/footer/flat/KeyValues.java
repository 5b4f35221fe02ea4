// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.generated.ParquetFbs.KeyValue;

/** Reads a vector of {@code KeyValue} tables; of the file or of a column chunk. */
final class KeyValues {
  private KeyValues() {}

  static String key(FooterBytes bytes, int vector, int index) {
    return bytes.string(bytes.child(table(bytes, vector, index), KeyValue.KEY));
  }

  static String value(FooterBytes bytes, int vector, int index) {
    return bytes.string(bytes.child(table(bytes, vector, index), KeyValue.VAL));
  }

  static boolean keyEquals(FooterBytes bytes, int vector, int index, byte[] utf8) {
    int key = bytes.child(table(bytes, vector, index), KeyValue.KEY);
    return bytes.stringEquals(key, utf8);
  }

  private static int table(FooterBytes bytes, int vector, int index) {
    return bytes.follow(bytes.element(vector, FooterBytes.REFERENCE, index));
  }
}
