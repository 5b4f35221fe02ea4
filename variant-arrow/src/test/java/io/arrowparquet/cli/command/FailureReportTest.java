// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import org.apache.arrow.memory.OutOfMemoryException;
import org.junit.jupiter.api.Test;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class FailureReportTest {
  private static final CommandSpec PLAIN = CommandSpec.create();

  private static String text(Throwable failure) {
    return FailureReport.text(failure, PLAIN);
  }

  @Test
  void file_and_what_is_wrong_with_it_are_told() {
    assertThat(text(new NoSuchFileException("a"))).isEqualTo("a: no such file");
    assertThat(text(new AccessDeniedException("a"))).isEqualTo("a: permission denied");
    assertThat(text(new FileAlreadyExistsException("a"))).isEqualTo("a: exists already");
    assertThat(text(new NotDirectoryException("a"))).isEqualTo("a: is not a directory");
    assertThat(text(new FileSystemException("a", null, "is full"))).isEqualTo("a: is full");
    assertThat(text(new NoSuchFileException("a", null, "has no name"))).isEqualTo("a: has no name");
  }

  @Test
  void overwrite_is_named_where_the_command_has_it() {
    CommandSpec command = CommandSpec.create().addOption(OptionSpec.builder("--overwrite").build());

    assertThat(FailureReport.text(new FileAlreadyExistsException("a"), command))
        .isEqualTo("a: exists already; --overwrite replaces it");
    assertThat(FailureReport.text(new NoSuchFileException("a"), command))
        .isEqualTo("a: no such file");
  }

  @Test
  void too_little_memory_is_told_by_its_kind_with_the_way_to_more() {
    assertThat(text(new OutOfMemoryError("Java heap space")))
        .matches("out of memory: the heap of \\d+ MiB is too small; allow more with java -Xmx.*");
    assertThat(text(new OutOfMemoryError("GC overhead limit exceeded"))).contains("-Xmx");
    assertThat(text(new OutOfMemoryError("Requested array size exceeds VM limit")))
        .contains("-Xmx");
    assertThat(
            text(
                new OutOfMemoryError(
                    "Cannot reserve 8 bytes of direct buffer memory (allocated: 1, limit: 8)")))
        .contains("direct memory", "-XX:MaxDirectMemorySize=")
        .doesNotContain("-Xmx");
    assertThat(text(new OutOfMemoryError("unable to create native thread"))).contains("--jobs");
    assertThat(text(new OutOfMemoryError("Unable to allocate 4096 bytes")))
        .isEqualTo("out of memory outside of the heap: Unable to allocate 4096 bytes");
  }

  @Test
  void memory_refused_by_an_allocator_is_told_by_its_cause() {
    assertThat(text(new OutOfMemoryException("limit of 8 bytes")))
        .isEqualTo("out of memory outside of the heap: limit of 8 bytes");
    assertThat(text(new OutOfMemoryException("x", new OutOfMemoryError("Java heap space"))))
        .contains("-Xmx");
  }

  @Test
  void too_small_a_stack_is_told() {
    assertThat(text(new StackOverflowError())).contains("out of stack", "-Xss");
  }

  @Test
  void line_breaks_of_messages_become_spaces() {
    assertThat(text(new IOException("one\n   two\r\nthree"))).isEqualTo("one two three");
  }

  @Test
  void failure_without_words_or_of_unknown_kind_is_named() {
    assertThat(text(new IOException())).isEqualTo("java.io.IOException (--debug prints where)");
    assertThat(text(new ArrayIndexOutOfBoundsException("x")))
        .isEqualTo("java.lang.ArrayIndexOutOfBoundsException: x (--debug prints where)");
  }
}
