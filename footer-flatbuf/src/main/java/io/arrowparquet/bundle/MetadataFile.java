// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.bundle.internal.table.RawFields;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.thrift.ColumnChunkCodec;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactType;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RowGroupCodec;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ColumnChunk;
import io.arrowparquet.footer.model.RowGroup;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.InvalidRequestException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.internal.KnownBytesSource;
import io.arrowparquet.storage.internal.SourceUris;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * The {@code _metadata} file of a folder, as parquet-java and Dask write it: a Parquet file without
 * pages, whose footer has the row groups of many files with one schema. Each column chunk names its
 * file in {@code file_path}, relative to the folder.
 *
 * <p>It is not lossless: key-value metadata that differ are left out of it, and it does not know
 * how long a file is, or which version. So what is made of it is not the footer of a file byte by
 * byte, and {@link BundleTrust#FOOTER} takes each file for another version.
 *
 * <p>Immutable; threads may share it.
 */
public final class MetadataFile {
  /** Its usual name. */
  public static final String NAME = "_metadata";

  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  /** Length and magic at the end of a file. */
  private static final int TRAILER = Integer.BYTES + MAGIC.length;

  /** Bytes of row groups that are collected before they are written. */
  private static final int PIECE = 1 << 20;

  private record Group(BinaryValue struct, long rows) {}

  private final String name;

  /** The footer without rows and row groups. */
  private final BinaryValue head;

  private final Map<String, List<Group>> files;

  private MetadataFile(String name, BinaryValue head, Map<String, List<Group>> files) {
    this.name = name;
    this.head = head;
    this.files = files;
  }

  /**
   * Reads one; all of it is kept.
   *
   * @param source stays the caller's
   * @param options whose {@code maximum} bounds the footer
   * @throws IOException if reading fails
   * @throws CorruptFooterException if it is no footer, or a row group does not name one file
   */
  public static MetadataFile read(ByteSource source, BundleOptions options) throws IOException {
    byte[] footer = RawFooter.read(source, options.maximum()).struct();
    RawFields head = new RawFields();
    Map<String, List<Group>> files = new LinkedHashMap<>();
    CompactReader in = new CompactReader(footer);
    try {
      in.enterStruct();
      while (in.nextField()) {
        if (in.fieldId() == FileMetaDataCodec.ROW_GROUPS && in.fieldType() == CompactType.LIST) {
          int count = in.listBegin();
          for (int i = 0; i < count; i++) {
            int start = in.position();
            RowGroup group = RowGroupCodec.STRUCT.read(in);
            BinaryValue struct = new BinaryValue(in.array(), start, in.position() - start);
            String path = path(group, i);
            if (path != null) {
              files
                  .computeIfAbsent(path, added -> new ArrayList<>())
                  .add(new Group(struct, group.numRows()));
            }
          }
        } else if (in.fieldId() == FileMetaDataCodec.NUM_ROWS) {
          in.skip();
        } else {
          head.skip(in);
        }
      }
      in.leaveStruct();
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
    return new MetadataFile(source.name(), BinaryValue.of(head.toStruct()), files);
  }

  /** The file of a row group; null if that has no chunks. */
  private static String path(RowGroup group, int number) {
    String path = null;
    for (ColumnChunk chunk : group.columns()) {
      // Fastparquet names the file in the first chunk alone.
      String of = chunk.filePath() == null ? path : chunk.filePath();
      if (of == null || (path != null && !path.equals(of))) {
        throw new CorruptFooterException(
            "file_path of a column chunk of row group " + number,
            String.valueOf(of),
            path == null ? "a path" : path);
      }
      path = requireBelow(of, number);
    }
    return path;
  }

  /** Names are read from bytes that anybody may have made. */
  private static String requireBelow(String path, int rowGroup) {
    if (SourceUris.isUri(path)
        || path.startsWith("/")
        || List.of(path.split("[/\\\\]", -1)).contains("..")) {
      throw new CorruptFooterException(
          "file_path of row group " + rowGroup, path, "a path below the folder");
    }
    return path;
  }

  /** The files that it has row groups of, relative to its folder, in its order. */
  public Set<String> paths() {
    return Collections.unmodifiableSet(files.keySet());
  }

  /**
   * A file with the row groups that are here for it: to read its footer, no byte of it is read. If
   * they do not fit after its pages, as key-values of other files are among theirs, the file is
   * given back as it is.
   *
   * @param path one of {@link #paths}
   * @param file which file that is; its length is asked for where it is not known
   * @throws IOException if the length cannot be found out
   * @throws CorruptFooterException if the row groups are damaged
   */
  public BundleInput input(String path, BundleInput file) throws IOException {
    BundleInput known = file.version().length() == SourceEntry.UNKNOWN ? file.known() : file;
    byte[] thrift = footer(path);
    long length = known.version().length();
    if (end(thrift) + thrift.length + TRAILER > length) {
      return known;
    }
    return new BundleInput(
        known.version(),
        () ->
            new KnownBytesSource(
                known.opener().open(), FooterFrame.tail(thrift, length, thrift.length)));
  }

  private byte[] footer(String path) {
    List<Group> groups = files.get(path);
    if (groups == null) {
      throw new InvalidRequestException(path, "no such file in " + name, "a file of its own");
    }
    RawFields fields = RawFields.of(head);
    CompactWriter out = new CompactWriter();
    begin(out, fields, groups.stream().mapToLong(Group::rows).sum(), groups.size());
    groups.forEach(group -> write(out, RawFields.of(group.struct()), null));
    fields.writeRest(out);
    out.structEnd();
    return out.toByteArray();
  }

  /** Writes a footer up to its row groups. */
  private static void begin(CompactWriter out, RawFields head, long rows, int rowGroups) {
    out.structBegin();
    head.writeBelow(out, FileMetaDataCodec.NUM_ROWS);
    out.i64Field(FileMetaDataCodec.NUM_ROWS, rows);
    out.listField(FileMetaDataCodec.ROW_GROUPS, CompactType.STRUCT, rowGroups);
  }

  /** Where what the footer says of the file's pages and indexes ends. */
  private long end(byte[] thrift) {
    FlatFooter footer = ThriftToFlatBuffers.convertInMemory(thrift, 0, thrift.length).footer(name);
    long end = MAGIC.length;
    for (int rowGroup = 0; rowGroup < footer.rowGroupCount(); rowGroup++) {
      for (int column = 0; column < footer.columnCount(); column++) {
        ColumnChunkView chunk = footer.chunk(rowGroup, column);
        if (chunk.hasMetadata()) {
          end = Math.max(end, chunk.startOffset() + chunk.totalCompressedSize());
          end = Math.max(end, chunk.offsetIndex().offset() + chunk.offsetIndex().length());
          end = Math.max(end, chunk.columnIndex().offset() + chunk.columnIndex().length());
        }
      }
    }
    return end;
  }

  /** Writes a row group whose chunks name the file; no file for null. */
  private static void write(CompactWriter out, RawFields group, String path) {
    BinaryValue columns = group.value(RowGroupCodec.COLUMNS, CompactType.LIST);
    out.structBegin();
    if (columns != null) {
      CompactReader in = new CompactReader(columns.toByteArray());
      int count = in.listBegin();
      out.listField(RowGroupCodec.COLUMNS, CompactType.STRUCT, count);
      for (int i = 0; i < count; i++) {
        int start = in.position();
        in.skipStruct();
        BinaryValue struct = new BinaryValue(in.array(), start, in.position() - start);
        RawFields chunk = RawFields.of(struct).without(ColumnChunkCodec.FILE_PATH);
        out.structBegin();
        if (path != null) {
          out.stringField(ColumnChunkCodec.FILE_PATH, path);
        }
        chunk.writeRest(out);
        out.structEnd();
      }
    }
    group.without(RowGroupCodec.COLUMNS).writeRest(out);
    out.structEnd();
  }

  /**
   * Writes one of all files of a bundle, to be put into the bundle's folder. Of the footers, those
   * of a piece are in memory.
   *
   * @param sink is committed; closing it stays the caller's
   * @throws IOException if reading the bundle or writing fails
   * @throws InvalidRequestException if files differ in more than row groups and key-value metadata:
   *     in schema, writer or order of columns; if a file is not below the bundle's folder; or if
   *     there is more than a footer can have
   */
  public static void write(FooterBundle bundle, ByteSink sink) throws IOException {
    try {
      new Merging(bundle, sink).write();
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  private static final class Merging {
    private final FooterBundle bundle;
    private final ByteSink sink;
    private final CompactWriter groups = new CompactWriter();
    private byte[] head;
    private BinaryValue keyValues;
    private boolean haveSameKeyValues = true;
    private long written;

    Merging(FooterBundle bundle, ByteSink sink) {
      this.bundle = bundle;
      this.sink = sink;
    }

    void write() throws IOException {
      CompactWriter frame = new CompactWriter();
      RawFields rest = null;
      FooterBundle.Footers footers = bundle.footers(null);
      sink.write(ByteBuffer.wrap(MAGIC));
      for (BundleEntry file : bundle.files()) {
        RawFields footer = RawFields.of(BinaryValue.of(footers.thrift(file)));
        BinaryValue list = footer.value(FileMetaDataCodec.ROW_GROUPS, CompactType.LIST);
        compare(file, footer);
        if (rest == null) {
          rest = RawFields.of(BinaryValue.of(head));
          begin(frame, rest);
        }
        CompactReader in = new CompactReader(list.toByteArray());
        int count = in.listBegin();
        for (int i = 0; i < count; i++) {
          int start = in.position();
          in.skipStruct();
          BinaryValue group = new BinaryValue(in.array(), start, in.position() - start);
          MetadataFile.write(groups, RawFields.of(group), path(file));
          flush(PIECE);
        }
      }
      if (rest == null) {
        throw new InvalidRequestException("a bundle without files has no schema", null);
      }
      flush(1);
      end(frame, rest);
      sink.commit();
    }

    private void begin(CompactWriter frame, RawFields rest) throws IOException {
      long rows = 0;
      for (BundleEntry file : bundle.files()) {
        rows = Math.addExact(rows, file.rows());
      }
      MetadataFile.begin(frame, rest, rows, Math.toIntExact(bundle.rowGroupCount()));
      write(frame.toByteArray(), 0, frame.size());
    }

    private void end(CompactWriter frame, RawFields rest) throws IOException {
      int begun = frame.size();
      if (keyValues != null && haveSameKeyValues) {
        frame.fieldHeader(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.LIST);
        frame.writeRaw(keyValues);
      }
      rest.writeRest(frame);
      frame.structEnd();
      write(frame.toByteArray(), begun, frame.size());
      ByteBuffer trailer = ByteBuffer.allocate(TRAILER).order(ByteOrder.LITTLE_ENDIAN);
      sink.write(trailer.putInt((int) written).put(MAGIC).flip());
    }

    /** What is not in the row groups has to be the same; key-values are kept if they are. */
    private void compare(BundleEntry file, RawFields footer) {
      BinaryValue values = footer.value(FileMetaDataCodec.KEY_VALUE_METADATA, CompactType.LIST);
      byte[] own =
          footer
              .without(FileMetaDataCodec.NUM_ROWS)
              .without(FileMetaDataCodec.ROW_GROUPS)
              .without(FileMetaDataCodec.KEY_VALUE_METADATA)
              .toStruct();
      if (head == null) {
        head = own;
        keyValues = values;
      } else if (!Arrays.equals(head, own)) {
        throw new InvalidRequestException(
            file.file().path(),
            "another schema, writer or order of columns",
            "those of the files before it, as a " + NAME + " file has one of each");
      }
      haveSameKeyValues &= Objects.equals(keyValues, values);
    }

    private static String path(BundleEntry file) {
      String path = file.file().path();
      if (SourceUris.isUri(path) || path.startsWith("/")) {
        throw new InvalidRequestException(
            path, "a file elsewhere", "one below the bundle's folder");
      }
      return path;
    }

    private void flush(int least) throws IOException {
      if (groups.size() >= least) {
        write(groups.toByteArray(), 0, groups.size());
        groups.clear();
      }
    }

    private void write(byte[] bytes, int from, int to) throws IOException {
      written += to - from;
      if (written > Integer.MAX_VALUE) {
        throw new InvalidRequestException("more than 2 GiB of row groups in one footer", null);
      }
      sink.write(ByteBuffer.wrap(bytes, from, to - from));
    }
  }
}
