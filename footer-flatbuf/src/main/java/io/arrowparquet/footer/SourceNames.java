// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer;

import java.net.URI;

/** Names of sources for messages: URIs without what may be a credential. */
public final class SourceNames {
  private SourceNames() {}

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

  private static String withoutQuery(String text) {
    int query = text.indexOf('?');
    return query < 0 ? text : text.substring(0, query);
  }
}
