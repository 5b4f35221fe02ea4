// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.arrow;

/**
 * A field of a record batch. All fields are nullable.
 *
 * @param name name in the Arrow schema
 * @param type type of the values
 */
public record BatchField(String name, FieldType type) {}
