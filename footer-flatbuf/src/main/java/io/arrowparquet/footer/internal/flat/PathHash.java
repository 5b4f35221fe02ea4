// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

/**
 * The hash under which the name index keeps a leaf: 32-bit FNV-1a over the UTF-8 bytes of its
 * dotted path, the root's name left out.
 *
 * <pre>
 *   hash = 0x811C9DC5; for each byte b: hash = (hash xor b) * 0x01000193, modulo 2^32
 *   "a"   -> 0xE40C292C        "a.b" -> the hash of "a" carried on with '.' and 'b'
 * </pre>
 *
 * <p>Carrying on is why it is FNV: the paths of a schema are hashed in one pass over its names,
 * without building a path. Equal hashes are told apart by comparing names, so that collisions, made
 * on purpose or not, cost time and never give a wrong column; a search that meets thousands ends.
 */
public final class PathHash {
  public static final int EMPTY = 0x811C9DC5;

  private static final int PRIME = 0x01000193;
  private static final int REPLACEMENT = '?';

  private PathHash() {}

  public static int extend(int hash, int nextByte) {
    return (hash ^ (nextByte & 0xFF)) * PRIME;
  }

  public static int extend(int hash, byte[] bytes, int start, int length) {
    int extended = hash;
    for (int i = start; i < start + length; i++) {
      extended = (extended ^ (bytes[i] & 0xFF)) * PRIME;
    }
    return extended;
  }

  /** The hash of a string's UTF-8 bytes; half a surrogate pair counts as a question mark. */
  public static int of(String path) {
    int hash = EMPTY;
    int all = 0;
    // Without a way out the compiler unrolls the loop; that all is ASCII turns out after it.
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      all |= c;
      hash = (hash ^ c) * PRIME;
    }
    return all < 0x80 ? hash : ofCodePoints(path);
  }

  private static int ofCodePoints(String path) {
    int hash = EMPTY;
    for (int i = 0; i < path.length(); i++) {
      char c = path.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < path.length()
          && Character.isLowSurrogate(path.charAt(i + 1))) {
        hash = extendByCodePoint(hash, Character.toCodePoint(c, path.charAt(++i)));
      } else {
        hash = extendByCodePoint(hash, Character.isSurrogate(c) ? REPLACEMENT : c);
      }
    }
    return hash;
  }

  private static int extendByCodePoint(int hash, int codePoint) {
    if (codePoint < 0x80) {
      return extend(hash, codePoint);
    }
    if (codePoint < 0x800) {
      return extend(extend(hash, 0xC0 | (codePoint >> 6)), 0x80 | (codePoint & 0x3F));
    }
    if (codePoint < 0x10000) {
      int lead = extend(hash, 0xE0 | (codePoint >> 12));
      return extend(extend(lead, 0x80 | ((codePoint >> 6) & 0x3F)), 0x80 | (codePoint & 0x3F));
    }
    int lead = extend(extend(hash, 0xF0 | (codePoint >> 18)), 0x80 | ((codePoint >> 12) & 0x3F));
    return extend(extend(lead, 0x80 | ((codePoint >> 6) & 0x3F)), 0x80 | (codePoint & 0x3F));
  }
}
