// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.flat;

import io.arrowparquet.footer.CorruptFooterException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.ByteBuffer;

/** Calls whatever the views offer, for all that a footer has. */
public final class EveryAccessor {
  private EveryAccessor() {}

  /** Wraps and calls; the only way to fail is to find the bytes corrupt. */
  static void callOrCorrupt(ByteBuffer flatbuffer) {
    FlatFooter footer;
    try {
      footer = FlatFooter.wrap(flatbuffer);
    } catch (CorruptFooterException expected) {
      return;
    }
    callAll(footer, true);
  }

  /** Calls; nothing may fail. */
  public static void call(FlatFooter footer) {
    callAll(footer, false);
  }

  private static void callAll(FlatFooter footer, boolean mayBeCorrupt) {
    callGetters(footer, mayBeCorrupt);
    attempt(mayBeCorrupt, () -> footer.findColumn("c3"));
    attempt(mayBeCorrupt, () -> footer.findColumnByFieldId(3));
    attempt(
        mayBeCorrupt,
        () -> {
          for (int i = 0; i < footer.keyValueCount(); i++) {
            footer.key(i);
            footer.value(i);
          }
        });
    for (int i = 0; i < Math.min(footer.elementCount(), 100); i++) {
      int element = i;
      attempt(mayBeCorrupt, () -> callGetters(footer.schemaElement(element), mayBeCorrupt));
    }
    for (int i = 0; i < Math.min(footer.columnCount(), 100); i++) {
      int column = i;
      attempt(mayBeCorrupt, () -> footer.columnPath(column));
      attempt(mayBeCorrupt, () -> footer.maxDefinitionLevel(column));
    }
    attempt(mayBeCorrupt, () -> callRowGroups(footer, mayBeCorrupt));
  }

  private static void callRowGroups(FlatFooter footer, boolean mayBeCorrupt) {
    for (int i = 0; i < Math.min(footer.rowGroupCount(), 10); i++) {
      int group = i;
      attempt(mayBeCorrupt, () -> callGetters(footer.rowGroup(group), mayBeCorrupt));
      for (int c = 0; c < Math.min(footer.columnCount(), 100); c++) {
        int column = c;
        attempt(mayBeCorrupt, () -> callChunk(footer, group, column, mayBeCorrupt));
      }
    }
  }

  private static void callChunk(FlatFooter footer, int group, int column, boolean mayBeCorrupt) {
    ColumnChunkView chunk;
    try {
      chunk = footer.chunk(group, column);
    } catch (IndexOutOfBoundsException e) {
      if (footer.rowGroup(group).columnCount() > column) {
        throw e;
      }
      // A row group with fewer chunks than the schema has columns: nothing was verified.
      return;
    }
    callGetters(chunk, mayBeCorrupt);
    callGetters(chunk.statistics(), mayBeCorrupt);
    EncodingsView encodings = chunk.encodings();
    callGetters(encodings, mayBeCorrupt);
    for (int i = 0; i < Math.min(encodings.statsCount(), 10); i++) {
      encodings.statsEncoding(i);
      encodings.statsPageCount(i);
    }
  }

  private static void attempt(boolean mayBeCorrupt, Runnable call) {
    try {
      call.run();
    } catch (CorruptFooterException e) {
      if (!mayBeCorrupt) {
        throw e;
      }
    }
  }

  /** Calls all public methods without parameters. */
  private static void callGetters(Object view, boolean mayBeCorrupt) {
    for (Method method : view.getClass().getMethods()) {
      if (method.getParameterCount() == 0
          && method.getDeclaringClass() != Object.class
          && !Modifier.isStatic(method.getModifiers())) {
        attempt(mayBeCorrupt, () -> invoke(view, method));
      }
    }
  }

  private static void invoke(Object view, Method method) {
    try {
      method.invoke(view);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof CorruptFooterException corrupt) {
        throw corrupt;
      }
      if (!(e.getCause() instanceof IllegalStateException)) {
        // An IllegalStateException is for asking for a bound as a primitive that is not there.
        throw new AssertionError(method.toString(), e.getCause());
      }
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
