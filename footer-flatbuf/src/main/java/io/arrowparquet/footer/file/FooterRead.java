// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ConvertedFooter;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.file.FooterReader.CrcCheck;
import io.arrowparquet.footer.file.FooterReader.Option;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.crypto.EncryptedFooter;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.flat.ByteRanges;
import io.arrowparquet.footer.internal.flat.FooterBytes;
import io.arrowparquet.footer.internal.flat.FooterDirectory;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.ExtendedStruct;
import io.arrowparquet.footer.internal.wire.ArrowCppReader;
import io.arrowparquet.footer.internal.wire.ExtensionIds;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.IndexedThrift;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.footer.internal.wire.PhotonReader;
import io.arrowparquet.footer.internal.wire.TailReader;
import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.Diagnosis;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

record FooterRead(FooterReader options, String name, TailReader bytes, LocatedFooter tail) {
  /** Of a larger index the blocks are read that are touched, where that takes no round trips. */
  private static final int INDEX_AT_ONCE = 256 << 10;

  /** That a mapped file is truncated is what is said about it, whatever else that leads to. */
  ParquetFooter read() throws IOException {
    try {
      try {
        return readEither();
      } finally {
        bytes.requireWhole();
      }
    } catch (InternalError e) {
      if (bytes.hasMapped()) {
        throw new IOException(
            name + ": its mapped footer cannot be read: the file was truncated, or its disk fails",
            e);
      }
      throw e;
    }
  }

  private ParquetFooter readEither() throws IOException {
    if (tail.encrypted()) {
      return readEncrypted();
    }
    boolean isForeign = tail.isPhoton() && !options.has(Option.PHOTON);
    if ((options.has(Option.THRIFT_ONLY) && tail.hasThrift()) || isForeign) {
      return readThrift(List.of());
    }
    boolean strict = options.has(Option.STRICT);
    if (tail.problem() != null && strict) {
      throw tail.problem().toException();
    }
    if (tail.frame() == null) {
      return readThrift(tail.problem() == null ? List.of() : List.of(tail.problem()));
    }
    try {
      return readFlatBuffer();
    } catch (CorruptFooterException e) {
      if (strict || !tail.hasThrift()) {
        throw e;
      }
      Diagnosis found = Diagnosis.of(e.problem(), e.offset(), e.found(), e.expected());
      return readThrift(List.of(new FooterDiagnostic(tail.frame().layout(), found, null)));
    }
  }

  private ParquetFooter readFlatBuffer() throws IOException {
    FooterFrame frame = tail.frame();
    int largest = Math.max(frame.dataLength(), frame.flatbufferLength());
    LocatedFooter.requireSize(
        "FlatBuffers footer", largest, tail.dataOffset(), options.maximumFooterSize);
    if (frame.layout() == FooterLayout.PHOTON) {
      return readPhoton();
    }
    boolean verifies = options.has(Option.VERIFY) || options.has(Option.STRICT);
    // A footer of Arrow C++ is verified in any case, while it is translated.
    boolean mayBeParted = frame.isPlain() && !verifies && options.crcCheck != CrcCheck.WHOLE;
    if (frame.layout() == FooterLayout.INDEX) {
      return footer(
          readIndexed(mayBeParted, verifies), frame.layout(), List.of(), frame.dataLength());
    }
    FlatFooter footer = mayBeParted ? fetchParts() : null;
    if (footer == null) {
      ByteBuffer data = bytes.section(tail.dataOffset(), frame.dataLength());
      footer = mayBeParted ? checkParts(bytes.retained(data)) : null;
      if (footer == null) {
        footer = wrapWhole(data, verifies);
      }
    }
    boolean isDoubtful = options.has(Option.CERTAIN_TYPES) && footer.hasDoubtfulTypes();
    boolean isSigned = options.keys != null && footer.encryption() != null;
    if (tail.hasThrift() && (isDoubtful || isSigned)) {
      return readThrift(List.of());
    }
    return footer(footer, frame.layout(), List.of(), frame.flatbufferLength());
  }

  /** Whatever checks are asked for: all of it is checked, and what is doubtful is not used. */
  private ParquetFooter readPhoton() throws IOException {
    FooterFrame frame = tail.frame();
    ByteBuffer data = bytes.section(tail.dataOffset(), frame.dataLength());
    PhotonReader.Translation found =
        PhotonReader.translate(
            frame.flatbuffer(data, tail.dataOffset(), true), tail.thriftOffset());
    if (found.doubt() != null) {
      return readThrift(List.of(new FooterDiagnostic(frame.layout(), found.doubt(), null)));
    }
    FlatFooter footer = FlatFooter.wrap(found.flatbuffer(), name, 0);
    FooterChecks.check(footer, tail.thriftOffset());
    return footer(footer, frame.layout(), List.of(), frame.flatbufferLength());
  }

  private FlatFooter fetchParts() throws IOException {
    int size = tail.frame().dataLength();
    ByteSource source = partSource(tail.dataOffset(), size);
    if (source == null) {
      return null;
    }
    ByteBuffer end = bytes.lastBytes();
    end.limit(Math.max(0, end.limit() - tail.frame().trailerLength()));
    FooterDirectory directory = FooterDirectory.find(end, size);
    if (directory == null) {
      return null;
    }
    Set<String> columns = options.columns == null ? Set.of() : options.columns;
    // Between the front and the schema are the chunks: likely to be wanted where nothing is named.
    boolean isNear = !source.hints().isLocal() && options.columns == null;
    long near = isNear ? (source.hints().gap() / 4) >>> BlockChecksums.BLOCK_SHIFT : 0;
    ByteRanges first = directory.first(size, columns);
    return fetched(source, end, directory, size, first, (int) near, this::open);
  }

  private ByteSource partSource(long offset, int size) {
    return bytes.partSource(offset, size, options.crcCheck != CrcCheck.NONE);
  }

  /** Opens the last bytes before the trailer, of which the first ones are fetched at once. */
  private FlatFooter fetched(
      ByteSource source,
      ByteBuffer end,
      FooterDirectory directory,
      int size,
      ByteRanges first,
      int near,
      Function<FooterBytes, FlatFooter> opened)
      throws IOException {
    int gap = bytes.leastFetch() >>> BlockChecksums.BLOCK_SHIFT;
    try {
      FooterBytes parts =
          FooterBytes.fetched(
              source,
              tail.fileLength() - tail.frame().trailerLength() - size,
              size,
              end,
              directory,
              first,
              gap,
              Math.max(gap, near),
              options.crcCheck == CrcCheck.NONE ? null : (Integer) tail.frame().flatbufferCrc());
      FlatFooter footer = opened.apply(parts);
      bytes.keepSource();
      return footer;
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Of the Thrift footer, which the index ends, the parts that are asked for. */
  private FlatFooter readIndexed(boolean mayBeParted, boolean verifies) throws IOException {
    long offset = tail.thriftOffset();
    int length = tail.frame().dataLength();
    int size = Math.toIntExact(tail.dataOffset() + length - offset);
    LocatedFooter.requireSize("Thrift footer", size, offset, options.maximumFooterSize);
    FooterDirectory directory = IndexedThrift.directory(size, length);
    Function<FooterBytes, FlatFooter> opened =
        parts -> fetchColumns(IndexedThrift.open(parts, name, length));
    ByteSource source = mayBeParted ? partSource(offset, size) : null;
    if (source != null) {
      ByteBuffer end = bytes.lastBytes();
      end.limit(end.limit() - tail.frame().trailerLength());
      ByteRanges index = new ByteRanges(size);
      if (!source.hints().isLocal() || length <= INDEX_AT_ONCE) {
        index.add(size - length, size);
      }
      return fetched(source, end, directory, size, index, 0, opened);
    }
    ByteBuffer data = bytes.retained(bytes.section(offset, size));
    if (mayBeParted && options.crcCheck != CrcCheck.NONE) {
      int crc = tail.frame().flatbufferCrc();
      return opened.apply(FooterBytes.checkedInBlocks(data, name, offset, directory, crc));
    }
    tail.frame().flatbuffer(data, offset, options.crcCheck != CrcCheck.NONE);
    FooterBytes whole = new FooterBytes(data, name, offset);
    if (verifies) {
      IndexedThrift.verify(whole, length);
    }
    return opened.apply(whole);
  }

  private FlatFooter checkParts(ByteBuffer flatbuffer) {
    if (options.crcCheck == CrcCheck.NONE) {
      return FlatFooter.wrap(flatbuffer, name, tail.dataOffset());
    }
    FooterDirectory directory = FooterDirectory.find(flatbuffer, flatbuffer.remaining());
    if (directory == null) {
      return null;
    }
    int crc = tail.frame().flatbufferCrc();
    return open(FooterBytes.checkedInBlocks(flatbuffer, name, tail.dataOffset(), directory, crc));
  }

  private FlatFooter open(FooterBytes parts) {
    return fetchColumns(FlatFooter.of(parts, null));
  }

  private FlatFooter fetchColumns(FlatFooter footer) {
    if (options.columns != null) {
      footer.fetch(options.columns);
    }
    return footer;
  }

  private FlatFooter wrapWhole(ByteBuffer data, boolean verifies) {
    FooterFrame frame = tail.frame();
    ByteBuffer flatbuffer =
        frame.flatbuffer(data, tail.dataOffset(), options.crcCheck != CrcCheck.NONE);
    // Decompressed bytes have no place in the file.
    long offset = flatbuffer.remaining() == data.remaining() ? tail.dataOffset() : 0;
    try {
      if (frame.layout() == FooterLayout.ARROW_CPP) {
        return FlatFooter.wrap(ArrowCppReader.convert(flatbuffer), name, 0);
      }
      if (verifies) {
        FlatFooter.verify(flatbuffer);
      }
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(offset);
    }
    return FlatFooter.wrap(bytes.retained(flatbuffer), name, offset);
  }

  private ParquetFooter readThrift(List<FooterDiagnostic> diagnostics) throws IOException {
    LocatedFooter.requireSize(
        "Thrift footer", tail.thriftLength(), tail.thriftOffset(), options.maximumFooterSize);
    ByteBuffer section = bytes.section(tail.thriftOffset(), tail.thriftLength());
    requireCrc(section);
    boolean isInPlace = section.hasArray() && !tail.hasKnownExtension();
    int start = isInPlace ? section.arrayOffset() + section.position() : 0;
    List<FooterDiagnostic> found = new ArrayList<>(diagnostics);
    FlatFooter footer;
    try {
      ConvertedFooter converted;
      ExtendedStruct parts = null;
      if (tail.hasKnownExtension()) {
        // Without the extension the struct is the one that was there before attaching.
        parts = ExtendedStruct.parse(copy(section));
        parts = options.has(Option.STRICT) ? parts.requireNoRest() : parts;
        converted = convert(parts.struct(), 0, parts.struct().length);
      } else {
        byte[] array = isInPlace ? section.array() : copy(section);
        converted = convert(array, start, start + tail.thriftLength());
        if (converted.hasExtension() || converted.thriftLength() < tail.thriftLength()) {
          parts = ExtendedStruct.parse(copy(section));
        }
      }
      if (parts != null) {
        addForeign(parts.inner(), found);
        addForeign(parts.outer(), found);
      }
      footer = converted.footer(name);
      if (options.keys != null && footer.encryption() != null) {
        byte[] decrypted = verified(copy(section), parts, start);
        footer = decrypted == null ? footer : decrypted(decrypted);
      }
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(tail.thriftOffset() - start);
    }
    int length = footer.flatbuffer().remaining();
    return footer(footer, tail.thriftLayout(), found, length);
  }

  private void requireCrc(ByteBuffer section) {
    if (options.crcCheck != CrcCheck.NONE) {
      tail.checkThrift(section);
    }
  }

  /** As {@link EncryptedFooter#verify}; offsets count from where those of the array do. */
  private byte[] verified(byte[] whole, ExtendedStruct parts, int start) {
    int end = whole.length - (parts == null ? 0 : parts.rest());
    byte[] struct = tail.hasKnownExtension() ? parts.struct() : Arrays.copyOf(whole, end);
    byte[] signature = Arrays.copyOfRange(whole, end, whole.length);
    try {
      return EncryptedFooter.verify(name, struct, signature, options.keys);
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(start);
    }
  }

  private ParquetFooter readEncrypted() throws IOException {
    LocatedFooter.requireSize(
        "encrypted footer", tail.thriftLength(), tail.thriftOffset(), options.maximumFooterSize);
    ByteBuffer section = bytes.section(tail.thriftOffset(), tail.thriftLength());
    requireCrc(section);
    FlatFooter footer;
    try {
      footer = decrypted(EncryptedFooter.decrypt(name, copy(section), options.keys));
    } catch (CorruptFooterException e) {
      throw e.shiftedBy(tail.thriftOffset());
    }
    int length = footer.flatbuffer().remaining();
    return footer(footer, tail.thriftLayout(), List.of(), length);
  }

  private FlatFooter decrypted(byte[] struct) {
    return ThriftToFlatBuffers.convertDecrypted(struct, options.columns).footer(name);
  }

  private void addForeign(BinaryValue extension, List<FooterDiagnostic> found) {
    if (extension != null && !ExtensionIds.isOurs(extension.asByteBuffer())) {
      FooterDiagnostic.Foreign foreign =
          new FooterDiagnostic.Foreign(
              ExtensionIds.idOf(extension.asByteBuffer()), extension.length());
      long offset = tail.thriftOffset() + extension.offset();
      if (!ExtensionIds.PHOTON.equals(foreign.id())) {
        found.add(FooterDiagnostic.of(foreign, offset));
      } else if (found.isEmpty()) {
        Diagnosis unused =
            Diagnosis.of(
                "FlatBuffers footer of Photon", offset, foreign.toString(), "its use asked for");
        found.add(new FooterDiagnostic(FooterLayout.PHOTON, unused, foreign));
      }
    }
  }

  private byte[] copy(ByteBuffer section) {
    byte[] thrift = new byte[tail.thriftLength()];
    section.duplicate().get(thrift);
    return thrift;
  }

  private ConvertedFooter convert(byte[] thrift, int start, int end) {
    return options.columns != null
        ? ThriftToFlatBuffers.convertColumns(thrift, start, end, options.columns)
        : ThriftToFlatBuffers.convertInMemory(thrift, start, end);
  }

  private ParquetFooter footer(
      FlatFooter footer,
      FooterLayout layout,
      List<FooterDiagnostic> diagnostics,
      int flatbufferLength) {
    return new ParquetFooter(
        name,
        footer,
        new ParquetFooter.Extent(layout, tail.fileLength(), tail.thriftLength(), flatbufferLength),
        diagnostics);
  }
}
