// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.gaul.s3proxy.S3Proxy;
import org.gaul.s3proxy.auth.AuthenticationType;
import org.gaul.s3proxy.nio2blob.TransientNio2BlobStore;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.auth.scheme.NoAuthAuthScheme;
import software.amazon.awssdk.http.auth.spi.scheme.AuthSchemeOption;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Object;

/** An S3 server in memory, with one bucket and a proxy before it that spoils requests. */
public final class S3Server implements AutoCloseable {
  static final String BUCKET = "bucket";
  private static final String KEY_ID = "key-id";
  private static final String SECRET = "very-secret";

  private final S3Proxy server;
  private final FaultProxy proxy;
  private final S3Client direct;
  private final S3Client client;

  public S3Server() throws Exception {
    server =
        S3Proxy.builder()
            .blobStore(new TransientNio2BlobStore())
            .endpoint(URI.create("http://127.0.0.1:0"))
            // Not checked: the proxy has another port than the one that is signed.
            .awsAuthentication(AuthenticationType.NONE, KEY_ID, SECRET)
            .build();
    server.start();
    proxy = new FaultProxy(server.getPort());
    direct = client(server.getPort(), retries(10, 20));
    client = client(proxy.port(), retries(3, 1));
    direct.createBucket(request -> request.bucket(BUCKET));
  }

  /** As {@link #client()}, to be closed; waits so long for a server that is silent. */
  S3Client client(Duration silence) {
    return client(proxy.port(), retries(3, 1), silence);
  }

  static S3Client client(int port, RetryStrategy retries) {
    return client(port, retries, Duration.ofSeconds(5));
  }

  private static S3Client client(int port, RetryStrategy retries, Duration silence) {
    return S3Client.builder()
        .endpointOverride(URI.create("http://127.0.0.1:" + port))
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(KEY_ID, SECRET)))
        // Not signed, since nobody checks: hashing uploads would take half of the tests' time.
        .authSchemeProvider(
            parameters ->
                List.of(AuthSchemeOption.builder().schemeId(NoAuthAuthScheme.SCHEME_ID).build()))
        .httpClientBuilder(UrlConnectionHttpClient.builder().socketTimeout(silence))
        .overrideConfiguration(override -> override.retryStrategy(retries))
        .build();
  }

  /** As the standard ones, without pauses of seconds and a limit to all retries together. */
  static RetryStrategy retries(int attempts, int pauseMillis) {
    BackoffStrategy pause = BackoffStrategy.fixedDelay(Duration.ofMillis(pauseMillis));
    return AwsRetryStrategy.standardRetryStrategy().toBuilder()
        .maxAttempts(attempts)
        .backoffStrategy(pause)
        .throttlingBackoffStrategy(pause)
        .circuitBreakerEnabled(false)
        .build();
  }

  /** Requests go through the proxy. */
  S3Client client() {
    return client;
  }

  /** System properties that lead the SDK's default client here. */
  public Map<String, String> properties() {
    return Map.of(
        "aws.endpointUrl",
        "http://127.0.0.1:" + proxy.port(),
        "aws.region",
        Region.US_EAST_1.id(),
        "aws.accessKeyId",
        KEY_ID,
        "aws.secretAccessKey",
        SECRET);
  }

  FaultProxy proxy() {
    return proxy;
  }

  URI uri(String key) {
    try {
      return new URI("s3", BUCKET, "/" + key, null, null);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  URI put(String key, byte[] bytes) {
    direct.putObject(request -> request.bucket(BUCKET).key(key), RequestBody.fromBytes(bytes));
    return uri(key);
  }

  public byte[] get(String key) {
    return direct.getObjectAsBytes(request -> request.bucket(BUCKET).key(key)).asByteArray();
  }

  boolean has(String key) {
    return direct.listObjectsV2(request -> request.bucket(BUCKET).prefix(key)).contents().stream()
        .anyMatch(object -> object.key().equals(key));
  }

  /** The keys that begin so, sorted. */
  List<String> keys(String prefix) {
    return direct
        .listObjectsV2(request -> request.bucket(BUCKET).prefix(prefix))
        .contents()
        .stream()
        .map(S3Object::key)
        .toList();
  }

  /** Deletes all objects. */
  void clear() {
    keys("").forEach(this::delete);
  }

  void delete(String key) {
    direct.deleteObject(request -> request.bucket(BUCKET).key(key));
  }

  int uploadsLeft() {
    return direct.listMultipartUploads(request -> request.bucket(BUCKET)).uploads().size();
  }

  @Override
  public void close() throws IOException {
    client.close();
    direct.close();
    proxy.close();
    try {
      server.stop();
    } catch (Exception e) {
      throw new IOException(e);
    }
  }
}
