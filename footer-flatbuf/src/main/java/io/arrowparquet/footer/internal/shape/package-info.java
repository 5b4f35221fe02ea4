// SPDX-License-Identifier: Apache-2.0
/**
 * What the fields of a FlatBuffers table are, for code that walks or writes tables of any kind. The
 * generated classes have a {@code TableShape} each.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.internal.shape;
