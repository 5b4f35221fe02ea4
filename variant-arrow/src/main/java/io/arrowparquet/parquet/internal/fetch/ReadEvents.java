// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.fetch;

import io.arrowparquet.parquet.options.ReadListener;
import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Timespan;

public final class ReadEvents {
  /** Images of the JDK made with jlink may be without the module. */
  private static final boolean HAS_FLIGHT_RECORDER =
      ModuleLayer.boot().findModule("jdk.jfr").isPresent();

  private ReadEvents() {}

  /** The listener and the Flight Recorder, as far as they are there; null if neither is. */
  public static ReadListener listener(ReadListener listener) {
    return HAS_FLIGHT_RECORDER && FlightRecorderListener.isEnabled()
        ? new FlightRecorderListener(listener == null ? new ReadListener() {} : listener)
        : listener;
  }

  /** Each event is an instant, when the work was done, with its time. */
  @SuppressWarnings("unused") // The recorder reads the fields.
  private record FlightRecorderListener(ReadListener other) implements ReadListener {

    static boolean isEnabled() {
      return new OpenEvent().isEnabled()
          || new RequestEvent().isEnabled()
          || new PageEvent().isEnabled()
          || new SkipEvent().isEnabled();
    }

    @Override
    public void opened(String file, long bytes, int rowGroups) {
      other.opened(file, bytes, rowGroups);
      OpenEvent event = new OpenEvent();
      event.file = file;
      event.bytes = bytes;
      event.rowGroups = rowGroups;
      event.commit();
    }

    @Override
    public void requested(String file, long offset, long bytes, long nanos) {
      other.requested(file, offset, bytes, nanos);
      RequestEvent event = new RequestEvent();
      event.file = file;
      event.offset = offset;
      event.bytes = bytes;
      event.took = nanos;
      event.commit();
    }

    @Override
    public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
      other.decompressed(file, column, rowGroup, values, nanos);
      PageEvent event = new PageEvent();
      event.file = file;
      event.column = column;
      event.rowGroup = rowGroup;
      event.values = values;
      event.took = nanos;
      event.commit();
    }

    @Override
    public void skipped(String file, int rowGroup, long skipped, long rows) {
      other.skipped(file, rowGroup, skipped, rows);
      SkipEvent event = new SkipEvent();
      event.file = file;
      event.rowGroup = rowGroup;
      event.skipped = skipped;
      event.rows = rows;
      event.commit();
    }

    @Category("Parquet")
    @StackTrace(false)
    private abstract static class FileEvent extends Event {
      @Label("File")
      String file;
    }

    @Name("io.arrowparquet.Open")
    @Label("Parquet file opened")
    private static final class OpenEvent extends FileEvent {
      @Label("Length")
      @DataAmount
      long bytes;

      @Label("Row groups")
      int rowGroups;
    }

    @Name("io.arrowparquet.Request")
    @Label("Parquet bytes read")
    private static final class RequestEvent extends FileEvent {
      @Label("Offset")
      long offset;

      @Label("Bytes")
      @DataAmount
      long bytes;

      @Label("Time taken")
      @Timespan
      long took;
    }

    @Name("io.arrowparquet.Page")
    @Label("Parquet page decompressed")
    private static final class PageEvent extends FileEvent {
      @Label("Column")
      String column;

      @Label("Row group")
      int rowGroup;

      @Label("Values")
      int values;

      @Label("Time taken")
      @Timespan
      long took;
    }

    @Name("io.arrowparquet.Skip")
    @Label("Parquet rows skipped")
    private static final class SkipEvent extends FileEvent {
      @Label("Row group")
      int rowGroup;

      @Label("Rows skipped")
      long skipped;

      @Label("Rows")
      long rows;
    }
  }
}
