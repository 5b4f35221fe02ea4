// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.net.URI;
import java.util.stream.Stream;
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
public record SourceEntry(URI uri, long length, @Nullable String version) {
  /** A length that is not known. */
  public static final long UNKNOWN = -1;

  /** A source of which only the place is known. */
  public static SourceEntry of(URI uri) {
    return new SourceEntry(uri, UNKNOWN, null);
  }

  /**
   * Whether the file, or a folder between it and this one, has a name that begins with a dot or an
   * underscore: the unfinished work of a writer, by a convention of the field. A name with {@code
   * =} is that of a partition, and may begin with an underscore.
   */
  public boolean isHiddenBelow(URI folder) {
    String path = uri.getPath();
    String below = path.substring(Math.min(path.length(), folder.getPath().length()));
    return Stream.of(below.split("/", -1))
        .anyMatch(name -> name.startsWith(".") || (name.startsWith("_") && name.indexOf('=') < 0));
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
