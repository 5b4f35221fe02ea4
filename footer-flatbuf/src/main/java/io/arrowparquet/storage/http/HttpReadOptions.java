// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import io.arrowparquet.storage.ReadHints;
import io.arrowparquet.storage.RetryPolicy;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * How files are read over HTTP. Immutable; the {@code with} methods give changed copies.
 *
 * @param client sends the requests, and follows no redirects; null for one that all sources of this
 *     process share
 * @param headers sent with each request, {@code Authorization} for example; kept from other hosts
 *     if the server redirects there, and from all messages
 * @param retries of requests that fail with status 408, 429 or 5xx, or whose connection breaks
 * @param timeout longest wait for the beginning of an answer
 * @param silence longest wait between two pieces of an answer. An answer as a whole may take as
 *     long as it comes with 32 KiB a second
 * @param hints what requests cost
 * @param listener is called once for each request that has ended, on threads of the client; it must
 *     not block, and what it throws is passed over. Null for none
 */
public record HttpReadOptions(
    HttpClient client,
    Map<String, String> headers,
    RetryPolicy retries,
    Duration timeout,
    Duration silence,
    ReadHints hints,
    Consumer<RequestEvent> listener) {
  /** The shared client, no headers, five attempts, 30 seconds for each wait. */
  public static final HttpReadOptions DEFAULT =
      new HttpReadOptions(
          null,
          Map.of(),
          RetryPolicy.DEFAULT,
          Duration.ofSeconds(30),
          Duration.ofSeconds(30),
          ReadHints.REMOTE,
          null);

  /**
   * Keeps an unchangeable copy of the headers.
   *
   * @throws IllegalArgumentException if the client follows redirects, or a wait is not positive
   */
  public HttpReadOptions {
    if (timeout.isNegative() || timeout.isZero() || silence.isNegative() || silence.isZero()) {
      throw new IllegalArgumentException("waits of " + timeout + " and " + silence);
    }
    if (client != null && client.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException(
          "a client that follows redirects ("
              + client.followRedirects()
              + ") sends Authorization and other headers to whatever host it is led to: make it with"
              + " HttpClient.Redirect.NEVER; redirects are followed here, without them");
    }
    headers = Map.copyOf(headers);
  }

  /**
   * Another client, of proxies or certificates of one's own for example; stays the caller's.
   *
   * @throws IllegalArgumentException if it follows redirects: sources do that themselves, and keep
   *     headers from other hosts
   */
  public HttpReadOptions withClient(HttpClient value) {
    return new HttpReadOptions(value, headers, retries, timeout, silence, hints, listener);
  }

  /** One more header for each request. */
  public HttpReadOptions withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpReadOptions(client, more, retries, timeout, silence, hints, listener);
  }

  /** Another policy for requests that fail. */
  public HttpReadOptions withRetries(RetryPolicy value) {
    return new HttpReadOptions(client, headers, value, timeout, silence, hints, listener);
  }

  /** Another limit for the beginning of an answer. */
  public HttpReadOptions withTimeout(Duration value) {
    return new HttpReadOptions(client, headers, retries, value, silence, hints, listener);
  }

  /** Another limit between two pieces of an answer. */
  public HttpReadOptions withSilence(Duration value) {
    return new HttpReadOptions(client, headers, retries, timeout, value, hints, listener);
  }

  /** Other hints. */
  public HttpReadOptions withHints(ReadHints value) {
    return new HttpReadOptions(client, headers, retries, timeout, silence, value, listener);
  }

  /** Another listener. */
  public HttpReadOptions withListener(Consumer<RequestEvent> value) {
    return new HttpReadOptions(client, headers, retries, timeout, silence, hints, value);
  }

  /** Names the headers only: their values may be credentials. */
  @Override
  public String toString() {
    return "HttpReadOptions[headers="
        + headers.keySet()
        + ", retries="
        + retries
        + ", timeout="
        + timeout
        + ", silence="
        + silence
        + ", hints="
        + hints
        + "]";
  }
}
