// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.ChangedSourceException;
import io.arrowparquet.footer.SourceEntry;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;

/**
 * Which version of a resource a source reads: settled by what the caller knows and by the first
 * answer, demanded of all later ones. A server is asked to check it by {@code If-Match}, or {@code
 * If-Unmodified-Since} where there is no ETag (RFC 9110, section 13.1); the answers are compared
 * too, since not all servers do so.
 *
 * <p>Threads: may be shared.
 */
final class HttpVersion {
  private final String name;
  private long length;
  private String etag;
  private String modified;

  HttpVersion(String name, SourceEntry entry) {
    this.name = name;
    this.length = entry.length();
    this.etag = entry.version();
  }

  /** In bytes, or {@link SourceEntry#UNKNOWN}. */
  synchronized long length() {
    return length;
  }

  /** Null if it is not known. */
  synchronized String etag() {
    return etag;
  }

  /** Adds the condition to a request, if something is known. */
  synchronized void demand(HttpRequest.Builder request) {
    if (etag != null) {
      request.header("If-Match", etag);
    } else if (modified != null) {
      request.header("If-Unmodified-Since", modified);
    }
  }

  /**
   * Compares an answer with what is known, and adds to it.
   *
   * @param total length that the answer gives
   * @throws ChangedSourceException if it is another version
   */
  synchronized void settle(long total, HttpHeaders headers) throws ChangedSourceException {
    if (length != SourceEntry.UNKNOWN && total != length) {
      throw new ChangedSourceException(name, "length", total + " bytes", length + " bytes");
    }
    String foundEtag = strongEtag(headers);
    requireSame("ETag", foundEtag, etag);
    String foundModified = headers.firstValue("Last-Modified").orElse(null);
    if (etag == null) {
      requireSame("Last-Modified", foundModified, modified);
    }
    length = total;
    etag = etag == null ? foundEtag : etag;
    modified = modified == null ? foundModified : modified;
  }

  private void requireSame(String what, String found, String expected)
      throws ChangedSourceException {
    if (expected != null && found != null && !found.equals(expected)) {
      throw new ChangedSourceException(name, what, found, expected);
    }
  }

  /** The server says that its version is another one. */
  synchronized ChangedSourceException refused(HttpHeaders headers) {
    String found = headers.firstValue("ETag").orElse("another one");
    return etag != null
        ? new ChangedSourceException(name, "ETag", found, etag)
        : new ChangedSourceException(name, "Last-Modified", found, String.valueOf(modified));
  }

  /** A weak ETag, {@code W/"..."}, does not say that the bytes are the same. */
  private static String strongEtag(HttpHeaders headers) {
    return headers.firstValue("ETag").filter(text -> !text.startsWith("W/")).orElse(null);
  }
}
