// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.stress;

import io.arrowparquet.it.stress.Scan.Digest;
import io.arrowparquet.it.stress.ScanJob.Fault;
import io.arrowparquet.it.stress.ScanJob.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.apache.arrow.memory.RootAllocator;

/**
 * Random concurrent reading with early closes, interrupts, failed allocations, exceptions of
 * listeners that no signature names, and executors that have no thread.
 *
 * <p>Threads read random files by random options, on their own or through shared sources, footers
 * and sets. Each scan gives the rows that it gives when nothing else happens, or the one exception
 * that its fault allows; afterwards no memory and no descriptor is held.
 *
 * <p>The tests run it for some seconds. After a change to readers, decoders or byte sources, run it
 * for ten minutes:
 *
 * <pre>
 *   mvn -Pstress -DskipTests verify -Dstress.arguments="600"
 * </pre>
 *
 * <p>Arguments: seconds, then perhaps a seed and the faults to make, by their names in {@link
 * Fault}, else all. It prints the seed and counts, and exits with 1 if something was wrong. The
 * seed makes the same files and scans again, but not the same moments.
 */
public final class ConcurrentReading {
  private static final int FILES = 6;
  private static final int SCANS = 60;
  private static final int THREADS = 8;
  private static final long NANOS_PER_SECOND = 1_000_000_000L;
  private static final int MOST_FAILURES = 5;

  private final Set<Fault> faults;
  private final List<Scan> scans = new ArrayList<>();
  private final List<Digest> expected = new ArrayList<>();
  private final RootAllocator root = new RootAllocator();
  private final Map<Fault, Map<Outcome, AtomicLong>> counts = new EnumMap<>(Fault.class);
  private final List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
  private final AtomicLong rows = new AtomicLong();

  private ConcurrentReading(Set<Fault> faults) {
    this.faults = EnumSet.of(Fault.NONE);
    this.faults.addAll(faults);
    for (Fault fault : Fault.values()) {
      Map<Outcome, AtomicLong> outcomes = new EnumMap<>(Outcome.class);
      for (Outcome outcome : Outcome.values()) {
        outcomes.put(outcome, new AtomicLong());
      }
      counts.put(fault, outcomes);
    }
  }

  /** See above. */
  public static void main(String[] arguments) throws Exception {
    int seconds = Integer.parseInt(arguments[0]);
    boolean seeded = arguments.length > 1 && arguments[1].matches("-?\\d+");
    long seed = seeded ? Long.parseLong(arguments[1]) : System.nanoTime();
    Set<Fault> faults = EnumSet.noneOf(Fault.class);
    for (int i = seeded ? 2 : 1; i < arguments.length; i++) {
      faults.add(Fault.valueOf(arguments[i].toUpperCase(java.util.Locale.ROOT)));
    }
    if (faults.isEmpty()) {
      faults = EnumSet.allOf(Fault.class);
    }
    Path folder = Files.createTempDirectory("stress");
    List<Throwable> failures = run(folder, seconds, seed, faults);
    delete(folder);
    System.exit(failures.isEmpty() ? 0 : 1);
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> walk = Files.walk(folder)) {
      for (Path path : walk.sorted(Collections.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  /**
   * Runs for some time.
   *
   * @param folder empty; files are made in it
   * @return what was wrong; printed too
   */
  static List<Throwable> run(Path folder, int seconds, long seed, Set<Fault> faults)
      throws Exception {
    System.out.println("seed " + seed + ", faults " + faults);
    ConcurrentReading run = new ConcurrentReading(faults);
    Random random = new Random(seed);
    Path files = folder.resolve("files");
    try (Scan.Shared shared = Scan.Shared.open(StressFiles.write(files, FILES, random))) {
      for (int i = 0; i < SCANS; i++) {
        Scan scan = Scan.random(shared, random);
        run.scans.add(scan);
        run.expected.add(scan.readQuietly(run.root));
      }
      run.runThreads(System.nanoTime() + seconds * NANOS_PER_SECOND, random);
    }
    run.requireNothingHeld(files);
    run.report();
    return run.failures;
  }

  private void runThreads(long end, Random random) throws InterruptedException {
    ScheduledExecutorService clock = Executors.newScheduledThreadPool(2);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < THREADS; i++) {
      Random own = new Random(random.nextLong());
      Thread thread = new Thread(() -> runJobs(end, own, clock), "reader " + i);
      threads.add(thread);
      thread.start();
    }
    for (Thread thread : threads) {
      // A scan takes far less than a second: who is still there after a minute hangs.
      thread.join(TimeUnit.NANOSECONDS.toMillis(Math.max(0, end - System.nanoTime())) + 60_000);
      if (thread.isAlive()) {
        AssertionError hangs = new AssertionError(thread.getName() + " hangs");
        hangs.setStackTrace(thread.getStackTrace());
        failures.add(hangs);
      }
    }
    clock.shutdown();
  }

  private void runJobs(long end, Random random, ScheduledExecutorService clock) {
    List<Fault> choice = new ArrayList<>(faults);
    while (System.nanoTime() - end < 0 && failures.size() < MOST_FAILURES) {
      int scan = random.nextInt(scans.size());
      Fault fault = choice.get(random.nextInt(choice.size()));
      ScanJob job = new ScanJob(scans.get(scan), expected.get(scan), fault, clock, random);
      try {
        Outcome outcome = job.run(root);
        counts.get(fault).get(outcome).incrementAndGet();
        rows.addAndGet(outcome == Outcome.EQUAL ? expected.get(scan).rows() : 0);
      } catch (Exception | Error e) {
        failures.add(e);
      }
    }
  }

  private void requireNothingHeld(Path files) throws IOException {
    if (root.getAllocatedMemory() != 0) {
      failures.add(new AssertionError(root.getAllocatedMemory() + " bytes are held"));
    } else {
      root.close();
    }
    Path descriptors = Path.of("/proc/self/fd");
    if (Files.isDirectory(descriptors)) {
      try (Stream<Path> open = Files.list(descriptors)) {
        open.map(ConcurrentReading::target)
            .filter(path -> path.startsWith(files.toString()))
            .forEach(path -> failures.add(new AssertionError(path + " is open")));
      }
    }
  }

  private static String target(Path descriptor) {
    try {
      return Files.readSymbolicLink(descriptor).toString();
    } catch (IOException e) {
      return ""; // closed meanwhile
    }
  }

  private void report() {
    counts.forEach(
        (fault, outcomes) -> {
          if (faults.contains(fault)) {
            System.out.println(fault + " " + outcomes);
          }
        });
    System.out.println(rows + " rows, " + failures.size() + " failures");
    failures.forEach(failure -> failure.printStackTrace(System.out));
  }
}
