// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.SourceEntry;
import java.net.URI;
import java.util.regex.Pattern;

public final class SourceUris {
  private static final Pattern URI_FORM =
      Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*", Pattern.DOTALL);

  private SourceUris() {}

  /** A single letter before a colon is a drive of Windows. */
  public static boolean isUri(String text) {
    return URI_FORM.matcher(text).matches();
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
