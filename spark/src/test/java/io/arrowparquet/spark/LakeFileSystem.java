// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.spark;

import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.DelegateToFileSystem;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RawLocalFileSystem;
import org.apache.spark.sql.SparkSession;

/** Local files behind a scheme that only Hadoop knows, {@code lake:}. */
public class LakeFileSystem extends RawLocalFileSystem {
  static final String SCHEME = "lake";

  /** Part of the path of a file whose next opening fails as nobody expects; null for none. */
  private static final AtomicReference<String> FAILING = new AtomicReference<>();

  static void failOnceAt(String name) {
    FAILING.set(name);
  }

  @Override
  public FSDataInputStream open(Path path, int bytes) throws IOException {
    String name = FAILING.get();
    if (name != null && path.toString().contains(name) && FAILING.compareAndSet(name, null)) {
      throw new IllegalStateException("the disk of " + path + " is on fire");
    }
    return super.open(path, bytes);
  }

  /** The same, which renames on conditions. */
  public static final class Renaming extends DelegateToFileSystem {
    /** Called by Hadoop. */
    public Renaming(URI uri, Configuration configuration) throws IOException, URISyntaxException {
      super(uri, new LakeFileSystem(), configuration, SCHEME, false);
    }

    @Override
    public int getUriDefaultPort() {
      return -1;
    }
  }

  static SparkSession in(SparkSession session) {
    session.conf().set("fs.lake.impl", LakeFileSystem.class.getName());
    session.conf().set("fs.AbstractFileSystem.lake.impl", Renaming.class.getName());
    SparkSession.setActiveSession(session); // its configuration is that of sources
    return session;
  }

  @Override
  public String getScheme() {
    return SCHEME;
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  /** Without what the local file system would look up by a path of its own. */
  private static FileStatus plain(FileStatus status) {
    return new FileStatus(
        status.getLen(),
        status.isDirectory(),
        1,
        status.getBlockSize(),
        status.getModificationTime(),
        status.getPath());
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    return plain(super.getFileStatus(path));
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    return Stream.of(super.listStatus(path)).map(LakeFileSystem::plain).toArray(FileStatus[]::new);
  }
}
