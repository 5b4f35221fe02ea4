// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.parquet.internal.write;

import io.arrowparquet.footer.MissingDependencyException;

/**
 * The libraries that make pages and footers, optional dependencies: made sure of before their first
 * class is used.
 *
 * <p>The jars share packages, and so cannot be modules. Where this project is a module, they are on
 * the class path all the same, which a module reads only if told to: that is done here too.
 */
public final class ParquetHadoop {
  private ParquetHadoop() {}

  /** Throws {@link MissingDependencyException} if a library is missing. */
  public static void require() {
    require("org.apache.parquet.hadoop.ParquetFileWriter", "org.apache.parquet:parquet-hadoop");
    require("org.apache.hadoop.conf.Configuration", "org.apache.hadoop:hadoop-client-api");
  }

  private static void require(String className, String artifact) {
    try {
      Class<?> found = Class.forName(className, false, ParquetHadoop.class.getClassLoader());
      ParquetHadoop.class.getModule().addReads(found.getModule());
    } catch (ClassNotFoundException e) {
      throw new MissingDependencyException("Writing Parquet files", artifact, e);
    }
  }
}
