// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.Set;

/**
 * Puts a whole new file in place in one step: written beside its target, forced to the disk, then
 * renamed. Whenever the process or the machine dies, the target is either what it was or the
 * complete new file; what it leaves, {@link TemporaryFiles} deletes.
 *
 * <p>Symbolic links are followed. The new file has the owner and group of the one it replaces where
 * this process may give files away, and its permissions as far as nobody gets more by them than
 * before.
 *
 * <p>Any file system will do that has channels ({@link FileChannel}) and can rename a file over
 * another: one without locks, links, owners or permissions is served without.
 */
public final class FileReplacement {
  private static final int MAX_TRIES = 100;

  /** Of a file that is not yet the owner's and group's whose permissions it will have. */
  private static final FileAttribute<?> PRIVATE =
      PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------"));

  private final Path target;
  private final boolean overwrite;

  private FileIdentity expected;

  @FunctionalInterface
  public interface Content {
    void writeTo(FileChannel out) throws IOException;
  }

  @FunctionalInterface
  public interface Rewrite {
    void by(FileReplacement replacement) throws IOException;
  }

  public FileReplacement(Path target, boolean overwrite) throws IOException {
    this.overwrite = overwrite;
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      if (!overwrite) {
        throw new FileAlreadyExistsException(target.toString());
      }
      this.target = target.toRealPath();
      if (Files.isDirectory(this.target)) {
        throw FileIdentity.problem(target, "is a directory", null);
      }
      if (!Files.isRegularFile(this.target)) {
        throw FileIdentity.problem(
            target, "is not a regular file, and is not replaced by one", null);
      }
    } else {
      this.target = target.toAbsolutePath();
      requireFolder(target);
    }
  }

  private static void requireFolder(Path target) throws FileSystemException {
    Path folder = target.getParent();
    if (folder != null && !Files.isDirectory(folder)) {
      String problem = Files.exists(folder) ? " is not a directory" : " does not exist";
      throw FileIdentity.problem(target, "its directory " + folder + problem, null);
    }
  }

  /**
   * The new file gets owner, permissions and times of {@code attributesFrom}; where that is null,
   * those of the file that is replaced, and times of its own.
   */
  public void write(Content content, Path attributesFrom) throws IOException {
    Path like = attributesFrom == null ? target : attributesFrom;
    try (Pending pending = begin(like, attributesFrom)) {
      content.writeTo(pending.channel());
      pending.commit();
    }
  }

  /**
   * Replaces a file by what is made of it. Threads of this process that rewrite the same file wait
   * for one another. What another process puts in its place meanwhile is never overwritten.
   */
  public static void inPlace(Path file, Rewrite rewrite) throws IOException {
    FileReplacement replacement = new FileReplacement(file, true);
    FileTurns.take(replacement.target);
    try {
      replacement.expected = identity(replacement.target);
      rewrite.by(replacement);
    } finally {
      FileTurns.giveBack(replacement.target);
    }
  }

  public Pending begin() throws IOException {
    return begin(target, null);
  }

  private Pending begin(Path permissionsFrom, Path timesFrom) throws IOException {
    TemporaryFiles.deleteAbandoned(target);
    PosixFileAttributes like = posixAttributes(permissionsFrom);
    for (int i = 0; i < MAX_TRIES; i++) {
      Pending pending = tryToBegin(like, timesFrom);
      if (pending != null) {
        return pending;
      }
    }
    throw FileIdentity.problem(
        target, "another process deletes the temporary files beside it", null);
  }

  /**
   * A file that replaces another is no more public than that one, from its first byte on: until it
   * has the owner and group that its permissions are about, it is its writer's alone.
   *
   * @return null if another process has taken the new file for a leftover before it was locked
   */
  private Pending tryToBegin(PosixFileAttributes like, Path timesFrom) throws IOException {
    Path beside = TemporaryFiles.nameBeside(target);
    FileChannel channel =
        like == null ? TemporaryFiles.create(beside) : TemporaryFiles.create(beside, PRIVATE);
    Pending pending = new Pending(beside, channel, timesFrom);
    boolean isBegun = false;
    try {
      boolean isLocked = pending.lock();
      if (isLocked && like != null) {
        giveTo(like, beside);
      }
      isBegun = isLocked;
      return isBegun ? pending : null;
    } finally {
      if (!isBegun) {
        pending.close();
      }
    }
  }

  private PosixFileAttributes posixAttributes(Path path) throws IOException {
    FileSystem fileSystem = target.getFileSystem();
    // Owners of one file system mean nothing to another.
    if (!fileSystem.supportedFileAttributeViews().contains("posix")
        || !path.getFileSystem().equals(fileSystem)) {
      return null;
    }
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    return view == null || Files.notExists(path) ? null : view.readAttributes();
  }

  private static void giveTo(PosixFileAttributes like, Path beside) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(beside, PosixFileAttributeView.class);
    PosixFileAttributes now = view.readAttributes();
    // The group first: an owner may choose among the groups it is in, until it is not the owner.
    boolean isOfGroup =
        now.group().equals(like.group()) || isDone(() -> view.setGroup(like.group()));
    boolean isOfOwner =
        now.owner().equals(like.owner()) || isDone(() -> view.setOwner(like.owner()));
    view.setPermissions(narrowed(like.permissions(), isOfOwner, isOfGroup));
  }

  private interface Change {
    void make() throws IOException;
  }

  private static boolean isDone(Change change) {
    try {
      change.make();
      return true;
    } catch (IOException | RuntimeException e) {
      return false; // Only a privileged user gives files away; for others the file is their own.
    }
  }

  /**
   * Permissions by which nobody may do more than before. Who was the owner is of the group or one
   * of the others where the owner is another; those of the group and the others change places where
   * the group is another.
   */
  static Set<PosixFilePermission> narrowed(
      Set<PosixFilePermission> permissions, boolean isOfOwner, boolean isOfGroup) {
    Set<PosixFilePermission> left = EnumSet.noneOf(PosixFilePermission.class);
    left.addAll(permissions);
    PosixFilePermission[] all = PosixFilePermission.values(); // read, write and execute of each
    for (int right = 0; right < 3; right++) {
      PosixFilePermission group = all[3 + right];
      PosixFilePermission others = all[6 + right];
      boolean isOwners = isOfOwner || permissions.contains(all[right]);
      boolean isBoths = permissions.contains(group) && permissions.contains(others);
      if (!isOwners || !(isOfGroup || isBoths)) {
        left.remove(group);
        left.remove(others);
      }
    }
    return left;
  }

  /** A new file that is being written. Closed without a commit, it is gone. */
  public final class Pending implements AutoCloseable {
    private final Path beside;
    private final FileChannel channel;
    private final Path timesFrom;
    private boolean placed;

    private Pending(Path beside, FileChannel channel, Path timesFrom) {
      this.beside = beside;
      this.channel = channel;
      this.timesFrom = timesFrom;
    }

    /** Opening the file a second time may give up the lock on it. */
    public FileChannel channel() {
      return channel;
    }

    /** False if another process has the file or has deleted it already. */
    private boolean lock() {
      try {
        FileLock lock = channel.tryLock();
        return lock != null && (!isShared() || Files.exists(beside));
      } catch (OverlappingFileLockException e) {
        return false;
      } catch (IOException | UnsupportedOperationException e) {
        // A file system without locks is no reason to fail: then leftovers are not told apart.
        return true;
      }
    }

    public void commit() throws IOException {
      channel.force(true);
      if (!isShared()) {
        // Some file systems inside a process have a new file only when it is closed.
        channel.close();
      }
      if (timesFrom != null) {
        copyTimes(timesFrom, beside);
      }
      requireExpected();
      place(beside);
      placed = true;
      TemporaryFiles.forget(beside);
      channel.close();
      forceFolder(target.getParent());
    }

    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        if (!placed) {
          TemporaryFiles.delete(beside);
        }
      }
    }
  }

  private boolean isShared() {
    return target.getFileSystem().equals(FileSystems.getDefault());
  }

  private static FileIdentity identity(Path file) throws IOException {
    return Files.notExists(file) ? null : FileIdentity.of(file);
  }

  private void requireExpected() throws IOException {
    if (expected != null && !expected.equals(identity(target))) {
      throw FileIdentity.problem(
          target,
          "another process changed it while it was being rewritten, so it was left as it is",
          null);
    }
  }

  private void place(Path beside) throws IOException {
    if (overwrite) {
      rename(beside);
      return;
    }
    // A rename would replace a file that has appeared meanwhile; making a link never does.
    try {
      Files.createLink(target, beside);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (IOException | UnsupportedOperationException noLinks) {
      if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
        throw new FileAlreadyExistsException(target.toString());
      }
      rename(beside);
      return;
    }
    Files.deleteIfExists(beside);
  }

  private void rename(Path beside) throws IOException {
    try {
      // The machine's own file systems always replace in an atomic move; others must be told.
      Files.move(
          beside, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (AtomicMoveNotSupportedException | UnsupportedOperationException e) {
      throw TemporaryFiles.lacking(target, "way to replace a file in one step", e);
    }
  }

  /** Makes the rename itself survive a power loss; not every system lets a folder be opened. */
  private static void forceFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException | UnsupportedOperationException e) {
      // Windows refuses to open folders; there the rename is journalled by the file system.
      return;
    }
  }

  private static void copyTimes(Path from, Path to) throws IOException {
    BasicFileAttributes times = Files.readAttributes(from, BasicFileAttributes.class);
    Files.getFileAttributeView(to, BasicFileAttributeView.class)
        .setTimes(times.lastModifiedTime(), times.lastAccessTime(), null);
  }

  private static final class FileTurns {
    /** Guarded by itself. */
    private static final Set<Path> TAKEN = new HashSet<>();

    private FileTurns() {}

    /** {@link #giveBack} must follow. The path is a real one, so that it is the same for all. */
    static void take(Path file) throws InterruptedIOException {
      synchronized (TAKEN) {
        while (!TAKEN.add(file)) {
          try {
            TAKEN.wait();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException(
                file + ": interrupted while another thread was rewriting it");
          }
        }
      }
    }

    static void giveBack(Path file) {
      synchronized (TAKEN) {
        TAKEN.remove(file);
        TAKEN.notifyAll();
      }
    }
  }
}
