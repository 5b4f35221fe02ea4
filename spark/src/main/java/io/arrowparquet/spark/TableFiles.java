// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.arrowparquet.dataset.DiscoveryOptions;
import io.arrowparquet.dataset.HivePartitions;
import io.arrowparquet.dataset.ParquetFileSet;
import io.arrowparquet.parquet.options.ParquetReadOptions;
import io.arrowparquet.storage.InvalidRequestException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;

/** The files that the options of a read name, and their footers, which are read once. */
final class TableFiles {
  /** How many footers are read at a time; threads wait for storage most of the time. */
  private static final int THREADS = 32;

  private final SparkSession session;
  private final CaseInsensitiveStringMap options;
  private final Configuration configuration;
  private ParquetFileSet set;

  TableFiles(SparkSession session, CaseInsensitiveStringMap options) {
    this.session = session;
    this.options = options;
    this.configuration = session.sessionState().newHadoopConfWithOptions(scala(options));
  }

  private static scala.collection.immutable.Map<String, String> scala(
      CaseInsensitiveStringMap options) {
    return scala.collection.immutable.Map.from(
        scala.jdk.javaapi.CollectionConverters.asScala(options.asCaseSensitiveMap()));
  }

  SparkSession session() {
    return session;
  }

  Configuration configuration() {
    return configuration;
  }

  /** The paths as they were given. */
  List<String> names() {
    List<String> names = new ArrayList<>();
    String one = options.get("path");
    if (one != null) {
      names.add(one);
    }
    String more = options.get("paths");
    if (more != null) {
      try {
        names.addAll(List.of(new ObjectMapper().readValue(more, String[].class)));
      } catch (JsonProcessingException e) {
        throw new InvalidRequestException("paths: " + more + " is no list of JSON", e);
      }
    }
    return names;
  }

  /** The files; footers are read at the first call. */
  ParquetFileSet set() {
    if (set == null) {
      try {
        set = open();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
    return set;
  }

  StructType inferred() {
    return SparkTypes.of(arrow());
  }

  /** The schema of the files, in Arrow's words. */
  Schema arrow() {
    return set().schema(ParquetReadOptions.defaults());
  }

  private ParquetFileSet open() throws IOException {
    List<URI> found = new ArrayList<>();
    URI root = null;
    for (String name : names()) {
      Path path = new Path(name);
      FileSystem system = path.getFileSystem(configuration);
      FileStatus[] statuses = system.globStatus(path);
      if (statuses == null || statuses.length == 0) {
        throw new FileNotFoundException(name + " does not exist");
      }
      for (FileStatus status : statuses) {
        URI uri = status.getPath().toUri();
        found.add(status.isDirectory() ? URI.create(uri + "/") : uri);
        root = status.isDirectory() ? found.get(found.size() - 1) : root;
      }
    }
    ExecutorService executor = Executors.newFixedThreadPool(THREADS);
    try {
      ParquetFileSet opened =
          ParquetFileSet.open(found, new SessionStorage(configuration), discovery(), executor);
      return root == null ? opened : opened.withPartitions(HivePartitions.below(root));
    } finally {
      executor.shutdown();
    }
  }

  /** As Spark finds files: all that are not hidden. */
  private DiscoveryOptions discovery() {
    DiscoveryOptions all = DiscoveryOptions.defaults().withSuffixes(List.of(""));
    String glob = options.get("pathGlobFilter");
    return glob == null ? all : all.withGlob("**/" + glob);
  }
}
