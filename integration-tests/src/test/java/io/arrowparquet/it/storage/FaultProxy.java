// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.storage;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntFunction;

/**
 * Stands between a client and a server of HTTP/1.1, counts the requests, and spoils those it is
 * told to.
 */
final class FaultProxy implements AutoCloseable {
  private static final byte[] BUSY =
      "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] GONE =
      "HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private final ServerSocket listener;
  private final int serverPort;
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger underWay = new AtomicInteger();
  private final AtomicInteger mostUnderWay = new AtomicInteger();
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private final Queue<String> lines = new ConcurrentLinkedQueue<>();
  private final AtomicInteger stalled = new AtomicInteger();
  private volatile CountDownLatch resumed = new CountDownLatch(1);
  private volatile Faults faults = (request, line) -> Fault.NONE;
  private volatile long latencyMillis;
  private final AtomicLong bytesSent = new AtomicLong();

  /** Of all connections together; 0 for no limit. */
  private volatile long bytesPerSecond;

  /** When the line will have carried what was sent. Guarded by the lock of this. */
  private long lineFreeAt = System.nanoTime();

  /** How a request is answered. */
  sealed interface Fault {
    Fault NONE = new Cut(Integer.MAX_VALUE);

    /** The connection breaks after this many bytes of the answer, its head included. */
    record Cut(int after) implements Fault {}

    /** The server is busy, and has not seen the request. */
    record Busy() implements Fault {}

    /**
     * The body ends early, though the connection stays in order: its length is made to fit. One in
     * chunks has no length; after it the connection is closed.
     */
    record Shortened(int by) implements Fault {}

    /** Something happens before the server sees the request. */
    record After(Runnable action) implements Fault {}

    /** There is no answer. */
    record Silence() implements Fault {}

    /**
     * Nothing comes after this many bytes of the answer, its head included, until {@link #resume}.
     */
    record Stall(int after) implements Fault {}

    /** The answer comes in this many pieces, with a pause before each. */
    record Slow(int pieces, long pauseMillis) implements Fault {}

    /** The server says that there is no such file. */
    record Gone() implements Fault {}
  }

  FaultProxy(int serverPort) throws IOException {
    this.serverPort = serverPort;
    this.listener = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    start(this::accept, "fault-proxy");
  }

  private static void start(Runnable work, String name) {
    Thread thread = new Thread(work, name);
    thread.setDaemon(true);
    thread.start();
  }

  int port() {
    return listener.getLocalPort();
  }

  /** Which request has which fault. */
  @FunctionalInterface
  interface Faults {
    /** By its number, counted from 0, or its first line. */
    Fault of(int request, String line);
  }

  /** As {@link #spoil(Faults)}, by the numbers alone. */
  void spoil(IntFunction<Fault> newFaults) {
    spoil((request, line) -> newFaults.apply(request));
  }

  /** Has requests spoilt from now on; counts anew. */
  void spoil(Faults newFaults) {
    resume();
    resumed = new CountDownLatch(1);
    stalled.set(0);
    faults = newFaults;
    lines.clear();
    requests.set(0);
    bytesSent.set(0);
    mostUnderWay.set(0);
  }

  /** Sends what was held back. */
  void resume() {
    resumed.countDown();
  }

  /** How many answers were held back since {@link #spoil}. */
  int stalled() {
    return stalled.get();
  }

  void delay(long millis) {
    latencyMillis = millis;
  }

  /** Has all answers share a line of so much. */
  void limit(long newBytesPerSecond) {
    bytesPerSecond = newBytesPerSecond;
  }

  /** Bytes of answers since {@link #spoil}, heads included. */
  long bytesSent() {
    return bytesSent.get();
  }

  int requests() {
    return requests.get();
  }

  /** How many connections there have been. */
  int connections() {
    return connections.get();
  }

  /** Method and target of each request since {@link #spoil}. */
  List<String> lines() {
    return List.copyOf(lines);
  }

  /** How many requests there were at most at the same time. */
  int mostUnderWay() {
    return mostUnderWay.get();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        open.add(client);
        connections.incrementAndGet();
        start(() -> serve(client), "fault-proxy-connection");
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket server = new Socket(InetAddress.getLoopbackAddress(), serverPort)) {
      open.add(server);
      client.setTcpNoDelay(true);
      InputStream in = new BufferedInputStream(client.getInputStream());
      InputStream answers = new BufferedInputStream(server.getInputStream());
      while (true) {
        byte[] request = message(in, false, client.getOutputStream());
        int now = underWay.incrementAndGet();
        mostUnderWay.accumulateAndGet(now, Math::max);
        try {
          if (!exchange(request, server.getOutputStream(), answers, client.getOutputStream())) {
            return;
          }
        } finally {
          underWay.decrementAndGet();
        }
      }
    } catch (IOException e) {
      return; // one of both has gone
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      open.remove(client);
    }
  }

  private boolean exchange(byte[] request, OutputStream to, InputStream answers, OutputStream back)
      throws IOException, InterruptedException {
    String line = new String(request, StandardCharsets.ISO_8859_1).lines().findFirst().orElse("");
    lines.add(line.replace(" HTTP/1.1", ""));
    Fault fault = faults.of(requests.getAndIncrement(), line);
    Thread.sleep(latencyMillis);
    if (fault instanceof Fault.Silence) {
      Thread.sleep(60_000);
      return false;
    }
    if (fault instanceof Fault.Busy || fault instanceof Fault.Gone) {
      back.write(fault instanceof Fault.Busy ? BUSY : GONE);
      back.flush();
      return true;
    }
    if (fault instanceof Fault.After after) {
      after.action().run();
    }
    to.write(request);
    to.flush();
    boolean hasNoBody = new String(request, 0, 5, StandardCharsets.US_ASCII).equals("HEAD ");
    byte[] answer = message(answers, hasNoBody, null);
    if (fault instanceof Fault.Shortened shortened) {
      if (isChunked(answer)) {
        back.write(answer, 0, Math.max(0, answer.length - shortened.by()));
        back.flush();
        return false;
      }
      answer = shorten(answer, shortened.by());
    }
    if (fault instanceof Fault.Stall stall) {
      CountDownLatch going = resumed;
      back.write(answer, 0, Math.min(stall.after(), answer.length));
      back.flush();
      stalled.incrementAndGet();
      going.await();
      back.write(answer, stall.after(), Math.max(0, answer.length - stall.after()));
      back.flush();
      return true;
    }
    if (fault instanceof Fault.Slow slow) {
      for (int piece = 0; piece < slow.pieces(); piece++) {
        int from = (int) ((long) answer.length * piece / slow.pieces());
        int until = (int) ((long) answer.length * (piece + 1) / slow.pieces());
        Thread.sleep(slow.pauseMillis());
        back.write(answer, from, until - from);
        back.flush();
      }
      return true;
    }
    int length =
        fault instanceof Fault.Cut cut ? Math.min(cut.after(), answer.length) : answer.length;
    awaitLine(length);
    bytesSent.addAndGet(length);
    back.write(answer, 0, length);
    back.flush();
    return length == answer.length;
  }

  private void awaitLine(int bytes) throws InterruptedException {
    long rate = bytesPerSecond;
    if (rate == 0) {
      return;
    }
    long until;
    synchronized (this) {
      lineFreeAt = Math.max(lineFreeAt, System.nanoTime()) + TimeUnit.SECONDS.toNanos(bytes) / rate;
      until = lineFreeAt;
    }
    TimeUnit.NANOSECONDS.sleep(until - System.nanoTime());
  }

  private static boolean isChunked(byte[] answer) {
    String text = new String(answer, StandardCharsets.ISO_8859_1);
    String head = text.substring(0, text.indexOf("\r\n\r\n")).toLowerCase(Locale.ROOT);
    return head.contains("\r\ntransfer-encoding: chunked");
  }

  private static byte[] shorten(byte[] answer, int by) {
    String text = new String(answer, StandardCharsets.ISO_8859_1);
    int body = text.indexOf("\r\n\r\n") + 4;
    int length = Math.max(0, answer.length - body - by);
    String head =
        text.substring(0, body)
            .replaceFirst("(?i)content-length: *\\d+", "Content-Length: " + length);
    return (head + text.substring(body, body + length)).getBytes(StandardCharsets.ISO_8859_1);
  }

  /**
   * A whole message: head, and body by its length or in chunks.
   *
   * @param sender is told to go on where it waits for that before the body; null for an answer
   */
  private static byte[] message(InputStream in, boolean hasNoBody, OutputStream sender)
      throws IOException {
    ByteArrayOutputStream message = new ByteArrayOutputStream();
    String first = line(in, message);
    long length = 0;
    boolean isChunked = false;
    for (String header = line(in, message); !header.isEmpty(); header = line(in, message)) {
      String lower = header.toLowerCase(Locale.ROOT);
      if (lower.startsWith("content-length:")) {
        length = Long.parseLong(lower.substring(15).trim());
      }
      if (lower.startsWith("expect:")) {
        sender.write(CONTINUE);
        sender.flush();
      }
      isChunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
    }
    if (hasNoBody) {
      return message.toByteArray();
    }
    if (first.startsWith("HTTP/1.1 100")) {
      return message(in, hasNoBody, sender);
    }
    if (!isChunked) {
      message.write(in.readNBytes((int) length));
      return message.toByteArray();
    }
    while (true) {
      String size = line(in, message);
      int count = Integer.parseInt(size.split(";", -1)[0].trim(), 16);
      message.write(in.readNBytes(count));
      line(in, message);
      if (count == 0) {
        return message.toByteArray();
      }
    }
  }

  private static String line(InputStream in, ByteArrayOutputStream message) throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int b = in.read();
      if (b < 0) {
        throw new EOFException();
      }
      message.write(b);
      if (b == '\n') {
        return line.toString().trim();
      }
      line.append((char) b);
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
    resume();
    for (Socket socket : open) {
      socket.close();
    }
  }
}
