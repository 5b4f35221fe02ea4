// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.footer.CorruptFooterException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * What follows the footers of a bundle in normal or share mode, up to its end.
 *
 * <pre>
 *   varint number of footers | varint number of schemas | SchemaDefs and stubs | CRC-32 of it all
 * </pre>
 *
 * @param schemas those that the footers refer to by index
 */
record SchemaTable(int footers, List<SchemaDef> schemas) {

  static void write(CheckedOutput out, int footers, List<SchemaDef> schemas, SchemaContext context)
      throws IOException {
    BundleBytes counts = new BundleBytes(16);
    counts.writeVarint(footers);
    counts.writeVarint(schemas.size());
    out.write(counts);
    for (SchemaDef schema : schemas) {
      boolean isKnown = context != null && schema.equals(context.find(schema.hash()));
      out.write(isKnown ? schema.toStub() : schema.toBytes());
    }
    out.writeCrc();
  }

  /** Reads the table; {@code learner} is null in normal mode. */
  static SchemaTable read(CheckedInput in, SchemaContext.Learner learner) throws IOException {
    int footers = in.readVarint("number of footers");
    int count = in.readVarint("number of schemas");
    List<SchemaDef> schemas = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long offset = in.offset();
      byte[] bytes = in.readDefinition();
      if (learner == null) {
        schemas.add(define(bytes, offset));
      } else {
        schemas.add(learner.resolve(bytes, offset));
      }
    }
    in.requireCrc("CRC-32 of the schemas");
    return new SchemaTable(footers, List.copyOf(schemas));
  }

  static SchemaDef define(byte[] bytes, long offset) {
    try {
      return SchemaDef.read(bytes, 0, bytes.length);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
  }
}
