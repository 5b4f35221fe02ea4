// SPDX-License-Identifier: Apache-2.0
/**
 * What is published, as the profile {@code release} makes it; run by that profile alone.
 *
 * <p>In: {@code target/central}. Out: the proof that Maven Central would take it. Open {@link
 * io.arrowparquet.it.release.BundleTest} first.
 */
package io.arrowparquet.it.release;
