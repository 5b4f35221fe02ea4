// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * What a writer calls a file is read as the same file, whatever the file's name.
 *
 * @see BundleFolder
 */
class BundleNamesPropertyTest {
  private static final List<String> SPECIAL =
      List.of(
          "hour:/x.parquet",
          "http:/x",
          "file:/x",
          "file:/etc/passwd",
          "s3:/bucket/x",
          "dt=2020:01/x",
          "a+b.c-d:/x/y:/z",
          "C:/x",
          "C:\\x",
          "a%20b",
          "a%2Fb/c",
          "a#1",
          "a?b",
          "a b/c d",
          ":/x",
          "a:",
          "~/x",
          "\u00e9/\u4e2d");

  @Provide
  static Arbitrary<String> names() {
    Arbitrary<String> name =
        Arbitraries.strings()
            .withChars("abhtp0129:%#?&=+.-~ \\\u00e9")
            .ofMinLength(1)
            .ofMaxLength(8)
            .filter(text -> !text.contains("..") && !text.equals("."));
    Arbitrary<String> scheme = Arbitraries.of("http:", "file:", "hour:", "C:", "a.b-c+d:");
    return Combinators.combine(
            Arbitraries.oneOf(name, scheme), name.list().ofMinSize(1).ofMaxSize(2))
        .as((first, others) -> first + "/" + String.join("/", others));
  }

  @Property(tries = 300)
  void a_local_file_is_found_by_its_name(@ForAll("names") String name) throws IOException {
    requireLocal(name);
  }

  @Property(tries = 300)
  void an_object_is_found_by_its_name(@ForAll("names") String name) throws Exception {
    requireObject(name);
  }

  @Example
  void special_names_are_found() throws Exception {
    for (String name : SPECIAL) {
      requireLocal(name);
      requireObject(name);
    }
  }

  private static BundledFile file(String name) {
    return new BundledFile(BundledFile.Version.of(name, 1), 1, 1);
  }

  private static void requireLocal(String name) throws IOException {
    try (FileSystem system = Jimfs.newFileSystem(Configuration.unix())) {
      Path folder = Files.createDirectories(system.getPath("/lake"));
      Path path = folder.resolve(name);
      Files.createDirectories(path.getParent());
      Files.writeString(path, "x");
      BundleFolder of = BundleFolder.of(folder);
      BundleInput input = of.input(path);
      assertThat(of.path(file(input.path()))).as(input.path()).isEqualTo(path);
      assertThat(of.allows(input)).isTrue();
      assertThat(of.now(file(input.path())).path()).isEqualTo(input.path());
      assertThat(of.name(path)).isEqualTo(input.path());
      String twice = path.toString().replace("/", "//").replace("//lake", "//lake/./none/..");
      for (String named : List.of(input.path(), path.toString(), "./" + name, name, twice)) {
        assertThat(of.names(named)).as(named).contains(input.path());
      }
    }
  }

  private static void requireObject(String name) throws IOException, URISyntaxException {
    for (String base : List.of("https://host", "s3://bucket")) {
      BundleFolder of = BundleFolder.of(URI.create(base + "/lake/bundle"), ByteSources.defaults());
      URI uri = URI.create(base + new URI(null, null, "/lake/" + name, null).getRawPath());
      List<URI> forms = new ArrayList<>(List.of(uri));
      forms.add(URI.create(uri.toASCIIString()));
      for (URI form : forms) {
        BundleInput input = of.input(SourceEntry.of(form));
        assertThat(of.path(file(input.path()))).isNull();
        assertThat(of.uri(file(input.path()))).as(input.path()).isEqualTo(form);
        assertThat(of.asBundled(file(input.path())).path()).isEqualTo(input.path());
        assertThat(of.allows(input)).isTrue();
        assertThat(of.names(form.toString())).contains(input.path());
        assertThat(of.names(input.path())).contains(input.path());
      }
      String twice = "./" + name.replace("/", "/none/..//");
      assertThat(of.names(twice)).as(twice).contains(of.name(uri));
      assertThat(of.name(uri)).doesNotStartWith(base);
    }
  }
}
