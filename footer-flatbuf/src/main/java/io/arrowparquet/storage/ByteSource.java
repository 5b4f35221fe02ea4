// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * A file, object or buffer of known length that can be read at any position.
 *
 * <p>Only the methods without a body have to be implemented. The others have an implementation that
 * suits local files, and that a source whose requests take long should replace.
 *
 * <p>Threads: implementations must allow all reads from several threads at once; a source has no
 * position of its own. A read that fails, also because its thread was interrupted, must not fail
 * the reads of other threads, nor later ones.
 *
 * <p>Interrupts: a read whose thread is interrupted ends soon with an {@link IOException} such as
 * {@link java.nio.channels.ClosedByInterruptException} or {@link java.io.InterruptedIOException},
 * and the thread stays interrupted.
 *
 * <p>Failures: an {@link IOException} whose message begins with {@link #name}. A source that can
 * find out that its bytes are no longer those it was opened with throws {@link
 * ChangedSourceException}, and never gives bytes of both. No message, name or log has credentials
 * in it.
 */
public interface ByteSource extends Closeable {

  /**
   * The end of a source.
   *
   * <p>Immutable.
   *
   * @param length of the whole source in bytes
   * @param bytes the last ones, from the buffer's position to its limit
   */
  record Tail(long length, ByteBuffer bytes) {}

  /**
   * The name that error messages give this source, a path or URI for example, without credentials:
   * user information and query of a URI are left out.
   */
  String name();

  /**
   * Length in bytes. A source over a network may need a request for it, unless the length was given
   * when it was opened, or something was read before.
   */
  long length() throws IOException;

  /**
   * The length in bytes if no request is needed to tell it, else {@link SourceEntry#UNKNOWN}, as in
   * this implementation: how much of the end is worth reading at once depends on it.
   */
  default long knownLength() {
    return SourceEntry.UNKNOWN;
  }

  /**
   * Fills {@code target} from its position to its limit with the bytes at {@code position}.
   *
   * @throws java.io.EOFException if the source ends before the buffer is full
   * @throws IOException if reading fails
   */
  void readFully(long position, ByteBuffer target) throws IOException;

  /**
   * The length, and the last bytes: one request where the source can do both at once.
   *
   * @param most how many bytes; all if the source is shorter, and fewer if only this many are in
   *     memory already
   * @throws IOException if reading fails
   */
  default Tail readTail(int most) throws IOException {
    long length = length();
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, length));
    readFully(length - bytes.remaining(), bytes);
    return new Tail(length, bytes.flip());
  }

  /**
   * Reads ranges, in no particular order and at once as far as the source can.
   *
   * <p>Memory: {@code memory} is asked for a buffer of each range's length, in the order of the
   * ranges, by the calling thread and before anything is read. If it throws, nothing has been read,
   * and this method throws the same. The buffers are the caller's from then on. The source writes
   * to a buffer until the future of its range is done, successful or not, and never afterwards:
   * only then may the caller free it. What goes wrong once the source has the buffers, also that a
   * thread cannot be had, is the failure of futures; if this method throws nevertheless, no buffer
   * is written to afterwards.
   *
   * <p>Each future has its buffer, filled and flipped, or fails with the exception that {@link
   * #readFully} would throw; one that fails does not affect the others. {@link
   * CompletableFuture#cancel} asks the source to stop. Unlike other futures it may be done only a
   * little later, when the source has let go of the memory. A future that a caller completes by
   * itself says nothing about the memory. Dependents may run on a thread of the source, and must
   * not block it.
   *
   * <p>This implementation reads one range after the other on the calling thread, which is the best
   * for local files.
   *
   * @param ranges none longer than {@link ReadHints#largestRequest} if the source is to be fast;
   *     they may overlap
   * @param memory gives a buffer whose remaining bytes are exactly as many as asked for
   * @return a future for each range, in their order
   */
  default List<CompletableFuture<ByteBuffer>> readRanges(
      List<ByteRange> ranges, IntFunction<ByteBuffer> memory) {
    List<ByteBuffer> targets = ByteRange.allocate(ranges, memory);
    List<CompletableFuture<ByteBuffer>> results = new ArrayList<>();
    for (int i = 0; i < targets.size(); i++) {
      ByteBuffer target = targets.get(i);
      int start = target.position();
      try {
        readFully(ranges.get(i).offset(), target);
        results.add(CompletableFuture.completedFuture(target.position(start)));
      } catch (Throwable e) {
        results.add(CompletableFuture.failedFuture(e));
      }
    }
    return results;
  }

  /**
   * Bytes that are in memory, so that reading them takes no request; null where they are not known
   * to be, as in this implementation. Readers keep them apart from others when they join ranges.
   *
   * @return the bytes of the range, from the buffer's position to its limit; not to be changed
   */
  default @Nullable ByteBuffer known(ByteRange range) {
    return null;
  }

  /** What requests to this source cost. */
  default ReadHints hints() {
    return ReadHints.LOCAL;
  }

  /**
   * A text that changes whenever the bytes do, as far as the source knows. Over HTTP and of S3 it
   * is the validator that the server sends (RFC 9110, section 8.8): the strong ETag; without one,
   * the weak ETag and Last-Modified, {@code W/"x", Mon, 12 Jan 2026 03:04:05 GMT}, or the one of
   * them that there is. Null if there is none, or none is known before the first request.
   */
  default @Nullable String version() {
    return null;
  }

  /** Requests that were sent again so far because one had failed. */
  default long repeatedRequests() {
    return 0;
  }

  /** Releases what the source holds open; reading afterwards fails. Closing twice does nothing. */
  @Override
  void close() throws IOException;
}
