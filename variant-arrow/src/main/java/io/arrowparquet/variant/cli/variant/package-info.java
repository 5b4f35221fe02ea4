// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code variant cat}, {@code get}, {@code schema}, {@code shred} and {@code unshred}.
 */
package io.arrowparquet.variant.cli.variant;
