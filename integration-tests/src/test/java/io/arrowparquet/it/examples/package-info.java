/**
 * The examples of the README and of the pages below {@code docs}, compiled and run.
 *
 * <p>In: {@code README.md}, {@code docs}. Out: the proof that what it shows works. Open {@link
 * io.arrowparquet.it.examples.ReadmeExamplesTest} first.
 */
package io.arrowparquet.it.examples;
