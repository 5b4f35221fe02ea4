// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.cpp;

/**
 * A fact in which two footers of one file differ.
 *
 * @param path the fact's path in Thrift: {@code row_groups[0].num_rows}
 * @param found what the FlatBuffers footer says; {@code absent} where it says nothing
 * @param expected what the Thrift footer says; {@code absent} where it says nothing
 */
public record FactDifference(String path, String found, String expected) {
  @Override
  public String toString() {
    return path + ": found " + found + ", expected " + expected;
  }
}
