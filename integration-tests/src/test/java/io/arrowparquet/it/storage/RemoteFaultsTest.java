// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleInput;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.footer.file.FooterAttacher;
import io.arrowparquet.footer.file.FooterStripper;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSinks;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Whatever happens to any request of a job that writes objects or reads a bundle: it does what it
 * does without, or throws an {@link IOException} that names an object. The object that it writes is
 * the old one or the new one, whole, and no thread goes on with the job.
 */
@Timeout(120)
class RemoteFaultsTest {
  private static final String BUNDLE = "lake/_bundle";
  private static final String FILE = "lake/a.parquet";
  private static final String OUTPUT = "out.parquet";

  @TempDir private static Path folder;
  @AutoClose private static S3Server server;
  private static SourceFactory sources;
  private static SinkFactory sinks;
  private static BundleStore store;
  private static byte[] plain;
  private static byte[] attached;
  private static byte[] other;

  /** Something that is done to objects. */
  private enum Job {
    CREATE(BUNDLE),
    APPEND(BUNDLE),
    COMPACT(BUNDLE),
    SCAN(BUNDLE),
    ATTACH(OUTPUT),
    STRIP(OUTPUT);

    /** The key of the object that it writes, if any. */
    private final String written;

    Job(String written) {
      this.written = written;
    }
  }

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
    sources = ByteSources.defaults().with("s3", S3Storage.of(server.client()));
    sinks = ByteSinks.defaults().with("s3", S3Storage.of(server.client()));
    store = BundleStore.of(server.uri(BUNDLE), sources, sinks);
    plain = StorageFile.plainBytes(folder, 1, 200, 1);
    attached = StorageFile.bytes(folder, 1, 200, 1);
    other = StorageFile.plainBytes(folder, 1, 200, 2);
  }

  /** What is there before a job. */
  private static Map<String, byte[]> prepare(Job job) throws IOException {
    server.proxy().spoil(request -> Fault.NONE);
    server.clear();
    server.put(FILE, job == Job.STRIP ? attached : plain);
    server.put("lake/b.parquet", attached);
    server.put(OUTPUT, new byte[3]);
    if (job == Job.APPEND || job == Job.COMPACT || job == Job.SCAN) {
      run(Job.CREATE);
      server.put("lake/c.parquet", plain);
    }
    if (job == Job.COMPACT || job == Job.SCAN) {
      run(Job.APPEND);
    }
    return objects();
  }

  private static Map<String, byte[]> objects() {
    Map<String, byte[]> objects = new TreeMap<>();
    server.keys("").forEach(key -> objects.put(key, server.get(key)));
    return objects;
  }

  /** Undoes what the job has done. */
  private static void restore(Map<String, byte[]> before, String written) {
    server.proxy().spoil(request -> Fault.NONE);
    List<String> keys = server.keys("");
    keys.stream().filter(key -> !before.containsKey(key)).forEach(server::delete);
    before.forEach(
        (key, bytes) -> {
          if (key.equals(written) || !keys.contains(key)) {
            server.put(key, bytes);
          }
        });
  }

  /** Does a job; what it has read, or an empty text. */
  private static String run(Job job) throws IOException {
    BundleWriter writer = new BundleWriter(store, BundleOptions.defaults());
    switch (job) {
      case CREATE -> writer.write(inputs(), true);
      case APPEND -> writer.append(inputs(), BundleTrust.STAT);
      case COMPACT -> writer.compact();
      case SCAN -> {
        return scan();
      }
      case ATTACH, STRIP -> rewrite(job);
    }
    return "";
  }

  private static List<BundleInput> inputs() throws IOException {
    return sources.list(server.uri("lake/")).stream()
        .filter(entry -> entry.uri().getPath().endsWith(".parquet"))
        .map(folder()::input)
        .toList();
  }

  private static BundleFolder folder() {
    return BundleFolder.of(server.uri(BUNDLE), sources);
  }

  private static String scan() throws IOException {
    ParquetFileSet set;
    try (FooterBundle bundle = FooterBundle.open(store)) {
      set =
          ParquetFileSet.open(
              bundle, folder(), BundleTrust.STAT, ParquetReadOptions.defaults(), text -> {});
    }
    try (RootAllocator allocator = new RootAllocator();
        FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  /** As the commands do: the object that is there is replaced if it is still the same. */
  private static void rewrite(Job job) throws IOException {
    String version;
    try (ByteSource existing = sources.open(server.uri(OUTPUT))) {
      existing.length();
      version = existing.version();
    }
    try (ByteSource input = sources.open(server.uri(FILE));
        ByteSink output = sinks.replace(server.uri(OUTPUT), version)) {
      if (job == Job.STRIP) {
        FooterStripper.defaults().strip(input, output);
      } else {
        FooterAttacher.defaults().attach(input, output);
      }
    }
  }

  /** One job with its faults, beside the same without any. */
  private static final class Trial {
    private final Job job;
    private final Map<String, byte[]> before;
    private final String read;
    private final byte[] written;
    private final int requests;

    Trial(Job job) throws IOException {
      this.job = job;
      before = prepare(job);
      server.proxy().spoil(request -> Fault.NONE);
      read = run(job);
      requests = server.proxy().requests();
      written = server.get(job.written);
      assertThat(requests).isBetween(2, 30);
    }

    /**
     * Does the job with faults.
     *
     * @return whether it succeeded
     */
    boolean succeeds(String name, IntFunction<Fault> faults) {
      restore(before, job.written);
      int uploads = server.uploadsLeft();
      server.proxy().spoil(faults);
      try {
        String found = run(job);
        server.proxy().spoil(request -> Fault.NONE);
        assertThat(found).as(name).isEqualTo(read);
        assertThat(server.get(job.written)).as(name).isEqualTo(written);
        assertThat(server.uploadsLeft()).isEqualTo(uploads);
        return true;
      } catch (IOException e) {
        server.proxy().spoil(request -> Fault.NONE);
        assertThat(e.getMessage()).as(name).contains("s3://bucket/").doesNotContain("secret");
        byte[] found = server.has(job.written) ? server.get(job.written) : null;
        assertThat(Arrays.equals(found, before.get(job.written)) || Arrays.equals(found, written))
            .as(name + ": the object is whole")
            .isTrue();
        return false;
      } catch (RuntimeException e) {
        return fail(name, e);
      } finally {
        assertThat(threadsAtWork()).as(name).isEmpty();
      }
    }
  }

  /** Stack traces of other threads that run code of this project. */
  private static List<String> threadsAtWork() {
    List<String> busy = List.of();
    for (int attempt = 0; attempt < 200; attempt++) {
      busy =
          Thread.getAllStackTraces().entrySet().stream()
              .filter(thread -> thread.getKey() != Thread.currentThread())
              .map(thread -> thread.getKey() + Arrays.toString(thread.getValue()))
              .filter(trace -> trace.contains("io.arrowparquet."))
              .filter(trace -> !trace.contains("FaultProxy"))
              .toList();
      if (busy.isEmpty()) {
        break;
      }
      sleep();
    }
    return busy;
  }

  private static void sleep() {
    try {
      Thread.sleep(10);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static IntFunction<Fault> once(int number, Fault fault) {
    return request -> request == number ? fault : Fault.NONE;
  }

  @ParameterizedTest
  @EnumSource
  void a_request_that_fails_once_is_repeated(Job job) throws IOException {
    Trial trial = new Trial(job);
    for (int number = 0; number < trial.requests; number++) {
      for (Fault fault : List.of(new Fault.Cut(0), new Fault.Busy())) {
        String name = job + ": " + fault + " at request " + number;
        assertThat(trial.succeeds(name, once(number, fault))).as(name).isTrue();
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "COMPACT", "SCAN", "ATTACH"})
  void a_server_that_stays_broken_leaves_the_old_object_or_the_new_one(Job job) throws IOException {
    Trial trial = new Trial(job);
    for (int number = 0; number < trial.requests; number++) {
      int from = number;
      Fault fault = number % 2 == 0 ? new Fault.Cut(0) : new Fault.Busy();
      String name = job + ": " + fault + " from request " + from + " on";
      boolean isDone = trial.succeeds(name, request -> request >= from ? fault : Fault.NONE);
      assertThat(isDone).as(name).isFalse();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"APPEND", "COMPACT", "SCAN", "ATTACH"})
  void truncated_answers_give_the_same_or_an_exception(Job job) throws IOException {
    Trial trial = new Trial(job);
    for (int number = 0; number < trial.requests; number++) {
      for (Fault fault : List.of(new Fault.Shortened(1 + 30 * number), new Fault.Cut(150))) {
        trial.succeeds(job + ": " + fault + " at request " + number, once(number, fault));
      }
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"ATTACH", "SCAN", "APPEND"})
  void a_file_that_changes_is_read_as_it_was_or_not_at_all(Job job) throws IOException {
    Trial trial = new Trial(job);
    for (int number = 0; number < trial.requests; number++) {
      restore(trial.before, job.written);
      server.put(FILE, plain);
      Runnable change = () -> server.put(FILE, other);
      server.proxy().spoil(once(number, new Fault.After(change)));
      String read;
      try {
        read = run(job);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("s3://bucket/lake/a.parquet");
        assertThat(server.get(job.written)).isEqualTo(trial.before.get(job.written));
        continue;
      }
      server.proxy().spoil(request -> Fault.NONE);
      if (job == Job.APPEND) {
        // Read before the change or after it: what the bundle says of the file holds together.
        try (FooterBundle bundle = FooterBundle.open(store)) {
          bundle.verify();
        }
        continue;
      }
      // All of the new file, or all of the old one.
      byte[] written = server.get(job.written);
      boolean isOld = Arrays.equals(written, trial.written) && read.equals(trial.read);
      String readNow = run(job);
      boolean isNew = Arrays.equals(written, server.get(job.written)) && read.equals(readNow);
      assertThat(isOld || isNew).as("request " + number).isTrue();
    }
  }

  /** Heads and bodies that are cut off; some HTTP clients take them for whole. */
  @ParameterizedTest
  @ValueSource(ints = {20, 150})
  void an_upload_in_parts_is_whole_or_not_there(int after) throws IOException {
    byte[] bytes = new byte[9 << 20];
    new Random(1).nextBytes(bytes);
    for (String line : List.of("?uploads", "partNumber=2", "POST /bucket/large?uploadId")) {
      server.proxy().spoil(request -> Fault.NONE);
      server.delete("large");
      server
          .proxy()
          .spoil(
              request ->
                  server.proxy().lines().get(request).contains(line)
                      ? new Fault.Cut(after)
                      : Fault.NONE);
      try (ByteSink sink = sinks.create(server.uri("large"))) {
        sink.write(ByteBuffer.wrap(bytes));
        sink.commit();
        assertThat(server.get("large")).as(line).isEqualTo(bytes);
      } catch (IOException e) {
        assertThat(e).hasMessageContaining("s3://bucket/large");
        assertThat(server.has("large")).as(line).isFalse();
      }
    }
    assertThat(threadsAtWork()).isEmpty();
  }
}
