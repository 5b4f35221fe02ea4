// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.ByteCursor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.SchemaElement;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The schema of a Parquet file in a compact form of its own, with a hash of 56 bits, so that each
 * distinct schema of many files is stored once (section 11.1 of {@code FORMAT.md}).
 *
 * <p>Lossless: {@link #schema} gives the elements that {@link #of} was given, also those that are
 * unusual or of the future. Two are equal if their bytes are; equal schemas have equal bytes.
 * Immutable, and safe for use by several threads.
 */
public final class SchemaDef implements Comparable<SchemaDef> {
  private final byte[] bytes;
  private final long hash;
  private final List<SchemaElement> schema;

  /** By element: its Thrift bytes, for those that are stored so. */
  private final Map<Integer, BinaryValue> thrift;

  private SchemaDef(
      byte[] bytes, long hash, List<SchemaElement> schema, Map<Integer, BinaryValue> thrift) {
    this.bytes = bytes;
    this.hash = hash;
    this.schema = schema;
    this.thrift = thrift;
  }

  /**
   * The definition of a schema.
   *
   * @param schema the elements depth first, the root first, as in {@link
   *     io.arrowparquet.footer.model.FileMetaData#schema}
   * @throws IllegalArgumentException if the child counts do not make one tree of the list, or a
   *     name has unpaired surrogates
   */
  public static SchemaDef of(List<SchemaElement> schema) {
    byte[] bytes = SchemaDefWriter.write(schema, Map.of());
    return new SchemaDef(bytes, headerOf(bytes).hash(), List.copyOf(schema), Map.of());
  }

  /**
   * The definition of the list of schema elements at the reader's position, in which fields that
   * this library does not know are kept as well.
   *
   * @throws CorruptFooterException if the bytes are no such list, or the elements no tree
   */
  @SuppressWarnings("exports") // For the library itself.
  public static SchemaDef readThrift(CompactReader in) {
    ThriftSchema list = ThriftSchema.read(in);
    try {
      byte[] bytes = SchemaDefWriter.write(list.elements(), list.nameless());
      return new SchemaDef(bytes, headerOf(bytes).hash(), list.elements(), list.structs());
    } catch (IllegalArgumentException e) {
      throw new CorruptFooterException("schema", in.position(), e.getMessage(), "a tree", e);
    }
  }

  private static SchemaDefHeader headerOf(byte[] bytes) {
    return SchemaDefHeader.read(new ByteCursor(bytes, 0, bytes.length, 0));
  }

  /**
   * Reads the definition at the buffer's position and moves the position after it.
   *
   * @throws CorruptFooterException if the bytes up to the limit do not begin with one; offsets
   *     count from the position
   */
  public static SchemaDef read(ByteBuffer buffer) {
    byte[] rest = new byte[buffer.remaining()];
    buffer.duplicate().get(rest);
    SchemaDef def = read(rest, 0, rest.length);
    buffer.position(buffer.position() + def.length());
    return def;
  }

  /**
   * Reads the definition that begins at {@code start}; {@link #length} says where it ends.
   *
   * @param end exclusive end of the bytes that it may have
   * @throws CorruptFooterException if the bytes do not begin with one; offsets count from {@code
   *     start}
   * @throws IndexOutOfBoundsException if the range is not inside the array
   */
  public static SchemaDef read(byte[] bytes, int start, int end) {
    Objects.checkFromToIndex(start, end, bytes.length);
    ByteCursor in = new ByteCursor(bytes, start, end, 0);
    SchemaDefHeader header = SchemaDefHeader.read(in);
    if (header.isStub()) {
      throw new CorruptFooterException("SchemaDef", 0, "a stub", "a definition");
    }
    header.requireHash(in, 0);
    int bodyEnd = in.position() + header.length();
    byte[] own = Arrays.copyOfRange(bytes, start, bodyEnd);
    ByteCursor body = new ByteCursor(own, in.position() - start, own.length, in.position() - start);
    SchemaDefReader.Elements elements = SchemaDefReader.read(body, header.layers());
    return new SchemaDef(own, header.hash(), elements.schema(), elements.thrift());
  }

  /** The elements, depth first from the root; unchangeable. */
  public List<SchemaElement> schema() {
    return schema;
  }

  /**
   * The hash: bits 8 to 63 of the result, in their place of the header; bits 0 to 7 are 0.
   * Different schemas may have the same, so compare definitions as well.
   */
  public long hash() {
    return hash;
  }

  /**
   * Writes the elements as a Thrift list without field header, all fields of those that {@link
   * #readThrift} read included.
   */
  @SuppressWarnings("exports") // For the library itself.
  public void writeThrift(CompactWriter out) {
    ThriftSchema.write(out, schema, thrift);
  }

  /** Whether an element has fields that {@link #schema} does not show. */
  public boolean hasUnknownFields() {
    return ThriftSchema.hasUnknownFields(thrift);
  }

  /**
   * The stub that is written in the place of this definition for readers that have it: the header
   * with its hash, and no layers.
   */
  public byte[] toStub() {
    return SchemaDefHeader.stub(hash);
  }

  /**
   * The hash of a stub; 0 if the bytes are a definition.
   *
   * @param bytes one whole definition or stub
   * @throws CorruptFooterException if they are neither
   */
  public static long hashOfStub(byte[] bytes) {
    ByteCursor in = new ByteCursor(bytes, 0, bytes.length, 0);
    SchemaDefHeader header = SchemaDefHeader.read(in);
    if (!header.isStub()) {
      return 0;
    }
    if (!header.isWholeStub(in)) {
      throw new CorruptFooterException("SchemaDef", 0, "layers in a stub", "one without fields");
    }
    return header.hash();
  }

  /** Length of the definition in bytes. */
  public int length() {
    return bytes.length;
  }

  /** A new array with the definition. */
  public byte[] toBytes() {
    return bytes.clone();
  }

  /** Writes the definition to a stream. */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof SchemaDef that && hash == that.hash && Arrays.equals(bytes, that.bytes);
  }

  /** By the bytes of the definitions, whose hashes may have been chosen to be one. */
  @Override
  public int compareTo(SchemaDef that) {
    return Arrays.compareUnsigned(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Long.hashCode(hash);
  }

  /** Hash and number of elements. */
  @Override
  public String toString() {
    return "SchemaDef " + Long.toHexString(hash >>> Byte.SIZE) + ", " + schema.size() + " elements";
  }
}
