// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernels;

/** What becomes of a value that does not fit the type asked for. */
public enum ConversionMode {
  /** It becomes null; an error only where the type does not allow null. */
  SAFE,
  /** It is an error that names row and path. */
  STRICT
}
