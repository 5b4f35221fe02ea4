// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.internal.FileReplacement;
import java.io.IOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import picocli.CommandLine.ITypeConverter;

/**
 * A file that a command writes: a path, or a URI where the argument has the form of one. It is
 * published whole or not at all; what is there is replaced only if it has not changed meanwhile.
 */
final class OutputArgument {
  private static final SinkFactory SINKS = ByteSinks.defaults();

  private final FileArgument file;

  private OutputArgument(FileArgument file) {
    this.file = file;
  }

  static OutputArgument of(FileArgument file) {
    return new OutputArgument(file);
  }

  Path path() {
    return file.path();
  }

  boolean isSameFile(FileArgument input) throws IOException {
    if (path() == null || input.path() == null) {
      return path() == null && input.path() == null && file.uri().equals(input.uri());
    }
    return Files.exists(path())
        && Files.exists(input.path())
        && Files.isSameFile(path(), input.path());
  }

  /** Finds out before work is done that the file cannot be written. */
  void check(boolean overwrite) throws IOException {
    if (path() != null) {
      new FileReplacement(path(), overwrite);
    } else {
      open(overwrite).close();
    }
  }

  /** The file, to be written and committed; the caller closes it. */
  ByteSink open(boolean overwrite) throws IOException {
    if (path() != null) {
      return ByteSinks.path(path(), overwrite);
    }
    URI uri = file.uri();
    SINKS.create(uri).close(); // first, as not all that can be read can be written
    try (ByteSource existing = file.open()) {
      existing.length();
      if (overwrite) {
        if (existing.version() == null) {
          throw new FileSystemException(
              toString(), null, "its storage gives it no version, so that it is not replaced");
        }
        return SINKS.replace(uri, existing.version());
      }
    } catch (NoSuchFileException none) {
      return SINKS.create(uri);
    }
    throw new FileAlreadyExistsException(toString());
  }

  void write(String text, boolean overwrite) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    try (ByteSink sink = open(overwrite)) {
      sink.write(bytes);
      sink.commit();
    }
  }

  long length() throws IOException {
    try (ByteSource written = file.open()) {
      return written.length();
    }
  }

  @Override
  public String toString() {
    return file.toString();
  }

  static final class Converter implements ITypeConverter<OutputArgument> {
    @Override
    public OutputArgument convert(String argument) {
      return new OutputArgument(new FileArgument.Converter().convert(argument));
    }
  }
}
