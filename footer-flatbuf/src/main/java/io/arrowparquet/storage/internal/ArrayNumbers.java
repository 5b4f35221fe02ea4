// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Numbers at any index of a byte array, in the byte order of all formats of this library. The
 * handles are constants to the JIT compiler, so that each access is one checked machine access.
 */
public final class ArrayNumbers {
  public static final VarHandle SHORT = handle(short[].class);
  public static final VarHandle INT = handle(int[].class);
  public static final VarHandle LONG = handle(long[].class);
  public static final VarHandle DOUBLE = handle(double[].class);

  private ArrayNumbers() {}

  private static VarHandle handle(Class<?> arrayOfNumbers) {
    return MethodHandles.byteArrayViewVarHandle(arrayOfNumbers, ByteOrder.LITTLE_ENDIAN);
  }
}
