// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.List;

/**
 * One file to Hardwood's arrays, which are counted. Through reflection: its classes are those of
 * Java 21, and ours are compiled for 17. Its arrays hold decimals as they are in the file.
 */
final class HardwoodScans {
  private final Method createContext;
  private final Method inputFile;
  private final Method open;
  private final Method columns;
  private final Method buildReaders;
  private final Method filter;
  private final Method build;
  private final Method nextBatch;
  private final Method recordCount;
  private final Method lessThan;
  private final Method atLeast;
  private final Method and;

  private HardwoodScans() throws ReflectiveOperationException {
    Class<?> context = Class.forName("dev.hardwood.HardwoodContext");
    Class<?> input = Class.forName("dev.hardwood.InputFile");
    Class<?> reader = Class.forName("dev.hardwood.reader.ParquetFileReader");
    Class<?> projection = Class.forName("dev.hardwood.schema.ColumnProjection");
    Class<?> predicate = Class.forName("dev.hardwood.reader.FilterPredicate");
    createContext = context.getMethod("create", int.class);
    inputFile = input.getMethod("of", Path.class);
    open = reader.getMethod("open", input, context);
    columns = projection.getMethod("columns", String[].class);
    buildReaders = reader.getMethod("buildColumnReaders", projection);
    filter = buildReaders.getReturnType().getMethod("filter", predicate);
    build = buildReaders.getReturnType().getMethod("build");
    nextBatch = build.getReturnType().getMethod("nextBatch");
    recordCount = build.getReturnType().getMethod("getRecordCount");
    lessThan = predicate.getMethod("lt", String.class, long.class);
    atLeast = predicate.getMethod("gtEq", String.class, long.class);
    and = predicate.getMethod("and", predicate, predicate);
  }

  /** Null where it is not on the class path, or this Java is too old for it. */
  static HardwoodScans find() throws ReflectiveOperationException {
    try {
      return new HardwoodScans();
    } catch (ClassNotFoundException | UnsupportedClassVersionError e) {
      return null;
    }
  }

  /** A filter: whether an int64 column is in a range. */
  Object range(String column, long from, long to) throws ReflectiveOperationException {
    return and.invoke(null, atLeast.invoke(null, column, from), lessThan(column, to));
  }

  /** A filter: whether an int64 column is less than a number. */
  Object lessThan(String column, long to) throws ReflectiveOperationException {
    return lessThan.invoke(null, column, to);
  }

  /**
   * Rows found.
   *
   * @param names of columns of the top level
   * @param condition a filter; null for all rows
   */
  long rows(Path file, List<String> names, Object condition, int threads) throws Exception {
    long rows = 0;
    try (AutoCloseable context = (AutoCloseable) createContext.invoke(null, threads);
        AutoCloseable reader =
            (AutoCloseable) open.invoke(null, inputFile.invoke(null, file), context)) {
      Object wanted = columns.invoke(null, (Object) names.toArray(String[]::new));
      Object builder = buildReaders.invoke(reader, wanted);
      if (condition != null) {
        builder = filter.invoke(builder, condition);
      }
      try (AutoCloseable readers = (AutoCloseable) build.invoke(builder)) {
        while ((boolean) nextBatch.invoke(readers)) {
          rows += (int) recordCount.invoke(readers);
        }
      }
    }
    return rows;
  }
}
