// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import java.util.function.Function;

/** Reads the Thrift bytes of structs that no field of the IDL could hold. */
final class ThriftSlices {
  private ThriftSlices() {}

  /**
   * What {@code codec} makes of the bytes of a vector; null for no vector. Thrift is read from
   * arrays, so the bytes are copied.
   */
  static <T> T read(FooterBytes bytes, int vector, Function<CompactReader, T> codec) {
    if (vector == 0) {
      return null;
    }
    try {
      return codec.apply(new CompactReader(bytes.bytes(vector)));
    } catch (CorruptFooterException e) {
      throw bytes.located(e, vector + FooterBytes.REFERENCE);
    }
  }
}
