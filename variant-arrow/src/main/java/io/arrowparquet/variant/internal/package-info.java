// SPDX-License-Identifier: Apache-2.0
/**
 * What every other package may need and no user does.
 *
 * <p>In: the calls that threads make on one object. Out: one call at a time, or an exception. Open
 * {@link io.arrowparquet.variant.internal.UseGuard}. Knows nothing of Variants, vectors or files.
 */
package io.arrowparquet.variant.internal;
