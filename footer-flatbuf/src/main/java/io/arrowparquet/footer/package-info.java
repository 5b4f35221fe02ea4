// SPDX-License-Identifier: Apache-2.0
/**
 * Vocabulary of the footer module: what exceptions say ({@link io.arrowparquet.footer.Diagnosis}),
 * the exception for corrupt bytes, the diagnostics of lenient reading, the layouts a footer may
 * have, and the source its bytes come from.
 *
 * <p>This package imports nothing of the module; every other package may import it.
 */
package io.arrowparquet.footer;
