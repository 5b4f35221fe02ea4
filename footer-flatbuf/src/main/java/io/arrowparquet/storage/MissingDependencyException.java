// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

/**
 * Thrown when something is asked for that needs a library which the application does not have, or
 * has in a release that is too old: an optional dependency of this project. Nothing has been read
 * or written then; with the artifact on the class path the same call works.
 */
public final class MissingDependencyException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String feature;
  private final String artifact;

  /**
   * A library that is missing.
   *
   * @param feature what needs it, as the beginning of a sentence: {@code "Brotli pages"}
   * @param artifact its Maven coordinates without a version: {@code "org.brotli:dec"}
   * @param cause which class is missing; may be null
   */
  public MissingDependencyException(String feature, String artifact, Throwable cause) {
    super(feature + ": " + artifact + " is not on the class path", cause);
    this.feature = feature;
    this.artifact = artifact;
  }

  /**
   * A library that is too old.
   *
   * @param feature what needs it, as the beginning of a sentence
   * @param artifact its Maven coordinates without a version
   * @param needed the oldest release that works
   * @param found the release on the class path
   */
  public MissingDependencyException(String feature, String artifact, String needed, String found) {
    super(
        feature
            + ": "
            + artifact
            + " "
            + found
            + " is on the class path, needed is "
            + needed
            + " or newer");
    this.feature = feature;
    this.artifact = artifact;
  }

  /** What needs the library. */
  public String feature() {
    return feature;
  }

  /** Maven coordinates of the library, without a version. */
  public String artifact() {
    return artifact;
  }
}
