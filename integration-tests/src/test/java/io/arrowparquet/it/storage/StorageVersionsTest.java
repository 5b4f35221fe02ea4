// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.bundle.BundleFolder;
import io.arrowparquet.bundle.BundleOptions;
import io.arrowparquet.bundle.BundleStore;
import io.arrowparquet.bundle.BundleTrust;
import io.arrowparquet.bundle.BundleWriter;
import io.arrowparquet.bundle.FooterBundle;
import io.arrowparquet.dataset.FileSetReader;
import io.arrowparquet.dataset.ParquetDatasetFactory;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.dataset.ParquetScan;
import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.it.storage.RangeServer.Lack;
import io.arrowparquet.it.storage.RangeServer.Validators;
import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.ChangedSourceException;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.hadoop.HadoopByteSource;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.apache.arrow.dataset.scanner.ScanOptions;
import org.apache.arrow.dataset.scanner.Scanner;
import org.apache.arrow.dataset.source.Dataset;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.apache.hadoop.conf.Configuration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * Files that are replaced while they are read, on storage whose validators are strong, weak, dates
 * or none: wherever something is read after something else, it is of the same version or an
 * exception.
 */
@Timeout(60)
class StorageVersionsTest {
  private static final HttpReadOptions OPTIONS =
      HttpReadOptions.defaults()
          .withRetries(
              RetryPolicy.defaults()
                  .withAttempts(3)
                  .withFirstDelay(Duration.ofMillis(1))
                  .withLongestDelay(Duration.ofMillis(5)));
  private static final String KEY = "/bucket/file.parquet";

  @TempDir private static Path folder;
  private static byte[] file;

  /** Another version, of the same length: the footer of one fits the pages of the other. */
  private static byte[] other;

  private static byte[] longer;

  private final List<AutoCloseable> open = new ArrayList<>();

  @BeforeAll
  static void make() throws IOException {
    file = StorageFile.bytes(folder, 2, 500, 1);
    for (int seed = 2; other == null || other.length != file.length; seed++) {
      other = StorageFile.bytes(folder, 2, 500, seed);
    }
    longer = StorageFile.bytes(folder, 3, 500, 1);
  }

  /** What is read first of a file, and what later. */
  private enum Place {
    SOURCE {
      @Override
      Rest begin(Storage storage) throws IOException {
        ByteSource source = storage.sources.open(storage.uri);
        source.readTail(8);
        return () -> rest(source);
      }
    },
    SOURCE_OF_A_KNOWN_VERSION {
      @Override
      Rest begin(Storage storage) throws IOException {
        ByteSource first = storage.sources.open(storage.uri);
        SourceEntry entry = new SourceEntry(storage.uri, first.length(), first.version());
        return () -> rest(storage.sources.open(entry));
      }
    },
    REST_OF_AN_ANSWER_THAT_BREAKS_OFF {
      @Override
      Rest begin(Storage storage) {
        return () -> {
          storage.spoil(
              request ->
                  request == 0
                      ? new Fault.Cut(5_000)
                      : new Fault.After(() -> storage.put(storage.next)));
          storage.put(file);
          return rest(storage.sources.open(storage.uri));
        };
      }
    },
    READER {
      @Override
      Rest begin(Storage storage) throws IOException {
        RootAllocator allocator = storage.keep(new RootAllocator());
        ParquetArrowReader reader =
            storage.keep(
                ParquetArrowReader.open(
                    storage.uri, storage.sources, ParquetReadOptions.defaults(), allocator));
        return () -> StorageFile.rows(reader);
      }
    },
    SET {
      @Override
      Rest begin(Storage storage) throws IOException {
        ParquetFileSet set = ParquetFileSet.open(List.of(storage.uri), storage.sources);
        return () -> read(set);
      }
    },
    SCAN {
      @Override
      Rest begin(Storage storage) throws IOException {
        ParquetFileSet set = ParquetFileSet.open(List.of(storage.uri), storage.sources);
        return () -> {
          try (RootAllocator allocator = new RootAllocator();
              ParquetScan scan =
                  set.scan(
                      io.arrowparquet.parquet.options.ParquetScanOptions.defaults(),
                      Runnable::run,
                      allocator)) {
            StringBuilder rows = new StringBuilder();
            while (true) {
              try (VectorSchemaRoot batch = scan.next()) {
                if (batch == null) {
                  return rows.toString();
                }
                rows.append(batch.contentToTSVString());
              }
            }
          }
        };
      }
    },
    DATASET {
      @Override
      @SuppressWarnings("try") // Arrow's close() may declare any exception, interruption included
      Rest begin(Storage storage) throws Exception {
        RootAllocator allocator = storage.keep(new RootAllocator());
        ParquetDatasetFactory factory =
            storage.keep(
                ParquetDatasetFactory.of(
                    ParquetFileSet.open(List.of(storage.uri), storage.sources),
                    ParquetReadOptions.defaults(),
                    allocator));
        Dataset dataset = storage.keep(factory.finish());
        return () -> {
          try (Scanner scanner = dataset.newScan(new ScanOptions(8192));
              ArrowReader reader = scanner.scanBatches()) {
            return StorageFile.rows(reader);
          }
        };
      }
    },
    BUNDLE_COMPARED_BY_VERSION {
      @Override
      Rest begin(Storage storage) throws IOException {
        return bundle(storage, BundleTrust.STAT);
      }
    },
    BUNDLE_WITH_TRUST_IN_THE_CATALOG {
      @Override
      Rest begin(Storage storage) throws IOException {
        return bundle(storage, BundleTrust.CATALOG);
      }
    },
    BUNDLE_WITH_TRUST_IN_FOOTERS {
      @Override
      Rest begin(Storage storage) throws IOException {
        return bundle(storage, BundleTrust.FOOTER);
      }
    };

    /** Reads something; what it gives reads the rest. */
    abstract Rest begin(Storage storage) throws Exception;

    static String rest(ByteSource source) throws IOException {
      try (source) {
        ByteBuffer bytes = ByteBuffer.allocate(file.length);
        source.readFully(0, bytes);
        return StorageFile.rows(bytes.array());
      }
    }

    static String read(ParquetFileSet set) throws IOException {
      try (RootAllocator allocator = new RootAllocator();
          FileSetReader reader = set.read(ParquetReadOptions.defaults(), allocator)) {
        return StorageFile.rows(reader);
      }
    }

    static Rest bundle(Storage storage, BundleTrust trust) throws IOException {
      Path bundle = Files.createTempDirectory(folder, "bundle").resolve("b");
      BundleFolder lake = BundleFolder.of(storage.uri, storage.sources);
      BundleStore store = BundleStore.of(bundle);
      new BundleWriter(store, BundleOptions.defaults())
          .write(List.of(lake.input(SourceEntry.of(storage.uri))), false);
      return () -> {
        try (FooterBundle opened = FooterBundle.open(store)) {
          return read(
              ParquetFileSet.open(opened, lake, trust, ParquetReadOptions.defaults(), text -> {}));
        }
      };
    }
  }

  /** Reads the rows. */
  private interface Rest {
    String read() throws Exception;
  }

  /** A server with the file, and what opens it. */
  private static final class Storage {
    private final RangeServer server;
    private final FaultProxy proxy;
    private final SourceFactory sources;
    private final URI uri;
    private final List<AutoCloseable> open;
    private byte[] next;

    /** Those of no server. */
    private final Path path = folder.resolve("file.parquet");

    private final boolean isLocal;

    Storage(String scheme, Validators validators, List<AutoCloseable> open, Lack... lacks)
        throws IOException {
      this.open = open;
      isLocal = scheme.equals("file") || scheme.equals("hadoop");
      server = keep(new RangeServer(validators, lacks));
      proxy = keep(new FaultProxy(server.port()));
      put(file);
      if (isLocal) {
        sources =
            scheme.equals("file")
                ? ByteSources.defaults()
                : HadoopByteSource.factory(new Configuration(false));
        uri = path.toUri();
      } else if (scheme.equals("s3")) {
        S3Client client = keep(S3Server.client(proxy.port(), S3Server.retries(2, 1)));
        sources = ByteSources.defaults().with("s3", S3Storage.of(client));
        uri = URI.create("s3:/" + KEY);
      } else if (scheme.equals("redirected")) {
        RangeServer first = keep(new RangeServer());
        URI target = URI.create("http://127.0.0.1:" + proxy.port() + KEY);
        first.put("/x", new byte[1]);
        sources = ByteSources.defaults().with("http", HttpByteSource.factory(OPTIONS));
        first.redirect(KEY, target);
        uri = URI.create("http://127.0.0.1:" + first.port() + KEY);
      } else {
        sources = ByteSources.defaults().with("http", HttpByteSource.factory(OPTIONS));
        uri = URI.create("http://127.0.0.1:" + proxy.port() + KEY);
      }
    }

    void spoil(IntFunction<Fault> faults) {
      proxy.spoil(faults);
    }

    /** Publishes a version. */
    void put(byte[] bytes) {
      server.put(KEY, bytes);
      if (isLocal) {
        try {
          Files.deleteIfExists(path);
          Files.write(path, bytes);
          // Not within the resolution of the file system's clock.
          Files.setLastModifiedTime(path, FileTime.fromMillis(Arrays.hashCode(bytes) & 0xffffffL));
        } catch (IOException e) {
          throw new UncheckedIOException(e);
        }
      }
    }

    <T extends AutoCloseable> T keep(T opened) {
      open.add(0, opened);
      return opened;
    }
  }

  @AfterEach
  void close() throws Exception {
    for (AutoCloseable opened : open) {
      opened.close();
    }
  }

  private static List<Arguments> storages() {
    List<Arguments> all = new ArrayList<>();
    for (Validators validators : Validators.values()) {
      all.add(Arguments.of("http", validators, List.of()));
      all.add(Arguments.of("http", validators, List.of(Lack.CONDITIONS)));
      all.add(Arguments.of("s3", validators, List.of()));
    }
    all.add(Arguments.of("s3", Validators.WEAK_AND_DATE, List.of(Lack.CONDITIONS)));
    all.add(Arguments.of("redirected", Validators.STRONG, List.of()));
    all.add(Arguments.of("redirected", Validators.WEAK, List.of()));
    all.add(Arguments.of("hadoop", Validators.DATE, List.of()));
    all.add(Arguments.of("file", Validators.DATE, List.of()));
    return all;
  }

  @ParameterizedTest
  @MethodSource("storages")
  void a_file_that_is_replaced_is_never_read_in_two_versions(
      String scheme, Validators validators, List<Lack> lacks) throws Exception {
    // Without validators only the length can tell.
    byte[] next = validators == Validators.NONE ? longer : other;
    String rows = StorageFile.rows(next);
    String oldRows = StorageFile.rows(file);
    Storage storage = new Storage(scheme, validators, open, lacks.toArray(Lack[]::new));
    storage.next = next;
    for (Place place : Place.values()) {
      storage.spoil(request -> Fault.NONE);
      storage.put(file);
      Rest rest = place.begin(storage);
      storage.put(next);

      // A local file that is open stays what it was.
      assertThat(outcome(rest))
          .as("%s", place)
          .isIn("changed", rows, storage.isLocal ? oldRows : "changed");
    }
  }

  /** Rows, or that the file has changed. */
  private static String outcome(Rest rest) throws Exception {
    try {
      return rest.read();
    } catch (ChangedSourceException e) {
      return "changed";
    } catch (RuntimeException e) {
      assertThat(e).hasRootCauseInstanceOf(ChangedSourceException.class);
      return "changed";
    }
  }

  /** Where nothing changes, a server that checks conditions is the one that may refuse. */
  private static List<Arguments> storagesThatCheck() {
    return storages().stream().filter(storage -> storage.get()[2].equals(List.of())).toList();
  }

  @ParameterizedTest
  @MethodSource("storagesThatCheck")
  void a_file_that_stays_is_read(String scheme, Validators validators, List<Lack> lacks)
      throws Exception {
    Storage storage = new Storage(scheme, validators, open, lacks.toArray(Lack[]::new));
    for (Place place : Place.values()) {
      storage.spoil(request -> Fault.NONE);
      storage.next = file;
      place.begin(storage).read();
    }
    assertThat(storage.server.requestHeaders())
        .allSatisfy(
            headers ->
                assertThat(headers.getOrDefault("If-match", List.of()))
                    .noneMatch(tag -> tag.startsWith("W/")));
  }

  @ParameterizedTest
  @EnumSource
  void the_version_is_the_validator_as_the_server_sends_it(Validators validators) throws Exception {
    String tag = "\"" + Integer.toHexString(Arrays.hashCode(file)) + "\"";
    String date = "Mon, 12 Jan 2026 03:04:05 GMT";
    Map<Validators, String> expected =
        Map.of(
            Validators.STRONG,
            tag,
            Validators.WEAK,
            "W/" + tag,
            Validators.DATE,
            date,
            Validators.WEAK_AND_DATE,
            "W/" + tag + ", " + date);
    Storage storage = new Storage("http", validators, open);
    try (ByteSource source = storage.sources.open(storage.uri)) {
      source.length();
      assertThat(source.version()).isEqualTo(expected.get(validators));
    }
  }

  @Test
  void an_answer_without_the_validator_of_the_first_one_is_another_version() throws Exception {
    Storage tagged = new Storage("http", Validators.STRONG, open);
    Storage untagged = new Storage("http", Validators.NONE, open, Lack.CONDITIONS);
    RangeServer first = new RangeServer();
    open.add(first);
    first.redirect(KEY, tagged.uri);
    URI uri = URI.create("http://127.0.0.1:" + first.port() + KEY);
    try (ByteSource source = tagged.sources.open(uri)) {
      source.length();
      first.redirect(KEY, untagged.uri);
      tagged.proxy.spoil(request -> new Fault.Gone());
      assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(10)))
          .isInstanceOf(ChangedSourceException.class)
          .hasMessageContaining("ETag: found null, expected \"");
    }
  }

  @Test
  void a_tag_that_is_weak_only_while_the_file_is_new_is_the_same_version() throws Exception {
    Storage weak = new Storage("http", Validators.WEAK, open);
    Storage strong = new Storage("http", Validators.STRONG, open);
    RangeServer first = new RangeServer();
    open.add(first);
    first.redirect(KEY, weak.uri);
    URI uri = URI.create("http://127.0.0.1:" + first.port() + KEY);
    try (ByteSource source = weak.sources.open(uri)) {
      source.length();
      first.redirect(KEY, strong.uri);
      weak.proxy.spoil(request -> new Fault.Gone());
      source.readFully(0, ByteBuffer.allocate(10));
      strong.put(other);
      assertThatThrownBy(() -> source.readFully(0, ByteBuffer.allocate(10)))
          .isInstanceOf(ChangedSourceException.class);
    }
  }

  @Test
  void a_version_that_is_no_strong_tag_is_not_a_condition_for_writing() {
    S3Client client = S3Server.client(1, S3Server.retries(1, 1));
    open.add(client);
    URI uri = URI.create("s3://bucket/key");
    for (String version : List.of("W/\"a\"", "Mon, 12 Jan 2026 03:04:05 GMT")) {
      assertThatThrownBy(() -> S3Storage.of(client).replace(uri, version))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("no strong ETag");
      assertThatThrownBy(() -> S3Storage.of(client).copy(uri, version, uri))
          .isInstanceOf(FileSystemException.class)
          .hasMessageContaining("no strong ETag");
    }
  }

  @Test
  void a_version_of_anything_is_compared_and_not_sent() throws Exception {
    for (String version : List.of("\"a\r\nX: y\"", "W/\"\u20ac", "yesterday", "\"", "W/\"")) {
      Storage storage = new Storage("http", Validators.WEAK_AND_DATE, open);
      SourceEntry entry = new SourceEntry(storage.uri, file.length, version);
      assertThatThrownBy(() -> storage.sources.open(entry).readFully(0, ByteBuffer.allocate(1)))
          .isInstanceOf(ChangedSourceException.class);
    }
  }
}
