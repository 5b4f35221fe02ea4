// SPDX-License-Identifier: Apache-2.0
/**
 * Arrow vectors to column chunks, column by column.
 *
 * <p>In: vectors and a plan made from their fields. Out: values with their repetition and
 * definition levels, in parquet-java's column writers, and the pages they make of them, in a row
 * group of a file. Start at {@link io.arrowparquet.variant.parquet.internal.write.WritePlan}. Not
 * part of the public interface; the only package of reading and writing that needs parquet-hadoop.
 */
package io.arrowparquet.variant.parquet.internal.write;
