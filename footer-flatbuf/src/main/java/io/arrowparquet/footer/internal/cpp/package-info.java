// SPDX-License-Identifier: Apache-2.0
/**
 * The FlatBuffers footer of Arrow C++, whose schema is not this project's: translation both ways,
 * and comparison with the Thrift footer beside it.
 *
 * <p>In: a buffer of arrow-cpp.fbs; out: one of parquet.fbs, by {@link
 * io.arrowparquet.footer.internal.cpp.ArrowCppReader}; and the other way round by {@link
 * io.arrowparquet.footer.internal.cpp.ArrowCppWriter}. Implements the arrow-cpp layout of the
 * footer format, section 1.
 */
package io.arrowparquet.footer.internal.cpp;
