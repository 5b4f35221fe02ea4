// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.arrowparquet.it.storage.FaultProxy.Fault;
import io.arrowparquet.storage.ByteSource;
import io.arrowparquet.storage.RequestEvent;
import io.arrowparquet.storage.SourceEntry;
import io.arrowparquet.storage.s3.S3Storage;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.core.sync.ResponseTransformer;
import software.amazon.awssdk.http.AbortableInputStream;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.metrics.MetricCollection;
import software.amazon.awssdk.metrics.MetricPublisher;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Who is told of the requests to S3.
 *
 * @see S3Storage#withListener
 */
@Timeout(60)
class S3RequestsTest {
  @AutoClose private static S3Server server;
  private static byte[] file;
  private static URI uri;

  @BeforeAll
  static void start() throws Exception {
    server = new S3Server();
    file = new byte[1_000];
    new Random(1).nextBytes(file);
    uri = server.put("file", file);
  }

  @BeforeEach
  void spoil_nothing() {
    server.proxy().spoil(request -> Fault.NONE);
  }

  @Test
  void a_publisher_of_the_client_sees_reads_as_before() throws IOException {
    List<MetricCollection> published = Collections.synchronizedList(new ArrayList<>());
    MetricPublisher publisher =
        new MetricPublisher() {
          @Override
          public void publish(MetricCollection metrics) {
            published.add(metrics);
          }

          @Override
          public void close() {}
        };
    try (S3Client client =
            S3Client.builder()
                .endpointOverride(URI.create("http://127.0.0.1:" + server.proxy().port()))
                .region(Region.US_EAST_1)
                .forcePathStyle(true)
                .credentialsProvider(AnonymousCredentialsProvider.create())
                .httpClientBuilder(UrlConnectionHttpClient.builder())
                .overrideConfiguration(override -> override.addMetricPublisher(publisher))
                .build();
        ByteSource source = S3Storage.of(client).open(uri)) {
      source.readFully(10, ByteBuffer.allocate(100));
    }
    assertThat(published).hasSize(1);
  }

  @Test
  void a_client_of_the_callers_own_class_reads() throws IOException {
    S3Client client =
        new S3Client() {
          @Override
          public <R> R getObject(
              GetObjectRequest request, ResponseTransformer<GetObjectResponse, R> transformer) {
            return server.client().getObject(request, transformer);
          }

          @Override
          public String serviceName() {
            return server.client().serviceName();
          }

          @Override
          public void close() {}
        };
    try (ByteSource source = S3Storage.of(client).open(uri)) {
      ByteBuffer read = ByteBuffer.allocate(100);
      source.readFully(10, read);
      assertThat(read.flip()).isEqualTo(ByteBuffer.wrap(file, 10, 100));
    }
  }

  /** To close it would be to read it all, with some HTTP clients. */
  @Test
  void an_answer_of_a_store_that_ignores_ranges_is_aborted() throws IOException {
    AtomicBoolean isAborted = new AtomicBoolean();
    S3Client client =
        new S3Client() {
          @Override
          public <R> R getObject(
              GetObjectRequest request, ResponseTransformer<GetObjectResponse, R> transformer) {
            GetObjectResponse whole = GetObjectResponse.builder().contentLength(1L << 40).build();
            InputStream body = InputStream.nullInputStream();
            try {
              return transformer.transform(
                  whole, AbortableInputStream.create(body, () -> isAborted.set(true)));
            } catch (Exception e) {
              throw new AssertionError(e);
            }
          }

          @Override
          public String serviceName() {
            return server.client().serviceName();
          }

          @Override
          public void close() {}
        };
    try (ByteSource source = S3Storage.of(client).open(uri)) {
      assertThatThrownBy(() -> source.readTail(10)).hasMessageContaining("Content-Range");
      assertThat(isAborted.getAndSet(false)).isTrue();
      assertThatThrownBy(() -> source.readFully(10, ByteBuffer.allocate(10)))
          .hasMessageContaining("Content-Range");
      assertThat(isAborted).isTrue();
    }
  }

  /** The client repeats what is refused; the source goes on where a body breaks off. */
  @Test
  void a_listener_is_told_of_each_request_whatever_it_throws() throws IOException {
    List<RequestEvent> events = Collections.synchronizedList(new ArrayList<>());
    S3Storage storage =
        S3Storage.of(server.client())
            .withListener(
                event -> {
                  events.add(event);
                  throw new AssertionError("of a listener");
                });
    server
        .proxy()
        .spoil(
            request ->
                request == 0
                    ? new Fault.Busy()
                    : request == 1 ? new Fault.Shortened(40) : Fault.NONE);
    try (ByteSource source = storage.open(uri)) {
      source.readFully(10, ByteBuffer.allocate(100));

      String name = source.name();
      assertThat(events).extracting(RequestEvent::file).containsOnly(SourceEntry.of(uri));
      assertThat(events)
          .extracting(RequestEvent::request)
          .containsExactly(
              new RequestEvent.Request(10, 100, 1),
              new RequestEvent.Request(10, 100, 2),
              new RequestEvent.Request(70, 40, 2));
      assertThat(events)
          .extracting(event -> event.answer().status(), event -> event.answer().bytes())
          .containsExactly(tuple(503, 0), tuple(206, 60), tuple(206, 40));
      assertThat(events)
          .extracting(RequestEvent::problem)
          .containsExactly(name + ": status 503", name + ": the answer ends 40 bytes early", null);
      assertThat(events)
          .allSatisfy(
              event ->
                  assertThat(event.answer().toFirstByte())
                      .isBetween(Duration.ZERO, event.answer().duration()));
      assertThat(source.repeatedRequests()).isEqualTo(2);
    }

    events.clear();
    server.proxy().spoil(request -> Fault.NONE);
    try (ByteSource missing = storage.open(server.uri("missing"))) {
      assertThatThrownBy(() -> missing.readTail(10)).isInstanceOf(NoSuchFileException.class);
      assertThat(events.get(0).request()).isEqualTo(new RequestEvent.Request(-10, 10, 1));
      assertThat(events.get(0).answer().status()).isEqualTo(404);
      assertThat(events.get(0).problem()).startsWith(missing.name() + ": ");
    }
    server.proxy().spoil(request -> new Fault.Cut(0));
    try (ByteSource broken = storage.open(uri)) {
      assertThatThrownBy(broken::length).isInstanceOf(IOException.class);
      RequestEvent last = events.get(events.size() - 1);
      assertThat(last.answer().status()).isZero();
      assertThat(last.answer().toFirstByte()).isNull();
    }
  }
}
