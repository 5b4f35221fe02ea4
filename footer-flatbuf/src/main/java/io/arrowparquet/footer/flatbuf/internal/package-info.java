// SPDX-License-Identifier: Apache-2.0
/**
 * What {@code flatbuf} and {@code convert} share and users do not need: the hash of a column's path
 * and the arrays of the name index. Not part of the public interface.
 */
package io.arrowparquet.footer.flatbuf.internal;
