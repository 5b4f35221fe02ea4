// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.io.Serializable;
import java.net.URI;
import org.jspecify.annotations.Nullable;

/**
 * What is known of a source before it is opened. With a length no request is needed to ask for it;
 * with a version every read fails that would give other bytes.
 *
 * <p>Immutable.
 *
 * @param uri where it is
 * @param length in bytes, or {@link #UNKNOWN}
 * @param version as {@link ByteSource#version}; null if it is not known
 */
public record SourceEntry(URI uri, long length, @Nullable String version) implements Serializable {
  private static final long serialVersionUID = 1;

  /** A length that is not known. */
  public static final long UNKNOWN = -1;

  /** A source of which only the place is known. */
  public static SourceEntry of(URI uri) {
    return new SourceEntry(uri, UNKNOWN, null);
  }

  /**
   * The name of a source for messages: its URI without user information, query and fragment, which
   * may be credentials. A presigned URL has its signature in the query.
   */
  public static String name(URI uri) {
    if (uri.isOpaque()) {
      return uri.getScheme() + ":" + withoutQuery(uri.getSchemeSpecificPart());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme() + ":";
    String authority = uri.getAuthority();
    String host =
        authority == null ? "" : "//" + authority.substring(authority.lastIndexOf('@') + 1);
    return scheme + host + uri.getPath();
  }

  /** Without the URI's user information and query, which may be credentials. */
  @Override
  public String toString() {
    return name(uri) + ", " + length + " bytes, version " + version;
  }

  private static String withoutQuery(String text) {
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
