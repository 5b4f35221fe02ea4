// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.storage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DiagnosisTest {
  private static final Place EVERYWHERE =
      Place.NOWHERE.in("f.parquet").inPage("a.b", 2, 4096).atRow(7).withPath("$.c");

  @Test
  void message_names_all_that_is_known_of_the_place() {
    assertThat(Diagnosis.of("length", 12, "7", "at most 4").at(EVERYWHERE).message())
        .isEqualTo(
            "f.parquet: column a.b, row group 2, page at offset 4096, row 7, $.c:"
                + " length at offset 12: found 7, expected at most 4");
  }

  @Test
  void message_leaves_out_what_is_not_known() {
    Place row = Place.NOWHERE.atRow(3);
    assertThat(Diagnosis.of("length", 1, "7", "8").message("byte"))
        .isEqualTo("length at byte 1: found 7, expected 8");
    assertThat(Diagnosis.of(null, Diagnosis.NO_OFFSET, "null", "a name").at(row).message())
        .isEqualTo("row 3: found null, expected a name");
    assertThat(Diagnosis.of("no JSON").at(row).message()).isEqualTo("row 3: no JSON");
  }

  @Test
  void facts_of_a_place_are_added_once_but_paths_replaced() {
    assertThat(EVERYWHERE.in("g").inPage("d", 0, 0).atRow(0)).isSameAs(EVERYWHERE);
    assertThat(EVERYWHERE.withPath("$.c")).isSameAs(EVERYWHERE);
    assertThat(EVERYWHERE.withPath("$.d").path()).isEqualTo("$.d");
  }

  @Test
  void equal_if_all_facts_and_the_place_are() {
    Diagnosis length = Diagnosis.of("length", 12, "7", "8");

    assertThat(length.at(EVERYWHERE))
        .isEqualTo(Diagnosis.of("length", 12, "7", "8").at(EVERYWHERE.atRow(9)))
        .hasSameHashCodeAs(Diagnosis.of("length", 12, "7", "8").at(EVERYWHERE))
        .isNotEqualTo(length)
        .isNotEqualTo(length.at(EVERYWHERE.withPath("$.d")))
        .isNotEqualTo(Diagnosis.of("length", 12, "7", "9").at(EVERYWHERE));
  }
}
