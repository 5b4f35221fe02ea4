// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import java.net.URI;
import java.util.regex.Pattern;

/**
 * Names of sources for messages: URIs without what may be a credential.
 *
 * <p>Threads: any may call it.
 */
public final class SourceNames {
  private static final Pattern URI_FORM =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

  private SourceNames() {}

  /**
   * Whether a text has the form of a hierarchical URI with a scheme, {@code s3://bucket/key} for
   * example, and is not a path. A single letter before a colon is a drive of Windows.
   */
  public static boolean isUri(String text) {
    return URI_FORM.matcher(text).matches();
  }

  /**
   * The URI without user information, query and fragment: a presigned URL has its signature in the
   * query.
   */
  public static String of(URI uri) {
    if (uri.isOpaque()) {
      return uri.getScheme() + ":" + withoutQuery(uri.getSchemeSpecificPart());
    }
    String scheme = uri.getScheme() == null ? "" : uri.getScheme() + ":";
    String authority = uri.getAuthority();
    String host =
        authority == null ? "" : "//" + authority.substring(authority.lastIndexOf('@') + 1);
    return scheme + host + uri.getPath();
  }

  /**
   * Refuses a URI with a fragment. It is no part of the address (RFC 3986, section 3.5), so that
   * the file read or written would be another one than {@code a#1.parquet}, which is most likely
   * meant.
   *
   * @throws IllegalArgumentException if there is one
   */
  public static URI requireNoFragment(URI uri) {
    if (uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          of(uri) + ": has a fragment, what follows #: write a # in a name as %23");
    }
    return uri;
  }

  private static String withoutQuery(String text) {
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
