// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.internal.flat.FooterBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

record IntTable(FooterBytes bytes, int vector, int size) {
  static IntTable in(FooterBytes bytes, int vector) {
    return vector == 0 ? null : new IntTable(bytes, vector, bytes.count(vector, Integer.BYTES));
  }

  static IntTable of(int[] numbers) {
    ByteBuffer vector =
        ByteBuffer.allocate(FooterBytes.REFERENCE + numbers.length * Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN);
    vector.putInt(numbers.length).asIntBuffer().put(numbers);
    return new IntTable(new FooterBytes(vector.rewind()), 0, numbers.length);
  }

  int get(int index) {
    if (index < 0 || index >= size) {
      throw new IndexOutOfBoundsException("index " + index + " of " + size);
    }
    return bytes.i32(vector + FooterBytes.REFERENCE + index * Integer.BYTES);
  }
}
