// SPDX-License-Identifier: Apache-2.0
/**
 * Files over HTTP: ranges, retries, validators, redirects.
 *
 * <p>In: a URI and a client of the JDK. Out: bytes, and an event for each request. Open {@link
 * io.arrowparquet.storage.http.HttpByteSource} first. Implements RFC 9110, sections 8.8, 13 and 14.
 */
@NullMarked
package io.arrowparquet.storage.http;

import org.jspecify.annotations.NullMarked;
