// SPDX-License-Identifier: Apache-2.0
/**
 * The flatbuffers compiler's classes for {@code src/main/flatbuf/arrow-cpp.fbs}, written by {@code
 * generate.sh} beside it; do not edit. In: a verified buffer of Arrow C++. Out: one to be written.
 */
package io.arrowparquet.footer.internal.cpp.generated;
