// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.write;

import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.internal.OptionalLibrary;

/**
 * The libraries that make pages and footers, optional dependencies: checked before their first
 * class is used.
 *
 * <p>The jars share packages, and so cannot be modules. Where this project is a module, they are on
 * the class path, which a module has to be allowed to read: that is done here too.
 */
public final class ParquetHadoop {
  private static final OptionalLibrary HADOOP =
      new OptionalLibrary(
          "org.apache.hadoop:hadoop-client-api", "org.apache.hadoop.conf.Configuration");

  private ParquetHadoop() {}

  /** Throws {@link MissingDependencyException} if a library is missing or too old. */
  public static void require() {
    OptionalLibrary.PARQUET_JAVA.forEach(ParquetHadoop::require);
    require(HADOOP);
  }

  private static void require(OptionalLibrary library) {
    Class<?> found = library.require("Writing Parquet files", ParquetHadoop.class.getClassLoader());
    ParquetHadoop.class.getModule().addReads(found.getModule());
  }
}
