// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.encoding;

/**
 * The values of a dictionary page.
 *
 * @param entries how many
 * @param values PLAIN; the encoder's, until it starts another chunk
 */
public record DictionaryPage(int entries, ByteOutput values) {}
