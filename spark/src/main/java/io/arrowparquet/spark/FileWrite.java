// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import io.arrowparquet.storage.InvalidRequestException;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.mapreduce.Job;
import org.apache.hadoop.mapreduce.JobID;
import org.apache.hadoop.mapreduce.lib.output.FileOutputFormat;
import org.apache.spark.internal.io.FileCommitProtocol;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.connector.distributions.Distribution;
import org.apache.spark.sql.connector.distributions.Distributions;
import org.apache.spark.sql.connector.expressions.Expressions;
import org.apache.spark.sql.connector.expressions.NullOrdering;
import org.apache.spark.sql.connector.expressions.SortDirection;
import org.apache.spark.sql.connector.expressions.SortOrder;
import org.apache.spark.sql.connector.write.BatchWrite;
import org.apache.spark.sql.connector.write.DataWriterFactory;
import org.apache.spark.sql.connector.write.PhysicalWriteInfo;
import org.apache.spark.sql.connector.write.RequiresDistributionAndOrdering;
import org.apache.spark.sql.connector.write.SupportsTruncate;
import org.apache.spark.sql.connector.write.Write;
import org.apache.spark.sql.connector.write.WriteBuilder;
import org.apache.spark.sql.connector.write.WriterCommitMessage;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.util.SerializableConfiguration;
import scala.jdk.javaapi.CollectionConverters;

/**
 * Rows written as files below a directory, by the commit protocol that the session names: files of
 * a task are beside their place until the job is committed, and nothing is left of a job, or of an
 * attempt, that is aborted. Files that are replaced are those that were there when the job began;
 * they are deleted when it is committed. One thread of the driver.
 */
final class FileWrite
    implements WriteBuilder, SupportsTruncate, RequiresDistributionAndOrdering, BatchWrite {
  private final SparkSession session;
  private final Configuration configuration;
  private final StructType columns;
  private final WriteSettings settings;
  private final Path folder;
  private final List<Path> replaced = new ArrayList<>();
  private boolean truncates;
  private FileCommitProtocol protocol;
  private Job job;

  FileWrite(TableFiles files, StructType columns, WriteSettings settings) {
    this.session = files.session();
    this.configuration = files.configuration();
    this.columns = columns;
    this.settings = settings;
    List<String> names = files.names();
    if (names.size() != 1) {
      throw new InvalidRequestException("paths " + names + ": files are written to one", null);
    }
    this.folder = new Path(files.uri(names.get(0)));
    SparkTypes.arrow(columns); // refuses types before a task does
    settings.files(columns);
  }

  @Override
  public WriteBuilder truncate() {
    truncates = true;
    return this;
  }

  @Override
  public Write build() {
    return this;
  }

  @Override
  public BatchWrite toBatch() {
    return this;
  }

  @Override
  public String description() {
    return "arrowparquet " + folder;
  }

  @Override
  public Distribution requiredDistribution() {
    return Distributions.unspecified();
  }

  /** A task has one file open at a time: rows of a partition come together. */
  @Override
  public SortOrder[] requiredOrdering() {
    return Stream.concat(settings.partitions().stream(), settings.sortBy().stream())
        .map(
            column ->
                Expressions.sort(
                    Expressions.column(column), SortDirection.ASCENDING, NullOrdering.NULLS_FIRST))
        .toArray(SortOrder[]::new);
  }

  @Override
  public DataWriterFactory createBatchWriterFactory(PhysicalWriteInfo info) {
    return SessionStorage.unchecked(this::begin);
  }

  private DataWriterFactory begin() throws IOException {
    String id = UUID.randomUUID().toString();
    if (truncates) {
      listReplaced();
    }
    job = Job.getInstance(configuration);
    job.setOutputKeyClass(Void.class);
    job.setOutputValueClass(Void.class);
    FileOutputFormat.setOutputPath(job, folder);
    JobID name = new JobID(id.replace("-", ""), 0);
    job.getConfiguration().set(TaskWriter.JOB_ID, name.toString());
    String protocolClass = session.sessionState().conf().fileCommitProtocolClass();
    protocol = FileCommitProtocol.instantiate(protocolClass, id, folder.toString(), false);
    protocol.setupJob(job);
    return new TaskWriter.Factory(
        columns,
        settings,
        protocol,
        SerializableConfiguration.broadcast(session.sparkContext(), job.getConfiguration()));
  }

  private void listReplaced() throws IOException {
    if (folder.getFileSystem(configuration).exists(folder)) {
      SessionStorage storage = new SessionStorage(configuration);
      TableFiles.ALL.filesBelow(URI.create(folder.toUri() + "/"), storage).stream()
          .map(file -> new Path(file.uri()))
          .forEach(replaced::add);
    }
  }

  /** The protocol asks by itself, and who asks twice is denied. */
  @Override
  public boolean useCommitCoordinator() {
    return false;
  }

  @Override
  public void onDataWriterCommit(WriterCommitMessage message) {
    protocol.onTaskCommit(((TaskWriter.Committed) message).message());
  }

  @Override
  public void commit(WriterCommitMessage[] messages) {
    List<FileCommitProtocol.TaskCommitMessage> committed =
        Stream.of(messages).map(message -> ((TaskWriter.Committed) message).message()).toList();
    protocol.commitJob(job, CollectionConverters.asScala(committed).toSeq());
    for (Path file : replaced) {
      SessionStorage.unchecked(() -> file.getFileSystem(configuration).delete(file, false));
    }
  }

  @Override
  public void abort(WriterCommitMessage[] messages) {
    protocol.abortJob(job);
  }
}
