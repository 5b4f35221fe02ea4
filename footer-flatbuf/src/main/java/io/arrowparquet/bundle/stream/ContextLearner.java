// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.footer.CorruptFooterException;
import java.util.UUID;

/**
 * Resolves the stubs of one bundle by a reader's context, and adds the bundle's new schemas to it:
 * each as soon as it is read, so that those before a damaged one stay.
 */
final class ContextLearner {
  private final String source;
  private final SchemaContext context;

  /** Place in the context of the bundle's next new schema. */
  private int next;

  private ContextLearner(String source, SchemaContext context, int generation) {
    this.source = source;
    this.context = context;
    this.next = generation;
  }

  /**
   * A learner for a bundle.
   *
   * @param context null if the reader has none
   * @throws SchemaContextException if it is not the bundle's context, or older
   */
  static ContextLearner of(String source, StreamHeader header, SchemaContext context) {
    UUID id = header.context();
    if (context == null) {
      throw new SchemaContextException(
          source, "schema context", "none", id + " of generation " + header.generation());
    }
    if (!context.id().equals(id)) {
      throw new SchemaContextException(
          source, "id of the schema context", context.id().toString(), id.toString());
    }
    if (context.generation() < header.generation()) {
      throw new SchemaContextException(
          source,
          "generation of the schema context " + id,
          Integer.toString(context.generation()),
          "at least " + header.generation() + ", so read the bundles before this one first");
    }
    return new ContextLearner(source, context, header.generation());
  }

  SchemaDef resolve(byte[] bytes, long offset) {
    long hash;
    try {
      hash = SchemaDef.hashOfStub(bytes);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
    if (hash == 0) {
      return learn(SchemaTable.define(bytes, offset));
    }
    SchemaDef known = context.find(hash);
    if (known == null) {
      throw new SchemaContextException(
          source,
          "schema context " + context.id(),
          "no schema with hash " + Long.toHexString(hash >>> Byte.SIZE),
          "the one that a stub is for");
    }
    return known;
  }

  private SchemaDef learn(SchemaDef schema) {
    int place = context.place(schema);
    // A schema that the context had before the bundle is not a stub if another has the same hash.
    if (place >= 0 && place < next) {
      return schema;
    }
    if (!context.add(next, schema)) {
      throw new SchemaContextException(
          source,
          "schema context " + context.id(),
          "another schema at place " + next,
          schema + ": another writer used the same context");
    }
    next++;
    return schema;
  }
}
