// SPDX-License-Identifier: Apache-2.0
/**
 * What all packages of the footer module share: exceptions and what they say ({@link
 * io.arrowparquet.footer.Diagnosis}), the diagnostics of lenient reading, the layouts a footer may
 * have, and the source its bytes come from.
 *
 * <p>In and out: values only. Open {@link io.arrowparquet.footer.ByteSource} and {@link
 * io.arrowparquet.footer.CorruptFooterException} first. This package imports nothing of the module;
 * every other package may import it.
 */
package io.arrowparquet.footer;
