// SPDX-License-Identifier: Apache-2.0
/**
 * Keys of encrypted files, as callers give them: {@link io.arrowparquet.footer.crypto.KeyRetriever}
 * for those that a file names, {@link io.arrowparquet.footer.crypto.DecryptionKeys} for reading,
 * {@link io.arrowparquet.footer.crypto.FileEncryption} for writing.
 *
 * <p>In and out: values only. Open {@link io.arrowparquet.footer.crypto.DecryptionKeys} first.
 * Implements sections 4.3 and 4.4.1 of Parquet's Encryption.md.
 */
@NullMarked
package io.arrowparquet.footer.crypto;

import org.jspecify.annotations.NullMarked;
