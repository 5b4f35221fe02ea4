// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.cli;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** A page in Chromium without a window, by its DevTools protocol. */
final class Browser implements AutoCloseable {
  private static final long TIMEOUT_SECONDS = 60;
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Process process;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> messages = new LinkedBlockingQueue<>();
  private final List<String> errors = new ArrayList<>();
  private int calls;

  private Browser(Process process, URI page) {
    this.process = process;
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(page, new Messages()).join();
  }

  /** Skips the calling test where there is no Chromium. */
  static Browser open(Path folder) throws Exception {
    String program =
        Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
            .map(path -> Path.of(path, "chromium"))
            .filter(Files::isExecutable)
            .map(Path::toString)
            .findFirst()
            .orElse(null);
    assumeTrue(program != null, "no chromium in the PATH");
    Process process =
        new ProcessBuilder(
                program,
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--remote-debugging-port=0",
                "--user-data-dir=" + folder.resolve("profile"),
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("chromium.log").toFile())
            .start();
    Path port = folder.resolve("profile/DevToolsActivePort");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!Files.exists(port) || Files.readAllLines(port).size() < 2) {
      if (System.nanoTime() > end || !process.isAlive()) {
        process.destroyForcibly();
        throw new IOException(Files.readString(folder.resolve("chromium.log")));
      }
      Thread.sleep(50);
    }
    URI list = URI.create("http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list");
    String pages =
        HttpClient.newHttpClient()
            .send(
                java.net.http.HttpRequest.newBuilder(list).build(),
                HttpResponse.BodyHandlers.ofString())
            .body();
    for (JsonNode page : JSON.readTree(pages)) {
      if (page.get("type").textValue().equals("page")) {
        return new Browser(process, URI.create(page.get("webSocketDebuggerUrl").textValue()));
      }
    }
    process.destroyForcibly();
    throw new IOException(pages);
  }

  private final class Messages implements WebSocket.Listener {
    private final StringBuilder text = new StringBuilder();

    @Override
    public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
      text.append(part);
      if (last) {
        try {
          messages.add(JSON.readTree(text.toString()));
        } catch (IOException e) {
          throw new IllegalStateException(e);
        }
        text.setLength(0);
      }
      from.request(1);
      return null;
    }
  }

  /** Messages of the page that come meanwhile are kept, if they are errors. */
  private JsonNode call(String method, Map<String, ?> parameters) throws Exception {
    int id = ++calls;
    String call = JSON.writeValueAsString(Map.of("id", id, "method", method, "params", parameters));
    socket.sendText(call, true).join();
    while (true) {
      JsonNode message = messages.poll(TIMEOUT_SECONDS, TimeUnit.SECONDS);
      if (message == null) {
        throw new IOException("no answer to " + call);
      }
      String event = message.path("method").asText();
      if (event.equals("Runtime.exceptionThrown")
          || event.equals("Runtime.consoleAPICalled")
          || event.equals("Log.entryAdded")) {
        errors.add(message.toString());
      }
      if (message.path("id").asInt() == id) {
        return message.path("result");
      }
    }
  }

  void show(Path page, int width, boolean dark) throws Exception {
    show(page.toUri(), width, dark);
  }

  /** Shows a page in a window of this width, in dark colors or light ones. */
  void show(URI page, int width, boolean dark) throws Exception {
    call("Runtime.enable", Map.of());
    call("Log.enable", Map.of());
    call(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", 900, "deviceScaleFactor", 1, "mobile", false));
    Map<String, String> scheme =
        Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light");
    call("Emulation.setEmulatedMedia", Map.of("features", List.of(scheme)));
    call("Page.navigate", Map.of("url", page.toString()));
    await(
        "document.readyState === 'complete' && location.protocol === '" + page.getScheme() + ":'");
  }

  /** Waits until an expression of JavaScript is true. */
  void await(String expression) throws Exception {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TIMEOUT_SECONDS);
    while (!value(expression).booleanValue()) {
      if (System.nanoTime() > end) {
        throw new IOException("not so: " + expression);
      }
      Thread.sleep(20);
    }
  }

  /** What an expression of JavaScript has for a value. */
  JsonNode value(String expression) throws Exception {
    JsonNode result =
        call("Runtime.evaluate", Map.of("expression", expression, "returnByValue", true));
    if (result.has("exceptionDetails")) {
      throw new IOException(result.toString());
    }
    return result.at("/result/value");
  }

  /** What the console has got. */
  List<String> errors() {
    return List.copyOf(errors);
  }

  @Override
  public void close() {
    socket.abort();
    process.destroyForcibly().onExit().join();
  }
}
