// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet footers as FlatBuffers.
 *
 * <p>Arrow is optional: only the Arrow half of the bridge needs it. So is parquet-java, which
 * cannot be named here: its jars are no modules, and share packages, so that they cannot be on the
 * module path. On the class path the bridge finds them all the same. zstd-jni is optional too.
 */
// Neither flatbuffers-java nor aircompressor has a module descriptor. The module that has the
// qualified
// exports is compiled later.
@SuppressWarnings({"requires-automatic", "module"})
module io.arrowparquet.footer {
  requires flatbuffers.java;
  requires aircompressor;
  requires transitive java.net.http;
  requires org.apache.commons.codec;
  requires static com.github.luben.zstd_jni;
  requires static org.apache.arrow.format;
  requires static org.apache.arrow.vector;
  requires static transitive org.jspecify;

  exports io.arrowparquet.bundle;
  exports io.arrowparquet.bundle.stream;
  exports io.arrowparquet.footer;
  exports io.arrowparquet.footer.bridge;
  exports io.arrowparquet.footer.convert;
  exports io.arrowparquet.footer.crypto;
  exports io.arrowparquet.footer.file;
  exports io.arrowparquet.footer.flat;
  exports io.arrowparquet.footer.model;
  exports io.arrowparquet.storage;
  exports io.arrowparquet.storage.access;
  exports io.arrowparquet.storage.hadoop;
  exports io.arrowparquet.storage.http;
  exports io.arrowparquet.storage.iceberg;
  exports io.arrowparquet.storage.s3;

  // parquet-java makes JSON of its metadata by reflection, of the chunks that the bridge makes too.
  opens io.arrowparquet.footer.bridge;

  // What the other module of the library needs beyond that.
  exports io.arrowparquet.bundle.internal to
      io.arrowparquet.variant;
  exports io.arrowparquet.bundle.internal.plan to
      io.arrowparquet.variant;
  exports io.arrowparquet.bundle.internal.table to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.crypto to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.flat to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.generated to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.statistics to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.thrift to
      io.arrowparquet.variant;
  exports io.arrowparquet.footer.internal.wire to
      io.arrowparquet.variant;
  exports io.arrowparquet.storage.internal to
      io.arrowparquet.variant;
}
