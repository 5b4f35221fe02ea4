// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.airlift.compress.lz4.Lz4Compressor;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.FooterDiagnostic;
import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.ForeignExtensionException;
import io.arrowparquet.footer.flat.ColumnChunkView;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.internal.flat.Checksum;
import io.arrowparquet.footer.internal.thrift.StructExtension;
import io.arrowparquet.footer.internal.wire.ExtensionIds;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.footer.internal.wire.LocatedFooter;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.storage.OtherWritersFiles;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.CRC32;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The one file of Photon that is at hand, damaged copies of it, and copies with other facts under
 * right checksums.
 *
 * @see io.arrowparquet.footer.internal.wire.PhotonReader
 */
class PhotonFooterTest {
  private static final FooterReader READER = FooterReader.defaults().withPhoton(true);

  @TempDir Path folder;
  private Path file;
  private byte[] bytes;
  private LocatedFooter tail;
  private FlatFooter thrift;

  @BeforeEach
  void find() throws IOException {
    file = OtherWritersFiles.find("photon_footer.parquet");
    bytes = Files.readAllBytes(file);
    tail = LocatedFooter.parse(ByteBuffer.wrap(bytes), bytes.length);
    thrift = FooterReader.defaults().read(file).footer();
  }

  private static ParquetFooter read(FooterReader reader, byte[] bytes) throws IOException {
    return reader.read(new BufferByteSource("copy", ByteBuffer.wrap(bytes)));
  }

  @Test
  void is_used_where_it_is_asked_for_and_says_what_thrift_says() throws IOException {
    ParquetFooter read = READER.read(file);

    assertThat(read.layout()).isEqualTo(FooterLayout.PHOTON);
    assertThat(read.diagnostics()).isEmpty();
    FlatFooter footer = read.footer();
    assertThat(footer.isComplete()).isFalse();
    assertThat(footer.numRows()).isEqualTo(thrift.numRows()).isEqualTo(76);
    assertThat(footer.createdBy()).isEqualTo(thrift.createdBy()).contains("Photon");
    assertThat(footer.columnCount()).isEqualTo(10);
    assertThat(footer.keyValueCount()).isEqualTo(thrift.keyValueCount());
    for (int i = 0; i < footer.keyValueCount(); i++) {
      assertThat(footer.value(i)).isEqualTo(thrift.value(i));
    }
    for (int column = 0; column < footer.columnCount(); column++) {
      assertThat(footer.columnPath(column)).isEqualTo(thrift.columnPath(column));
      LogicalType type = footer.schemaElement(footer.columnElement(column)).logicalType();
      assertThat(type).isEqualTo(thrift.schemaElement(thrift.columnElement(column)).logicalType());
      requireSame(footer.chunk(0, column), thrift.chunk(0, column));
    }
  }

  private static void requireSame(ColumnChunkView chunk, ColumnChunkView expected) {
    assertThat(chunk.codec()).isEqualTo(expected.codec());
    assertThat(chunk.numValues()).isEqualTo(expected.numValues());
    assertThat(chunk.startOffset()).isEqualTo(expected.startOffset());
    assertThat(chunk.dataPageOffset()).isEqualTo(expected.dataPageOffset());
    assertThat(chunk.totalCompressedSize()).isEqualTo(expected.totalCompressedSize());
    assertThat(chunk.totalUncompressedSize()).isEqualTo(expected.totalUncompressedSize());
    assertThat(chunk.isFullyDictionaryEncoded()).isFalse();
    StatisticsView statistics = chunk.statistics();
    assertThat(statistics.nullCount()).isEqualTo(expected.statistics().nullCount());
    assertThat(statistics.isMinValueExact()).isFalse();
    assertThat(statistics.isMaxValueExact()).isFalse();
    byte[] min = expected.statistics().minValue();
    byte[] max = expected.statistics().maxValue();
    if (statistics.hasPrimitiveBounds()) {
      assertThat(statistics.minValue()).isEqualTo(min);
      assertThat(statistics.maxValue()).isEqualTo(max);
    } else {
      assertThat(Arrays.compareUnsigned(statistics.minValue(), min)).isLessThanOrEqualTo(0);
      assertThat(Arrays.compareUnsigned(statistics.maxValue(), max)).isGreaterThanOrEqualTo(0);
      assertThat(Arrays.mismatch(statistics.minValue(), min)).isNotZero();
    }
  }

  @Test
  void is_named_where_it_is_not_asked_for_and_thrift_is_used() throws IOException {
    ParquetFooter read = FooterReader.defaults().read(file);

    assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(read.diagnostics())
        .singleElement()
        .satisfies(
            unused -> {
              assertThat(unused.isOfPhoton()).isTrue();
              assertThat(unused.foreign().id()).isEqualTo(ExtensionIds.PHOTON);
              assertThat(unused.toString()).contains("FlatBuffers footer of Photon");
            });
    assertThat(READER.withThriftOnly(true).read(file).layout()).isEqualTo(FooterLayout.THRIFT);
  }

  @Test
  void verifying_compares_it_with_thrift() throws IOException {
    assertThat(FooterVerifier.defaults().verify(file).layout()).isEqualTo(FooterLayout.PHOTON);

    // The uncompressed size of the first chunk, in the Thrift footer: 7808 as a zigzag varint.
    byte[] other = bytes.clone();
    int at = find(other, new byte[] {0x16, (byte) 0x80, 0x7A});
    other[at + 1]++;
    Path changed = Files.write(folder.resolve("changed.parquet"), other);
    assertThatThrownBy(() -> FooterVerifier.defaults().verify(changed))
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("total_uncompressed_size")
        .hasMessageContaining("7808");
  }

  private int find(byte[] in, byte[] what) {
    for (int i = (int) tail.thriftOffset(); i < in.length - what.length; i++) {
      if (Arrays.equals(in, i, i + what.length, what, 0, what.length)) {
        return i;
      }
    }
    throw new AssertionError("not there");
  }

  @Test
  void every_bit_flip_gives_thrift_or_the_same_facts() throws IOException {
    ByteBuffer expected = READER.read(file).footer().flatbuffer();
    int passedOver = 0;
    for (int bit = 8 * (int) tail.dataOffset(); bit < 8 * (bytes.length - 9); bit++) {
      byte[] flipped = bytes.clone();
      flipped[bit / 8] ^= (byte) (1 << bit % 8);
      ParquetFooter read = read(READER, flipped);
      if (read.layout() == FooterLayout.PHOTON) {
        assertThat(read.footer().flatbuffer()).as("bit %d", bit).isEqualTo(expected);
      } else {
        assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
        assertThat(read.footer().flatbuffer()).as("bit %d", bit).isEqualTo(thrift.flatbuffer());
        assertThat(read.diagnostics()).as("bit %d", bit).isNotEmpty();
        passedOver++;
      }
    }
    assertThat(passedOver).isEqualTo(8 * (tail.frame().dataLength() + 32));
  }

  private byte[] flatbuffer() {
    ByteBuffer data =
        ByteBuffer.wrap(bytes)
            .slice((int) tail.dataOffset(), tail.frame().dataLength())
            .order(ByteOrder.LITTLE_ENDIAN);
    ByteBuffer flatbuffer = tail.frame().flatbuffer(data, tail.dataOffset(), true);
    byte[] copy = new byte[flatbuffer.remaining()];
    flatbuffer.get(copy);
    return copy;
  }

  /** The file with another FlatBuffer, whose checksums are right. */
  private byte[] with(byte[] flatbuffer) {
    byte[] out = new byte[2 * flatbuffer.length + 100];
    int length = new Lz4Compressor().compress(flatbuffer, 0, flatbuffer.length, out, 0, out.length);
    ByteBuffer lengths =
        ByteBuffer.allocate(8)
            .order(ByteOrder.LITTLE_ENDIAN)
            .putInt(length)
            .putInt(flatbuffer.length);
    CRC32 crc = new CRC32();
    crc.update(lengths.array());
    ByteBuffer value =
        ByteBuffer.allocate(length + 32)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(out, 0, length)
            .putInt(Checksum.crc32(ByteBuffer.wrap(out, 0, length)))
            .put(lengths.array())
            .putInt((int) crc.getValue())
            .order(ByteOrder.BIG_ENDIAN)
            .putLong(ExtensionIds.PHOTON.getMostSignificantBits())
            .putLong(ExtensionIds.PHOTON.getLeastSignificantBits());
    int start = (int) tail.thriftOffset();
    byte[] struct =
        StructExtension.remove(Arrays.copyOfRange(bytes, start, start + tail.thriftLength()));
    ByteBuffer ending =
        FooterFrame.thrift(ByteBuffer.wrap(StructExtension.append(struct, value.array())));
    return ByteBuffer.allocate(start + ending.remaining()).put(bytes, 0, start).put(ending).array();
  }

  /** Places in the FlatBuffer of the case, and what stands there. */
  @ParameterizedTest
  @CsvSource({
    "2850, 1, 2, repetition",
    "2775, 5, 1, type",
    "2849, 1, 8, type",
    "2678, 64, 32, width of integers",
    "2367, 1, 6, codec",
    "1368, 4, 5, file offset of row group 0",
    "1380, 76, 75, rows of the row groups",
    "2356, -107, 107, place of column chunk 1",
    "2116, 11, 12, place of column chunk 2",
    "2248, -57, 57, place of the data pages",
    "2407, -4, 4, length of a bound",
    "2059, 0, -4, length of a bound",
    "2175, -8, 8, length of a bound"
  })
  void what_is_not_proven_is_doubtful_and_thrift_is_used(int at, int before, int after, String what)
      throws IOException {
    byte[] flatbuffer = flatbuffer();
    assertThat(read(READER, with(flatbuffer)).layout()).isEqualTo(FooterLayout.PHOTON);
    assertThat(flatbuffer[at]).isEqualTo((byte) before);
    flatbuffer[at] = (byte) after;

    ParquetFooter read = read(READER, with(flatbuffer));

    assertThat(read.layout()).isEqualTo(FooterLayout.THRIFT);
    assertThat(read.diagnostics())
        .singleElement()
        .extracting(FooterDiagnostic::toString)
        .asString()
        .contains("footer of Photon: ", what);
  }

  @Test
  void damage_under_right_checksums_is_thrift_or_another_readable_footer() throws IOException {
    byte[] intact = flatbuffer();
    int passedOver = 0;
    for (int at = 0; at < intact.length; at++) {
      byte[] changed = intact.clone();
      changed[at] ^= (byte) 0xFF;
      ParquetFooter read = read(READER, with(changed));
      FlatFooter.verify(read.footer().flatbuffer());
      passedOver += read.layout() == FooterLayout.THRIFT ? 1 : 0;
    }
    // The others are in texts, bounds and padding.
    assertThat(passedOver).isGreaterThan(400);
  }

  @Test
  void attaching_beside_it_is_refused_and_replacing_is_the_callers_word() throws IOException {
    Path output = folder.resolve("attached.parquet");
    for (FooterLayout layout : new FooterLayout[] {FooterLayout.SPEC, FooterLayout.INDEX}) {
      FooterAttacher attacher = FooterAttacher.defaults().withLayout(layout).withOverwrite(true);
      assertThatThrownBy(() -> attacher.attach(file, output))
          .isInstanceOf(ForeignExtensionException.class)
          .hasMessageContaining("1825 bytes");
      attacher.withReplace(true).attach(file, output);
      assertThat(FooterVerifier.defaults().verify(output).layout()).isEqualTo(layout);
    }
    assertThatThrownBy(() -> FooterStripper.defaults().strip(file, folder.resolve("stripped")))
        .isInstanceOf(ForeignExtensionException.class);
    assertThatThrownBy(() -> FooterAttacher.defaults().withLayout(FooterLayout.PHOTON))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("layout photon is read, and not written");
    assertThat(new String(Files.readAllBytes(output), StandardCharsets.ISO_8859_1))
        .doesNotContain("\u00fc\u00df\u00cf\u00b4");
  }
}
