// SPDX-License-Identifier: Apache-2.0
/**
 * Files of an Iceberg {@code FileIO}.
 *
 * <p>In: an input file of Iceberg. Out: bytes. Open {@link
 * io.arrowparquet.storage.iceberg.IcebergByteSource} first.
 */
@NullMarked
package io.arrowparquet.storage.iceberg;

import org.jspecify.annotations.NullMarked;
