// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

import org.jspecify.annotations.Nullable;

/**
 * One entry of key/value metadata.
 *
 * @param key the key
 * @param value the value; null if absent
 */
public record KeyValue(String key, @Nullable String value) {}
