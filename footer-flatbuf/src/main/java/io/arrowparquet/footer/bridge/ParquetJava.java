// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.footer.MissingDependencyException;

/**
 * The library at the bridge's other end, an optional dependency: made sure of before its first
 * class is used.
 *
 * <p>Its jars share packages, and so cannot be modules. Where this project is a module, they are on
 * the class path all the same, which a module reads only if told to: that is done here too.
 */
final class ParquetJava {
  private ParquetJava() {}

  /** Throws {@link MissingDependencyException} if there is no parquet-java to make metadata of. */
  static void requireMetadata() {
    require(
        "Metadata of parquet-java",
        "org.apache.parquet.format.converter.ParquetMetadataConverter",
        "org.apache.parquet:parquet-hadoop");
  }

  /** Throws {@link MissingDependencyException} if there are no files of parquet-java. */
  static void requireInput() {
    require(
        "Files of parquet-java",
        "org.apache.parquet.io.InputFile",
        "org.apache.parquet:parquet-common");
  }

  private static void require(String feature, String className, String artifact) {
    try {
      Class<?> found = Class.forName(className, false, ParquetJava.class.getClassLoader());
      ParquetJava.class.getModule().addReads(found.getModule());
    } catch (ClassNotFoundException e) {
      throw new MissingDependencyException(feature, artifact, e);
    }
  }
}
