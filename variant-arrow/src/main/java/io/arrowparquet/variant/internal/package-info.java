// SPDX-License-Identifier: Apache-2.0
/**
 * Detection of concurrent use, for objects that serve one thread at a time.
 *
 * <p>In: the calls that threads make on one object. Out: one call at a time, or an exception. Open
 * {@link io.arrowparquet.variant.internal.UseGuard} first. Independent of Variants, vectors and
 * files.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.internal;
