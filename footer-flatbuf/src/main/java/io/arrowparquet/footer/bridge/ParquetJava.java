// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.bridge;

import io.arrowparquet.storage.MissingDependencyException;
import io.arrowparquet.storage.internal.OptionalLibrary;

/**
 * The library at the bridge's other end, an optional dependency: checked before its first class is
 * used.
 *
 * <p>Its jars share packages, and so cannot be modules. Where this project is a module, they are on
 * the class path, which a module reads only if told to: that is done here too.
 */
final class ParquetJava {
  private ParquetJava() {}

  /** Throws {@link MissingDependencyException} if there is no parquet-java to make metadata of. */
  static void requireMetadata() {
    OptionalLibrary.PARQUET_JAVA.forEach(library -> require(library, "Metadata of parquet-java"));
  }

  private static void require(OptionalLibrary library, String feature) {
    Class<?> found = library.require(feature, ParquetJava.class.getClassLoader());
    ParquetJava.class.getModule().addReads(found.getModule());
  }
}
