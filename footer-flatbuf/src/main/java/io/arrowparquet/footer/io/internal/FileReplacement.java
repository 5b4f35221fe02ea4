// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.io.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributeView;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Puts a whole new file in place in one step: written beside its target under a temporary name,
 * forced to the disk, then renamed. Whenever the process or the machine dies, the target is either
 * what it was or the complete new file.
 *
 * <p>What a dead process leaves is a temporary file beside the target, {@code
 * .NAME.HEX.arrowparquet-tmp}. The writing process holds a lock on it; so the next replacement of
 * the same target tells a leftover from a file that another process is still writing, and deletes
 * it.
 *
 * <p>Symbolic links are followed: the file they lead to is replaced, the link stays. The new file
 * has the permissions of the one it replaces, and its owner and group where this process may give
 * files away.
 */
public final class FileReplacement {
  private static final String SUFFIX = ".arrowparquet-tmp";

  private static final Set<OpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  private final Path target;
  private final boolean overwrite;

  /** Writes the new content, from the start of an empty file. */
  @FunctionalInterface
  public interface Content {
    /** Writes everything; the caller forces it to the disk. */
    void writeTo(FileChannel out) throws IOException;
  }

  /**
   * A replacement of {@code target}.
   *
   * @param overwrite whether an existing target may be replaced
   * @throws FileAlreadyExistsException if the target exists and must not be replaced
   * @throws FileSystemException if the target is a directory
   */
  public FileReplacement(Path target, boolean overwrite) throws IOException {
    this.overwrite = overwrite;
    if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
      if (!overwrite) {
        throw new FileAlreadyExistsException(target.toString());
      }
      this.target = target.toRealPath();
      if (Files.isDirectory(this.target)) {
        throw new FileSystemException(target.toString(), null, "is a directory");
      }
    } else {
      this.target = target.toAbsolutePath();
    }
  }

  /**
   * Writes the new file and puts it in place.
   *
   * @param attributesFrom the file whose owner, permissions and times the new one gets, or null for
   *     those of the file that is replaced, and times of its own
   */
  public void write(Content content, Path attributesFrom) throws IOException {
    try (Pending pending = begin(attributesFrom == null ? target : attributesFrom)) {
      content.writeTo(pending.channel());
      if (attributesFrom != null) {
        copyTimes(attributesFrom, pending.beside);
      }
      pending.commit();
    }
  }

  /** Makes the new file, empty and under its temporary name. */
  public Pending begin() throws IOException {
    return begin(target);
  }

  /** A file that replaces another is no more public than that one, from its first byte on. */
  private Pending begin(Path permissionsFrom) throws IOException {
    Path folder = target.getParent();
    deleteLeftovers(folder);
    Path beside = folder.resolve(temporaryName());
    PosixFileAttributes like = posixAttributes(permissionsFrom);
    FileChannel channel = FileChannel.open(beside, NEW_FILE, createdWith(like));
    if (like != null) {
      giveTo(like, beside);
      // Those a file is created with pass through the process's mask, which takes some away.
      Files.setPosixFilePermissions(beside, like.permissions());
    }
    return new Pending(beside, channel, lockOrNull(channel));
  }

  /** Owner and permissions of a file; null where there is no such file, or it has none. */
  private static PosixFileAttributes posixAttributes(Path path) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(path, PosixFileAttributeView.class);
    return view == null || Files.notExists(path) ? null : view.readAttributes();
  }

  private static FileAttribute<?>[] createdWith(PosixFileAttributes like) {
    return like == null
        ? new FileAttribute<?>[0]
        : new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(like.permissions())};
  }

  /** Makes a file the same user's and group's as another, if this process may. */
  private static void giveTo(PosixFileAttributes like, Path beside) {
    PosixFileAttributeView view = Files.getFileAttributeView(beside, PosixFileAttributeView.class);
    try {
      PosixFileAttributes now = view.readAttributes();
      if (!now.owner().equals(like.owner())) {
        view.setOwner(like.owner());
      }
      if (!now.group().equals(like.group())) {
        view.setGroup(like.group());
      }
    } catch (IOException e) {
      // Only a privileged user gives files away; for others the new file is their own.
      return;
    }
  }

  /** A new file that is being written. Closed without a commit, it is gone. */
  public final class Pending implements AutoCloseable {
    private final Path beside;
    private final FileChannel channel;
    private final FileLock lock;
    private boolean placed;

    private Pending(Path beside, FileChannel channel, FileLock lock) {
      this.beside = beside;
      this.channel = channel;
      this.lock = lock;
    }

    /** The file; may be read too. Opening it a second time may give up the lock on it. */
    public FileChannel channel() {
      return channel;
    }

    /** Forces the file to the disk and puts it in place; afterwards only to be closed. */
    public void commit() throws IOException {
      channel.force(true);
      place(beside);
      placed = true;
      if (lock != null) {
        lock.release();
      }
      channel.close();
      forceFolder(target.getParent());
    }

    /** Deletes the file unless it has been put in place. */
    @Override
    public void close() throws IOException {
      try {
        channel.close();
      } finally {
        if (!placed) {
          Files.deleteIfExists(beside);
        }
      }
    }
  }

  private String temporaryName() {
    String unique = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return "." + target.getFileName() + "." + unique + SUFFIX;
  }

  /** A file system without locks is no reason to fail: only leftovers are then not told apart. */
  private static FileLock lockOrNull(FileChannel out) {
    try {
      return out.tryLock();
    } catch (IOException e) {
      return null;
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
    Files.delete(beside);
  }

  private void rename(Path beside) throws IOException {
    try {
      Files.move(beside, target, StandardCopyOption.ATOMIC_MOVE);
    } catch (AtomicMoveNotSupportedException e) {
      throw new IOException(
          target + ": its file system cannot replace a file in one step, so nothing was changed",
          e);
    }
  }

  /** Makes the rename itself survive a power loss; not every system lets a folder be opened. */
  private static void forceFolder(Path folder) {
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    } catch (IOException e) {
      // Windows refuses to open folders; there the rename is journalled by the file system.
      return;
    }
  }

  private void deleteLeftovers(Path folder) throws IOException {
    String prefix = "." + target.getFileName() + ".";
    DirectoryStream.Filter<Path> ours =
        path -> {
          String name = path.getFileName().toString();
          return name.startsWith(prefix)
              && name.endsWith(SUFFIX)
              && isHex(name.substring(prefix.length(), name.length() - SUFFIX.length()));
        };
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(folder, ours)) {
      for (Path leftover : leftovers) {
        deleteIfAbandoned(leftover);
      }
    }
  }

  /** Keeps apart the leftovers of {@code a} from those of a file named {@code a.b}. */
  private static boolean isHex(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }

  private static void deleteIfAbandoned(Path leftover) throws IOException {
    try (FileChannel channel = FileChannel.open(leftover, StandardOpenOption.WRITE);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(leftover);
      }
    } catch (OverlappingFileLockException | NoSuchFileException e) {
      // Another thread of this process is writing it, or has just put it in place.
      return;
    }
  }

  private static void copyTimes(Path from, Path to) throws IOException {
    BasicFileAttributes times = Files.readAttributes(from, BasicFileAttributes.class);
    Files.getFileAttributeView(to, BasicFileAttributeView.class)
        .setTimes(times.lastModifiedTime(), times.lastAccessTime(), null);
  }
}
