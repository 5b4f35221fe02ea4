// SPDX-License-Identifier: Apache-2.0
/**
 * What the views, the conversion and the size walk share: the slots and tables of the IDL,
 * bounds-checked access to a buffer's bytes, the hash of a column's path and the arrays of the name
 * index.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.footer.flatbuf.internal;
