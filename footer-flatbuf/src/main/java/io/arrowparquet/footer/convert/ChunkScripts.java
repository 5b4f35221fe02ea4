// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.convert;

import io.arrowparquet.footer.thrift.CompactReader;

/**
 * The scripts that the chunks of a footer were found to follow, few as a rule, and for each leaf
 * the one its last chunk followed: its next will follow the same.
 *
 * <p>A chunk that does not is read field by field, and that reading is recorded as another script.
 * No more are kept than {@link #MAX_SCRIPTS}: a footer with that many is read field by field.
 */
final class ChunkScripts {
  private static final int MAX_SCRIPTS = 32;

  private final ChunkScript[] scripts = new ChunkScript[MAX_SCRIPTS];
  private int count;

  /** For each leaf one more than the place of its script, 0 if no chunk of it was met yet. */
  private final byte[] ofLeaf;

  /** One more than the place of the script that was followed last. */
  private int last;

  private final ChunkScript recording = new ChunkScript();

  ChunkScripts(int leafCount) {
    ofLeaf = new byte[leafCount];
  }

  /**
   * Reads a chunk by the script that it should follow.
   *
   * @return false if it does not; reader and fields are then in no particular state
   */
  boolean replay(CompactReader in, int leaf, ChunkFields fields) {
    int expected = ofLeaf[leaf] != 0 ? ofLeaf[leaf] : last;
    if (expected == 0 || !scripts[expected - 1].replay(in, leaf, fields)) {
      return false;
    }
    ofLeaf[leaf] = (byte) expected;
    last = expected;
    return true;
  }

  void startRecording() {
    recording.clear();
  }

  /** Records that a field's header was read, which began where the field before ended. */
  void record(CompactReader in, int headerStart, int field) {
    recording.add(in.array()[headerStart], in.position() == headerStart + 1, in.fieldType(), field);
  }

  /** Records the end of a struct. */
  void recordStop(CompactReader in, int headerStart) {
    recording.addStop(in.position() == headerStart + 1);
  }

  /** Keeps what was recorded as the script of a leaf, if it can be followed. */
  void endRecording(int leaf, ChunkFields fields) {
    if (!recording.isUsable()) {
      return;
    }
    recording.finish(fields);
    int place = 0;
    while (place < count && !scripts[place].sameAs(recording)) {
      place++;
    }
    if (place == count) {
      if (count == MAX_SCRIPTS) {
        return;
      }
      scripts[count++] = recording.copy();
    }
    last = place + 1;
    ofLeaf[leaf] = (byte) last;
  }
}
