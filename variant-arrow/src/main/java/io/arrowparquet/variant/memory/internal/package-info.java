// SPDX-License-Identifier: Apache-2.0
/**
 * Memory that the rest of the module reads and writes: growing buffers, validity bits, and numbers
 * at raw addresses.
 *
 * <p>Every read and write of a raw address is preceded by a check of ours against the range it
 * belongs to: Arrow's own checks can be switched off. Open {@link
 * io.arrowparquet.variant.memory.internal.GrowableBuffer} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.memory.internal;
