// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.command;

import io.arrowparquet.storage.RetryPolicy;
import io.arrowparquet.storage.SourceFactory;
import io.arrowparquet.storage.access.ByteSources;
import io.arrowparquet.storage.http.HttpByteSource;
import io.arrowparquet.storage.http.HttpReadOptions;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.TypeConversionException;

/**
 * Credentials of S3 are found by the AWS SDK, in the environment, a profile or the machine's role.
 */
public final class RemoteOptions {
  public static final String MIXIN = "remote";

  /** Of the command that runs: a process runs one. */
  private static volatile SourceFactory sources = ByteSources.defaults();

  @Option(
      names = "--header",
      scope = ScopeType.INHERIT,
      paramLabel = "'NAME: VALUE'",
      converter = Header.Converter.class,
      description = "Send this header with each HTTP request. May be repeated.")
  private Header[] headers = {};

  @Option(
      names = "--header-env",
      scope = ScopeType.INHERIT,
      paramLabel = "'NAME: VARIABLE'",
      converter = Header.Converter.class,
      description =
          "As --header, with the value of an environment variable, which no list of processes"
              + " shows.")
  private Header[] secretHeaders = {};

  @Option(
      names = "--timeout",
      scope = ScopeType.INHERIT,
      paramLabel = "SECONDS",
      description = "Longest wait for an answer over HTTP (default: 30).")
  private int timeout = (int) HttpReadOptions.defaults().timeout().toSeconds();

  @Option(
      names = "--attempts",
      scope = ScopeType.INHERIT,
      paramLabel = "N",
      description = "Attempts of each HTTP request, 1 for no repetition (default: 5).")
  private int attempts = RetryPolicy.defaults().attempts();

  @Option(
      names = "--s3-endpoint",
      scope = ScopeType.INHERIT,
      paramLabel = "URL",
      description = "Where S3 is, as AWS_ENDPOINT_URL in the environment.")
  private String endpoint;

  @Option(
      names = "--s3-region",
      scope = ScopeType.INHERIT,
      paramLabel = "REGION",
      description = "Region of S3, as AWS_REGION in the environment.")
  private String region;

  @Option(
      names = "--s3-path-style",
      scope = ScopeType.INHERIT,
      description = "Name buckets in the path of requests and not in the host.")
  private boolean pathStyle;

  @Option(
      names = "--s3-anonymous",
      scope = ScopeType.INHERIT,
      description = "Send no credentials to S3.")
  private boolean anonymous;

  /** One header, or the variable that has its value; it is never printed. */
  record Header(String name, String value) {
    @Override
    public String toString() {
      return name;
    }

    static final class Converter implements ITypeConverter<Header> {
      @Override
      public Header convert(String argument) {
        int colon = argument.indexOf(':');
        String name = argument.substring(0, Math.max(0, colon)).strip();
        String value = argument.substring(colon + 1).strip();
        if (!name.matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+") || value.isEmpty()) {
          throw new TypeConversionException("expected a name, a colon and a value");
        }
        return new Header(name, value);
      }
    }
  }

  public static SourceFactory sources() {
    return sources;
  }

  public void use(CommandSpec command) {
    UsageErrors.requireAtLeastOne(command, "--timeout", timeout);
    UsageErrors.requireAtLeastOne(command, "--attempts", attempts);
    RetryPolicy retries = RetryPolicy.defaults();
    HttpReadOptions http =
        HttpReadOptions.defaults()
            .withTimeout(Duration.ofSeconds(timeout))
            .withRetries(retries.withAttempts(attempts));
    for (Map.Entry<String, String> header : values(command).entrySet()) {
      http = http.withHeader(header.getKey(), header.getValue());
    }
    SourceFactory web = HttpByteSource.factory(http);
    sources = ByteSources.defaults().with("http", web).with("https", web);
    set("aws.endpointUrl", endpoint);
    set("aws.region", region);
    set("arrowparquet.s3.pathStyle", pathStyle ? "true" : null);
    set("arrowparquet.s3.anonymous", anonymous ? "true" : null);
  }

  private Map<String, String> values(CommandSpec command) {
    Map<String, String> values = new LinkedHashMap<>();
    for (Header header : headers) {
      values.put(header.name(), header.value());
    }
    for (Header header : secretHeaders) {
      String value = System.getenv(header.value());
      if (value == null) {
        throw UsageErrors.wrong(
            command, "--header-env: the environment has no variable " + header.value());
      }
      values.put(header.name(), value);
    }
    return values;
  }

  /** The AWS SDK's client is made when the first object is, and is configured by properties. */
  private static void set(String property, String value) {
    if (value != null) {
      System.setProperty(property, value);
    }
  }
}
