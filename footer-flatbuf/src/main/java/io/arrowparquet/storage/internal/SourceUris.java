// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.SourceEntry;
import java.net.URI;
import java.util.regex.Pattern;

public final class SourceUris {
  private static final Pattern URI_FORM =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

  private SourceUris() {}

  /**
   * Whether a text has the form of a hierarchical URI with a scheme, {@code s3://bucket/key} for
   * example, and is not a path. A single letter before a colon is a drive of Windows.
   */
  public static boolean isUri(String text) {
    return URI_FORM.matcher(text).matches();
  }

  /**
   * Refuses a URI with a fragment. It is no part of the address (RFC 3986, section 3.5), so that
   * the file read or written would be another one than {@code a#1.parquet}, which is most likely
   * meant.
   */
  public static URI requireNoFragment(URI uri) {
    if (uri.getRawFragment() != null) {
      throw new IllegalArgumentException(
          SourceEntry.name(uri) + ": has a fragment, what follows #: write a # in a name as %23");
    }
    return uri;
  }
}
