// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.json;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Random;

/** JSON texts of any content, and the same with a few bytes changed. */
final class RandomJson {
  private static final int MAX_DEPTH = 5;
  private static final String SPACES = " \n\r\t";
  private static final String PUNCTUATION = "{}[]:,\"\\ -+.0123456789eEtruefalsnx/u\n\t\0'";
  private static final String[] WORDS = {
    "true", "false", "null", "NaN", "nul", "Infinity", "truex"
  };

  /** Pieces of strings: escapes whole and broken, UTF-8 of all lengths, some of it not UTF-8. */
  private static final String[] PIECES = {
    "\\n",
    "\\\"",
    "\\\\",
    "\\/",
    "\\b",
    "\\f",
    "\\r",
    "\\t",
    "\\u0041",
    "\\u00e9",
    "\\u20AC",
    "\\ud83d\\ude00",
    "\\uD83D",
    "\\ude00",
    "\\u00g0",
    "\\x",
    "\u00e9",
    "\u00df\u00df\u00df\u00df\u00df",
    "\u20ac",
    "\ud83d\ude00",
    "\u4e2d\u6587",
    "\u007f",
    "\\u0000"
  };

  private static final int[][] RAW_PIECES = {
    {0xC0, 0x80},
    {0xC1, 0xA2},
    {0xE0, 0x80, 0x8A},
    {0xED, 0xA0, 0xBD},
    {0xED, 0xB8, 0x80},
    {0xED, 0xA0, 0xBD, 0xED, 0xB8, 0x80},
    {0xF0, 0x80, 0x80, 0x80},
    {0xF4, 0x90, 0x80, 0x80},
    {0xF5, 0x80, 0x80, 0x80},
    {0xF8, 0x80, 0x80, 0x80},
    {0x80},
    {0xC3},
    {0xE2, 0x82},
    {0xFF},
    {0x01},
    {0x00},
  };

  private final Random random;
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();

  RandomJson(long seed) {
    random = new Random(seed);
  }

  /** A text, valid unless a string has one of the broken pieces in it. */
  byte[] text() {
    out.reset();
    spaces();
    value(0);
    spaces();
    return out.toByteArray();
  }

  /** A text with up to four bytes changed, put in or left out. */
  byte[] mutated() {
    byte[] text = text();
    for (int i = random.nextInt(4); i >= 0 && text.length > 0; i--) {
      int at = random.nextInt(text.length);
      int more = random.nextInt(3) - 1;
      byte[] changed = new byte[text.length + more];
      System.arraycopy(text, 0, changed, 0, at);
      int rest = Math.max(0, Math.min(text.length - at, changed.length - at));
      System.arraycopy(text, text.length - rest, changed, changed.length - rest, rest);
      if (more >= 0) {
        changed[at] = anyByte();
      }
      text = changed;
    }
    return text;
  }

  private byte anyByte() {
    return random.nextInt(4) == 0
        ? (byte) random.nextInt(256)
        : (byte) PUNCTUATION.charAt(random.nextInt(PUNCTUATION.length()));
  }

  private void value(int depth) {
    int kind = random.nextInt(depth < MAX_DEPTH ? 10 : 7);
    switch (kind) {
      case 0, 1 -> string();
      case 2, 3, 4 -> number();
      case 5 -> put(WORDS[random.nextInt(random.nextInt(5) == 0 ? WORDS.length : 3)]);
      case 6, 7 -> array(depth);
      default -> object(depth);
    }
  }

  private void array(int depth) {
    put("[");
    for (int i = depth < MAX_DEPTH ? random.nextInt(4) : 0; i > 0; i--) {
      spaces();
      value(depth + 1);
      spaces();
      put(i > 1 ? "," : "");
    }
    put("]");
  }

  private void object(int depth) {
    put("{");
    spaces();
    for (int i = random.nextInt(5); i > 0; i--) {
      if (random.nextInt(3) == 0) {
        string();
      } else {
        put("\"" + "abcdefghijklmnopqrstuvwxyz".substring(random.nextInt(25)) + "\"");
      }
      spaces();
      put(":");
      spaces();
      value(depth + 1);
      spaces();
      put(i > 1 ? "," : "");
      spaces();
    }
    put("}");
  }

  private void spaces() {
    while (random.nextInt(4) == 0) {
      put(SPACES.substring(random.nextInt(4)).substring(0, 1));
    }
  }

  private void string() {
    put("\"");
    for (int i = random.nextInt(4); i > 0; i--) {
      if (random.nextInt(3) != 0) {
        put("plain text of any length".substring(random.nextInt(24)));
      } else if (random.nextInt(40) != 0) {
        int piece = random.nextInt(PIECES.length);
        boolean broken = piece >= 12 && piece <= 15;
        put(PIECES[broken && random.nextInt(8) != 0 ? 0 : piece]);
      } else {
        for (int b : RAW_PIECES[random.nextInt(RAW_PIECES.length)]) {
          out.write(b);
        }
      }
    }
    put("\"");
  }

  private void number() {
    put(random.nextBoolean() ? "-" : "");
    put(random.nextInt(4) == 0 ? "0" : digits());
    if (random.nextInt(3) == 0) {
      put("." + (random.nextInt(4) == 0 ? "0".repeat(random.nextInt(40)) : "") + digits());
    }
    if (random.nextInt(6) == 0) {
      put(random.nextBoolean() ? "e" : "E");
      put(new String[] {"", "+", "-"}[random.nextInt(3)]);
      put(Integer.toString(random.nextInt(random.nextInt(4) == 0 ? 2_000 : 40)));
    }
  }

  private String digits() {
    int count = 1 + random.nextInt(random.nextInt(8) == 0 ? 60 : 12);
    StringBuilder digits = new StringBuilder().append((char) ('1' + random.nextInt(9)));
    while (digits.length() < count) {
      digits.append((char) ('0' + random.nextInt(10)));
    }
    return digits.toString();
  }

  private void put(String text) {
    out.writeBytes(text.getBytes(StandardCharsets.UTF_8));
  }
}
