// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.storage.MissingDependencyException;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OptionalLibraryTest {
  private static final String ARTIFACT = "group.name:artifact-name";
  private static final ClassLoader HERE = OptionalLibraryTest.class.getClassLoader();

  @TempDir Path folder;

  /** A class path on which the library has this release. */
  private ClassLoader withRelease(String version) throws IOException {
    Path properties =
        Files.createDirectories(folder.resolve("META-INF/maven/group.name/artifact-name"))
            .resolve("pom.properties");
    Files.writeString(properties, "artifactId=artifact-name\nversion=" + version + "\n");
    return new ClassLoader(HERE) {
      @Override
      public URL getResource(String name) {
        try {
          return folder.resolve(name).toUri().toURL();
        } catch (MalformedURLException e) {
          throw new AssertionError(e);
        }
      }
    };
  }

  private static OptionalLibrary since(int major, int minor) {
    return new OptionalLibrary(ARTIFACT, OptionalLibraryTest.class.getName(), major, minor);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"1.16.0", "1.16", "1.16.0-SNAPSHOT", "1.16-amzn-0", "1.100.2", "2.0.0", "main"})
  void new_enough(String version) throws IOException {
    assertThat(since(1, 16).require("Something", withRelease(version)))
        .isEqualTo(OptionalLibraryTest.class);
  }

  @ParameterizedTest
  @CsvSource({"1.15.2, 1, 16", "0.99, 1, 0", "1.9.9, 1, 16", "1.14.1.7.2.17.0-334, 1, 15"})
  void too_old(String version, int major, int minor) throws IOException {
    ClassLoader loader = withRelease(version);

    assertThatThrownBy(() -> since(major, minor).require("Something", loader))
        .isInstanceOf(MissingDependencyException.class)
        .hasMessage(
            "Something: group.name:artifact-name %s is on the class path, needed is %d.%d or newer",
            version, major, minor);
  }

  @Test
  void without_a_known_release() {
    assertThat(since(1, 16).require("Something", HERE)).isEqualTo(OptionalLibraryTest.class);
  }

  @Test
  void missing() {
    OptionalLibrary library = new OptionalLibrary(ARTIFACT, "no.such.Type");

    assertThatThrownBy(() -> library.require("Something", HERE))
        .isInstanceOf(MissingDependencyException.class)
        .hasMessage("Something: group.name:artifact-name is not on the class path");
  }
}
