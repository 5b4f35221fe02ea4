// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.dataset.ParquetSetWriter;
import io.arrowparquet.parquet.ParquetArrowWriter;
import io.arrowparquet.storage.ByteSink;
import io.arrowparquet.storage.SinkFactory;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.util.HashMap;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.TaskAttemptContext;
import org.apache.hadoop.mapreduce.TaskAttemptID;
import org.apache.hadoop.mapreduce.TaskID;
import org.apache.hadoop.mapreduce.TaskType;
import org.apache.hadoop.mapreduce.task.TaskAttemptContextImpl;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.internal.io.FileNameSpec;
import org.apache.spark.sql.catalyst.InternalRow;
import org.apache.spark.sql.connector.write.DataWriter;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Option;

/**
 * Writes the rows of an attempt of a task, to files that the commit protocol names. One thread; all
 * memory is freed when it is closed.
 */
final class TaskWriter implements DataWriter<InternalRow> {
  /** In the configuration, the job that all tasks are of. */
  static final String JOB_ID = "mapreduce.job.id";

  private final FileCommitProtocol protocol;
  private final TaskAttemptContext attempt;
  private final WriteSettings settings;
  private final StructType columns;
  private final BufferAllocator allocator;
  private final TaskSinks sinks;
  private final RowVectors vectors;
  private @Nullable ParquetSetWriter files;

  /** Makes writers in executors. */
  record Factory(
      StructType columns,
      WriteSettings settings,
      FileCommitProtocol protocol,
      Broadcast<SerializableConfiguration> configuration)
      implements DataWriterFactory {
    private static final long serialVersionUID = 1;

    @Override
    public DataWriter<InternalRow> createWriter(int partition, long task) {
      return new TaskWriter(this, partition, task);
    }
  }

  /** What a task tells the driver. */
  record Committed(FileCommitProtocol.TaskCommitMessage message) implements WriterCommitMessage {
    private static final long serialVersionUID = 1;
  }

  private TaskWriter(Factory factory, int partition, long task) {
    this.protocol = factory.protocol;
    this.settings = factory.settings;
    this.columns = factory.columns;
    Configuration configuration = new Configuration(factory.configuration.value().value());
    this.attempt = attempt(configuration, partition, task);
    this.sinks = new TaskSinks(configuration);
    protocol.setupTask(attempt);
    this.allocator =
        ArrowUtils.rootAllocator().newChildAllocator("arrowparquet", 0, Long.MAX_VALUE);
    this.vectors = new RowVectors(columns, allocator);
  }

  /** Attempts of a task have numbers of their own, and so folders of their own. */
  private static TaskAttemptContext attempt(Configuration configuration, int partition, long task) {
    JobID id = JobID.forName(configuration.get(JOB_ID));
    TaskAttemptID attempt =
        new TaskAttemptID(
            new TaskID(id, TaskType.MAP, partition), (int) (task & Integer.MAX_VALUE));
    configuration.set("mapreduce.task.id", attempt.getTaskID().toString());
    configuration.set("mapreduce.task.attempt.id", attempt.toString());
    configuration.setBoolean("mapreduce.task.ismap", true);
    configuration.setInt("mapreduce.task.partition", partition);
    return new TaskAttemptContextImpl(configuration, attempt);
  }

  /** Files of the set by the names that the protocol gives them. */
  private final class TaskSinks implements SinkFactory {
    static final URI FOLDER = URI.create("arrowparquet:/");

    private final SessionStorage sinks;
    private final Map<URI, URI> places = new HashMap<>();

    TaskSinks(Configuration configuration) {
      this.sinks = new SessionStorage(configuration);
    }

    @Override
    public ByteSink create(URI uri) throws IOException {
      String path = uri.getPath().substring(1);
      int slash = path.lastIndexOf('/');
      Option<String> folder = slash < 0 ? Option.empty() : Option.apply(path.substring(0, slash));
      String name = String.format("-%05d.parquet", places.size());
      Path place = new Path(protocol.newTaskTempFile(attempt, folder, new FileNameSpec("", name)));
      URI found = place.getFileSystem(attempt.getConfiguration()).makeQualified(place).toUri();
      places.put(uri, found);
      if (SessionStorage.isLocal(found)) {
        Files.createDirectories(java.nio.file.Path.of(found).getParent());
      }
      return sinks.create(found);
    }

    @Override
    public ByteSink replace(URI uri, @Nullable String version) {
      throw new UnsupportedOperationException(uri + ": is new");
    }

    @Override
    public void delete(URI uri) throws IOException {
      sinks.delete(places.get(uri));
    }
  }

  @Override
  public void write(InternalRow row) throws IOException {
    vectors.add(row);
    if (vectors.isFull()) {
      flush();
    }
  }

  private void flush() throws IOException {
    if (vectors.rows() > 0) {
      if (files == null) {
        Schema schema = SparkTypes.arrow(columns);
        files =
            ParquetSetWriter.open(
                TaskSinks.FOLDER, sinks, schema, settings.set(columns), allocator);
      }
      files.write(vectors.batch());
      vectors.clear();
    }
  }

  @Override
  public WriterCommitMessage commit() throws IOException {
    flush();
    if (files != null) {
      files.finish();
    } else if (attempt.getTaskAttemptID().getTaskID().getId() == 0
        && settings.partitions().isEmpty()) {
      writeNoRows();
    }
    return new Committed(protocol.commitTask(attempt));
  }

  /** A table without rows has a file, which says what its columns are. */
  private void writeNoRows() throws IOException {
    try (ParquetArrowWriter writer =
        ParquetArrowWriter.open(
            TaskSinks.FOLDER.resolve("/empty"),
            sinks,
            SparkTypes.arrow(columns),
            settings.files(columns),
            allocator)) {
      writer.finish();
    }
  }

  @Override
  public void abort() throws IOException {
    try {
      closeFiles();
    } finally {
      protocol.abortTask(attempt);
    }
  }

  private void closeFiles() throws IOException {
    ParquetSetWriter open = files;
    files = null;
    if (open != null) {
      open.close();
    }
  }

  @Override
  public void close() throws IOException {
    try (allocator;
        vectors) {
      closeFiles();
    }
  }
}
