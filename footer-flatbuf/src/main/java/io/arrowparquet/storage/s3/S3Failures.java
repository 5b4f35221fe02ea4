// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.s3;

import io.arrowparquet.storage.internal.PendingReads;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.SdkException;

final class S3Failures {
  static final int CONFLICT = 409;
  static final int PRECONDITION_FAILED = 412;
  static final int RANGE_NOT_SATISFIABLE = 416;

  private S3Failures() {}

  static int status(SdkException failure) {
    return failure instanceof AwsServiceException service ? service.statusCode() : 0;
  }

  static boolean isNoObject(SdkException failure) {
    return status(failure) == 404 && code(failure).equals("NoSuchKey");
  }

  static IOException of(String name, SdkException failure) {
    if (failure instanceof AbortedException || Thread.currentThread().isInterrupted()) {
      return PendingReads.interrupted(name + ": the thread was interrupted", failure);
    }
    String reason = reason(failure);
    IOException named =
        switch (status(failure)) {
          case 404 -> new NoSuchFileException(name, null, reason);
          case 401, 403 -> new AccessDeniedException(name, null, reason);
          default ->
              code(failure).startsWith("Expired")
                  ? new AccessDeniedException(name, null, reason)
                  : new IOException(name + ": " + reason);
        };
    named.initCause(failure);
    return named;
  }

  /** One sentence: the SDK's own messages name its classes and the ids of requests. */
  private static String reason(SdkException failure) {
    if (failure instanceof AwsServiceException) {
      String said = details(failure) == null ? null : details(failure).errorMessage();
      String code = code(failure);
      return said == null || said.isBlank() ? code : said.strip() + " (" + code + ")";
    }
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof UnknownHostException) {
        return "unknown host " + cause.getMessage();
      }
      if (cause instanceof ConnectException) {
        return "the server does not accept connections: " + cause.getMessage();
      }
      if (cause instanceof SocketTimeoutException) {
        return "the server is silent: " + cause.getMessage();
      }
    }
    String said = String.valueOf(failure.getMessage());
    if (said.startsWith("Unable to load credentials")) {
      return "no credentials: set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile";
    }
    if (said.startsWith("Unable to load region")) {
      return "no region: set AWS_REGION, or the region of a profile";
    }
    return said.replaceFirst(" \\(SDK Attempt Count: \\d+\\)$", "");
  }

  /** Some HTTP clients take an answer for whole whose head or body was cut off. */
  static <T> T present(String name, T part, String what) throws IOException {
    if (part == null) {
      throw new IOException(name + ": the answer was cut off: found no " + what);
    }
    return part;
  }

  private static AwsErrorDetails details(SdkException failure) {
    return failure instanceof AwsServiceException service ? service.awsErrorDetails() : null;
  }

  private static String code(SdkException failure) {
    String code = details(failure) == null ? null : details(failure).errorCode();
    return code == null ? "status " + status(failure) : code;
  }
}
