// SPDX-License-Identifier: Apache-2.0
/**
 * Footers as they are at the ends of files, in every layout: found from the last bytes, fetched,
 * taken out of their frames, and framed again. That of Arrow C++, whose schema is not this
 * project's, is translated both ways and compared with the Thrift footer beside it. One that is
 * stored without its schema is joined with that.
 *
 * <p>In: the end of a file. Out: a {@link io.arrowparquet.footer.internal.wire.LocatedFooter} that
 * says what is there and how many bytes to fetch, the Thrift struct, a buffer of parquet.fbs; or,
 * for writing, the bytes to append. Open {@link io.arrowparquet.footer.internal.wire.LocatedFooter}
 * first. Implements {@code footer-flatbuf/FORMAT.md}, section 1.
 */
package io.arrowparquet.footer.internal.wire;
