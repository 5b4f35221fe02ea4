// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.options.ReadListener;

/** Who is to be called with what a reader does. */
public final class ReadEvents {
  /** Images of the JDK made with jlink may be without the module. */
  private static final boolean HAS_FLIGHT_RECORDER =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private ReadEvents() {}

  /**
   * The caller's listener and the Flight Recorder, as far as they are there; null if neither is, so
   * that a reader that is not watched measures nothing.
   *
   * @param listener of the caller's; null for none
   */
  public static ReadListener listener(ReadListener listener) {
    ReadListener recorder =
        HAS_FLIGHT_RECORDER && FlightRecorderListener.isEnabled()
            ? new FlightRecorderListener()
            : null;
    if (listener == null || recorder == null) {
      return listener == null ? recorder : listener;
    }
    return new Both(listener, recorder);
  }

  /** Two listeners, one after the other. */
  private record Both(ReadListener first, ReadListener second) implements ReadListener {
    @Override
    public void opened(String file, long bytes, int rowGroups) {
      first.opened(file, bytes, rowGroups);
      second.opened(file, bytes, rowGroups);
    }

    @Override
    public void requested(String file, long offset, long bytes, long nanos) {
      first.requested(file, offset, bytes, nanos);
      second.requested(file, offset, bytes, nanos);
    }

    @Override
    public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
      first.decompressed(file, column, rowGroup, values, nanos);
      second.decompressed(file, column, rowGroup, values, nanos);
    }

    @Override
    public void skipped(String file, int rowGroup, long skipped, long rows) {
      first.skipped(file, rowGroup, skipped, rows);
      second.skipped(file, rowGroup, skipped, rows);
    }
  }
}
