// SPDX-License-Identifier: Apache-2.0
/**
 * What readers do under load, and with little memory.
 *
 * <p>In: files made at random, and a seed. Out: an exit code and counts. Open {@link
 * io.arrowparquet.it.stress.ConcurrentReading} first; it says how to run it for long.
 */
package io.arrowparquet.it.stress;
