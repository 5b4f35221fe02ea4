// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.arrowparquet.parquet.ParquetArrowReader;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files behind a web server with a certificate that only the caller's client trusts. */
@Timeout(60)
class HttpsReadingTest {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final HttpReadOptions OPTIONS =
      HttpReadOptions.defaults()
          .withRetries(
              RetryPolicy.defaults()
                  .withAttempts(2)
                  .withFirstDelay(Duration.ofMillis(1))
                  .withLongestDelay(Duration.ofMillis(1)));

  @TempDir private static Path folder;
  private static SSLContext context;
  @AutoClose private static RangeServer server;
  private static byte[] file;
  private static URI uri;

  @BeforeAll
  static void start() throws Exception {
    context = context(selfSigned());
    server = new RangeServer(context);
    file = StorageFile.bytes(folder, 2, 500, 1);
    uri = URI.create(server.put("/file.parquet", file) + "?X-Amz-Signature=secret&X-Amz-Date=7");
  }

  /** A key pair, and a certificate of the loopback address. */
  private static KeyStore selfSigned() throws Exception {
    Path store = folder.resolve("keys.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                new String(PASSWORD),
                "-dname",
                "CN=localhost",
                "-ext",
                "san=ip:127.0.0.1",
                "-validity",
                "2")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("keytool.txt").toFile())
            .start();
    assertThat(keytool.waitFor()).as(Files.readString(folder.resolve("keytool.txt"))).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    return keys;
  }

  private static SSLContext context(KeyStore keys) throws GeneralSecurityException {
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static String read(URI uri, HttpReadOptions options) throws IOException {
    SourceFactory sources = ByteSources.defaults().with("https", HttpByteSource.factory(options));
    try (RootAllocator allocator = new RootAllocator();
        ParquetArrowReader reader =
            ParquetArrowReader.open(uri, sources, ParquetReadOptions.defaults(), allocator)) {
      return StorageFile.rows(reader);
    }
  }

  private static HttpReadOptions trusting() {
    return OPTIONS.withClient(HttpClient.newBuilder().sslContext(context).build());
  }

  @Test
  void the_callers_client_reads_with_the_whole_query() throws IOException {
    assertThat(read(uri, trusting())).isEqualTo(StorageFile.rows(file));
    assertThat(server.requests())
        .filteredOn(request -> request.contains("/file.parquet"))
        .hasSize(1 + 2)
        .allMatch(request -> request.contains("X-Amz-Signature=secret&X-Amz-Date=7"));
  }

  /** What a server that has it takes up. */
  @Test
  void http_2_is_offered() throws Exception {
    try (ServerSocket listener =
        context
            .getServerSocketFactory()
            .createServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
      CompletableFuture<List<String>> offered = new CompletableFuture<>();
      Thread server =
          new Thread(
              () -> {
                try (SSLSocket socket = (SSLSocket) listener.accept()) {
                  socket.setHandshakeApplicationProtocolSelector(
                      (connection, protocols) -> {
                        offered.complete(protocols);
                        return protocols.get(0);
                      });
                  socket.startHandshake();
                } catch (IOException e) {
                  offered.completeExceptionally(e);
                }
              });
      server.start();
      URI there = URI.create("https://127.0.0.1:" + listener.getLocalPort() + "/file");
      HttpReadOptions once = trusting().withRetries(OPTIONS.retries().withAttempts(1));
      assertThatThrownBy(() -> read(there, once)).isInstanceOf(IOException.class);
      assertThat(offered.get()).containsExactly("h2", "http/1.1");
      server.join();
    }
  }

  @Test
  void a_certificate_that_is_not_trusted_is_an_exception_without_credentials() {
    assertThatThrownBy(() -> read(uri, OPTIONS))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("https://127.0.0.1:" + server.port() + "/file.parquet: ")
        .hasRootCauseInstanceOf(GeneralSecurityException.class)
        .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("secret"))
        .hasCauseInstanceOf(SSLException.class);
  }

  @Test
  void a_file_that_is_not_there_is_an_exception_without_credentials() {
    URI missing = uri.resolve("/none.parquet?X-Amz-Signature=secret");
    assertThatThrownBy(() -> read(missing, trusting()))
        .isInstanceOf(NoSuchFileException.class)
        .hasMessageContaining("/none.parquet")
        .satisfies(failure -> assertThat(stackTrace(failure)).doesNotContain("secret"));
  }

  private static String stackTrace(Throwable failure) {
    StringWriter text = new StringWriter();
    failure.printStackTrace(new PrintWriter(text));
    return text.toString();
  }
}
