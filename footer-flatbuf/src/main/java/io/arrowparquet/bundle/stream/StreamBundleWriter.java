// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.bundle.internal.RecentlyUsed;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.SchemalessFooter;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.StructShape;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.internal.ChannelPieces;
import io.arrowparquet.storage.internal.FileReplacement;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Writes footers to a bundle in stream form, one file after another (section 11.2 of {@code
 * FORMAT.md}). Memory is that of one footer and of the distinct schemas.
 *
 * <p>{@link #finish} completes the bundle. Closed without it, a file is not there, or is what it
 * was before; a stream has no end mark, which readers report.
 *
 * <p>For one thread.
 */
public final class StreamBundleWriter implements AutoCloseable {
  /** Reference to the schema that follows; others in streaming mode are even. */
  static final int NEW_SCHEMA = 0b11111111;

  /** In the place of a reference: the footers have ended. */
  static final int END = 1;

  private static final int BUFFER = 64 << 10;

  private final Mode mode;
  private final OutputStream out;
  private final CheckedOutput checked;

  /** The file to come; null for a stream of the caller. */
  private final FileReplacement.Pending file;

  /** Null but in share mode. */
  private final SchemaContext context;

  private final int generation;
  private final FooterSplitter splitter = new FooterSplitter();
  private final List<SchemaDef> schemas = new ArrayList<>();
  private final Map<SchemaDef, Integer> places = new HashMap<>();
  private int footers;

  /** Whether nothing may be added any more: it was finished, or writing failed. */
  private boolean hasEnded;

  private StreamBundleWriter(
      Mode mode, OutputStream out, FileReplacement.Pending file, SchemaContext context)
      throws IOException {
    this.mode = mode;
    this.out = out;
    this.file = file;
    this.context = context;
    this.generation = context == null ? 0 : context.generation();
    out.write(header(0).toBytes());
    this.checked = new CheckedOutput(out, StreamHeader.LENGTH);
  }

  private StreamHeader header(long offsetOfSchemas) {
    return new StreamHeader(
        mode, offsetOfSchemas, context == null ? null : context.id(), generation);
  }

  /** A bundle in streaming mode, to a stream that is written from its place on and stays open. */
  public static StreamBundleWriter streaming(OutputStream out) throws IOException {
    return new StreamBundleWriter(Mode.STREAMING, out, null, null);
  }

  /** A bundle in normal or streaming mode in a file, which it replaces if it is there. */
  public static StreamBundleWriter open(Path target, Mode mode) throws IOException {
    if (mode == Mode.SHARE) {
      throw new IllegalArgumentException("share mode needs a schema context");
    }
    return toFile(target, mode, null);
  }

  /**
   * A bundle in share mode in a file, which it replaces if it is there.
   *
   * @param context gets the new schemas when the bundle is finished
   */
  public static StreamBundleWriter open(Path target, SchemaContext context) throws IOException {
    return toFile(target, Mode.SHARE, context);
  }

  private static StreamBundleWriter toFile(Path target, Mode mode, SchemaContext context)
      throws IOException {
    FileReplacement.Pending file = new FileReplacement(target, true).begin();
    try {
      OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file.channel()), BUFFER);
      return new StreamBundleWriter(mode, out, file, context);
    } catch (Throwable e) {
      file.close();
      throw e;
    }
  }

  /**
   * Adds a footer. One that is damaged is refused, and others can be added after it.
   *
   * @param file which file it is of
   * @param thrift the Thrift {@code FileMetaData}; what is after the struct is kept as well. Best
   *     without extensions, since those are kept as they are
   * @throws CorruptFooterException if the bytes are no footer; names the file
   * @throws IOException if writing fails; the bundle cannot be finished then
   * @throws IllegalStateException if the bundle was finished, or writing failed before
   */
  public void add(BundledFile file, byte[] thrift) throws IOException {
    requireOpen();
    FooterSplitter.Parts parts;
    try {
      parts = splitter.split(file, thrift);
    } catch (CorruptFooterException e) {
      throw e.in(file.path());
    }
    BundleBytes body = parts.body().toBytes();
    hasEnded = true;
    writeReference(parts.schema());
    checked.writeVarint(body.size());
    checked.write(body);
    checked.writeCrc();
    footers = Math.addExact(footers, 1);
    hasEnded = false;
  }

  private void writeReference(SchemaDef schema) throws IOException {
    int next = schemas.size();
    Integer known = places.putIfAbsent(schema, next);
    if (known == null) {
      schemas.add(schema);
    }
    if (mode != Mode.STREAMING) {
      checked.writeVarint(known == null ? next : known);
    } else if (known != null) {
      checked.writeVarint((long) known << 1);
    } else {
      checked.writeVarint(NEW_SCHEMA);
      checked.write(schema.toBytes());
    }
  }

  /** Footers added so far. */
  public int count() {
    return footers;
  }

  /** Distinct schemas so far. */
  public int schemaCount() {
    return schemas.size();
  }

  /**
   * Completes the bundle; a file is put in place, and a context gets the new schemas.
   *
   * @throws IllegalStateException if the bundle was finished or writing failed before, or if
   *     another writer added schemas to the context meanwhile: then there is no bundle
   */
  public void finish() throws IOException {
    finish(null);
  }

  /**
   * As {@link #finish()}, and saves the context to a file before the bundle is put in place: after
   * a crash in between the file has schemas that no bundle has brought, and no bundle has schemas
   * that the next one would give other places.
   *
   * @param contextFile of the context; replaced. Null to save nothing
   */
  public void finish(@Nullable Path contextFile) throws IOException {
    if (contextFile != null && context == null) {
      throw new IllegalArgumentException("a bundle in " + mode + " mode has no schema context");
    }
    requireOpen();
    hasEnded = true;
    if (mode == Mode.STREAMING) {
      checked.writeVarint(END);
      checked.writeVarint(footers);
      checked.writeCrc();
      out.flush();
    } else {
      writeSchemas();
    }
    if (file != null) {
      if (context == null) {
        file.commit();
      } else {
        commitWithContext(contextFile);
      }
    }
  }

  private void writeSchemas() throws IOException {
    long offset = checked.offset();
    SchemaTable.write(new CheckedOutput(out, offset), footers, schemas, context);
    out.flush();
    ChannelPieces.write(file.channel(), ByteBuffer.wrap(header(offset).toBytes()), 0);
  }

  /** In memory the bundle comes first: readers of it never need a schema that it does not bring. */
  private void commitWithContext(Path contextFile) throws IOException {
    List<SchemaDef> added = schemas.stream().filter(schema -> context.place(schema) < 0).toList();
    synchronized (context) {
      if (context.generation() != generation) {
        throw new IllegalStateException(
            "another writer added schemas to context " + context.id() + " meanwhile");
      }
      if (contextFile != null) {
        context.with(added).save(contextFile);
      }
      file.commit();
      context.addAll(generation, added);
    }
  }

  private void requireOpen() {
    if (hasEnded) {
      throw new IllegalStateException("the bundle was finished, or writing it failed");
    }
  }

  /** Gives up a file that was not finished; a stream of the caller stays open. */
  @Override
  public void close() throws IOException {
    hasEnded = true;
    if (file != null) {
      file.close();
    }
  }

  private static final class FooterSplitter {
    /** Files of one schema mostly come one after another. */
    private static final int MOST = 4;

    private static final StructShape SCHEMA_ONLY =
        StructShape.of("FileMetaData")
            .requiredList(FileMetaDataCodec.SCHEMA, "schema", CompactType.STRUCT);

    private final RecentlyUsed<BinaryValue, SchemaDef> known = new RecentlyUsed<>(MOST);

    record Parts(SchemaDef schema, FooterBody body) {}

    /**
     * Takes a footer apart. What a FlatBuffer cannot give back, unknown fields or a signature, is a
     * reason to keep the Thrift bytes as they are.
     *
     * @throws io.arrowparquet.footer.CorruptFooterException if the bytes are no footer
     */
    Parts split(BundledFile file, byte[] thrift) {
      SchemalessFooter footer = SchemalessFooter.convert(thrift, 0, thrift.length);
      SchemaDef schema = schemaOf(thrift);
      boolean isThrift =
          footer.hasUnknownFields()
              || schema.hasUnknownFields()
              || footer.thriftLength() < thrift.length;
      byte[] bytes = isThrift ? thrift : bytes(footer.flatbuffer());
      return new Parts(
          schema,
          new FooterBody(file, isThrift, !isThrift && footer.hasTypeDefinedOrders(), bytes));
    }

    private static byte[] bytes(ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return bytes;
    }

    private SchemaDef schemaOf(byte[] thrift) {
      CompactReader in = new CompactReader(thrift);
      int start = 0;
      int end = 0;
      long seen = 0;
      in.enterStruct();
      while (in.nextField(SCHEMA_ONLY)) {
        seen |= 1L << in.fieldId();
        start = in.position();
        in.skip();
        end = in.position();
      }
      in.leaveStruct(SCHEMA_ONLY, seen);
      int from = start;
      int to = end;
      return known.get(
          new BinaryValue(thrift, from, to - from).copy(),
          () -> SchemaDef.readThrift(new CompactReader(thrift, from, to)));
    }
  }

  /** How a bundle in stream form holds its schemas; section 11.2 of {@code FORMAT.md}. */
  public enum Mode {
    /** Behind the footers; the place is put into the header at the end. */
    NORMAL(0),
    /**
     * As {@link #NORMAL}; those that a {@link SchemaContext} has from earlier bundles are stubs.
     */
    SHARE(1),
    /** Each before the first footer that has it, so that the bundle goes through a pipe. */
    STREAMING(2);

    private final int number;

    Mode(int number) {
      this.number = number;
    }

    int number() {
      return number;
    }

    static Mode forNumber(int number) {
      for (Mode mode : values()) {
        if (mode.number == number) {
          return mode;
        }
      }
      return null;
    }
  }
}
