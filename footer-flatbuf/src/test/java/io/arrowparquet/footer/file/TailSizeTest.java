// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.file;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.SourceEntry;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * How much is read from the end of a file first.
 *
 * @see io.arrowparquet.footer.internal.wire.TailReader
 */
class TailSizeTest {
  private static final FooterReader READER = FooterReader.defaults();
  private static final long MIB = 1 << 20;

  /** A file of any length that has a footer after zeros, and notes what is read of it. */
  private static final class CountingSource implements ByteSource {
    private final ByteBuffer end;
    private final long length;
    private final long knownLength;
    private final ReadHints hints;
    private final List<Integer> reads = new ArrayList<>();

    CountingSource(ByteBuffer end, long length, boolean isKnown, ReadHints hints) {
      this.end = end;
      this.length = length;
      this.knownLength = isKnown ? length : SourceEntry.UNKNOWN;
      this.hints = hints;
    }

    static CountingSource remote(ByteBuffer end, long length) {
      return new CountingSource(end, length, true, ReadHints.REMOTE);
    }

    @Override
    public String name() {
      return "counted";
    }

    @Override
    public long length() {
      return length;
    }

    @Override
    public long knownLength() {
      return knownLength;
    }

    @Override
    public ReadHints hints() {
      return hints;
    }

    @Override
    public void readFully(long position, ByteBuffer target) {
      reads.add(target.remaining());
      while (target.hasRemaining()) {
        long at = position++ - (length - end.limit());
        target.put(at < 0 ? 0 : end.get((int) at));
      }
    }

    @Override
    public void close() {}
  }

  private static ByteBuffer plain(int columns, int rowGroups) {
    return FooterFrame.thrift(ByteBuffer.wrap(WideFooter.thrift(columns, rowGroups)));
  }

  /** A FlatBuffers footer without Thrift. */
  private static ByteBuffer flat(int columns, int rowGroups) {
    byte[] thrift = WideFooter.thrift(columns, rowGroups);
    return FooterFrame.par3(ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer());
  }

  @ParameterizedTest
  @CsvSource({
    "     1000000,   65536",
    "     6553600,   65536",
    "    10000000,  100000",
    "   150000000, 1500000",
    "   300000000, 2097152",
    "100000000000, 2097152"
  })
  void reads_one_percent_of_a_remote_file_within_limits(long length, int expected)
      throws IOException {
    CountingSource source = CountingSource.remote(plain(3, 1), length);

    assertThat(READER.read(source).footer().columnCount()).isEqualTo(3);
    assertThat(source.reads).containsExactly(expected);
  }

  @Test
  void reads_a_fixed_size_where_the_length_takes_a_request() throws IOException {
    CountingSource source = new CountingSource(plain(3, 1), 1_000 * MIB, false, ReadHints.REMOTE);
    READER.read(source);

    assertThat(source.reads).containsExactly(128 << 10);
  }

  @Test
  void reads_a_whole_file_that_is_shorter() throws IOException {
    CountingSource source = CountingSource.remote(plain(3, 1), 5_000);
    READER.read(source);

    assertThat(source.reads).containsExactly(5_000);
  }

  @Test
  void reads_what_the_caller_says() throws IOException {
    CountingSource source = CountingSource.remote(plain(3, 1), 1_000 * MIB);
    READER.withTailGuess(12_345).read(source);

    assertThat(source.reads).containsExactly(12_345);
  }

  @Test
  void reads_the_least_of_a_local_file() throws IOException {
    CountingSource source = new CountingSource(plain(3, 1), 1_000 * MIB, true, ReadHints.LOCAL);
    READER.read(source);

    assertThat(source.reads).containsExactly(FooterReader.DEFAULT_TAIL_GUESS);
  }

  @Test
  void one_request_brings_the_footer_of_hundreds_of_columns() throws IOException {
    for (ByteBuffer end : List.of(plain(300, 10), flat(300, 10))) {
      assertThat(end.limit()).isGreaterThan(2 * FooterReader.DEFAULT_TAIL_GUESS);
      CountingSource source = CountingSource.remote(end, 100 * MIB);
      ParquetFooter read = READER.read(source);

      assertThat(read.footer().findColumn(WideFooter.name(299))).isEqualTo(299);
      assertThat(read.footer().chunk(9, 299).totalCompressedSize()).isNotNegative();
      assertThat(source.reads).hasSize(1);
    }
  }

  @Test
  void a_footer_that_was_read_at_once_is_not_fetched_in_parts() throws IOException {
    ByteBuffer end = flat(2_000, 3);
    assertThat((long) end.limit()).isBetween(ReadHints.REMOTE.gap() / 4, 2 * MIB);
    CountingSource source = CountingSource.remote(end, 1_000 * MIB);
    ParquetFooter read = READER.read(source);

    assertThat(read.layout()).isEqualTo(FooterLayout.PAR3);
    assertThat(read.footer().isFetchedInParts()).isFalse();
    assertThat(read.footer().columnCount()).isEqualTo(2_000);
    assertThat(source.reads).hasSize(1);
  }

  @Test
  void a_larger_footer_is_fetched_in_parts_after_the_first_read() throws IOException {
    ByteBuffer end = flat(10_000, 4);
    assertThat((long) end.limit()).isGreaterThan(2 * MIB);
    CountingSource source = CountingSource.remote(end, 1_000 * MIB);
    ParquetFooter read = READER.read(source);

    assertThat(read.footer().isFetchedInParts()).isTrue();
    assertThat(read.footer().columnPath(9_999)).isEqualTo(WideFooter.name(9_999));
    assertThat(source.reads.get(0)).isEqualTo(2 << 20);
    assertThat(source.reads.stream().mapToLong(Integer::longValue).sum())
        .isLessThan(end.limit() + 2 * MIB);
  }
}
