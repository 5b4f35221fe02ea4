// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

/** Exceptions of the AWS SDK as those of the JDK, with the object's name. */
final class S3Failures {
  static final int CONFLICT = 409;
  static final int PRECONDITION_FAILED = 412;
  static final int RANGE_NOT_SATISFIABLE = 416;

  private S3Failures() {}

  /** The status of an answer; 0 if there was none. */
  static int status(SdkException failure) {
    return failure instanceof AwsServiceException service ? service.statusCode() : 0;
  }

  /** Whether there is no such object, though there is its bucket. */
  static boolean isNoObject(SdkException failure) {
    return status(failure) == 404 && code(failure).equals("NoSuchKey");
  }

  static IOException of(String name, SdkException failure) {
    if (failure instanceof AbortedException || Thread.currentThread().isInterrupted()) {
      InterruptedIOException interrupted =
          new InterruptedIOException(name + ": the thread was interrupted");
      interrupted.initCause(failure);
      return interrupted;
    }
    IOException named =
        switch (status(failure)) {
          case 404 -> new NoSuchFileException(name, null, code(failure));
          case 401, 403 -> new AccessDeniedException(name, null, code(failure));
          default -> new IOException(name + ": " + failure.getMessage());
        };
    named.initCause(failure);
    return named;
  }

  /**
   * A part of an answer that every whole answer has. Some HTTP clients take one for whole whose
   * head or body was cut off.
   */
  static <T> T present(String name, T part, String what) throws IOException {
    if (part == null) {
      throw new IOException(name + ": the answer was cut off: found no " + what);
    }
    return part;
  }

  private static String code(SdkException failure) {
    boolean isExplained =
        failure instanceof AwsServiceException service && service.awsErrorDetails() != null;
    return isExplained
        ? ((AwsServiceException) failure).awsErrorDetails().errorCode()
        : "status " + status(failure);
  }
}
