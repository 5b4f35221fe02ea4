// SPDX-License-Identifier: Apache-2.0
/**
 * Schemas of Parquet files in few bytes, with a hash: a footer bundle has each distinct schema
 * once.
 *
 * <p>In: the schema elements of a footer, or the bytes of a SchemaDef. Out: the other one. Open
 * {@link io.arrowparquet.bundle.schema.SchemaDef} first. Implements section 11.1 of {@code
 * FORMAT.md}.
 */
package io.arrowparquet.bundle.schema;
