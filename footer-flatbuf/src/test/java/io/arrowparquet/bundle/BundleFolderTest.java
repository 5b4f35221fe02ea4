// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import io.arrowparquet.bundle.stream.BundledFile;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A bundle's names of files lead below its folder, and elsewhere only where the caller says so. */
class BundleFolderTest {
  private static BundledFile file(String name) {
    return new BundledFile(BundledFile.Version.of(name, 7), 1, 1);
  }

  private static Object open(BundleFolder folder, String name) {
    Path path = folder.path(file(name));
    return path != null ? path : folder.uri(file(name));
  }

  private static void assertRefused(BundleFolder folder, String name) {
    assertThatThrownBy(() -> open(folder, name))
        .as(name)
        .isInstanceOf(CorruptFooterException.class)
        .hasMessageContaining("name of a file in the bundle: found " + name)
        .hasMessageContaining(folder.name())
        .hasMessageContaining("--files-below");
    assertThat(folder.allows(new BundleInput(BundledFile.Version.of(name, 7), null))).isFalse();
  }

  /** Names that lead upwards, or that no URI may have. */
  private static final List<String> NEVER =
      List.of(
          "..",
          "../a",
          "x/../../a",
          "x/..",
          "x/../a",
          "..\\a",
          "x\\..\\a",
          "%2e%2e/a",
          "x/%2E./a",
          "..%2fa",
          "..%5Ca",
          "..;/a",
          "file:///lake/../a",
          "file:///lake/x/../a",
          "file:///lake/%2e%2e/a",
          "https://host/lake/../a",
          "https://host/lake/%2e%2e/a",
          "https://host/lake/%2E%2e%2Fa",
          "https://host/lake/..%5ca",
          "https://host/lake/a?b",
          "https://host/lake/% a",
          "s3://bucket/lake/x/../a");

  private static final List<String> ELSEWHERE =
      List.of(
          "/etc/passwd",
          "/lake2/a",
          "/lak",
          "//host/share/a",
          "file:///etc/passwd",
          "file:/lake2/a",
          "https://elsewhere/lake/a",
          "https://host:81/lake/a",
          "https://user@host/lake/a",
          "https://host/lake2/a",
          "https://host/",
          "http://host/lake/a",
          "http://169.254.169.254/latest/meta-data",
          "s3://bucket/other/a",
          "s3://bucket2/lake/a",
          "hdfs://name/lake/a");

  private static final List<BundleFolder> FOLDERS =
      List.of(
          BundleFolder.of(Path.of("/lake")),
          BundleFolder.of(URI.create("file:///lake/bundle"), ByteSources.defaults()),
          BundleFolder.of(URI.create("https://host/lake/bundle"), ByteSources.defaults()),
          BundleFolder.of(URI.create("s3://bucket/lake/bundle"), ByteSources.defaults()));

  @Test
  void other_places_and_ways_upwards_are_refused() {
    for (BundleFolder folder : FOLDERS) {
      NEVER.forEach(name -> assertThat(isOpened(folder, name)).as(name).isFalse());
      ELSEWHERE.forEach(name -> assertRefused(folder, name));
    }
  }

  private static boolean isOpened(BundleFolder folder, String name) {
    try {
      return open(folder, name) != null;
    } catch (CorruptFooterException refused) {
      return false;
    }
  }

  @Test
  void what_is_below_the_folder_is_opened_by_any_form_of_its_name() {
    for (BundleFolder folder : FOLDERS) {
      for (String name : List.of("a", "p=1/a b..parquet", "x/...", "..a", "a..", "a:b", "100%.p")) {
        assertThat(String.valueOf(open(folder, name)))
            .matches("/lake/.*|(file:|https://host|s3://bucket)/lake/.*");
      }
    }
    assertThat(open(FOLDERS.get(0), "/lake/a")).isEqualTo(Path.of("/lake/a"));
    assertThat(open(FOLDERS.get(0), "file:///lake/a")).isEqualTo(Path.of("/lake/a"));
    assertThat(open(FOLDERS.get(1), "/lake/a")).isEqualTo(Path.of("/lake/a"));
    assertThat(open(FOLDERS.get(2), "https://host/lake//a"))
        .isEqualTo(URI.create("https://host/lake//a"));
    assertThat(open(FOLDERS.get(3), "s3://bucket/lake/a"))
        .isEqualTo(URI.create("s3://bucket/lake/a"));
  }

  @Test
  void the_caller_allows_other_folders_and_never_ways_upwards() {
    for (BundleFolder folder : FOLDERS) {
      BundleFolder wide =
          folder
              .withFilesBelow(Path.of("/"))
              .withFilesBelow(URI.create("https://elsewhere"))
              .withFilesBelow(URI.create("https://host/lake2"))
              .withFilesBelow(URI.create("s3://bucket/other/"));
      for (String name :
          List.of(
              "/etc/passwd",
              "file:///etc/passwd",
              "https://elsewhere/lake/a",
              "https://host/lake2/a",
              "s3://bucket/other/a")) {
        assertThat(open(wide, name)).isNotNull();
        assertThat(wide.allows(new BundleInput(BundledFile.Version.of(name, 7), null))).isTrue();
      }
      NEVER.forEach(name -> assertThat(isOpened(wide, name)).as(name).isFalse());
      assertRefused(wide, "https://host/lake20/a");
      assertRefused(wide, "s3://bucket2/lake/a");
      assertRefused(folder.withFilesBelow(URI.create("file:///etc")), "/data/a");
    }
  }

  @Test
  void names_of_windows_do_not_leave_the_folder() throws IOException {
    try (FileSystem windows = Jimfs.newFileSystem(Configuration.windows())) {
      BundleFolder folder = BundleFolder.of(windows.getPath("C:\\lake"));
      assertThat(open(folder, "p=1/a")).isEqualTo(windows.getPath("C:\\lake\\p=1\\a"));
      assertThat(open(folder, "C:/lake/a")).isEqualTo(windows.getPath("C:\\lake\\a"));
      for (String name :
          List.of("C:/other/a", "C:\\other\\a", "D:\\a", "\\\\host\\share\\a", "x\\..\\..\\a")) {
        assertThat(isOpened(folder, name)).as(name).isFalse();
      }
    }
  }

  @Test
  void a_link_in_the_folder_is_followed_and_a_link_to_it_is_the_folder(@TempDir Path temporary)
      throws IOException {
    Path lake = Files.createDirectory(temporary.resolve("lake"));
    Path data = Files.createDirectory(temporary.resolve("data"));
    Files.writeString(data.resolve("a.parquet"), "content");
    Files.createSymbolicLink(lake.resolve("link"), data);
    Path byLink = Files.createSymbolicLink(temporary.resolve("current"), lake);
    BundleFolder folder = BundleFolder.of(lake);
    assertThat(folder.now(file("link/a.parquet")).version().length()).isEqualTo(7);
    for (Path named : List.of(lake, byLink)) {
      for (BundleFolder of : List.of(folder, BundleFolder.of(byLink))) {
        assertThat(of.input(named.resolve("link/a.parquet")).path()).isEqualTo("link/a.parquet");
      }
    }
    BundleInput outside = folder.input(data.resolve("a.parquet"));
    assertThat(outside.path()).isEqualTo(data.resolve("a.parquet").toString());
    assertThat(folder.allows(outside)).isFalse();
    assertThat(folder.withFilesBelow(data).allows(outside)).isTrue();
  }

  /** Two dots lead above what a link leads to, not above the folder that the link is in. */
  @Test
  void two_dots_after_a_link_name_the_file_that_the_system_opens(@TempDir Path temporary)
      throws IOException {
    Path lake = Files.createDirectory(temporary.resolve("lake"));
    Path inner = Files.createDirectories(temporary.resolve("other/inner"));
    Files.writeString(lake.resolve("a"), "of the lake");
    Files.writeString(inner.resolveSibling("a"), "other");
    Path link = Files.createSymbolicLink(lake.resolve("link"), inner);

    BundleInput input = BundleFolder.of(lake).input(link.resolve("../a"));
    assertThat(input.path()).isEqualTo(inner.resolveSibling("a").toRealPath().toString());
    assertThat(input.version().length()).isEqualTo(5);

    BundleFolder other = BundleFolder.of(link.resolve(".."));
    for (Path file : List.of(link.resolve("../a"), inner.resolveSibling("a"))) {
      BundleInput below = other.input(file);
      assertThat(below.path()).isEqualTo("a");
      assertThat(other.allows(below)).isTrue();
      assertThat(other.path(file(below.path()))).hasContent("other");
    }
    assertThat(BundleFolder.of(lake.resolve("none/..")).input(lake.resolve("a")).path())
        .isEqualTo("a");
  }

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void a_replaced_file_of_a_folder_by_uri_is_noticed(boolean hasLength, @TempDir Path temporary)
      throws IOException {
    Lake lake = new Lake(temporary.resolve("lake")).write("a.parquet", 3, 1);
    Path file = lake.folder.resolve("a.parquet");
    Path bundle = lake.folder.resolve("bundle");
    BundleFolder folder = BundleFolder.of(bundle.toUri(), ByteSources.defaults());
    SourceEntry listed =
        new SourceEntry(file.toUri(), hasLength ? Files.size(file) : SourceEntry.UNKNOWN, null);
    BundleWriter writer = new BundleWriter(BundleStore.of(bundle), BundleOptions.defaults());
    writer.write(List.of(folder.input(listed)), false);
    assertThat(writer.append(List.of(folder.input(listed)), BundleTrust.STAT).isEmpty()).isTrue();
    for (boolean isReplaced : new boolean[] {false, true}) {
      if (isReplaced) {
        byte[] other = Files.readAllBytes(file);
        other[other.length / 2] ^= 1;
        Files.write(temporary.resolve("other"), other);
        Files.delete(file);
        Files.move(temporary.resolve("other"), file);
      }
      try (FooterBundle open = FooterBundle.open(bundle)) {
        BundledFile entry = open.find("a.parquet").file();
        for (BundleTrust trust : BundleTrust.values()) {
          BundleInput now = folder.nowAll(List.of(entry), trust).get("a.parquet");
          assertThat(trust.isCurrent(entry, now))
              .as(trust + ", replaced: " + isReplaced)
              .isEqualTo(!isReplaced || trust == BundleTrust.CATALOG);
        }
      }
    }
  }
}
