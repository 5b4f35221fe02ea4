// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.bundle.stream.StreamBundleWriter.Mode;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.internal.wire.SchemaPart;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the footers of a bundle in stream form, one after another.
 *
 * <pre>{@code
 * try (StreamBundleReader reader = StreamBundleReader.open(path, null)) {
 *   for (BundledFooter footer = reader.next(); footer != null; footer = reader.next()) {
 *     plan(footer.file(), footer.footer());
 *   }
 * }
 * }</pre>
 *
 * <p>Memory is that of one footer and of the distinct schemas. Checksums are compared before
 * anything is made of the bytes. What was returned before a failure stays usable.
 *
 * <p>For one thread; what it returns may be shared.
 */
public final class StreamBundleReader implements AutoCloseable {
  /** Where no other maximum is given: a quarter of the heap, and at most 256 MiB. */
  public static final int DEFAULT_MAXIMUM =
      (int) Math.min(256 << 20, Runtime.getRuntime().maxMemory() / 4);

  /** Files come with the same schema many times in a row; a part takes megabytes if it is wide. */
  private static final int KEPT_PARTS = 8;

  private static final int UNKNOWN = -1;
  private static final int PIECE = 64 << 10;

  private final String name;
  private final Mode mode;
  private final CheckedInput in;

  /** Where the footers end; {@link #UNKNOWN} in streaming mode. */
  private final long end;

  /** How many footers there are; {@link #UNKNOWN} in streaming mode. */
  private final int footers;

  private final ByteSource owned;
  private final List<SchemaDef> schemas;
  private final RecentlyUsed<BundledFooter.SchemaKey, SchemaPart> parts =
      new RecentlyUsed<>(KEPT_PARTS);
  private int count;
  private boolean hasEnded;
  private CorruptFooterException damage;
  private boolean hasFailed;

  private StreamBundleReader(
      String name,
      StreamHeader header,
      InputStream footers,
      SchemaTable table,
      ByteSource owned,
      int maximum) {
    this.name = name;
    this.mode = header.mode();
    this.in = new CheckedInput(footers, StreamHeader.LENGTH, maximum);
    this.end = table == null ? UNKNOWN : header.schemas();
    this.footers = table == null ? UNKNOWN : table.footers();
    this.schemas = new ArrayList<>(table == null ? List.of() : table.schemas());
    this.owned = owned;
  }

  /**
   * Opens a bundle in a local file, in any mode.
   *
   * @param context of the bundles in share mode, which gets the schemas that are new to it; may be
   *     null for other modes
   * @throws CorruptFooterException if it is not a bundle, or its header or schemas are damaged; the
   *     context has the schemas before the damage
   * @throws InvalidRequestException if the context is not the one that the bundle was written with,
   *     or older
   * @throws IOException if reading fails
   */
  public static StreamBundleReader open(Path file, @Nullable SchemaContext context)
      throws IOException {
    PathByteSource source = PathByteSource.open(file);
    try {
      return open(source, context, source, DEFAULT_MAXIMUM);
    } catch (Throwable e) {
      source.close();
      throw e;
    }
  }

  /** As {@link #open(Path, SchemaContext)}; the source stays open. */
  public static StreamBundleReader open(ByteSource source, @Nullable SchemaContext context)
      throws IOException {
    return open(source, context, DEFAULT_MAXIMUM);
  }

  /**
   * As {@link #open(ByteSource, SchemaContext)}.
   *
   * @param maximum bytes that a footer or a definition of a schema may have, as it is and unpacked;
   *     a larger one is a {@link CorruptFooterException}
   */
  public static StreamBundleReader open(
      ByteSource source, @Nullable SchemaContext context, int maximum) throws IOException {
    return open(source, context, null, maximum);
  }

  private static StreamBundleReader open(
      ByteSource source, SchemaContext context, ByteSource owned, int maximum) throws IOException {
    try {
      long length = source.length();
      InputStream start = stream(source, 0, length);
      StreamHeader header = readHeader(start);
      if (header.mode() == Mode.STREAMING) {
        return new StreamBundleReader(source.name(), header, start, null, owned, maximum);
      }
      SchemaTable table = readTable(source, length, header, context, maximum);
      InputStream footers = stream(source, StreamHeader.LENGTH, header.schemas());
      return new StreamBundleReader(source.name(), header, footers, table, owned, maximum);
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  /** Whether a source begins as bundles in stream form do; others are in table form, or none. */
  public static boolean isStreamForm(ByteSource source) throws IOException {
    return StreamHeader.isBeginningOf(source);
  }

  private static StreamHeader readHeader(InputStream in) throws IOException {
    return StreamHeader.read(
        new CheckedInput(in, 0, StreamHeader.LENGTH)
            .read(StreamHeader.LENGTH, "header of a footer bundle"));
  }

  private static SchemaTable readTable(
      ByteSource source, long length, StreamHeader header, SchemaContext context, int maximum)
      throws IOException {
    if (header.schemas() < StreamHeader.LENGTH || header.schemas() > length) {
      throw new CorruptFooterException(
          "offset of the schemas of a footer bundle",
          Long.BYTES,
          header.schemas(),
          StreamHeader.LENGTH + " to " + length + "; 0 is in a bundle that was not finished");
    }
    SchemaContext.Learner learner =
        header.mode() == Mode.SHARE
            ? SchemaContext.Learner.of(source.name(), header, context)
            : null;
    InputStream bytes = stream(source, header.schemas(), length);
    CheckedInput in = new CheckedInput(bytes, header.schemas(), maximum);
    SchemaTable table = SchemaTable.read(in, learner);
    if (in.offset() != length) {
      throw new CorruptFooterException(
          "end of a footer bundle", in.offset(), (length - in.offset()) + " more bytes", "none");
    }
    return table;
  }

  /**
   * Reads a bundle in streaming mode from a stream, up to its end mark and no byte more. The stream
   * should be buffered; it stays open.
   *
   * @param name what exceptions call the stream
   * @throws CorruptFooterException if it is not a bundle, its header is damaged, or it is one in
   *     another mode, which cannot be read in the order of its bytes
   */
  public static StreamBundleReader open(String name, InputStream in) throws IOException {
    return open(name, in, DEFAULT_MAXIMUM);
  }

  /**
   * As {@link #open(String, InputStream)}.
   *
   * @param maximum as for {@link #open(ByteSource, SchemaContext, int)}
   */
  public static StreamBundleReader open(String name, InputStream in, int maximum)
      throws IOException {
    try {
      StreamHeader header = readHeader(in);
      if (header.mode() != Mode.STREAMING) {
        throw new CorruptFooterException(
            "mode of a footer bundle that is read from a stream",
            5,
            header.mode().toString(),
            Mode.STREAMING + "; others need a file");
      }
      return new StreamBundleReader(name, header, in, null, null, maximum);
    } catch (CorruptFooterException e) {
      throw e.in(name);
    }
  }

  /** The mode that it was written in. */
  public Mode mode() {
    return mode;
  }

  /** The distinct schemas: all of them, or in streaming mode those that were met so far; a copy. */
  public List<SchemaDef> schemas() {
    return List.copyOf(schemas);
  }

  /**
   * The next footer.
   *
   * @return null when all have been returned, and the end of the bundle was found to be right
   * @throws CorruptFooterException if the bundle is damaged or ends too early; then each further
   *     call throws the same
   * @throws IOException if reading fails; the reader can only be closed then
   * @throws IllegalStateException if reading failed before
   */
  public @Nullable BundledFooter next() throws IOException {
    if (damage != null) {
      throw damage;
    }
    if (hasFailed) {
      throw new IllegalStateException(name + ": reading failed before");
    }
    if (hasEnded) {
      return null;
    }
    hasFailed = true;
    try {
      BundledFooter next = read();
      hasFailed = false;
      return next;
    } catch (CorruptFooterException e) {
      damage = e.in(name);
      throw damage;
    }
  }

  private BundledFooter read() throws IOException {
    if (count == footers) {
      if (in.offset() != end) {
        throw new CorruptFooterException(
            "end of the footers", in.offset(), (end - in.offset()) + " more bytes", "the schemas");
      }
      hasEnded = true;
      return null;
    }
    long offset = in.offset();
    int reference = in.readVarint("schema of a footer");
    if (mode == Mode.STREAMING && reference == StreamBundleWriter.END) {
      readEnd();
      return null;
    }
    SchemaDef schema = schema(reference, offset);
    int length = in.readVarint("length of a footer");
    long bodyOffset = in.offset();
    byte[] bytes = in.read(length, "footer");
    in.requireCrc("CRC-32 of a footer");
    count++;
    return new BundledFooter(FooterBody.read(bytes, bodyOffset, in.maximum()), schema, parts);
  }

  private void readEnd() throws IOException {
    long offset = in.offset();
    int expected = in.readVarint("number of footers");
    in.requireCrc("CRC-32 of a footer bundle's end");
    if (count != expected) {
      throw new CorruptFooterException(
          "number of footers", offset, expected, count + ", as many as there are");
    }
    hasEnded = true;
  }

  private SchemaDef schema(int reference, long offset) throws IOException {
    if (mode == Mode.STREAMING) {
      if (reference == StreamBundleWriter.NEW_SCHEMA) {
        long definition = in.offset();
        SchemaDef schema = SchemaTable.define(in.readDefinition(), definition);
        schemas.add(schema);
        return schema;
      }
      if ((reference & 1) != 0) {
        throw new CorruptFooterException(
            "schema of a footer", offset, reference, "255, 1 or an even number");
      }
    }
    int place = mode == Mode.STREAMING ? reference >> 1 : reference;
    if (place >= schemas.size()) {
      throw new CorruptFooterException(
          "schema of a footer", offset, place, "one of the " + schemas.size() + " there are");
    }
    return schemas.get(place);
  }

  /** Closes the file if this reader opened it. */
  @Override
  public void close() throws IOException {
    if (owned != null) {
      owned.close();
    }
  }

  /** A range of a source as a stream, read in pieces. Leaves the source open. */
  private static InputStream stream(ByteSource source, long from, long end) {
    return new BufferedInputStream(
        new InputStream() {
          private long position = from;

          @Override
          public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
          }

          @Override
          public int read(byte[] target, int offset, int length) throws IOException {
            int count = (int) Math.min(length, end - position);
            if (count <= 0) {
              return length == 0 ? 0 : -1;
            }
            source.readFully(position, ByteBuffer.wrap(target, offset, count));
            position += count;
            return count;
          }
        },
        PIECE);
  }
}
