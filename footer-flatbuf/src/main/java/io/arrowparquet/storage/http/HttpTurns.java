// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage.http;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * How many HTTP requests of this process are under way, each of which has a connection of its own:
 * up to a number to one host, and to all. Others wait, those to one host in their order; no thread
 * waits for them. Threads share one.
 */
final class HttpTurns {
  static final HttpTurns OF_PROCESS = new HttpTurns(64, 256);

  private final int mostOfHost;
  private final int most;

  private final Map<String, Integer> underWay = new HashMap<>();

  /** Hosts take turns: the one that had the last is at the end. */
  private final LinkedHashMap<String, Queue<Waiting>> waiting = new LinkedHashMap<>();

  private int total;

  HttpTurns(int mostOfHost, int most) {
    this.mostOfHost = mostOfHost;
    this.most = most;
  }

  interface Waiting {
    /** Is sent now, and gives the turn back when it has ended. */
    void send(Turn turn);
  }

  final class Turn {
    private final String host;
    private final AtomicBoolean isOver = new AtomicBoolean();

    private Turn(String host) {
      this.host = host;
    }

    /** The next request is sent; twice does no harm. */
    void end() {
      if (isOver.compareAndSet(false, true)) {
        release(host);
        sendNext();
      }
    }
  }

  /** Sends a request, at once or when it is its turn. */
  void take(String host, Waiting request) {
    synchronized (this) {
      waiting.computeIfAbsent(host, name -> new ArrayDeque<>()).add(request);
    }
    sendNext();
  }

  private void sendNext() {
    for (Runnable next = next(); next != null; next = next()) {
      next.run();
    }
  }

  private synchronized Runnable next() {
    if (total >= most) {
      return null;
    }
    for (Iterator<String> hosts = waiting.keySet().iterator(); hosts.hasNext(); ) {
      String host = hosts.next();
      if (underWay.getOrDefault(host, 0) < mostOfHost) {
        Queue<Waiting> requests = waiting.get(host);
        Waiting request = requests.remove();
        hosts.remove();
        if (!requests.isEmpty()) {
          waiting.put(host, requests);
        }
        underWay.merge(host, 1, Integer::sum);
        total++;
        return () -> request.send(new Turn(host));
      }
    }
    return null;
  }

  private synchronized void release(String host) {
    total--;
    underWay.computeIfPresent(host, (name, count) -> count == 1 ? null : count - 1);
  }
}
