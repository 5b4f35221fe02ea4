// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import io.arrowparquet.storage.MissingDependencyException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * An optional dependency, and the oldest release of it that works: checked before its first class
 * is used, so that one exception names the artifact. Threads may share it.
 */
public final class OptionalLibrary {
  /** The jars that have to be of the first release with Variant, geometry and geography. */
  public static final List<OptionalLibrary> PARQUET_JAVA =
      List.of(
          parquetJava("hadoop", "org.apache.parquet.hadoop.ParquetFileWriter"),
          parquetJava("column", "org.apache.parquet.schema.Type"),
          parquetJava("format-structures", "org.apache.parquet.format.FileMetaData"));

  private static final Pattern RELEASE = Pattern.compile("(\\d{1,9})\\.(\\d{1,9})(\\D.*)?");

  private final String artifact;
  private final String className;
  private final int major;
  private final int minor;
  private volatile Class<?> found;

  public OptionalLibrary(String artifact, String className) {
    this(artifact, className, 0, 0);
  }

  public OptionalLibrary(String artifact, String className, int major, int minor) {
    this.artifact = artifact;
    this.className = className;
    this.major = major;
    this.minor = minor;
  }

  private static OptionalLibrary parquetJava(String name, String className) {
    return new OptionalLibrary("org.apache.parquet:parquet-" + name, className, 1, 16);
  }

  /**
   * The library's class. Its module is the one to read for the caller: a library whose jars share
   * packages is in the unnamed one. The release is that of the jar's {@code pom.properties}; a jar
   * without them is taken to be new enough.
   *
   * @param feature what needs the library, as the beginning of a sentence: {@code "Brotli pages"}
   */
  public Class<?> require(String feature, ClassLoader loader) {
    if (found == null) {
      Class<?> present = find(feature, loader);
      String version = version(loader);
      if (isTooOld(version)) {
        throw new MissingDependencyException(feature, artifact, major + "." + minor, version);
      }
      found = present;
    }
    return found;
  }

  private Class<?> find(String feature, ClassLoader loader) {
    try {
      return Class.forName(className, false, loader);
    } catch (ClassNotFoundException e) {
      throw new MissingDependencyException(feature, artifact, e);
    }
  }

  private String version(ClassLoader loader) {
    String path = "META-INF/maven/" + artifact.replace(':', '/') + "/pom.properties";
    try (InputStream in = loader.getResourceAsStream(path)) {
      Properties properties = new Properties();
      if (in != null) {
        properties.load(in);
      }
      return properties.getProperty("version");
    } catch (IOException e) {
      return null; // the class was found: its jar can be read
    }
  }

  private boolean isTooOld(String version) {
    Matcher release = RELEASE.matcher(version == null ? "" : version);
    if (!release.matches()) {
      return false;
    }
    int foundMajor = Integer.parseInt(release.group(1));
    int foundMinor = Integer.parseInt(release.group(2));
    return foundMajor < major || (foundMajor == major && foundMinor < minor);
  }
}
