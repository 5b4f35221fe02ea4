// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet's metadata structs as immutable records, enums and sealed types, named after the structs
 * of {@code parquet.thrift}.
 *
 * <p>In and out: values only; the codecs of {@code footer.internal.thrift} read and write them.
 * Open {@link io.arrowparquet.footer.model.FileMetaData} first. Unknown enum numbers and union
 * members are kept, so that they can be written back. Records gain components when {@code
 * parquet.thrift} gains fields.
 */
@NullMarked
package io.arrowparquet.footer.model;

import org.jspecify.annotations.NullMarked;
