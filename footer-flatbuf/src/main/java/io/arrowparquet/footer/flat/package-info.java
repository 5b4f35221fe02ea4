// SPDX-License-Identifier: Apache-2.0
/**
 * A footer as callers see it: views over the bytes of a FlatBuffers {@code FileMetaData}, nothing
 * copied, nothing parsed ahead.
 *
 * <p>In: the bytes of one FlatBuffer, on the heap, direct or mapped. Out: schema elements, row
 * groups, column chunks and their statistics, by position, by dotted name and by field id. Start at
 * {@link io.arrowparquet.footer.flat.FlatFooter}. Implements {@code footer-flatbuf/FORMAT.md},
 * section 3; the IDL with the meaning of each field is {@code src/main/flatbuf/parquet.fbs}.
 *
 * <p>Two levels of trust. <em>Wrapped</em>, in constant time: every access stays inside the buffer
 * and gives a value or {@link io.arrowparquet.footer.CorruptFooterException}. <em>Verified</em>, in
 * linear time, by {@link io.arrowparquet.footer.flat.FlatFooter#verify}: every offset, vector,
 * string, union tag and index of the whole buffer holds, so no access throws.
 */
@NullMarked
package io.arrowparquet.footer.flat;

import org.jspecify.annotations.NullMarked;
