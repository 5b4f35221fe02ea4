// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.lab.CountedReads.Place;
import io.arrowparquet.cli.lab.CountedReads.Read;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CountedReadsTest {
  private static final int START = 4;

  private static LabShape shape;
  private static FooterDesign index;
  private static byte[] file;
  private static LabMeasure.Workload tenColumns;

  @BeforeAll
  static void write() {
    shape = LabShape.Generated.WIDE_10000.make();
    index =
        FooterDesign.ALL.stream()
            .filter(design -> design.label().equals("index"))
            .findFirst()
            .orElseThrow();
    file = LabMeasure.file(index, index.ending(shape.thrift(), shape.offset()));
    tenColumns =
        new LabMeasure(shape, 0, null)
            .workloads().stream()
                .filter(workload -> workload.name().equals("10 columns"))
                .findFirst()
                .orElseThrow();
  }

  private static CountedReads read(Place place) throws IOException {
    BufferByteSource source = new BufferByteSource("file", ByteBuffer.wrap(file));
    return CountedReads.of(index, source, place, tenColumns);
  }

  /** First the end, then the index, then what it names. */
  @Test
  void columns_of_a_remote_index_take_three_rounds_that_ask_for_what_is_needed()
      throws IOException {
    CountedReads found = read(Place.REMOTE);
    int indexBytes = file.length - START - shape.thrift().length;
    long indexStart = (long) START + shape.thrift().length;

    assertThat(found.rounds()).isEqualTo(3);
    List<Read> second = found.reads().stream().filter(read -> read.round() == 2).toList();
    assertThat(second).hasSize(1);
    assertThat(second.get(0).offset())
        .isBetween(indexStart - BlockChecksums.BLOCK, indexStart + BlockChecksums.BLOCK);
    assertThat(second.get(0).length()).isLessThanOrEqualTo(indexBytes + BlockChecksums.BLOCK);
    List<Read> third = found.reads().stream().filter(read -> read.round() == 3).toList();
    assertThat(third).isNotEmpty();
    assertThat(third)
        .allSatisfy(
            read -> {
              assertThat((read.offset() - START) % BlockChecksums.BLOCK).isZero();
              assertThat(read.offset() + read.length())
                  .isLessThanOrEqualTo(indexStart + BlockChecksums.BLOCK);
            });
  }

  /** Ten chunks of ten columns, whose bytes are in one block or two. */
  @Test
  void bytes_wanted_are_those_of_the_index_and_of_a_block_or_two_for_each_chunk()
      throws IOException {
    CountedReads found = read(Place.WANTED);
    int indexBytes = file.length - START - shape.thrift().length;
    int chunks = 10 * shape.rowGroups();

    assertThat(found.fetched())
        .isGreaterThan(indexBytes)
        .isLessThan(indexBytes + (2L * chunks + 30) * BlockChecksums.BLOCK);
    assertThat(read(Place.LOCAL).fetched()).isGreaterThanOrEqualTo(found.fetched());
  }
}
