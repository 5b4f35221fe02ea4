// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * One version of a file; {@code key} is device and inode where the file system has them, else null.
 */
public record FileIdentity(long length, FileTime modified, Object key) {
  /**
   * Refuses a folder, which can be opened as if it were a file, and fails at the first read without
   * its name; and what has no positions, as a FIFO, of which opening waits for a writer.
   */
  public static FileIdentity of(Path path) throws IOException {
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (attributes.isDirectory()) {
      throw problem(path, "is a directory", null);
    }
    if (attributes.isOther()) {
      throw problem(path, "is not a regular file, and cannot be read by position", null);
    }
    return new FileIdentity(attributes.size(), attributes.lastModifiedTime(), attributes.fileKey());
  }

  /** The regular files below a folder; those that are deleted meanwhile may be missing. */
  public static SortedMap<Path, FileIdentity> below(Path folder) throws IOException {
    SortedMap<Path, FileIdentity> files = new TreeMap<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes now) throws IOException {
            try {
              if (now.isRegularFile() || (now.isSymbolicLink() && Files.isRegularFile(file))) {
                files.put(file, of(file));
              }
              return FileVisitResult.CONTINUE;
            } catch (IOException e) {
              return visitFileFailed(file, e);
            }
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
            if (e instanceof NoSuchFileException && !file.equals(folder)) {
              return FileVisitResult.CONTINUE;
            }
            throw e;
          }
        });
    return files;
  }

  public void requireSame(Path path) throws IOException {
    FileIdentity found = of(path);
    if (!equals(found)) {
      throw problem(
          path,
          "was changed or replaced while it was open: found " + found + ", expected " + this,
          null);
    }
  }

  static FileSystemException problem(Path path, String reason, Throwable cause) {
    FileSystemException problem = new FileSystemException(path.toString(), null, reason);
    if (cause != null) {
      problem.initCause(cause);
    }
    return problem;
  }

  @Override
  public String toString() {
    return length + " bytes modified at " + modified + (key == null ? "" : " " + key);
  }
}
