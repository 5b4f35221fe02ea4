// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.net.URI;
import java.util.stream.Stream;

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
public record SourceEntry(URI uri, long length, String version) {
  /** A length that is not known. */
  public static final long UNKNOWN = -1;

  /** A source of which only the place is known. */
  public static SourceEntry of(URI uri) {
    return new SourceEntry(uri, UNKNOWN, null);
  }

  /**
   * Whether the file, or a folder between it and this one, has a name that begins with a dot or an
   * underscore: the unfinished work of a writer, by a convention of the field.
   */
  public boolean isHiddenBelow(URI folder) {
    String path = uri.getPath();
    String below = path.substring(Math.min(path.length(), folder.getPath().length()));
    return Stream.of(below.split("/", -1))
        .anyMatch(name -> name.startsWith(".") || name.startsWith("_"));
  }

  /** Without the URI's user information and query, which may be credentials. */
  @Override
  public String toString() {
    return SourceNames.of(uri) + ", " + length + " bytes, version " + version;
  }
}
