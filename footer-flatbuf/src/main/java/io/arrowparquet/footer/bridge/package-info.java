// SPDX-License-Identifier: Apache-2.0
/**
 * A footer in the words of other libraries.
 *
 * <p>In: a {@link io.arrowparquet.footer.flatbuf.FlatFooter}. Out: parquet-java's {@code
 * ParquetMetadata}, from {@link io.arrowparquet.footer.bridge.ParquetJavaMetadata}, or an Arrow
 * {@code Schema}, from {@link io.arrowparquet.footer.bridge.ArrowSchema}, which implements the LIST
 * and MAP layouts of the Parquet format, legacy ones included. The only package that knows these
 * libraries: they are optional dependencies of the module.
 */
package io.arrowparquet.footer.bridge;
