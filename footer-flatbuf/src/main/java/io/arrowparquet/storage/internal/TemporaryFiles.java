// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.internal;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.AccessDeniedException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileAttribute;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The temporary files of this process: made, distinguished from leftovers of dead processes, and
 * deleted when the process is told to end.
 *
 * <p>Names are {@code .NAME.HEX.arrowparquet-tmp}, HEX being random. The writer holds a lock on it,
 * by which other processes see that it is not a leftover. Threads of this process use the list kept
 * here instead: to open and close a file a second time gives up the locks that the process holds on
 * it.
 *
 * <p>A hook, there while the list is not empty, deletes its files when the process ends by {@code
 * System.exit}, SIGINT (Ctrl-C), SIGTERM or SIGHUP. Threads may share it.
 */
final class TemporaryFiles {
  private static final String SUFFIX = ".arrowparquet-tmp";

  private static final Set<OpenOption> NEW_FILE =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);

  /** Reading too: of a FIFO that has just come into the place of a file, that does not wait. */
  private static final Set<OpenOption> LEFTOVER =
      Set.of(StandardOpenOption.READ, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);

  /** By name, for names are unique and paths to one file are not. Guarded by itself. */
  private static final Map<String, Path> UNDER_WAY = new HashMap<>();

  private static Thread hook;
  private static boolean isEnding;

  private TemporaryFiles() {}

  static Path nameBeside(Path target) {
    String unique = Long.toHexString(ThreadLocalRandom.current().nextLong());
    return target.resolveSibling(prefix(target) + unique + SUFFIX);
  }

  private static String prefix(Path target) {
    return "." + target.getFileName() + ".";
  }

  /** {@link #delete} or {@link #forget} takes the file off the list again. */
  static FileChannel create(Path file, FileAttribute<?>... attributes) throws IOException {
    enlist(file);
    boolean isMade = false;
    try {
      FileChannel channel = FileChannel.open(file, NEW_FILE, attributes);
      isMade = true;
      return channel;
    } catch (UnsupportedOperationException e) {
      throw lacking(file, "FileChannel", e);
    } catch (FileAlreadyExistsException e) {
      throw e;
    } catch (FileSystemException e) {
      String reason = e.getReason() == null ? "permission denied" : e.getReason();
      throw FileIdentity.problem(file.getParent(), "no file can be made in it: " + reason, e);
    } finally {
      if (!isMade) {
        forget(file);
      }
    }
  }

  static FileSystemException lacking(Path file, String what, Throwable cause) {
    String scheme = file.getFileSystem().provider().getScheme();
    return FileIdentity.problem(
        file, "nothing was changed, because the file system " + scheme + " has no " + what, cause);
  }

  private static void enlist(Path file) throws IOException {
    synchronized (UNDER_WAY) {
      if (!isEnding && hook == null) {
        hook = new Thread(TemporaryFiles::end, "arrowparquet-temporary-files");
        try {
          Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
          isEnding = true;
        }
      }
      if (isEnding) {
        throw FileIdentity.problem(file, "not made, because the process is ending", null);
      }
      UNDER_WAY.put(file.getFileName().toString(), file);
    }
  }

  static void forget(Path file) {
    synchronized (UNDER_WAY) {
      UNDER_WAY.remove(file.getFileName().toString());
      if (UNDER_WAY.isEmpty() && !isEnding && hook != null) {
        try {
          Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
          isEnding = true;
        }
        hook = null;
      }
    }
  }

  static void delete(Path file) throws IOException {
    try {
      Files.deleteIfExists(file);
    } finally {
      forget(file);
    }
  }

  private static boolean isUnderWay(Path file) {
    synchronized (UNDER_WAY) {
      return UNDER_WAY.containsKey(file.getFileName().toString());
    }
  }

  private static void end() {
    List<Path> left;
    synchronized (UNDER_WAY) {
      isEnding = true;
      left = List.copyOf(UNDER_WAY.values());
    }
    left.forEach(TemporaryFiles::deleteIfPossible);
  }

  private static void deleteIfPossible(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException | RuntimeException e) {
      // The next process that replaces the target deletes it.
      return;
    }
  }

  static void deleteAbandoned(Path target) throws IOException {
    String prefix = prefix(target);
    DirectoryStream.Filter<Path> ours =
        path -> {
          String name = path.getFileName().toString();
          return name.startsWith(prefix)
              && name.endsWith(SUFFIX)
              && isHex(name.substring(prefix.length(), name.length() - SUFFIX.length()))
              && !isUnderWay(path);
        };
    try (DirectoryStream<Path> leftovers = Files.newDirectoryStream(target.getParent(), ours)) {
      for (Path leftover : leftovers) {
        deleteIfAbandoned(leftover);
      }
    } catch (AccessDeniedException e) {
      // Files can be made in a folder that cannot be listed.
      return;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Keeps apart the leftovers of {@code a} from those of a file named {@code a.b}. */
  private static boolean isHex(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> Character.digit(c, 16) >= 0);
  }

  private static void deleteIfAbandoned(Path leftover) {
    if (!Files.isRegularFile(leftover, LinkOption.NOFOLLOW_LINKS)) {
      return; // not ours; opening a FIFO would wait for ever
    }
    try (FileChannel channel = FileChannel.open(leftover, LEFTOVER);
        FileLock lock = channel.tryLock()) {
      if (lock != null) {
        Files.deleteIfExists(leftover);
      }
    } catch (IOException | OverlappingFileLockException | UnsupportedOperationException e) {
      // It is gone, in use, or there are no locks: in doubt it is kept.
      return;
    }
  }
}
