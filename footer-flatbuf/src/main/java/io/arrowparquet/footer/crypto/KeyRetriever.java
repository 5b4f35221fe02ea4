// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.crypto;

import org.jspecify.annotations.Nullable;

/**
 * Finds a key by what a file says of it: a client of a key management service, for example.
 *
 * <p>Threads: a scan asks from several threads at a time. Each reader asks once for each key, when
 * it needs it.
 */
@FunctionalInterface
public interface KeyRetriever {
  /**
   * The key for some key metadata.
   *
   * @param keyMetadata a copy of what the writer stored with the key's modules
   * @return 16, 24 or 32 bytes, which are copied; null if this key is not to be had, so that what
   *     it encrypts stays closed while all else is read
   * @throws Exception if asking fails; the read that needs the key fails with an {@link
   *     io.arrowparquet.storage.InvalidRequestException} that names the file and has it as its
   *     cause
   */
  byte @Nullable [] key(byte[] keyMetadata) throws Exception;
}
