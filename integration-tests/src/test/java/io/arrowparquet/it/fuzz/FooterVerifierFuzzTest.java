// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.fuzz;

import com.code_intelligence.jazzer.junit.FuzzTest;
import io.arrowparquet.footer.CorruptFooterException;
import io.arrowparquet.footer.convert.FlatBuffersToThrift;
import io.arrowparquet.footer.flat.FlatFooter;
import io.arrowparquet.footer.internal.wire.PhotonReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Any bytes as a FlatBuffers footer: the verifier refuses them, or nothing that is read of them
 * throws. Unverified bytes never give anything but our exception.
 */
class FooterVerifierFuzzTest {

  static List<byte[]> seeds() throws IOException {
    return FuzzSeeds.flatBuffers();
  }

  @MethodSource("seeds")
  @FuzzTest(maxDuration = "2s")
  void verified_bytes_can_be_read_and_others_are_corrupt(byte[] bytes) {
    ByteBuffer flatbuffer = ByteBuffer.wrap(bytes);
    if (verifies(flatbuffer)) {
      FooterWalk.over(FlatFooter.wrap(flatbuffer));
      FlatBuffersToThrift.convert(flatbuffer);
    } else {
      try {
        FooterWalk.over(FlatFooter.wrap(flatbuffer));
      } catch (CorruptFooterException expected) {
        // What does not verify may still be readable in part.
      }
    }
  }

  static List<byte[]> photonSeeds() throws IOException {
    List<byte[]> seeds = new ArrayList<>(FuzzSeeds.photonFlatBuffers());
    seeds.add(new byte[] {4, 0, 0, 0});
    return seeds;
  }

  /** Whatever it says: nothing is guessed, so what comes out can be read or is a doubt. */
  @MethodSource("photonSeeds")
  @FuzzTest(maxDuration = "2s")
  void footers_of_photon_are_translated_or_doubtful_or_corrupt(byte[] bytes) {
    try {
      PhotonReader.Translation found =
          PhotonReader.translate(ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 1 << 20);
      if (found.doubt() == null) {
        FooterWalk.over(FlatFooter.wrap(found.flatbuffer()));
      }
    } catch (CorruptFooterException expected) {
      // The answer to most inputs.
    }
  }

  private static boolean verifies(ByteBuffer flatbuffer) {
    try {
      FlatFooter.verify(flatbuffer);
      return true;
    } catch (CorruptFooterException e) {
      return false;
    }
  }
}
