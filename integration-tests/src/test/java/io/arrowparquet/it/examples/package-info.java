/**
 * The examples of the README, compiled and run.
 *
 * <p>In: {@code README.md}. Out: the proof that what it shows works. Open {@link
 * io.arrowparquet.it.examples.ReadmeExamplesTest} first.
 */
package io.arrowparquet.it.examples;
