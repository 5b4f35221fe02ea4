// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class FileReplacementTest {
  @TempDir Path folder;
  private Path target;

  @BeforeEach
  void nameTheTarget() {
    target = folder.resolve("data.parquet");
  }

  @Test
  void new_file_appears_whole_and_alone() throws IOException {
    new FileReplacement(target, false).write(out -> put(out, "new"), null);

    assertThat(target).hasContent("new");
    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void existing_file_is_kept_unless_told_otherwise() throws IOException {
    Files.writeString(target, "old");

    assertThatThrownBy(() -> new FileReplacement(target, false))
        .isInstanceOf(FileAlreadyExistsException.class)
        .hasMessageContaining("data.parquet");
    assertThat(target).hasContent("old");
  }

  @Test
  void file_that_appears_while_writing_is_kept() throws IOException {
    FileReplacement replacement = new FileReplacement(target, false);

    assertThatThrownBy(
            () ->
                replacement.write(
                    out -> {
                      put(out, "new");
                      Files.writeString(target, "somebody else's");
                    },
                    null))
        .isInstanceOf(FileAlreadyExistsException.class);
    assertThat(target).hasContent("somebody else's");
    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void failure_half_way_leaves_the_old_file_and_nothing_beside_it() throws IOException {
    Files.writeString(target, "old");

    assertThatThrownBy(
            () ->
                new FileReplacement(target, true)
                    .write(
                        out -> {
                          put(out, "half");
                          throw new IOException("disk full");
                        },
                        null))
        .hasMessage("disk full");
    assertThat(target).hasContent("old");
    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void leftovers_of_a_dead_process_are_deleted_and_other_files_are_not() throws IOException {
    Files.writeString(folder.resolve(".data.parquet.1f3a.arrowparquet-tmp"), "half");
    Files.writeString(folder.resolve(".data.parquet.b.1f3a.arrowparquet-tmp"), "of data.parquet.b");
    Files.writeString(folder.resolve(".data.parquet.notes"), "a user's");

    new FileReplacement(target, false).write(out -> put(out, "new"), null);

    assertThat(names())
        .containsExactlyInAnyOrder(
            "data.parquet", ".data.parquet.b.1f3a.arrowparquet-tmp", ".data.parquet.notes");
  }

  @Test
  void temporary_file_that_is_still_being_written_is_left_alone() throws IOException {
    Path busy = folder.resolve(".data.parquet.77.arrowparquet-tmp");
    try (FileChannel other =
            FileChannel.open(busy, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        var lock = other.lock()) {
      assertThat(lock.isValid()).isTrue();
      new FileReplacement(target, false).write(out -> put(out, "new"), null);
    }
    assertThat(busy).exists();
    assertThat(target).hasContent("new");
  }

  @Test
  void symbolic_link_is_followed_and_stays() throws IOException {
    Path real = Files.createDirectory(folder.resolve("real")).resolve("file.parquet");
    Files.writeString(real, "old");
    Files.createSymbolicLink(target, real);

    new FileReplacement(target, true).write(out -> put(out, "new"), null);

    assertThat(Files.isSymbolicLink(target)).isTrue();
    assertThat(real).hasContent("new");
    assertThat(Files.isRegularFile(real, LinkOption.NOFOLLOW_LINKS)).isTrue();
  }

  @Test
  void permissions_and_times_are_taken_from_another_file_on_request() throws IOException {
    Path model = folder.resolve("model");
    Files.writeString(model, "x");
    Files.setPosixFilePermissions(model, PosixFilePermissions.fromString("rw-r-----"));
    Files.setLastModifiedTime(model, FileTime.fromMillis(1_000_000_000_000L));

    new FileReplacement(target, false).write(out -> put(out, "new"), model);

    assertThat(Files.getPosixFilePermissions(target))
        .isEqualTo(PosixFilePermissions.fromString("rw-r-----"));
    assertThat(Files.getLastModifiedTime(target).toMillis()).isEqualTo(1_000_000_000_000L);
  }

  @Test
  void file_that_replaces_another_is_no_more_public_from_the_first_byte_on() throws IOException {
    Files.writeString(target, "private");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-----w-"));

    new FileReplacement(target, true)
        .write(
            out -> {
              put(out, "new");
              assertThat(permissionsOfTemporaryFile()).isEqualTo("rw-----w-");
            },
            null);

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo("rw-----w-");
  }

  private String permissionsOfTemporaryFile() throws IOException {
    String name = names().stream().filter(file -> file.startsWith(".")).findFirst().orElseThrow();
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(name)));
  }

  @Test
  void file_that_replaces_another_belongs_to_the_same_user_where_that_is_allowed()
      throws IOException {
    Files.writeString(target, "of somebody else");
    try {
      Files.setAttribute(target, "unix:uid", 12_345);
      Files.setAttribute(target, "unix:gid", 12_346);
    } catch (IOException e) {
      abort("only a privileged user gives files away: " + e);
    }

    new FileReplacement(target, true).write(out -> put(out, "new"), null);

    assertThat(Files.getAttribute(target, "unix:uid")).isEqualTo(12_345);
    assertThat(Files.getAttribute(target, "unix:gid")).isEqualTo(12_346);
  }

  @ParameterizedTest
  @CsvSource({
    "--clear-groups, 1004, rw-------",
    "--groups=1002,  1002, rw-r-----",
  })
  void file_of_another_user_is_readable_for_no_other_group(
      String groups, int group, String permissions) throws Exception {
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));
    Files.writeString(target, "of somebody else");
    Files.setPosixFilePermissions(target, PosixFilePermissions.fromString("rw-r-----"));
    try {
      Files.setAttribute(target, "unix:uid", 1001);
      Files.setAttribute(target, "unix:gid", 1002);
    } catch (IOException e) {
      abort("only a privileged user gives files away: " + e);
    }
    String[] asUser = {"setpriv", "--reuid=1003", "--regid=1004", groups};
    Process process;
    try {
      process = UnfinishedReplacement.start(target, asUser);
    } catch (IOException e) {
      abort("there is no setpriv here: " + e);
      return;
    }
    assumeTrue(
        "begun".equals(process.inputReader().readLine()), "another user cannot run this program");
    process.getOutputStream().write(1);
    process.getOutputStream().close();
    process.waitFor();

    assertThat(Files.size(target)).isEqualTo(100);
    assertThat(Files.getAttribute(target, "unix:uid")).isEqualTo(1003);
    assertThat(Files.getAttribute(target, "unix:gid")).isEqualTo(group);
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(target)))
        .isEqualTo(permissions);
  }

  /** Each of 512 modes: what a user was and may be is owner, member of the group, or neither. */
  @Test
  void nobody_may_do_more_where_owner_or_group_could_not_be_kept() {
    PosixFilePermission[] all = PosixFilePermission.values();
    for (int mode = 0; mode < 1 << all.length; mode++) {
      Set<PosixFilePermission> before = EnumSet.noneOf(PosixFilePermission.class);
      for (int bit = 0; bit < all.length; bit++) {
        if ((mode >> bit & 1) != 0) {
          before.add(all[bit]);
        }
      }
      for (boolean isOfOwner : new boolean[] {false, true}) {
        for (boolean isOfGroup : new boolean[] {false, true}) {
          Set<PosixFilePermission> after = FileReplacement.narrowed(before, isOfOwner, isOfGroup);
          List<String> gains = new ArrayList<>();
          addGain(
              "OWNER",
              isOfOwner ? List.of("OWNER") : List.of("GROUP", "OTHERS"),
              before,
              after,
              gains);
          addGain(
              "GROUP",
              isOfGroup ? List.of("GROUP") : List.of("GROUP", "OTHERS"),
              before,
              after,
              gains);
          addGain(
              "OTHERS",
              isOfGroup ? List.of("OTHERS") : List.of("GROUP", "OTHERS"),
              before,
              after,
              gains);
          assertThat(gains).as("%s", before).isEmpty();
          assertThat(before).containsAll(after);
        }
      }
      assertThat(FileReplacement.narrowed(before, true, true)).isEqualTo(before);
    }
  }

  private static void addGain(
      String was,
      List<String> becomes,
      Set<PosixFilePermission> before,
      Set<PosixFilePermission> after,
      List<String> gains) {
    for (String right : List.of("_READ", "_WRITE", "_EXECUTE")) {
      for (String is : becomes) {
        if (after.contains(PosixFilePermission.valueOf(is + right))
            && !before.contains(PosixFilePermission.valueOf(was + right))) {
          gains.add(was + " as " + is + right);
        }
      }
    }
  }

  @Test
  @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void fifo_is_never_opened() throws Exception {
    Path beside = fifo(".data.parquet.1f3a.arrowparquet-tmp");
    Path link = folder.resolve(".data.parquet.1f3b.arrowparquet-tmp");
    Files.createSymbolicLink(link, beside);

    new FileReplacement(target, false).write(out -> put(out, "new"), null);

    assertThat(target).hasContent("new");
    assertThat(names()).hasSize(3);
    assertThatThrownBy(() -> PathByteSource.open(beside))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(beside + ": is not a regular file, and cannot be read by position");
    assertThatThrownBy(() -> new FileReplacement(beside, true))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(beside + ": is not a regular file, and is not replaced by one");
  }

  private Path fifo(String name) throws InterruptedException {
    Path fifo = folder.resolve(name);
    try {
      assumeTrue(new ProcessBuilder("mkfifo", fifo.toString()).start().waitFor() == 0);
    } catch (IOException e) {
      abort("there are no FIFOs here: " + e);
    }
    return fifo;
  }

  @Test
  void directory_is_not_replaced() throws IOException {
    Files.createDirectory(target);

    assertThatThrownBy(() -> new FileReplacement(target, true))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(target + ": is a directory");
  }

  @Test
  void file_that_another_process_changes_meanwhile_is_left_as_that_one_made_it()
      throws IOException {
    Files.writeString(target, "old");

    assertThatThrownBy(
            () ->
                FileReplacement.inPlace(
                    target,
                    replacement ->
                        replacement.write(
                            out -> {
                              put(out, "new");
                              Path other = Files.writeString(folder.resolve("o"), "another's");
                              Files.move(other, target, StandardCopyOption.REPLACE_EXISTING);
                            },
                            null)))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(
            target.toRealPath()
                + ": another process changed it while it was being rewritten,"
                + " so it was left as it is");
    assertThat(target).hasContent("another's");
    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void rewrites_of_one_file_wait_for_one_another_and_see_what_the_one_before_made()
      throws Exception {
    Files.writeString(target, "");
    int threads = 4;
    int each = 25;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      List<Future<?>> results = new ArrayList<>();
      for (int i = 0; i < threads * each; i++) {
        results.add(
            pool.submit(
                () -> {
                  FileReplacement.inPlace(target, this::addLetter);
                  return null;
                }));
      }
      for (Future<?> result : results) {
        result.get();
      }
    } finally {
      pool.shutdownNow();
    }

    assertThat(target).hasContent("x".repeat(threads * each));
    assertThat(names()).containsExactly("data.parquet");
  }

  private void addLetter(FileReplacement replacement) throws IOException {
    String before = Files.readString(target);
    replacement.write(out -> put(out, before + "x"), null);
  }

  @Test
  void replacements_of_one_file_at_once_do_not_take_one_anothers_files_for_leftovers()
      throws IOException {
    try (FileReplacement.Pending first = new FileReplacement(target, true).begin()) {
      put(first.channel(), "first");
      try (FileReplacement.Pending second = new FileReplacement(target, true).begin()) {
        put(second.channel(), "second");
        assertThat(names()).hasSize(2);
        first.commit();
        assertThat(target).hasContent("first");
        second.commit();
      }
    }
    assertThat(target).hasContent("second");
    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void file_system_that_cannot_write_is_named() {
    Path path = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("/modules/java.base/new");

    assertThatThrownBy(() -> new FileReplacement(path, false).begin())
        .isInstanceOf(FileSystemException.class)
        .hasMessageStartingWith("/modules/java.base/.new.")
        .hasMessageEndingWith(
            ": nothing was changed, because the file system jrt has no FileChannel");
  }

  @ParameterizedTest
  @ValueSource(strings = {"TERM", "INT", "HUP"})
  void process_that_is_told_to_end_leaves_no_temporary_file(String signal) throws Exception {
    assumeTrue(signal.equals("TERM") || endsShells(signal), signal + " is ignored");
    Files.writeString(target, "old");
    Process process = UnfinishedReplacement.start(target);
    try {
      assertThat(process.inputReader().readLine()).isEqualTo("begun");
      assertThat(names()).hasSize(2);
      // A word of every shell, and no program of every machine.
      String kill = "kill -" + signal + " " + process.pid();
      assertThat(new ProcessBuilder("sh", "-c", kill).start().waitFor()).isZero();
      assertThat(process.waitFor(60, TimeUnit.SECONDS)).as("ends at SIG" + signal).isTrue();
    } finally {
      process.destroyForcibly();
    }

    assertThat(target).hasContent("old");
    assertThat(names()).containsExactly("data.parquet");
  }

  /**
   * What was started in the background may have been told to ignore SIGINT, or SIGHUP; processes
   * that it starts ignore them too.
   */
  private static boolean endsShells(String signal) throws IOException, InterruptedException {
    return new ProcessBuilder("sh", "-c", "kill -" + signal + " $$").start().waitFor() != 0;
  }

  @Test
  void process_that_exits_leaves_no_temporary_file() throws Exception {
    Files.writeString(target, "old");
    Process process = UnfinishedReplacement.start(target);
    assertThat(process.inputReader().readLine()).isEqualTo("begun");
    process.getOutputStream().close();
    process.waitFor();

    assertThat(names()).containsExactly("data.parquet");
  }

  @Test
  void target_in_no_directory_is_refused_at_once() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "not a directory");

    assertThatThrownBy(() -> new FileReplacement(folder.resolve("none/a.parquet"), false))
        .isInstanceOf(FileSystemException.class)
        .hasMessage(
            folder.resolve("none/a.parquet")
                + ": its directory "
                + folder.resolve("none")
                + " does not exist");
    assertThatThrownBy(() -> new FileReplacement(file.resolve("a.parquet"), true))
        .isInstanceOf(FileSystemException.class)
        .hasMessageEndingWith("its directory " + file + " is not a directory");
  }

  private static void put(FileChannel out, String text) throws IOException {
    out.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
