// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.flat;

import java.util.BitSet;

/**
 * A footer that is looked at in units: the root's children, each with all that is below it and the
 * chunks of its columns. Any thread may call it.
 */
public interface FooterUnits {
  /** A footer of so few units takes no longer to decode than to be looked into. */
  int FEW = 8;

  /** FlatBuffer of a footer that says nothing. */
  FooterBytes none();

  /** FlatBuffer of the footer without its units and its texts: all of its row groups. */
  FooterBytes front();

  /** FlatBuffer of the file's key-values, writer and encryption, with all of {@link #front}. */
  FooterBytes texts();

  /**
   * FlatBuffer of some units, which are the children of its root, with some of the row groups. What
   * is missing of them is fetched in one round.
   */
  FooterBytes units(BitSet units, int firstRowGroup, int endRowGroup);

  /** FlatBuffer of all there is. */
  FooterBytes whole();

  int version();

  long rows();

  int rowGroups();

  int count();

  int elementCount();

  int columnCount();

  int unitOfColumn(int column);

  /** Of an element other than the root. */
  int unitOfElement(int element);

  int firstColumn(int unit);

  int firstElement(int unit);

  /** Whether units have the orders of their columns; if not, a list is one of the texts. */
  boolean haveOrders();

  /** Units that may have a column whose path has this hash, or whose name has it. */
  int[] candidates(int hash);

  /**
   * Whether others, null for none, have the same bytes of schema elements and column orders. Equal
   * schemas may differ in their bytes.
   */
  boolean haveSameSchema(FooterUnits others);

  boolean isFetchedInParts();

  long thriftCrc32();

  long heapBytes();
}
