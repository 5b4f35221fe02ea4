// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import io.arrowparquet.bundle.internal.BundleBytes;
import io.arrowparquet.footer.CorruptFooterException;
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

  private final StreamMode mode;
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
      StreamMode mode, OutputStream out, FileReplacement.Pending file, SchemaContext context)
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
    return new StreamBundleWriter(StreamMode.STREAMING, out, null, null);
  }

  /** A bundle in normal or streaming mode in a file, which it replaces if it is there. */
  public static StreamBundleWriter create(Path target, StreamMode mode) throws IOException {
    if (mode == StreamMode.SHARE) {
      throw new IllegalArgumentException("share mode needs a schema context");
    }
    return toFile(target, mode, null);
  }

  /**
   * A bundle in share mode in a file, which it replaces if it is there.
   *
   * @param context gets the new schemas when the bundle is finished
   */
  public static StreamBundleWriter create(Path target, SchemaContext context) throws IOException {
    return toFile(target, StreamMode.SHARE, context);
  }

  private static StreamBundleWriter toFile(Path target, StreamMode mode, SchemaContext context)
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
   * @param thrift the Thrift {@code FileMetaData}; what is behind the struct is kept as well. Best
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
    if (mode != StreamMode.STREAMING) {
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
  public void finish(Path contextFile) throws IOException {
    if (contextFile != null && context == null) {
      throw new IllegalArgumentException("a bundle in " + mode + " mode has no schema context");
    }
    requireOpen();
    hasEnded = true;
    if (mode == StreamMode.STREAMING) {
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
}
