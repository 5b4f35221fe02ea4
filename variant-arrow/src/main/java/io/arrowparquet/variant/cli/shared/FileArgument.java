// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.cli.shared;

import io.arrowparquet.footer.ByteSource;
import io.arrowparquet.footer.SourceNames;
import io.arrowparquet.footer.io.ByteSources;
import io.arrowparquet.footer.io.UriSources;
import java.io.IOException;
import java.net.URI;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A file that a command reads: a path, or a URI where the argument has the form of one. */
public final class FileArgument {
  /** A drive of Windows has one letter. */
  private static final Pattern SCHEME = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+:/.*");

  private final Path path;
  private final URI uri;

  private FileArgument(Path path, URI uri) {
    this.path = path;
    this.uri = uri;
  }

  /**
   * Refuses a directory without files, as {@link ParquetFiles#requireFile} does.
   *
   * @throws NoSuchFileException if it is one
   */
  void requireFile() throws NoSuchFileException {
    if (path != null) {
      ParquetFiles.requireFile(path);
    }
  }

  /** A local file. */
  public static FileArgument of(Path path) {
    return new FileArgument(path, null);
  }

  /** A file anywhere. */
  static FileArgument of(URI uri) {
    return new FileArgument(null, uri);
  }

  /** Whether an argument is a URI. */
  static boolean isUri(String argument) {
    return SCHEME.matcher(argument).matches();
  }

  /**
   * The argument as a URI.
   *
   * @throws IllegalArgumentException if it is none; its message does not repeat the argument, which
   *     may hold credentials
   */
  static URI uri(String argument) {
    try {
      return URI.create(argument);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException(
          "a URI must have its special characters percent-encoded, a space as %20");
    }
  }

  /** Opens the file; the caller closes the source. */
  public ByteSource open() throws IOException {
    return path != null ? ByteSources.path(path) : UriSources.create().open(uri);
  }

  /** The path or URI, without credentials. */
  @Override
  public String toString() {
    return path != null ? path.toString() : SourceNames.of(uri);
  }

  /** The name of a file as it was given. */
  public static final class NameConverter implements ITypeConverter<String> {
    @Override
    public String convert(String argument) {
      UsageErrors.requirePath(argument);
      return argument;
    }
  }

  /** From the command line. */
  public static final class Converter implements ITypeConverter<FileArgument> {
    @Override
    public FileArgument convert(String argument) {
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
