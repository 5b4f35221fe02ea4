// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import java.math.BigDecimal;
import org.apache.parquet.variant.Variant;
import org.apache.parquet.variant.VariantArrayBuilder;
import org.apache.parquet.variant.VariantBuilder;
import org.apache.parquet.variant.VariantObjectBuilder;

/**
 * Events as applications log them: mostly of one shape, now and then not. {@code amount} is a
 * double, a string or an exact decimal; {@code tags} an array or absent; {@code note} appears only
 * in some events and is of more than one type.
 */
final class DemoEvents {
  private static final String[] KINDS = {"view", "click", "buy", "return"};
  private static final String[] NAMES = {"Ada", "Grace", "Edsger", "Barbara", "Tony"};

  private DemoEvents() {}

  /** Event number {@code i}; the same number gives the same event. */
  static Variant event(int i) {
    VariantBuilder builder = new VariantBuilder();
    VariantObjectBuilder event = builder.startObject();
    event.appendKey("id");
    event.appendLong(i);
    event.appendKey("kind");
    event.appendString(KINDS[i % KINDS.length]);
    appendUser(event, i);
    appendAmount(event, i);
    if (i % 3 != 2) {
      event.appendKey("tags");
      appendTags(event.startArray(), i);
      event.endArray();
    }
    if (i % 2 == 1) {
      appendNote(event, i);
    }
    builder.endObject();
    return builder.build();
  }

  private static void appendUser(VariantObjectBuilder event, int i) {
    event.appendKey("user");
    VariantObjectBuilder user = event.startObject();
    user.appendKey("name");
    user.appendString(NAMES[i % NAMES.length]);
    user.appendKey("age");
    user.appendByte((byte) (20 + i % 50));
    event.endObject();
  }

  private static void appendAmount(VariantObjectBuilder event, int i) {
    event.appendKey("amount");
    switch (i % 4) {
      case 2 -> event.appendString("free");
      case 3 -> event.appendDecimal(BigDecimal.valueOf(1000L + i, 2));
      default -> event.appendDouble(i * 1.25);
    }
  }

  private static void appendTags(VariantArrayBuilder tags, int i) {
    for (int t = 0; t <= i % 3; t++) {
      tags.appendString("tag-" + (i + t) % 7);
    }
  }

  private static void appendNote(VariantObjectBuilder event, int i) {
    event.appendKey("note");
    switch (i % 3) {
      case 0 -> event.appendNull();
      case 1 -> event.appendString("gift");
      default -> {
        VariantObjectBuilder note = event.startObject();
        note.appendKey("lang");
        note.appendString("en");
        event.endObject();
      }
    }
  }
}
