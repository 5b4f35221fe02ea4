// SPDX-License-Identifier: Apache-2.0
/**
 * Slots and shapes of the tables in {@code src/main/flatbuf}: a class for each IDL, written by {@code
 * generate.sh} beside it; do not edit. Buffers are written with {@link
 * io.arrowparquet.footer.internal.flat.TableWriter} and read through {@link
 * io.arrowparquet.footer.flat.FlatFooter}, which checks every range. Never part of a public
 * signature.
 */
package io.arrowparquet.footer.internal.generated;
