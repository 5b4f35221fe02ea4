// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** {@code retryAfterMillis} is the wait that the server asks for, or 0. */
record HttpProblem(Kind kind, IOException failure, long retryAfterMillis, boolean isBusy) {
  private static final Pattern MESSAGE =
      Pattern.compile(
          "<Message>([^<]{1,300})|\"message\"\\s*:\\s*\"([^\"]{1,300})", Pattern.CASE_INSENSITIVE);

  enum Kind {
    TRANSIENT,
    PERMANENT,
    /** Ask for the length first: the server does not serve ranges that count from the end. */
    NO_SUFFIX
  }

  static HttpProblem permanent(IOException failure) {
    return new HttpProblem(Kind.PERMANENT, failure, 0, false);
  }

  private static HttpProblem transientOnce(IOException failure) {
    return new HttpProblem(Kind.TRANSIENT, failure, 0, false);
  }

  static HttpProblem noSuffix(String name, int status) {
    return new HttpProblem(
        Kind.NO_SUFFIX,
        new IOException(name + ": status " + status + " for its last bytes"),
        0,
        false);
  }

  static HttpProblem truncated(String name, int missing) {
    return transientOnce(new IOException(name + ": the answer ends " + missing + " bytes early"));
  }

  static HttpProblem broken(String name, Throwable failure) {
    Throwable cause = failure instanceof CompletionException ? failure.getCause() : failure;
    if (cause instanceof TimeoutException || cause instanceof HttpTimeoutException) {
      return transientOnce(new IOException(name + ": the answer takes too long", cause));
    }
    for (Throwable why = cause; why != null; why = why.getCause()) {
      if (why instanceof UnresolvedAddressException || why instanceof UnknownHostException) {
        // The JVM remembers for ten seconds that it has found no address.
        return permanent(new IOException(name + ": no address is known for the host", cause));
      }
    }
    if (cause instanceof ConnectException) {
      return transientOnce(
          new IOException(
              name + ": the host refuses the connection, or no way leads to it", cause));
    }
    if (cause instanceof IOException) {
      String detail = cause.getMessage() == null ? "" : " (" + cause.getMessage() + ")";
      return transientOnce(new IOException(name + ": the connection failed" + detail, cause));
    }
    return permanent(new IOException(name + ": the request failed", cause));
  }

  static HttpProblem ofStatus(HttpByteSource source, HttpResponse.ResponseInfo info, String text) {
    String name = source.name();
    int status = info.statusCode();
    long wait = retryAfterMillis(info.headers());
    String said = "status " + status + reason(text);
    // Without a condition in the request it is not about the version.
    if (status == 412 && source.version.text() != null) {
      return permanent(source.version.refused(HttpByteSource.header(info.headers(), "ETag")));
    }
    return switch (status) {
      case 404, 410 -> permanent(new NoSuchFileException(name, null, said));
      case 401, 403 -> permanent(new AccessDeniedException(name, null, said));
      case 408, 429, 500, 502, 503, 504 -> {
        long longest = source.options.retries().longestDelay().toMillis();
        String asked = "; the server asks for a wait of " + wait + " ms, and at most ";
        String unheard = wait > longest ? asked + longest + " are waited" : "";
        boolean isBusy = status == 429 || status == 503;
        IOException failure = new IOException(name + ": " + said + unheard);
        yield new HttpProblem(Kind.TRANSIENT, failure, wait, isBusy);
      }
      default -> permanent(new IOException(name + ": " + said + ", expected 206"));
    };
  }

  private static String reason(String text) {
    Matcher message = MESSAGE.matcher(text);
    if (!message.find()) {
      return "";
    }
    String found = message.group(1) == null ? message.group(2) : message.group(1);
    return " (" + found.replaceAll("[\\p{Cntrl}\\s]+", " ").strip() + ")";
  }

  /** {@code Retry-After} (RFC 9110, section 10.2.3): seconds, or a date. */
  private static long retryAfterMillis(HttpHeaders headers) {
    String text = headers.firstValue("Retry-After").orElse("");
    if (text.matches("\\d{1,9}")) {
      return Long.parseLong(text) * 1000;
    }
    try {
      Instant until = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      return Math.max(0, until.toEpochMilli() - System.currentTimeMillis());
    } catch (DateTimeException e) {
      return 0; // none, or one that cannot be read
    }
  }

  static URI redirect(String name, URI from, HttpHeaders headers) throws IOException {
    String location = headers.firstValue("Location").orElse("");
    URI to;
    try {
      // The JDK has a character for each byte of a header.
      to = from.resolve(HttpByteSource.ascii(location, StandardCharsets.ISO_8859_1));
    } catch (IllegalArgumentException e) {
      // Without the cause, whose message has the whole location, and so its query.
      throw new IOException(name + ": redirects to what is not a URI");
    }
    boolean isWeb =
        "https".equalsIgnoreCase(to.getScheme())
            || ("http".equalsIgnoreCase(to.getScheme())
                && "http".equalsIgnoreCase(from.getScheme()));
    if (location.isEmpty() || !isWeb || to.getHost() == null) {
      throw new IOException(
          name + ": redirects to " + to.getScheme() + ", expected " + from.getScheme());
    }
    return to;
  }
}
