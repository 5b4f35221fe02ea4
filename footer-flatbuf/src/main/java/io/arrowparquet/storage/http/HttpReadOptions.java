// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.internal.OptionValues;
import java.net.http.HttpClient;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How files are read over HTTP. Immutable; threads may share one. Each {@code with} method gives a
 * changed copy, and says what its option means.
 */
public final class HttpReadOptions {
  private final Values values;

  private HttpReadOptions(Values values) {
    if (!isPositive(values.timeout) || !isPositive(values.silence)) {
      throw new IllegalArgumentException(
          "waits of " + values.timeout + " and " + values.silence + ": expected more than 0");
    }
    this.values = values;
  }

  private static boolean isPositive(Duration wait) {
    return !wait.isNegative() && !wait.isZero();
  }

  /** A client shared by all sources of this process, no headers, five attempts, 30 s waits. */
  public static HttpReadOptions defaults() {
    return new HttpReadOptions(new Values());
  }

  /**
   * Another client, of proxies or certificates of one's own for example, which stays the caller's;
   * null, the default, for one that all sources of this process share.
   *
   * @throws IllegalArgumentException if it follows redirects: sources do that themselves, and keep
   *     headers from other hosts
   */
  public HttpReadOptions withClient(@Nullable HttpClient client) {
    if (client != null && client.followRedirects() != HttpClient.Redirect.NEVER) {
      throw new IllegalArgumentException(
          "a client that follows redirects ("
              + client.followRedirects()
              + ") sends Authorization and other headers to whatever host it is led to: make it with"
              + " HttpClient.Redirect.NEVER; redirects are followed here, without them");
    }
    return with(copy -> copy.client = client);
  }

  /**
   * One more header for each request, {@code Authorization} for example; kept from other hosts if
   * the server redirects there, and from all messages.
   */
  public HttpReadOptions withHeader(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(values.headers);
    more.put(name, value);
    return with(copy -> copy.headers = Map.copyOf(more));
  }

  /** Of requests that fail with status 408, 429 or 5xx, or whose connection breaks. */
  public HttpReadOptions withRetries(RetryPolicy retries) {
    return with(copy -> copy.retries = retries);
  }

  /** Longest wait for the beginning of an answer, positive; 30 seconds by default. */
  public HttpReadOptions withTimeout(Duration timeout) {
    return with(copy -> copy.timeout = timeout);
  }

  /**
   * Longest wait between two pieces of an answer, positive; 30 seconds by default. An answer as a
   * whole may take as long as it comes with 32 KiB a second.
   */
  public HttpReadOptions withSilence(Duration silence) {
    return with(copy -> copy.silence = silence);
  }

  /**
   * Is called once for each request that has ended, on threads of the client; it must not block,
   * and what it throws is passed over. Null, the default, for none.
   */
  public HttpReadOptions withListener(@Nullable Consumer<RequestEvent> listener) {
    return with(copy -> copy.listener = listener);
  }

  public @Nullable HttpClient client() {
    return values.client;
  }

  public Map<String, String> headers() {
    return values.headers;
  }

  public RetryPolicy retries() {
    return values.retries;
  }

  public Duration timeout() {
    return values.timeout;
  }

  public Duration silence() {
    return values.silence;
  }

  public @Nullable Consumer<RequestEvent> listener() {
    return values.listener;
  }

  /** Names the headers only: their values may be credentials. */
  @Override
  public String toString() {
    return "HttpReadOptions[headers=" + headers().keySet() + "]";
  }

  private HttpReadOptions with(Consumer<Values> change) {
    return new HttpReadOptions(values.with(change));
  }

  private static final class Values extends OptionValues<Values> {
    private HttpClient client;
    private Map<String, String> headers = Map.of();
    private RetryPolicy retries = RetryPolicy.defaults();
    private Duration timeout = Duration.ofSeconds(30);
    private Duration silence = Duration.ofSeconds(30);
    private Consumer<RequestEvent> listener;
  }
}
