// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.options;

/**
 * A comparison of a filter that is true for no row of a file, or for no row with a shredded value,
 * whatever the rows hold: its literal and its operand's type do not go together.
 *
 * <p>Immutable.
 *
 * @param operand the column, or the column and the path in it
 * @param comparison what the operand is compared with: {@code = 300}
 * @param reason why it is never true
 */
public record FilterDiagnostic(String operand, String comparison, String reason) {
  @Override
  public String toString() {
    return operand + " " + comparison + " is never true: " + reason;
  }
}
