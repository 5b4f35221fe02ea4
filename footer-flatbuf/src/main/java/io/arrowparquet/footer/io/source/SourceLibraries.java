// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.source;

import io.arrowparquet.footer.MissingDependencyException;
import io.arrowparquet.footer.OptionalLibrary;
import java.util.List;

/**
 * The libraries of the adapters, optional dependencies: checked before their first class is used.
 *
 * <p>Where this project is a module, they are on the class path or modules without descriptors,
 * which a module reads only if told to: that is done here too.
 */
enum SourceLibraries {
  PARQUET_JAVA(
      "Files of parquet-java",
      new OptionalLibrary("org.apache.parquet:parquet-common", "org.apache.parquet.io.InputFile")),
  HADOOP(
      "Files of Hadoop",
      new OptionalLibrary("org.apache.hadoop:hadoop-client-api", "org.apache.hadoop.fs.Path")),
  ICEBERG(
      "Files of Iceberg",
      new OptionalLibrary("org.apache.iceberg:iceberg-api", "org.apache.iceberg.io.InputFile")),
  S3(
      "Objects on S3",
      new OptionalLibrary(
          "software.amazon.awssdk:s3", "software.amazon.awssdk.services.s3.S3Client"),
      new OptionalLibrary(
          "software.amazon.awssdk:sdk-core", "software.amazon.awssdk.core.exception.SdkException"),
      new OptionalLibrary(
          "software.amazon.awssdk:aws-core",
          "software.amazon.awssdk.awscore.exception.AwsServiceException"),
      new OptionalLibrary(
          "software.amazon.awssdk:http-client-spi", "software.amazon.awssdk.http.Abortable"),
      new OptionalLibrary(
          "software.amazon.awssdk:utils", "software.amazon.awssdk.utils.SdkAutoCloseable"));

  private final String feature;
  private final List<OptionalLibrary> libraries;

  SourceLibraries(String feature, OptionalLibrary... libraries) {
    this.feature = feature;
    this.libraries = List.of(libraries);
  }

  /**
   * Checks that the libraries are there.
   *
   * @throws MissingDependencyException if one is not
   */
  void require() {
    Module own = SourceLibraries.class.getModule();
    for (OptionalLibrary library : libraries) {
      own.addReads(library.require(feature, SourceLibraries.class.getClassLoader()).getModule());
    }
  }
}
