// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.util.List;

/**
 * The libraries of the adapters. Where this project is a module, they are on the class path or
 * modules without descriptors, which a module reads only if told to: that is done here too.
 */
public final class SourceLibraries {
  public static final SourceLibraries PARQUET_JAVA =
      new SourceLibraries(
          "Files of parquet-java",
          new OptionalLibrary(
              "org.apache.parquet:parquet-common", "org.apache.parquet.io.InputFile"));
  public static final SourceLibraries HADOOP =
      new SourceLibraries(
          "Files of Hadoop",
          new OptionalLibrary("org.apache.hadoop:hadoop-client-api", "org.apache.hadoop.fs.Path"));
  public static final SourceLibraries ICEBERG =
      new SourceLibraries(
          "Files of Iceberg",
          new OptionalLibrary("org.apache.iceberg:iceberg-api", "org.apache.iceberg.io.InputFile"));
  public static final SourceLibraries S3 =
      new SourceLibraries(
          "Objects on S3",
          awsSdk("s3", "services.s3.S3Client"),
          awsSdk("sdk-core", "core.exception.SdkException"),
          awsSdk("aws-core", "awscore.exception.AwsServiceException"),
          awsSdk("auth", "auth.credentials.AnonymousCredentialsProvider"),
          awsSdk("http-client-spi", "http.Abortable"),
          awsSdk("metrics-spi", "metrics.MetricPublisher"),
          awsSdk("utils", "utils.SdkAutoCloseable"));

  private final String feature;
  private final List<OptionalLibrary> libraries;

  private SourceLibraries(String feature, OptionalLibrary... libraries) {
    this.feature = feature;
    this.libraries = List.of(libraries);
  }

  private static OptionalLibrary awsSdk(String name, String className) {
    return new OptionalLibrary(
        "software.amazon.awssdk:" + name, "software.amazon.awssdk." + className);
  }

  public void require() {
    Module own = SourceLibraries.class.getModule();
    for (OptionalLibrary library : libraries) {
      own.addReads(library.require(feature, SourceLibraries.class.getClassLoader()).getModule());
    }
  }
}
