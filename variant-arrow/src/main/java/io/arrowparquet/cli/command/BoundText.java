// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.footer.flat.StatisticsView;
import io.arrowparquet.footer.model.Type;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/** The least and the greatest value of a chunk, as people read them. */
final class BoundText {
  private static final int LONGEST = 32;

  private BoundText() {}

  static String min(Type type, StatisticsView statistics) {
    if (!statistics.hasPrimitiveBounds()) {
      return bytes(statistics.minValue());
    }
    return switch (type) {
      case INT32 -> String.valueOf(statistics.minInt());
      case INT64 -> String.valueOf(statistics.minLong());
      case FLOAT -> String.valueOf(statistics.minFloat());
      case DOUBLE -> String.valueOf(statistics.minDouble());
      default -> bytes(statistics.minValue());
    };
  }

  static String max(Type type, StatisticsView statistics) {
    if (!statistics.hasPrimitiveBounds()) {
      return bytes(statistics.maxValue());
    }
    return switch (type) {
      case INT32 -> String.valueOf(statistics.maxInt());
      case INT64 -> String.valueOf(statistics.maxLong());
      case FLOAT -> String.valueOf(statistics.maxFloat());
      case DOUBLE -> String.valueOf(statistics.maxDouble());
      default -> bytes(statistics.maxValue());
    };
  }

  /** Quoted where the bytes are readable text, in hex where they are not; long ones cut. */
  private static String bytes(byte[] bound) {
    String text = textOrNull(bound);
    if (text == null) {
      String hex = HexFormat.of().formatHex(bound, 0, Math.min(bound.length, LONGEST / 2));
      return "0x" + hex + (bound.length > LONGEST / 2 ? "..." : "");
    }
    return text.length() > LONGEST
        ? '"' + text.substring(0, text.offsetByCodePoints(0, LONGEST)) + "...\""
        : '"' + text + '"';
  }

  private static String textOrNull(byte[] bound) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bound)).toString();
      return text.chars().anyMatch(Character::isISOControl) ? null : text;
    } catch (CharacterCodingException e) {
      return null;
    }
  }
}
