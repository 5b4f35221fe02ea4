// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.SourceEntry;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

public final class SourceUris {
  private static final Pattern URI_FORM =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

  private SourceUris() {}

  /** A single letter before a colon is a drive of Windows. */
  public static boolean isUri(String text) {
    return URI_FORM.matcher(text).matches();
  }

  public static boolean isFolder(URI uri) {
    return uri.getPath() != null && uri.getPath().endsWith("/");
  }

  /** Whether it stands for the files that match; a star that is meant so is percent-encoded. */
  public static boolean isGlob(URI uri) {
    return uri.getRawPath() != null && uri.getRawPath().indexOf('*') >= 0;
  }

  /** With another path, which is not encoded, and without a query. */
  public static URI withPath(URI uri, String path) {
    try {
      return new URI(uri.getScheme(), uri.getAuthority(), path, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(SourceEntry.name(uri) + ": " + e.getReason(), e);
    }
  }

  /**
   * A fragment is no part of the address (RFC 3986, section 3.5): another file than {@code
   * a#1.parquet} would be read or written, which is most likely meant.
   */
  public static URI requireNoFragment(URI uri) {
    if (uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": has a fragment, what follows #: write a # in a name as %23");
    }
    return uri;
  }
}
