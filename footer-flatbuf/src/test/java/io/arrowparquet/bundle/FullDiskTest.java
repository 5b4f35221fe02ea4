// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.footer.convert.WideFooter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A disk that is full after some bytes of a new bundle leaves the old one.
 *
 * @see BundleWriter
 * @see LocalBundleStore
 */
class FullDiskTest {
  private static final String FULL = "No space left on device";

  @TempDir Path folder;

  private Lake lake;
  private Path path;

  @BeforeEach
  void writeLake() throws IOException {
    lake = new Lake(folder.resolve("lake"));
    for (int i = 0; i < 6; i++) {
      lake.write("f" + i + ".parquet", 40, 1 + i % 3);
    }
    path = folder.resolve("lake.bundle");
  }

  /** A channel on a disk with room for some bytes, which writes a piece of them at a time. */
  private static final class FullChannel implements WritableByteChannel {
    private static final int PIECE = 1000;

    private final WritableByteChannel channel;
    private long room;

    FullChannel(WritableByteChannel channel, long room) {
      this.channel = channel;
      this.room = room;
    }

    @Override
    public int write(ByteBuffer source) throws IOException {
      int count = (int) Math.min(room, Math.min(PIECE, source.remaining()));
      if (count == 0 && source.hasRemaining()) {
        throw new IOException(FULL);
      }
      ByteBuffer piece = source.slice().limit(count);
      while (piece.hasRemaining()) {
        channel.write(piece);
      }
      source.position(source.position() + count);
      room -= count;
      return count;
    }

    @Override
    public boolean isOpen() {
      return channel.isOpen();
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** A store on such a disk. */
  private static BundleStore fullStore(BundleStore store, long room) {
    return new StoreWithHook(store, content -> out -> content.writeTo(new FullChannel(out, room)));
  }

  /** What changes a bundle. */
  private interface Change {
    void run(BundleWriter writer) throws IOException;
  }

  private BundleWriter writer(long room) throws IOException {
    BundleOptions options = BundleOptions.defaults().withMemory(2_000);
    return new BundleWriter(fullStore(BundleStore.of(path), room), options);
  }

  /** Tries the change with room for ever more bytes, until there is enough. */
  private void assertOldOrNew(Change change) throws IOException {
    Map<String, Integer> before = contents();
    Set<String> names = names();
    for (long room = 0; ; room += 1 + room / 3) {
      BundleWriter writer = writer(room);
      try {
        change.run(writer);
        break;
      } catch (IOException full) {
        assertThat(full).hasMessageContaining(FULL);
      }
      assertThat(contents()).as("%d bytes", room).isEqualTo(before);
      // What is kept for a segment to be published may stay; it is replaced by the next try.
      assertThat(names()).as("%d bytes", room).allMatch(name -> isExpected(name, names));
    }
    assertThat(contents()).isNotEmpty();
  }

  private static boolean isExpected(String name, Set<String> before) {
    return before.contains(name) || name.endsWith(".segment") || name.endsWith(".lock");
  }

  private Set<String> names() throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      Set<String> names = new TreeSet<>();
      list.forEach(file -> names.add(file.getFileName().toString()));
      return names;
    }
  }

  /** Path to number of row groups; none without a bundle. */
  private Map<String, Integer> contents() throws IOException {
    Map<String, Integer> contents = new TreeMap<>();
    if (Files.exists(path)) {
      try (FooterBundle bundle = FooterBundle.open(path)) {
        bundle.verify();
        FooterBundle.Footers footers = bundle.footers(null);
        for (BundleEntry file : bundle.files()) {
          assertThat(footers.thrift(file)).isEqualTo(WideFooter.thrift(40, file.rowGroups()));
          contents.put(file.file().path(), file.rowGroups());
        }
      }
    }
    return contents;
  }

  @Test
  void create_leaves_no_bundle_or_a_whole_one() throws IOException {
    assertOldOrNew(writer -> writer.write(lake.inputs(), false));

    assertThat(contents()).hasSize(6);
  }

  @Test
  void overwriting_leaves_the_old_bundle_or_the_new_one() throws IOException {
    writer(Long.MAX_VALUE).write(lake.inputs(), false);
    Files.delete(lake.folder.resolve("f0.parquet"));

    assertOldOrNew(writer -> writer.write(lake.inputs(), true));

    assertThat(contents()).hasSize(5);
  }

  @Test
  void append_and_compact_leave_the_old_bundle_or_the_new_one() throws IOException {
    writer(Long.MAX_VALUE).write(lake.inputs(), false);
    lake.write("g.parquet", 40, 5);

    assertOldOrNew(writer -> writer.append(lake.inputs(), BundleTrust.STAT));
    assertThat(contents()).hasSize(7);
    assertOldOrNew(BundleWriter::compact);

    assertThat(contents()).hasSize(7);
    try (FooterBundle bundle = FooterBundle.open(path)) {
      assertThat(bundle.segmentCount()).isEqualTo(1);
    }
  }

  @Test
  void full_disk_of_temporary_files_leaves_no_bundle() throws IOException {
    BundleOptions options =
        BundleOptions.defaults()
            .withMemory(0)
            .withTemporaryFolder(folder.resolve("no such folder"))
            .withMaximum(1 << 20);
    BundleWriter writer = new BundleWriter(BundleStore.of(path), options);

    assertThatThrownBy(() -> writer.write(lake.inputs(), false)).isInstanceOf(IOException.class);
    assertThat(path).doesNotExist();
  }
}
