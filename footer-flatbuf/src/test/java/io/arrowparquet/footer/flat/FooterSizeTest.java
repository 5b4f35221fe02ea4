// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.FooterLayout;
import io.arrowparquet.footer.convert.ThriftToFlatBuffers;
import io.arrowparquet.footer.convert.WideFooter;
import io.arrowparquet.footer.internal.thrift.CorpusFooters;
import io.arrowparquet.footer.internal.wire.FooterFrame;
import java.nio.ByteBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import org.junit.jupiter.api.Test;

/**
 * How large FlatBuffers footers are, in parts of their Thrift footers, next to what the public
 * proposal needs for the part of the facts that it keeps.
 *
 * <p>In small footers the proposal's tables cost more than the facts in them: a vtable for each
 * kind of table (a third of the Thrift bytes), four bytes for each table and reference, eight for
 * each size and offset that Thrift has in two or three.
 *
 * @see ThriftToFlatBuffers
 */
class FooterSizeTest {
  private static ByteBuffer convert(byte[] thrift) {
    return ThriftToFlatBuffers.convert(thrift, 0, thrift.length).flatbuffer();
  }

  private static double median(Collection<byte[]> footers, ToIntFunction<ByteBuffer> size) {
    double[] ratios =
        footers.stream()
            .mapToDouble(thrift -> size.applyAsInt(convert(thrift)) / (double) thrift.length)
            .sorted()
            .toArray();
    return ratios[ratios.length / 2];
  }

  @Test
  void footers_of_the_corpus_take_little_more_than_the_proposal_needs() {
    Collection<byte[]> footers = CorpusFooters.all().values();
    double ours = median(footers, ByteBuffer::remaining);
    double proposal = median(footers, flatbuffer -> ProposalFooter.size(flatbuffer, false));
    double shared = median(footers, flatbuffer -> ProposalFooter.size(flatbuffer, true));

    assertThat(ours).as("all facts and the name index").isLessThan(1.8);
    assertThat(proposal).as("the proposal, which drops some").isBetween(1.5, 1.65);
    assertThat(shared).as("the proposal with equal tables shared").isBetween(1.5, 1.65);
  }

  @Test
  void compressed_footers_of_the_corpus_take_at_most_1_3_times_their_thrift_footers() {
    double compressed =
        median(
            CorpusFooters.all().values(),
            flatbuffer -> FooterFrame.extension(flatbuffer, FooterLayout.ARROW_CPP).remaining());

    assertThat(compressed).as("LZ4 blocks, their trailers included").isBetween(1.0, 1.3);
  }

  @Test
  void a_wide_footer_takes_less_than_the_thrift_one() {
    List<byte[]> footers = List.of(WideFooter.thrift(2_000, 10));

    assertThat(median(footers, ByteBuffer::remaining)).isLessThan(0.95);
    assertThat(median(footers, flatbuffer -> ProposalFooter.size(flatbuffer, false)))
        .isLessThan(0.95);
  }
}
