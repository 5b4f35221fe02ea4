// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writers of one bundle in several processes.
 *
 * @see LocalBundleStore
 */
@Timeout(120)
class BundleLockTest {
  @TempDir Path folder;

  private Path lock;
  private BundleStore store;
  private String version;

  @BeforeEach
  void publish() throws IOException {
    Lake lake = new Lake(folder.resolve("lake"));
    lake.write("f.parquet", 1, 1);
    store = BundleStore.of(folder.resolve("lake.bundle"));
    lock = folder.resolve(".lake.bundle.lock");
    new BundleWriter(store, BundleOptions.defaults()).write(lake.inputs(), false);
    BundleStore.Published current = store.current();
    current.source().close();
    version = current.version();
  }

  /** The system's locks are lost when any other channel of their process to the file is closed. */
  @Test
  void writers_of_two_processes_never_have_their_turns_at_once() throws Exception {
    Process other = OtherWriter.start(lock);
    try {
      while (other.isAlive()) {
        store.keep(version, "lake.bundle.kept");
      }
      assertThat(other.inputReader().readLine()).isEqualTo("always alone");
    } finally {
      other.destroyForcibly();
    }
  }

  @Test
  void a_lock_that_its_holder_deletes_is_not_taken_for_something_else() throws Exception {
    AtomicBoolean isOver = new AtomicBoolean();
    FutureTask<Void> others =
        new FutureTask<>(
            () -> {
              while (!isOver.get()) {
                Files.write(lock, new byte[0]);
                Files.deleteIfExists(lock);
              }
              return null;
            });
    new Thread(others).start();
    try {
      for (int turn = 0; turn < 5_000; turn++) {
        store.keep(version, "lake.bundle.kept");
      }
    } finally {
      isOver.set(true);
      others.get();
    }
  }

  /** A process whose turns take longer. */
  static final class OtherWriter {
    private static final int TURNS = 20;
    private static final int PLACE_OF_MARK = 100;

    private OtherWriter() {}

    static Process start(Path lock) throws Exception {
      Path classes =
          Path.of(OtherWriter.class.getProtectionDomain().getCodeSource().getLocation().toURI());
      String java = System.getProperty("java.home") + File.separator + "bin" + File.separator;
      return new ProcessBuilder(
              java + "java", "-cp", classes.toString(), OtherWriter.class.getName(), lock + "")
          .redirectError(ProcessBuilder.Redirect.DISCARD)
          .start();
    }

    /** The process. */
    public static void main(String[] args) throws Exception {
      Path file = Path.of(args[0]);
      for (int turns = 0; turns < TURNS; ) {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = channel.lock()) {
          channel.write(ByteBuffer.allocate(1), PLACE_OF_MARK);
          if (lock.isValid() && isLocked(file)) {
            turns++;
            Thread.sleep(10);
            if (!isLocked(file)) {
              System.out.println("another writer has ended its turn");
              return;
            }
            Files.delete(file);
          }
        }
      }
      System.out.println("always alone");
    }

    /** Whether it is the file that was written to, which other writers write less to. */
    private static boolean isLocked(Path file) throws IOException {
      try {
        return Files.size(file) == PLACE_OF_MARK + 1;
      } catch (NoSuchFileException deletedByItsHolder) {
        return false;
      }
    }
  }
}
