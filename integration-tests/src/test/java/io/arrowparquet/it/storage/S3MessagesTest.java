// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.sun.net.httpserver.HttpServer;
import io.arrowparquet.it.ChildJvm;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.SinkFactory;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProviderChain;
import software.amazon.awssdk.auth.credentials.SystemPropertyCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** What is said when S3 refuses, or cannot be reached: one sentence that begins with the object. */
@Timeout(60)
class S3MessagesTest {
  private static final URI OBJECT = URI.create("s3://lake/a.parquet");

  private HttpServer server;
  private volatile Answer answer;

  /** What the server answers to everything. */
  private enum Answer {
    NO_OBJECT(404, "NoSuchKey", "The specified key does not exist.", NoSuchFileException.class),
    NO_BUCKET(
        404, "NoSuchBucket", "The specified bucket does not exist", NoSuchFileException.class),
    DENIED(403, "AccessDenied", "Access Denied", AccessDeniedException.class),
    NO_KEY_ID(403, "InvalidAccessKeyId", "The key Id does not exist.", AccessDeniedException.class),
    EXPIRED(400, "ExpiredToken", "The provided token has expired.", AccessDeniedException.class),
    REGION(301, "PermanentRedirect", "The bucket must be addressed otherwise.", IOException.class),
    BUSY(503, "SlowDown", "Please reduce your request rate.", IOException.class),
    UNASKED(412, "PreconditionFailed", "A condition did not hold", IOException.class),
    WITHOUT_A_BODY(500, null, "500", IOException.class);

    private final int status;
    private final String code;
    private final String reason;
    private final Class<?> failure;

    Answer(int status, String code, String reason, Class<?> failure) {
      this.status = status;
      this.code = code;
      this.reason = reason;
      this.failure = failure;
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          try (exchange) {
            exchange.getRequestBody().readAllBytes();
            boolean hasBody = answer.code != null && !exchange.getRequestMethod().equals("HEAD");
            byte[] body =
                ("<Error><Code>"
                        + answer.code
                        + "</Code><Message>"
                        + answer.reason
                        + "</Message><RequestId>AB12</RequestId></Error>")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(answer.status, hasBody ? body.length : -1);
            if (hasBody) {
              exchange.getResponseBody().write(body);
            }
          }
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private static S3ClientBuilder client(int port) {
    return S3Client.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(AnonymousCredentialsProvider.create())
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(Duration.ofMillis(200)))
        .overrideConfiguration(o -> o.retryStrategy(S3Server.retries(2, 1)));
  }

  private static void requireOneSentence(Throwable failure) {
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage())
        .startsWith("s3://lake")
        .doesNotContain("\n", "software.amazon", "Exception", "Provider", "null", "-1", "Service:")
        .doesNotContain("@", "Request ID", "[")
        .hasSizeLessThan(200);
  }

  private static Throwable reading(SourceFactory sources) {
    return catchThrowable(
        () -> {
          try (ByteSource source = sources.open(OBJECT)) {
            source.readTail(100);
          }
        });
  }

  private static Throwable writing(SinkFactory sinks) {
    return catchThrowable(
        () -> {
          try (ByteSink sink = sinks.create(OBJECT)) {
            sink.write(ByteBuffer.wrap(new byte[10]));
            sink.commit();
          }
        });
  }

  @ParameterizedTest
  @EnumSource
  void the_servers_reason(Answer given) {
    answer = given;
    try (S3Client client = client(server.getAddress().getPort()).build()) {
      Throwable failure = reading(S3Storage.of(client));
      requireOneSentence(failure);
      assertThat(failure).isInstanceOf(given.failure);
      assertThat(failure).hasMessageContaining(given.reason);
      requireOneSentence(
          catchThrowable(() -> S3Storage.of(client).list(URI.create("s3://lake/p/"))));
      requireOneSentence(writing(S3Storage.of(client)));
    }
  }

  @Test
  void a_server_that_is_silent_or_not_there() throws IOException {
    try (ServerSocket silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        S3Client client = client(silent.getLocalPort()).build()) {
      requireOneSentence(reading(S3Storage.of(client)));
    }
    int port;
    try (ServerSocket closed = new ServerSocket(0)) {
      port = closed.getLocalPort();
    }
    try (S3Client client = client(port).build()) {
      requireOneSentence(reading(S3Storage.of(client)));
    }
    try (S3Client client =
        client(port).endpointOverride(URI.create("http://no-such-host.invalid")).build()) {
      Throwable failure = reading(S3Storage.of(client));
      requireOneSentence(failure);
      assertThat(failure).hasMessageContaining("no-such-host.invalid");
    }
  }

  @Test
  void no_credentials() {
    try (S3Client client =
        client(server.getAddress().getPort())
            .credentialsProvider(
                AwsCredentialsProviderChain.of(
                    SystemPropertyCredentialsProvider.create(),
                    SystemPropertyCredentialsProvider.create()))
            .build()) {
      Throwable failure = reading(S3Storage.of(client));
      requireOneSentence(failure);
      assertThat(failure).hasMessageContaining("AWS_ACCESS_KEY_ID");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://lake", "s3://lake/"})
  void a_bucket_is_no_object(String bucket) {
    try (S3Client client = client(server.getAddress().getPort()).build()) {
      for (Throwable failure :
          new Throwable[] {
            catchThrowable(() -> S3Storage.of(client).open(URI.create(bucket))),
            catchThrowable(() -> S3Storage.of(client).create(URI.create(bucket)))
          }) {
        requireOneSentence(failure);
        assertThat(failure).isInstanceOf(IllegalArgumentException.class);
      }
    }
  }

  /** The default client is the process's, so that this has one of its own. */
  @Test
  void a_default_client_that_has_no_region_is_made_again(@TempDir Path folder) throws Exception {
    answer = Answer.NO_OBJECT;
    List<String> command = new ArrayList<>();
    Map.of(
            "aws.endpointUrl",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "aws.accessKeyId",
            "id",
            "aws.secretAccessKey",
            "secret",
            "aws.configFile",
            folder + "/absent",
            "aws.sharedCredentialsFile",
            folder + "/absent",
            "aws.disableEc2Metadata",
            "true")
        .forEach((name, value) -> command.add("-D" + name + "=" + value));
    command.addAll(
        List.of("-cp", System.getProperty("java.class.path"), DefaultClient.class.getName()));

    assertThat(new ChildJvm(folder).run(command).lines())
        .containsExactly(
            "s3://lake/a.parquet: no region: set AWS_REGION, or the region of a profile",
            "s3://lake/a.parquet: The specified key does not exist. (NoSuchKey)");
  }

  /** Reads without a region, and then with one. */
  static final class DefaultClient {
    private DefaultClient() {}

    public static void main(String[] arguments) {
      System.out.println(reading(S3Storage.defaults()).getMessage());
      System.setProperty("aws.region", "us-east-1");
      System.out.println(reading(S3Storage.defaults()).getMessage());
    }
  }
}
