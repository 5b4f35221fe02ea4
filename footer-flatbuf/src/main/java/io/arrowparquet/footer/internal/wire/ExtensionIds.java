// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.wire;

import io.arrowparquet.footer.FooterLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.UUID;

/** The ids at the end of an extension, most significant byte first (RFC 9562). */
public final class ExtensionIds {
  /** This project's extension, IDL version 0. Random (version 4), picked once, never changed. */
  public static final UUID SPEC = UUID.fromString("55530d02-79c1-4be4-b1fa-b8bdb8614266");

  /** Kept for a ratified IDL, version 1. Random (version 4), picked once, never changed. */
  public static final UUID SPEC_V1 = UUID.fromString("6985704b-f1b1-46d3-8257-d12b6d2b9590");

  /** The placeholder of the Arrow C++ proposal: {@code deadbeef} four times. */
  public static final UUID ARROW_CPP = new UUID(0xDEADBEEF_DEADBEEFL, 0xDEADBEEF_DEADBEEFL);

  /** This project's index of the Thrift footer. Random (version 4), picked once, never changed. */
  public static final UUID INDEX = UUID.fromString("d41722f9-ba36-42e0-8467-7a96011ba550");

  /** Photon's, in the files that it writes. */
  public static final UUID PHOTON = UUID.fromString("fcdfcfb4-1c67-490b-8c8f-a6db69ed6ced");

  static final int LENGTH = 16;

  private ExtensionIds() {}

  /** The layout of the value of field 32767, by the id at its end; null for a foreign one. */
  public static FooterLayout layoutOf(ByteBuffer extension) {
    UUID id = idOf(extension);
    if (SPEC.equals(id)) {
      return FooterLayout.SPEC;
    }
    if (SPEC_V1.equals(id)) {
      return FooterLayout.SPEC_V1;
    }
    if (INDEX.equals(id)) {
      return FooterLayout.INDEX;
    }
    if (PHOTON.equals(id)) {
      return FooterLayout.PHOTON;
    }
    return ARROW_CPP.equals(id) ? FooterLayout.ARROW_CPP : null;
  }

  /** Whether it is an extension that this library writes, and so may take off again. */
  public static boolean isOurs(ByteBuffer extension) {
    FooterLayout layout = layoutOf(extension);
    return layout != null && layout.isWritable();
  }

  /** The last bytes of the value of field 32767; null if it has fewer. */
  public static UUID idOf(ByteBuffer extension) {
    int start = extension.limit() - LENGTH;
    if (start < extension.position()) {
      return null;
    }
    ByteBuffer bigEndian = extension.duplicate().order(ByteOrder.BIG_ENDIAN);
    return new UUID(bigEndian.getLong(start), bigEndian.getLong(start + Long.BYTES));
  }
}
