// SPDX-License-Identifier: Apache-2.0
/**
 * Memory that the rest of the module reads and writes (growing buffers, blocks used again when they
 * are freed, validity bits, numbers at raw addresses), encoded values and JSON text written into
 * it, texts as tokens, and loops over threads.
 *
 * <p>In: an allocator, or vectors and buffers. Out: values at addresses, and buffers that vectors
 * take over. Open {@link io.arrowparquet.variant.internal.GrowableBuffer} first. Every read and
 * write of a raw address comes after a check of ours against the range it belongs to: Arrow's own
 * checks can be switched off.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.internal;
