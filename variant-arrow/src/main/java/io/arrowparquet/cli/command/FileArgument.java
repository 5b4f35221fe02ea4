// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.SourceUris;
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
import picocli.CommandLine.TypeConversionException;

/**
 * A file that a command reads or writes: a path, or a URI where the argument has the form of one.
 * What is written is published whole or not at all; what is there is replaced only if it has not
 * changed meanwhile.
 *
 * @param path null of a file elsewhere
 * @param entry what is known of a file elsewhere; null of a path
 */
public record FileArgument(Path path, SourceEntry entry) {
  private static final SinkFactory SINKS = ByteSinks.defaults();

  /**
   * Refuses a directory or prefix without files, which {@link ParquetFiles#arguments} gives too.
   */
  public void requireFile() throws NoSuchFileException {
    if (path == null ? SourceUris.isFolder(entry.uri()) : Files.isDirectory(path)) {
      String below = path == null ? "it" : "this directory";
      throw new NoSuchFileException(toString(), null, "there is no .parquet file below " + below);
    }
  }

  public static FileArgument of(Path path) {
    return new FileArgument(path, null);
  }

  public static FileArgument of(URI uri) {
    return "file".equalsIgnoreCase(uri.getScheme()) ? of(Path.of(uri)) : of(SourceEntry.of(uri));
  }

  public static FileArgument of(SourceEntry entry) {
    return new FileArgument(null, entry);
  }

  public static boolean isUri(String argument) {
    return SourceUris.isUri(argument);
  }

  /** The message does not repeat the argument, which may hold credentials. */
  public static URI uri(String argument) {
    URI uri;
    try {
      uri = URI.create(argument);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a URI must have its special characters percent-encoded, a space as %20");
    }
    return SourceUris.requireNoFragment(uri);
  }

  /** The URI of a file elsewhere; null of a path. It may hold credentials. */
  public URI uri() {
    return entry == null ? null : entry.uri();
  }

  public ByteSource open() throws IOException {
    return path != null ? ByteSources.path(path) : RemoteOptions.sources().open(entry);
  }

  public boolean isSameFile(FileArgument input) throws IOException {
    if (path == null || input.path == null) {
      return path == null && input.path == null && uri().equals(input.uri());
    }
    return Files.exists(path) && Files.exists(input.path) && Files.isSameFile(path, input.path);
  }

  public void check(boolean overwrite) throws IOException {
    if (path != null) {
      new FileReplacement(path, overwrite);
    } else {
      openSink(overwrite).close();
    }
  }

  public ByteSink openSink(boolean overwrite) throws IOException {
    if (path != null) {
      return ByteSinks.path(path, overwrite);
    }
    URI uri = uri();
    SINKS.create(uri).close(); // first, as not all that can be read can be written
    try (ByteSource existing = open()) {
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

  public void write(String text, boolean overwrite) throws IOException {
    ByteBuffer bytes = StandardCharsets.UTF_8.encode(text);
    try (ByteSink sink = openSink(overwrite)) {
      sink.write(bytes);
      sink.commit();
    }
  }

  public long length() throws IOException {
    try (ByteSource written = open()) {
      return written.length();
    }
  }

  @Override
  public String toString() {
    return path != null ? path.toString() : SourceEntry.name(entry.uri());
  }

  public static final class NameConverter implements ITypeConverter<String> {
    @Override
    public String convert(String argument) {
      UsageErrors.requirePath(argument);
      return argument;
    }
  }

  public static final class Converter implements ITypeConverter<FileArgument> {
    @Override
    public FileArgument convert(String argument) {
      UsageErrors.requirePath(argument);
      if (!isUri(argument)) {
        return of(Path.of(argument));
      }
      try {
        return of(uri(argument));
      } catch (IllegalArgumentException e) {
        throw new TypeConversionException(e.getMessage());
      }
    }
  }
}
