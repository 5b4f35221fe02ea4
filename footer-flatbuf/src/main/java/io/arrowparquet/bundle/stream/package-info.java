// SPDX-License-Identifier: Apache-2.0
/**
 * Schemas in few bytes, and the stream form of footer bundles: one footer after another, each
 * distinct schema once.
 *
 * <p>In: Thrift footers and the identities of their files, to {@link
 * io.arrowparquet.bundle.stream.StreamBundleWriter}. Out: the same, or FlatBuffers footers, from
 * {@link io.arrowparquet.bundle.stream.StreamBundleReader}, the class to open first. Implements
 * section 11.2 of {@code FORMAT.md}; {@link io.arrowparquet.bundle.stream.SchemaDef} implements
 * section 11.1.
 */
@NullMarked
package io.arrowparquet.bundle.stream;

import org.jspecify.annotations.NullMarked;
