// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet footers as FlatBuffers.
 *
 * <p>Arrow is optional: only the Arrow half of the bridge needs it. So is parquet-java, which
 * cannot be named here: its jars are no modules, and share packages, so that they cannot be on the
 * module path. On the class path the bridge finds them all the same. zstd-jni is optional too.
 */
// Neither flatbuffers-java nor aircompressor has a module descriptor.
@SuppressWarnings("requires-automatic")
module io.arrowparquet.footer {
  requires flatbuffers.java;
  requires aircompressor;
  requires transitive java.net.http;
  requires org.apache.commons.codec;
  requires static com.github.luben.zstd_jni;
  requires static org.apache.arrow.vector;

  exports io.arrowparquet.footer;
  exports io.arrowparquet.footer.bridge;
  exports io.arrowparquet.footer.bundle;
  exports io.arrowparquet.footer.bundle.entry;
  exports io.arrowparquet.footer.bundle.evolution;
  exports io.arrowparquet.footer.bundle.schema;
  exports io.arrowparquet.footer.bundle.stream;
  exports io.arrowparquet.footer.convert;
  exports io.arrowparquet.footer.flatbuf;
  exports io.arrowparquet.footer.io;
  exports io.arrowparquet.footer.io.source;
  exports io.arrowparquet.footer.metadata;
  exports io.arrowparquet.footer.size;
  exports io.arrowparquet.footer.thrift;
  exports io.arrowparquet.footer.thrift.codec;
  exports io.arrowparquet.footer.wire;
}
