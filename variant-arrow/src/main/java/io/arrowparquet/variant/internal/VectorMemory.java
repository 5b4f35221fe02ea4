// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.internal;

import java.util.List;
import java.util.function.Consumer;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.ipc.message.ArrowFieldNode;

/**
 * Hands memory over to vectors. What holds in this whole module, so that a failed allocation leaves
 * nothing behind and everything can be closed:
 *
 * <ul>
 *   <li>A buffer has one owner from its allocation on: an object that releases it in {@code close}
 *       or {@code release}, or a try-with-resources. Between {@code allocator.buffer} and the owner
 *       nothing is called that may fail, another allocation least of all.
 *   <li>Taking a buffer from its owner may allocate, and so fail. No expression takes two: the
 *       first would have no owner while the second is taken. {@link #load} takes one after another
 *       and owns what it has.
 *   <li>A vector keeps its own reference of what is loaded into it; the loader gives back the one
 *       it took, whether loading succeeds or not.
 *   <li>Only an empty vector is loaded: a vector that has buffers, as one of the batch before,
 *       releases them before it allocates others. If that fails it would release them again when it
 *       is closed, which fails too. {@code clear} it first.
 *   <li>A vector that is made and cannot be returned is closed: see {@link #filled}.
 *   <li>What is started is released, and what is opened closed, whatever was thrown. An allocation
 *       fails with Arrow's {@code OutOfMemoryException}, which is a {@code RuntimeException}, or
 *       with the JDK's {@code OutOfMemoryError}, which is not: cleaning up is done in {@code
 *       finally}, in a try-with-resources, or where {@code Throwable} is caught.
 *   <li>Either error is passed on as it is. It says nothing of a file or a value.
 *   <li>Constructors of objects that own memory allocate none before everything else has succeeded.
 * </ul>
 */
public final class VectorMemory {
  private VectorMemory() {}

  public interface Part {
    void start(BufferAllocator allocator);

    void release();
  }

  @FunctionalInterface
  public interface Source {
    /** The buffer, which is the caller's from now on. May allocate. */
    ArrowBuf take();
  }

  /** Takes buffers, in the order of Arrow's layout, and loads them into an empty vector. */
  public static void load(FieldVector vector, int count, int nulls, Source... sources) {
    ArrowBuf[] buffers = new ArrowBuf[sources.length];
    int taken = 0;
    try {
      for (; taken < buffers.length; taken++) {
        buffers[taken] = sources[taken].take();
      }
      vector.loadFieldBuffers(new ArrowFieldNode(count, nulls), List.of(buffers));
    } finally {
      for (int i = 0; i < taken; i++) {
        buffers[i].close();
      }
    }
  }

  /** Fills a new vector, which is closed if that fails and else the caller's to close. */
  public static <V extends FieldVector> V filled(V vector, Consumer<? super V> fill) {
    try {
      fill.accept(vector);
      return vector;
    } catch (Throwable e) {
      try (vector) {
        throw e;
      }
    }
  }
}
