// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.cli.lab;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.cli.lab.CountedReads.Place;
import io.arrowparquet.cli.lab.CountedReads.Read;
import io.arrowparquet.cli.lab.FooterDesign.Touched;
import io.arrowparquet.cli.lab.LabMeasure.Workload;
import io.arrowparquet.storage.internal.BufferByteSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.BitSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FooterDesignTest {
  private static LabShape shape;

  @BeforeAll
  static void makeShape() {
    shape = LabShape.Generated.WIDE_1000.make();
  }

  private static FooterDesign design(String label) {
    return FooterDesign.ALL.stream()
        .filter(design -> design.label().equals(label))
        .findFirst()
        .orElseThrow();
  }

  private static byte[] file(FooterDesign design) {
    return LabMeasure.file(design, design.ending(shape.thrift(), shape.offset()));
  }

  private static Touched touched(FooterDesign design, byte[] file, Workload wanted)
      throws IOException {
    return design.touched(ByteBuffer.wrap(file), wanted.columns(), wanted.rowGroup());
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec", "par3", "index"})
  void what_is_not_touched_may_be_anything(String label) throws IOException {
    FooterDesign design = design(label);
    byte[] file = file(design);
    for (Workload wanted : new LabMeasure(shape, 0, null).workloads()) {
      Touched touched = touched(design, file, wanted);
      byte[] other = file.clone();
      for (int i = 0; i < file.length; i++) {
        boolean isTouched = i >= touched.start() && touched.bytes().get(i - touched.start());
        other[i] ^= (byte) (isTouched ? 0 : 0xFF);
      }

      assertThat(touched(design, other, wanted)).as(wanted.name()).isEqualTo(touched);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"spec", "par3", "index"})
  void five_columns_touch_less_than_a_hundredth(String label) throws IOException {
    FooterDesign design = design(label);
    byte[] file = file(design);
    Workload five = new LabMeasure(shape, 0, null).workloads().get(2);
    Touched touched = touched(design, file, five);

    assertThat(five.name()).isEqualTo("5 columns");
    // A chunk has more than the three numbers that are taken of each.
    assertThat(touched.bytes().cardinality())
        .isBetween(5 * shape.rowGroups() * 3 * Integer.BYTES, shape.thrift().length / 100);
  }

  @ParameterizedTest
  @ValueSource(strings = {"thrift", "spec", "arrow-cpp", "par3", "parx", "index"})
  void what_is_touched_is_in_the_blocks_that_are_wanted(String label) throws IOException {
    FooterDesign design = design(label);
    byte[] file = file(design);
    BufferByteSource memory = new BufferByteSource("memory", ByteBuffer.wrap(file));
    for (Workload wanted : new LabMeasure(shape, 0, null).workloads()) {
      Touched touched = touched(design, file, wanted);
      BitSet outside = touched.bytes();
      for (Read read : CountedReads.of(design, memory, Place.WANTED, wanted).reads()) {
        int from = Math.max(0, (int) read.offset() - touched.start());
        int to = (int) read.offset() + read.length() - touched.start();
        outside.clear(from, Math.max(from, to));
      }

      assertThat(outside.isEmpty()).as(wanted.name()).isTrue();
    }
  }
}
