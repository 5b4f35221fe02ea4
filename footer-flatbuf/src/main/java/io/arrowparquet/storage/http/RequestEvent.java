// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import java.time.Duration;

/**
 * One request to a source, when it has ended.
 *
 * <p>Immutable.
 *
 * @param source the source's name, without credentials
 * @param offset of the first byte asked for; negative counts from the end of a file whose length is
 *     not known
 * @param length bytes asked for
 * @param status of HTTP; 0 if there was no answer
 * @param attempt 1 for the first, more for those that repeat a request that failed
 * @param toFirstByte from sending to the head of the answer; null if there was none
 * @param duration from sending to the end
 * @param bytes of the file that came
 * @param problem why the request has failed, without credentials; null if it has not
 */
public record RequestEvent(
    String source,
    long offset,
    int length,
    int status,
    int attempt,
    Duration toFirstByte,
    Duration duration,
    int bytes,
    String problem) {}
