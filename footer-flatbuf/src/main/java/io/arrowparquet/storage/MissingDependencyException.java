// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when something is asked for that needs a library which the application does not have, or
 * has in a release that is too old: an optional dependency of this project. Nothing has been read
 * or written then; with the artifact on the class path the same call works.
 */
public final class MissingDependencyException extends DiagnosedException {
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
  public MissingDependencyException(String feature, String artifact, @Nullable Throwable cause) {
    this(feature, artifact, diagnosis(feature, artifact, " is not on the class path"), cause);
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
    this(
        feature,
        artifact,
        diagnosis(
            feature,
            artifact,
            " " + found + " is on the class path, needed is " + needed + " or newer"),
        null);
  }

  private MissingDependencyException(
      String feature, String artifact, Diagnosis diagnosis, Throwable cause) {
    super(diagnosis, diagnosis.message(), cause);
    this.feature = feature;
    this.artifact = artifact;
  }

  private static Diagnosis diagnosis(String feature, String artifact, String problem) {
    return Diagnosis.of(feature + ": " + artifact + problem);
  }

  @Override
  protected MissingDependencyException with(Diagnosis changed) {
    return new MissingDependencyException(feature, artifact, changed, this);
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
