// SPDX-License-Identifier: Apache-2.0
/**
 * Parquet files and their Variant columns as Arrow vectors.
 *
 * <p>Optional are the Flight Recorder, zstd-jni, Brotli's decoder and brotli4j, Arrow's Dataset API
 * and the command line's picocli, Jackson and measures of the heap.
 */
// aircompressor and Brotli's decoder have no module descriptor.
@SuppressWarnings("requires-automatic")
module io.arrowparquet.variant {
  requires transitive io.arrowparquet.footer;
  requires transitive org.apache.arrow.memory.core;
  requires transitive org.apache.arrow.vector;
  requires aircompressor;
  requires static com.aayushatharva.brotli4j;
  requires static com.fasterxml.jackson.core;
  requires static com.github.luben.zstd_jni;
  requires static dec;
  requires static info.picocli;
  requires static jdk.httpserver;
  requires static jdk.jfr;
  requires static jdk.management;
  requires static org.apache.arrow.dataset;
  requires static transitive org.jspecify;

  exports io.arrowparquet.dataset;
  exports io.arrowparquet.parquet;
  exports io.arrowparquet.parquet.options;
  exports io.arrowparquet.variant;
  exports io.arrowparquet.variant.json;
  exports io.arrowparquet.variant.kernel;
  exports io.arrowparquet.variant.kernel.cast;
  exports io.arrowparquet.variant.kernel.decode;
  exports io.arrowparquet.variant.kernel.shred;
  exports io.arrowparquet.variant.value;
  exports io.arrowparquet.variant.vector;
}
