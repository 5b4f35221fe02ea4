// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One request to storage that is elsewhere, when it has ended.
 *
 * <p>Immutable.
 *
 * @param file the file as it was opened; its text has no credentials
 * @param request what was asked for
 * @param answer what came
 * @param problem why the request has failed, without credentials; null if it has not
 */
public record RequestEvent(
    SourceEntry file, Request request, Answer answer, @Nullable String problem) {
  /**
   * What was asked for.
   *
   * @param offset of the first byte; negative counts from the end of a file whose length is not
   *     known
   * @param length in bytes
   * @param attempt 1 for the first, more for those that repeat a request that failed
   */
  public record Request(long offset, int length, int attempt) {}

  /**
   * What came.
   *
   * @param status of HTTP; 0 if there was no answer
   * @param toFirstByte from sending to the head of the answer; null if there was none
   * @param duration from sending to the end
   * @param bytes of the file that came
   */
  public record Answer(int status, @Nullable Duration toFirstByte, Duration duration, int bytes) {}

  /** Tells a listener, which may be null; what it throws is passed over. */
  public void tell(@Nullable Consumer<RequestEvent> listener) {
    try {
      if (listener != null) {
        listener.accept(this);
      }
    } catch (Throwable e) {
      // What is read does not depend on who listens.
    }
  }
}
