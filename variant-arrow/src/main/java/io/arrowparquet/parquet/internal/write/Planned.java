// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import org.apache.arrow.vector.types.pojo.Field;
import org.apache.parquet.schema.Type;

/**
 * A place of the schema: its type in the file, what writes it, and its field as Arrow's readers are
 * to see it again.
 */
record Planned(Type type, NodeWriter writer, Field field) {}
