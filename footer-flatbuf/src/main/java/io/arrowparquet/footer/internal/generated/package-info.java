// SPDX-License-Identifier: Apache-2.0
/**
 * The flatbuffers compiler's classes for {@code src/main/flatbuf/parquet.fbs}, written by {@code
 * generate.sh} beside it; do not edit. Used to build buffers; reading goes through {@link
 * io.arrowparquet.footer.flat.FlatFooter}, which checks every range. Never part of a public
 * signature.
 */
package io.arrowparquet.footer.internal.generated;
