// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.column;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * One vector and those below it: after the leaves have read a batch, gives its field nodes and
 * buffers in the order of Arrow's record batches, parents first.
 */
interface VectorAssembler extends AutoCloseable {

  /** The leaf whose levels give this vector's slots and nulls: the first one below that is read. */
  LeafReader levels();

  /** Adds the leaves below, in the order of the schema. */
  void addLeaves(List<LeafReader> leaves);

  /** Has those leaves keep levels whose levels are needed, now that it is known which are read. */
  void requestLevels();

  default boolean isAbsent() {
    return false;
  }

  /** As {@link #finish}, of an absent leaf: it has as many slots as its Struct. */
  default void finishAbsent(int slots, List<ArrowFieldNode> nodes, List<ArrowBuf> buffers) {
    throw new IllegalStateException("only leaves are left unread");
  }

  /**
   * Adds the batch's vectors to the lists, whose owner owns the buffers from then on.
   *
   * @return how many slots the vector has
   */
  int finish(List<ArrowFieldNode> nodes, List<ArrowBuf> buffers);

  @Override
  void close();
}
