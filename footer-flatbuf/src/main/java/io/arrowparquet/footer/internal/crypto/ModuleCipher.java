// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.crypto;

import io.arrowparquet.footer.CorruptFooterException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.spec.AlgorithmParameterSpec;
import java.util.Arrays;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.IvParameterSpec;

/**
 * Decrypts and encrypts modules with one key, by ciphers that are used again. One thread at a time.
 *
 * <pre>
 *   AES GCM:  | length | nonce | ciphertext | tag |      length: of what follows it
 *   AES CTR:  | length | nonce | ciphertext |
 *             | 4      | 12    |            | 16  |      bytes
 * </pre>
 */
final class ModuleCipher {
  static final int LENGTH = Integer.BYTES;
  static final int NONCE = 12;
  static final int TAG = 16;

  /** What a module in GCM has besides its bytes. */
  static final int OVERHEAD = LENGTH + NONCE + TAG;

  private final SecretKey key;
  private Cipher gcm;
  private Cipher ctr;

  ModuleCipher(SecretKey key) {
    this.key = key;
  }

  /** Bytes of a framed module whose first ones these are, at most all that there are. */
  static int framedLength(ModuleType type, boolean isCtr, ByteBuffer module, int available) {
    int least = isCtr ? NONCE : NONCE + TAG;
    int most = available - LENGTH;
    int length = most < 0 ? -1 : module.order(ByteOrder.LITTLE_ENDIAN).getInt(module.position());
    if (length < least || length > most) {
      throw new CorruptFooterException(
          "length of the " + type,
          0,
          most < 0 ? "no more than " + available + " bytes" : Integer.toUnsignedString(length),
          least + " to " + Math.max(most, least) + ", the bytes that may be its own");
    }
    return LENGTH + length;
  }

  /**
   * Decrypts a framed module of known length.
   *
   * @param target has room for what the module has
   * @return how many bytes were put
   * @throws CorruptFooterException if the tag is not that of the bytes, key and place; its offset
   *     counts from the module's beginning
   */
  int decrypt(ModuleType type, boolean isCtr, ByteBuffer module, ByteBuffer target, byte[] aad) {
    byte[] nonce = new byte[NONCE];
    module.position(module.position() + LENGTH).get(nonce);
    try {
      Cipher cipher = cipher(isCtr, Cipher.DECRYPT_MODE, nonce);
      if (!isCtr) {
        cipher.updateAAD(aad);
      }
      return cipher.doFinal(module, target);
    } catch (AEADBadTagException e) {
      throw new CorruptFooterException(
          "tag of the " + type,
          0,
          "one that does not fit",
          "that of its bytes at this place of this file, by the key given",
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cipher of the " + type, e);
    }
  }

  /** As {@link #decrypt}, of a module in GCM between two indices; a new array. */
  byte[] decrypt(ModuleType type, byte[] bytes, int from, int end, byte[] aad) {
    ByteBuffer module = ByteBuffer.wrap(bytes, from, end - from);
    int framed = framedLength(type, false, module, end - from);
    byte[] plain = new byte[framed - OVERHEAD];
    decrypt(type, false, module.limit(from + framed), ByteBuffer.wrap(plain), aad);
    return plain;
  }

  byte[] encrypt(boolean isCtr, byte[] nonce, byte[] bytes, byte[] aad) {
    try {
      Cipher cipher = cipher(isCtr, Cipher.ENCRYPT_MODE, nonce);
      if (!isCtr) {
        cipher.updateAAD(aad);
      }
      int rest = Math.addExact(NONCE + (isCtr ? 0 : TAG), bytes.length);
      byte[] module = new byte[Math.addExact(LENGTH, rest)];
      ByteBuffer.wrap(module).order(ByteOrder.LITTLE_ENDIAN).putInt(rest).put(nonce);
      cipher.doFinal(bytes, 0, bytes.length, module, LENGTH + NONCE);
      return module;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cipher of a module", e);
    }
  }

  /**
   * @throws IllegalStateException if the nonce was used by this cipher last
   */
  byte[] tag(byte[] bytes, byte[] nonce, byte[] aad) {
    try {
      Cipher cipher = cipher(false, Cipher.ENCRYPT_MODE, nonce);
      cipher.updateAAD(aad);
      byte[] sealed = cipher.doFinal(bytes);
      return Arrays.copyOfRange(sealed, bytes.length, sealed.length);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cipher of a signature", e);
    }
  }

  private Cipher cipher(boolean isCtr, int mode, byte[] nonce) throws GeneralSecurityException {
    AlgorithmParameterSpec parameters;
    if (isCtr) {
      byte[] iv = Arrays.copyOf(nonce, NONCE + Integer.BYTES);
      iv[iv.length - 1] = 1;
      parameters = new IvParameterSpec(iv);
      ctr = ctr == null ? Cipher.getInstance("AES/CTR/NoPadding") : ctr;
    } else {
      parameters = new GCMParameterSpec(TAG * Byte.SIZE, nonce);
      gcm = gcm == null ? Cipher.getInstance("AES/GCM/NoPadding") : gcm;
    }
    Cipher cipher = isCtr ? ctr : gcm;
    cipher.init(mode, key, parameters);
    return cipher;
  }
}
