// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.internal.FileReplacement;
import io.arrowparquet.storage.internal.PathByteSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * A bundle in a folder: the published file, and beside it the older segments, which are links to
 * files that were published before.
 *
 * <p>A new file is written beside the published one, forced to the disk and renamed, so that a
 * crash at any moment leaves the old or the new one. Writers in several processes take turns with
 * comparing and renaming by a lock on the file {@code .NAME.lock}, which is there meanwhile.
 */
final class LocalBundleStore implements BundleStore {
  /** The JDK's locks are held by a whole process; this one is for its threads. */
  private static final Object THREADS = new Object();

  private final Path bundle;

  LocalBundleStore(Path bundle) throws IOException {
    this.bundle = followed(bundle);
  }

  static Path followed(Path bundle) throws IOException {
    boolean isLink = Files.isSymbolicLink(bundle) && Files.exists(bundle);
    return isLink ? bundle.toRealPath() : bundle;
  }

  @Override
  public String name() {
    return bundle.toString();
  }

  @Override
  public Published current() throws IOException {
    if (Files.notExists(bundle)) {
      return null;
    }
    while (true) {
      String version = version();
      PathByteSource source = PathByteSource.open(bundle);
      if (Objects.equals(version, version())) {
        return new Published(source, version);
      }
      source.close();
    }
  }

  /** What distinguishes the published file; null if there is none. */
  private String version() throws IOException {
    try {
      BasicFileAttributes now = Files.readAttributes(bundle, BasicFileAttributes.class);
      return String.join(
          "-",
          Long.toString(now.size()),
          Long.toString(now.lastModifiedTime().to(TimeUnit.NANOSECONDS)),
          String.valueOf(now.fileKey()));
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  private Path segment(String name) {
    Path path = bundle.resolveSibling(name);
    if (!Objects.equals(path.normalize().getParent(), bundle.normalize().getParent())) {
      throw new IllegalArgumentException("segment " + name + " is not beside " + bundle);
    }
    return path;
  }

  @Override
  public ByteSource openSegment(String segment) throws IOException {
    Path path = segment(segment);
    if (Files.isSymbolicLink(path)) {
      throw new FileSystemException(
          path.toString(), null, "is a symbolic link; segments are files beside their bundle");
    }
    return PathByteSource.open(path);
  }

  @Override
  public void keep(String version, String segment) throws IOException {
    Path kept = segment(segment);
    locked(
        () -> {
          requireVersion(version);
          Files.deleteIfExists(kept);
          try {
            Files.createLink(kept, bundle);
          } catch (UnsupportedOperationException | FileSystemException noLinks) {
            Files.copy(bundle, kept, StandardCopyOption.REPLACE_EXISTING);
          }
        });
  }

  @Override
  public void publish(String expected, Content content) throws IOException {
    FileReplacement replacement;
    try {
      replacement = new FileReplacement(bundle, expected != null);
    } catch (FileAlreadyExistsException e) {
      throw conflict(expected);
    }
    try (FileReplacement.Pending pending = replacement.begin()) {
      content.writeTo(pending.channel());
      // Before the lock is taken: writing to the disk takes long.
      pending.channel().force(true);
      locked(
          () -> {
            requireVersion(expected);
            pending.commit();
          });
    } catch (FileAlreadyExistsException e) {
      throw conflict(expected);
    }
  }

  @Override
  public void writeSegment(String segment, Content content) throws IOException {
    try (FileReplacement.Pending pending = new FileReplacement(segment(segment), false).begin()) {
      content.writeTo(pending.channel());
      pending.channel().force(true);
      pending.commit();
    }
  }

  private interface Turn {
    void take() throws IOException;
  }

  private void locked(Turn turn) throws IOException {
    Path file = bundle.resolveSibling("." + bundle.getFileName() + ".lock");
    if (isOther(file)) {
      // To open a pipe would wait for whoever reads it.
      throw new FileSystemException(
          file.toString(), null, "is not a regular file, and writers cannot take turns by it");
    }
    synchronized (THREADS) {
      while (!isTaken(file, turn)) {
        // Another process has deleted the file that was locked here: there is a new one.
      }
    }
  }

  /** One question to the file system: the lock's holder may delete the file at any moment. */
  private static boolean isOther(Path file) throws IOException {
    try {
      return !Files.readAttributes(file, BasicFileAttributes.class).isRegularFile();
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /**
   * Takes a turn, and deletes the file while its lock is held. Who has waited for that lock holds
   * the lock of a file that is gone: only what was written under the lock is seen by the name if
   * the file still has it. The name is opened until the turn has ended: closing any channel to a
   * file gives up all locks that its process holds on it.
   *
   * @return false if the file was deleted before its lock was held
   */
  private static boolean isTaken(Path file, Turn turn) throws IOException {
    byte[] mark = UUID.randomUUID().toString().getBytes(StandardCharsets.US_ASCII);
    try (FileChannel channel =
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        FileLock lock = channel.lock()) {
      channel.write(ByteBuffer.wrap(mark), 0);
      try (InputStream named = opened(file)) {
        if (!lock.isValid() || !Arrays.equals(mark, named.readAllBytes())) {
          return false;
        }
        try {
          turn.take();
        } finally {
          delete(file);
        }
        return true;
      }
    }
  }

  private static InputStream opened(Path file) throws IOException {
    try {
      return Files.newInputStream(file);
    } catch (NoSuchFileException deleted) {
      return InputStream.nullInputStream();
    }
  }

  /** A file system that does not delete what is open keeps the file, and others lock it still. */
  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      return;
    }
  }

  private void requireVersion(String expected) throws IOException {
    if (!Objects.equals(version(), expected)) {
      throw conflict(expected);
    }
  }

  private BundleConflictException conflict(String expected) throws IOException {
    return new BundleConflictException(name(), version(), expected);
  }

  @Override
  public void deleteSegment(String segment) throws IOException {
    Files.deleteIfExists(segment(segment));
  }
}
