// SPDX-License-Identifier: Apache-2.0
/**
 * Files of a Hadoop file system, and input files of parquet-java.
 *
 * <p>In: a path and a configuration, or an open input file. Out: bytes, and new files. Open {@link
 * io.arrowparquet.storage.hadoop.HadoopByteSource} first.
 */
@NullMarked
package io.arrowparquet.storage.hadoop;

import org.jspecify.annotations.NullMarked;
