// SPDX-License-Identifier: Apache-2.0
/**
 * What readers do, for listeners and for JDK Flight Recorder.
 *
 * <p>In: calls of a reader. Out: calls of a listener, and events. Open {@link
 * io.arrowparquet.variant.parquet.internal.event.ReadEvents} first.
 *
 * <p>Internal: may change at any time.
 */
package io.arrowparquet.variant.parquet.internal.event;
