// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import io.arrowparquet.footer.file.FooterReader;
import io.arrowparquet.footer.internal.flat.BlockChecksums;
import io.arrowparquet.footer.internal.wire.TailReader;
import io.arrowparquet.storage.ByteRange;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ReadHints;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;

/** A source that says how far away it is, and lists what is read of it. For one thread. */
final class CountedReads implements ByteSource {
  /** How a footer is read, as far as it depends on where the file is. */
  enum Place {
    REMOTE(true, TailReader.SUITABLE),

    /** As this library reads a path: gaps of up to a block are read, and so is the last block. */
    LOCAL(false, BlockChecksums.BLOCK),

    /** What a design cannot do without, in whole blocks: less than one at the end, and no gaps. */
    WANTED(false, BlockChecksums.BLOCK - 1);

    private final boolean isRemote;
    private final int tailGuess;

    Place(boolean isRemote, int tailGuess) {
      this.isRemote = isRemote;
      this.tailGuess = tailGuess;
    }

    private ReadHints hints() {
      return isRemote ? ReadHints.REMOTE : ReadHints.LOCAL;
    }

    FooterReader reader() {
      FooterReader reader = FooterReader.defaults();
      return tailGuess == TailReader.SUITABLE ? reader : reader.withTailGuess(tailGuess);
    }
  }

  /**
   * One request.
   *
   * @param round counts, from 1, reads that each had to wait for what the one before gave
   */
  record Read(int round, long offset, int length) {}

  private final ByteSource source;
  private final Place place;
  private final List<Read> reads = new ArrayList<>();
  private int rounds;

  CountedReads(ByteSource source, Place place) {
    this.source = source;
    this.place = place;
  }

  /** Reads with a new source. */
  static CountedReads of(
      FooterDesign design, ByteSource source, Place place, LabMeasure.Workload wanted)
      throws IOException {
    CountedReads counted = new CountedReads(source, place);
    design.read(place.reader(), counted, wanted.columns(), wanted.rowGroup());
    return counted;
  }

  List<Read> reads() {
    return reads;
  }

  int rounds() {
    return rounds;
  }

  long fetched() {
    return reads.stream().mapToLong(Read::length).sum();
  }

  @Override
  public String name() {
    return source.name();
  }

  @Override
  public long length() throws IOException {
    return source.length();
  }

  @Override
  public ReadHints hints() {
    return place.hints();
  }

  @Override
  public void readFully(long position, ByteBuffer target) throws IOException {
    reads.add(new Read(++rounds, position, target.remaining()));
    source.readFully(position, target);
  }

  @Override
  public Tail readTail(int most) throws IOException {
    Tail tail = source.readTail(most);
    int length = tail.bytes().remaining();
    reads.add(new Read(++rounds, tail.length() - length, length));
    return tail;
  }

  @Override
  public List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    rounds++;
    ranges.forEach(range -> reads.add(new Read(rounds, range.offset(), range.length())));
    return source.readRanges(ranges, memory);
  }

  /** The source stays open: it is read in several ways. */
  @Override
  public void close() {}
}
