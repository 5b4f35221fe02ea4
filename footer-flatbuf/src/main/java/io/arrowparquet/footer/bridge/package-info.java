// SPDX-License-Identifier: Apache-2.0
/**
 * Footers as types of other libraries.
 *
 * <p>In: a {@link io.arrowparquet.footer.flat.FlatFooter}. Out: parquet-java's {@code
 * ParquetMetadata}, from {@link io.arrowparquet.footer.bridge.ParquetJavaMetadata}, or an Arrow
 * {@code Schema}, from {@link io.arrowparquet.footer.bridge.ArrowSchema}, the class to open first.
 * It implements the LIST and MAP layouts of the Parquet format, legacy ones included. The only
 * package of the module that uses these libraries, which are optional dependencies.
 */
@NullMarked
package io.arrowparquet.footer.bridge;

import org.jspecify.annotations.NullMarked;
