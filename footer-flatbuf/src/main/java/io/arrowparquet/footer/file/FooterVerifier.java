// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.statistics.FooterChecks;
import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.FileMetaDataCodec;
import io.arrowparquet.footer.internal.thrift.RecordDifference;
import io.arrowparquet.footer.internal.wire.ArrowCppComparison;
import io.arrowparquet.footer.internal.wire.RawFooter;
import io.arrowparquet.footer.model.FileMetaData;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Proves that the footers of a file are in order: checksums, the structure of the FlatBuffers
 * footer, that it says what the Thrift footer beside it says, field by field, and that readers find
 * nothing corrupt in what it says.
 *
 * <p>Immutable; may be shared between threads.
 */
public final class FooterVerifier {
  private static final long NO_CRC = -1;
  private static final FooterVerifier DEFAULT = new FooterVerifier();

  private FooterVerifier() {}

  /** Verifies all of it. */
  public static FooterVerifier defaults() {
    return DEFAULT;
  }

  /**
   * Verifies a file.
   *
   * <p>A file without an extension is in order if all of its Thrift footer can be read. A footer in
   * layout arrow-cpp or photon is compared with Thrift in the facts that both hold; where not all
   * of one of Photon is known, the Thrift footer is verified and the diagnostics say what is not.
   * That of another writer in other layouts, which does not say which Thrift bytes it was made
   * from, is not compared.
   *
   * @return the footer that was verified
   * @throws IOException if reading fails
   * @throws CorruptFooterException naming the first thing that is wrong
   * @throws io.arrowparquet.footer.EncryptedFooterException if the footer is encrypted
   */
  public ParquetFooter verify(Path file) throws IOException {
    try (ByteSource source = ByteSources.path(file)) {
      return verify(source);
    }
  }

  /**
   * Verifies a file anywhere, as {@link #verify(Path)}.
   *
   * @param source stays open
   */
  public ParquetFooter verify(ByteSource source) throws IOException {
    try {
      ParquetFooter read = FooterReader.defaults().withStrict(true).withPhoton(true).read(source);
      boolean isPhoton = read.layout() == FooterLayout.PHOTON;
      if (read.layout() == FooterLayout.THRIFT || read.layout() == FooterLayout.PARX) {
        RawFooter.readStruct(source, true).check();
      } else if (read.layout() == FooterLayout.ARROW_CPP || isPhoton) {
        requireNone(
            ArrowCppComparison.differences(
                read.footer(), records(RawFooter.readStruct(source, isPhoton))));
      } else if (read.layout() != FooterLayout.PAR3 && read.footer().thriftCrc32() != NO_CRC) {
        compare(read, RawFooter.readStruct(source, false));
      }
      FooterChecks.check(read.footer(), read.footerOffset());
      return read;
    } catch (CorruptFooterException e) {
      throw e.in(source.name());
    }
  }

  private static FileMetaData records(RawFooter thrift) {
    thrift.check();
    return FileMetaDataCodec.STRUCT.read(new CompactReader(thrift.struct()));
  }

  private static void compare(ParquetFooter read, RawFooter thrift) {
    Checksum.require(
        "CRC-32 of the Thrift footer that the FlatBuffers footer was made from",
        thrift.offset(),
        (int) read.footer().thriftCrc32(),
        (int) thrift.structCrc32(),
        " over the Thrift footer that is there");
    FileMetaData expected = records(thrift);
    byte[] converted = FlatBuffersToThrift.convert(read.footer().flatbuffer());
    FileMetaData flat = FileMetaDataCodec.STRUCT.read(new CompactReader(converted));
    requireNone(RecordDifference.of(flat, expected));
  }

  private static void requireNone(List<RecordDifference> differences) {
    if (!differences.isEmpty()) {
      RecordDifference first = differences.get(0);
      String others =
          differences.stream()
              .skip(1)
              .map(RecordDifference::path)
              .collect(Collectors.joining(", ", "; so differ ", ""));
      throw new CorruptFooterException(
          first.path() + " of the FlatBuffers footer",
          first.found(),
          first.expected()
              + " as in the Thrift footer"
              + (differences.size() == 1 ? "" : RecordDifference.abbreviated(others)));
    }
  }
}
