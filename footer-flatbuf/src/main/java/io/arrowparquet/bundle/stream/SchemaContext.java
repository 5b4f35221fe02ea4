// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.Diagnosis;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.Place;
import io.arrowparquet.storage.internal.FileReplacement;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The schemas that a writer of bundles in share mode and its readers have in common. The writer's
 * grows with each bundle that has new ones; a reader's grows as it reads these bundles, in the same
 * order. It lives as long as the series of bundles, so both save it.
 *
 * <pre>
 *   "APFC" | 1 | 0 0 0 | id, 16 bytes | varint generation | that many SchemaDefs | CRC-32 of it all
 * </pre>
 *
 * <p>Safe for use by several threads. Two writers at once need a context each.
 */
public final class SchemaContext {
  private static final byte[] MAGIC = "APFC".getBytes(StandardCharsets.US_ASCII);
  private static final int VERSION = 1;
  private static final int BYTES_BEFORE_ID = 8;

  private final UUID id;
  private final List<SchemaDef> schemas = new ArrayList<>();
  private final Map<SchemaDef, Integer> places = new HashMap<>();

  /** By hash the schema that a stub means: the first that has it. */
  private final Map<Long, SchemaDef> byHash = new HashMap<>();

  private SchemaContext(UUID id) {
    this.id = id;
  }

  /** An empty context with a random id, for a writer that begins a series of bundles. */
  public static SchemaContext random() {
    return new SchemaContext(UUID.randomUUID());
  }

  /** An empty context with the id of a writer's, for a reader that begins with the first bundle. */
  public static SchemaContext of(UUID id) {
    return new SchemaContext(id);
  }

  /** What tells this series of bundles from others. */
  public UUID id() {
    return id;
  }

  /** How many schemas there are; it only grows. */
  public synchronized int generation() {
    return schemas.size();
  }

  /** The schemas in the order in which they were added: a copy. */
  public synchronized List<SchemaDef> schemas() {
    return List.copyOf(schemas);
  }

  synchronized int place(SchemaDef schema) {
    return places.getOrDefault(schema, -1);
  }

  /** The schema that a stub with this hash means; null if there is none. */
  synchronized SchemaDef find(long hash) {
    return byHash.get(hash);
  }

  /**
   * Adds a schema.
   *
   * @return whether it has this place now, or had it before
   */
  synchronized boolean add(int place, SchemaDef schema) {
    if (place == schemas.size() && !places.containsKey(schema)) {
      places.put(schema, place);
      schemas.add(schema);
      byHash.putIfAbsent(schema.hash(), schema);
    }
    return place < schemas.size() && schemas.get(place).equals(schema);
  }

  /**
   * Adds schemas if none were added meanwhile.
   *
   * @return false if others were, and these not
   */
  synchronized boolean addAll(int generation, List<SchemaDef> added) {
    if (generation != schemas.size()) {
      return false;
    }
    added.forEach(schema -> add(schemas.size(), schema));
    return true;
  }

  synchronized SchemaContext with(List<SchemaDef> added) {
    SchemaContext next = new SchemaContext(id);
    next.addAll(0, schemas);
    next.addAll(schemas.size(), added);
    return next;
  }

  /** Writes the context to a file, whole or not at all. */
  public void save(Path file) throws IOException {
    new FileReplacement(file, true)
        .write(channel -> writeTo(Channels.newOutputStream(channel)), null);
  }

  /** Writes the context to a stream, which stays open. */
  public void writeTo(OutputStream out) throws IOException {
    CheckedOutput checked = new CheckedOutput(out, 0);
    BundleBytes head = new BundleBytes(32);
    head.write(MAGIC);
    head.writeInt(VERSION);
    head.writeLong(Long.reverseBytes(id.getMostSignificantBits()));
    head.writeLong(Long.reverseBytes(id.getLeastSignificantBits()));
    List<SchemaDef> all = schemas();
    head.writeVarint(all.size());
    checked.write(head);
    for (SchemaDef schema : all) {
      checked.write(schema.toBytes());
    }
    checked.writeCrc();
    out.flush();
  }

  /**
   * Reads a context from a file.
   *
   * @throws CorruptFooterException if the file is not a context, or damaged
   */
  public static SchemaContext load(Path file) throws IOException {
    try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
      return read(in);
    } catch (CorruptFooterException e) {
      throw e.in(file.toString());
    }
  }

  /**
   * Reads a context from a stream, up to its end mark.
   *
   * @throws CorruptFooterException if the bytes are no context, or damaged; offsets count from
   *     where the stream was
   */
  public static SchemaContext read(InputStream in) throws IOException {
    CheckedInput checked = new CheckedInput(in, 0, StreamBundleReader.DEFAULT_MAXIMUM);
    byte[] head = checked.read(BYTES_BEFORE_ID + 2 * Long.BYTES, "schema context");
    ByteCursor cursor = new ByteCursor(head, 0, head.length, 0);
    for (byte expected : MAGIC) {
      if (cursor.readByte("magic") != expected) {
        throw new CorruptFooterException("not a schema context", 0, "other bytes", "\"APFC\"");
      }
    }
    int version = cursor.readInt("version of a schema context");
    if (version != VERSION) {
      throw new CorruptFooterException(
          "version of a schema context", MAGIC.length, Integer.toUnsignedString(version), VERSION);
    }
    long high = Long.reverseBytes(cursor.readLong("id"));
    long low = Long.reverseBytes(cursor.readLong("id"));
    SchemaContext context = new SchemaContext(new UUID(high, low));
    int count = checked.readVarint("generation of a schema context");
    for (int place = 0; place < count; place++) {
      long offset = checked.offset();
      SchemaDef schema = SchemaTable.define(checked.readDefinition(), offset);
      if (!context.add(place, schema)) {
        throw new CorruptFooterException(
            "schema context", offset, "a schema for the second time", "another one");
      }
    }
    checked.requireCrc("CRC-32 of a schema context");
    return context;
  }

  /**
   * Resolves the stubs of one bundle by a reader's context, and adds the bundle's new schemas to
   * it: each as soon as it is read, so that those before a damaged one stay.
   */
  static final class Learner {
    private final String source;
    private final SchemaContext context;
    private int next;

    private Learner(String source, SchemaContext context, int generation) {
      this.source = source;
      this.context = context;
      this.next = generation;
    }

    /**
     * @param context null if the reader has none
     * @throws InvalidRequestException if it is not the bundle's context, or older
     */
    static Learner of(String source, StreamHeader header, SchemaContext context) {
      UUID id = header.context();
      if (context == null) {
        throw wrongContext(
            source, "schema context", "none", id + " of generation " + header.generation());
      }
      if (!context.id().equals(id)) {
        throw wrongContext(
            source, "id of the schema context", context.id().toString(), id.toString());
      }
      if (context.generation() < header.generation()) {
        throw wrongContext(
            source,
            "generation of the schema context " + id,
            Integer.toString(context.generation()),
            "at least " + header.generation() + ", so read the bundles before this one first");
      }
      return new Learner(source, context, header.generation());
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
        throw wrongContext(
            source,
            "schema context " + context.id(),
            "no schema with hash " + Long.toHexString(hash >>> Byte.SIZE),
            "the one that a stub is for");
      }
      return known;
    }

    private static InvalidRequestException wrongContext(
        String source, String problem, String found, String expected) {
      Place place = Place.NOWHERE.in(source);
      return new InvalidRequestException(Diagnosis.of(problem, found, expected).at(place), null);
    }

    private SchemaDef learn(SchemaDef schema) {
      int place = context.place(schema);
      // A schema that the context had before the bundle is not a stub if another has the same hash.
      if (place >= 0 && place < next) {
        return schema;
      }
      if (!context.add(next, schema)) {
        throw wrongContext(
            source,
            "schema context " + context.id(),
            "another schema at place " + next,
            schema + ": another writer used the same context");
      }
      next++;
      return schema;
    }
  }
}
