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

/** Events of JDK Flight Recorder. Each is an instant, when the work was done, with its time. */
@SuppressWarnings("unused") // The recorder reads the fields.
final class FlightRecorderListener implements ReadListener {

  /** Whether any of the events is recorded at the moment. */
  static boolean isEnabled() {
    return new OpenEvent().isEnabled()
        || new RequestEvent().isEnabled()
        || new PageEvent().isEnabled()
        || new SkipEvent().isEnabled();
  }

  @Override
  public void opened(String file, long bytes, int rowGroups) {
    OpenEvent event = new OpenEvent();
    event.file = file;
    event.bytes = bytes;
    event.rowGroups = rowGroups;
    event.commit();
  }

  @Override
  public void requested(String file, long offset, long bytes, long nanos) {
    RequestEvent event = new RequestEvent();
    event.file = file;
    event.offset = offset;
    event.bytes = bytes;
    event.took = nanos;
    event.commit();
  }

  @Override
  public void decompressed(String file, String column, int rowGroup, int values, long nanos) {
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
    SkipEvent event = new SkipEvent();
    event.file = file;
    event.rowGroup = rowGroup;
    event.skipped = skipped;
    event.rows = rows;
    event.commit();
  }

  /** See {@link ReadListener#opened}. */
  @Name("io.arrowparquet.Open")
  @Label("Parquet file opened")
  @Category("Parquet")
  @StackTrace(false)
  private static final class OpenEvent extends Event {
    @Label("File")
    String file;

    @Label("Length")
    @DataAmount
    long bytes;

    @Label("Row groups")
    int rowGroups;
  }

  /** See {@link ReadListener#requested}. */
  @Name("io.arrowparquet.Request")
  @Label("Parquet bytes read")
  @Category("Parquet")
  @StackTrace(false)
  private static final class RequestEvent extends Event {
    @Label("File")
    String file;

    @Label("Offset")
    long offset;

    @Label("Bytes")
    @DataAmount
    long bytes;

    @Label("Time taken")
    @Timespan
    long took;
  }

  /** See {@link ReadListener#decompressed}. */
  @Name("io.arrowparquet.Page")
  @Label("Parquet page decompressed")
  @Category("Parquet")
  @StackTrace(false)
  private static final class PageEvent extends Event {
    @Label("File")
    String file;

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

  /** See {@link ReadListener#skipped}. */
  @Name("io.arrowparquet.Skip")
  @Label("Parquet rows skipped")
  @Category("Parquet")
  @StackTrace(false)
  private static final class SkipEvent extends Event {
    @Label("File")
    String file;

    @Label("Row group")
    int rowGroup;

    @Label("Rows skipped")
    long skipped;

    @Label("Rows")
    long rows;
  }
}
