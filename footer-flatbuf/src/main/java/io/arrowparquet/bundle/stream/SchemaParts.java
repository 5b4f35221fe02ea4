// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.schema.SchemaDef;
import io.arrowparquet.footer.convert.SchemaPart;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import java.util.LinkedHashMap;
import java.util.Map;

/** The FlatBuffers of the schemas that were used last. Safe for use by several threads. */
final class SchemaParts {
  /** Files come with the same schema many times in a row; a part takes megabytes if it is wide. */
  private static final int MOST = 8;

  private record Key(SchemaDef schema, boolean hasTypeDefinedOrders) {}

  private final Map<Key, SchemaPart> parts = new LinkedHashMap<>(MOST, 1, true);

  synchronized SchemaPart get(SchemaDef schema, boolean hasTypeDefinedOrders) {
    Key key = new Key(schema, hasTypeDefinedOrders);
    SchemaPart part = parts.get(key);
    if (part == null) {
      CompactWriter list = new CompactWriter(2 * schema.length());
      schema.writeThrift(list);
      part = SchemaPart.of(list.toByteArray(), hasTypeDefinedOrders);
      parts.put(key, part);
      if (parts.size() > MOST) {
        parts.remove(parts.keySet().iterator().next());
      }
    }
    return part;
  }
}
