// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.internal.table;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.stream.SchemaDef;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.SchemaElementCodec;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.SchemaElement;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The distinct schemas of a segment being written. For one thread. */
final class SchemaRegistry {
  private static final int MAX_REMEMBERED = 64;

  final List<SchemaTables> all = new ArrayList<>();
  private final Map<SchemaDef, SchemaTables> byDefinition = new HashMap<>();
  private final RecentlyUsed<BinaryValue, Known> byThrift = new RecentlyUsed<>(MAX_REMEMBERED);
  private Known last;

  /**
   * A schema as a footer has it.
   *
   * @param tables of the schema; null if it is not a tree
   * @param isExact whether the definition gives the same Thrift bytes
   */
  record Known(BinaryValue thrift, SchemaTables tables, boolean isExact) {}

  Known of(SplitFooter footer) {
    int start = footer.schemaStart();
    int length = footer.schemaEnd() - start;
    if (last == null || !isSame(last.thrift, footer.struct(), start, length)) {
      BinaryValue thrift = new BinaryValue(footer.struct(), start, length).copy();
      last = byThrift.get(thrift, () -> parse(thrift));
    }
    return last;
  }

  private static boolean isSame(BinaryValue known, byte[] bytes, int start, int length) {
    return known.length() == length
        && known.asByteBuffer().equals(ByteBuffer.wrap(bytes, start, length));
  }

  private Known parse(BinaryValue thrift) {
    byte[] bytes = thrift.toByteArray();
    CompactReader in = new CompactReader(bytes);
    int count = in.listBegin();
    List<SchemaElement> elements = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      elements.add(SchemaElementCodec.read(in));
    }
    SchemaDef definition;
    try {
      definition = SchemaDef.of(elements);
    } catch (IllegalArgumentException noTree) {
      return new Known(thrift, null, false);
    }
    return new Known(thrift, of(definition), Arrays.equals(bytes, thrift(definition)));
  }

  SchemaTables of(SchemaDef definition) {
    SchemaTables tables = byDefinition.get(definition);
    if (tables == null) {
      tables = new SchemaTables(all.size(), definition);
      all.add(tables);
      byDefinition.put(definition, tables);
    }
    return tables;
  }

  static byte[] thrift(SchemaDef definition) {
    List<SchemaElement> elements = definition.schema();
    CompactWriter out = new CompactWriter(64 * elements.size());
    out.listBegin(CompactType.STRUCT, elements.size());
    elements.forEach(element -> SchemaElementCodec.write(out, element));
    return out.toByteArray();
  }
}
