// SPDX-License-Identifier: Apache-2.0
/**
 * Vocabulary of the Variant module: type ids, the exception for malformed values, and the limits
 * under which values from untrusted places are read.
 *
 * <p>This package imports nothing of the module; every other package may import it.
 */
package io.arrowparquet.variant;
