// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.variant.VariantTypeIds;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class VariantPathFinderTest {
  @AutoClose private final TestMemory memory = new TestMemory();
  private final VariantCursor target = new VariantCursor();

  /** {"a": [null, {"b": 7}]} under the ids given. */
  private VariantCursor nested(VariantMetadata metadata, int a, int b) {
    return memory.cursor(metadata, 2, 1, a, 0, 13, 3, 2, 0, 1, 8, 0, 2, 1, b, 0, 2, 3 << 2, 7);
  }

  @Test
  void fields_and_elements_are_followed() {
    VariantCursor value = nested(memory.names(true, "a", "b"), 0, 1);

    assertThat(finder("$.a[1].b").find(value, target)).isTrue();
    assertThat(target.getLong()).isEqualTo(7);
    assertThat(value.typeId()).as("start is untouched").isEqualTo(VariantTypeIds.OBJECT);
    assertThat(finder("$.a[0]").find(value, target)).isTrue();
    assertThat(target.typeId()).isEqualTo(VariantTypeIds.NULL);
  }

  @Test
  void the_empty_path_is_the_value_itself() {
    VariantCursor value = nested(memory.names(true, "a", "b"), 0, 1);

    assertThat(finder("$").find(value, target)).isTrue();
    assertThat(target.lengthBytes()).isEqualTo(value.lengthBytes());
    assertThat(finder("$").find(value, value)).isTrue();
  }

  @Test
  void a_place_that_is_not_there_is_not_found() {
    VariantCursor value = nested(memory.names(true, "a", "b"), 0, 1);
    String[] paths = {
      "$.c", "$.b", "$[0]", "$.a.b", "$.a[2]", "$.a[0].b", "$.a[1].b.c", "$.a[1].a"
    };
    for (String path : paths) {
      assertThat(finder(path).find(value, target)).as(path).isFalse();
    }
  }

  @Test
  void ids_are_resolved_again_when_the_metadata_changes() {
    VariantPathFinder finder = finder("$.a[1].b");
    VariantMetadata metadata = memory.names(true, "a", "b");
    assertThat(finder.find(nested(metadata, 0, 1), target)).isTrue();
    assertThat(finder.find(nested(metadata, 0, 1), target)).isTrue();

    wrap(metadata, false, "b", "a");
    assertThat(finder.find(nested(metadata, 1, 0), target)).isTrue();
    wrap(metadata, true, "a", "c");
    assertThat(finder.find(nested(metadata, 0, 1), target)).isFalse();
    assertThat(finder.find(nested(memory.names(true, "a", "b"), 0, 1), target)).isTrue();
  }

  @Test
  void a_name_that_the_dictionary_has_twice_is_found_under_either_id() {
    VariantMetadata metadata = memory.names(false, "a", "b", "b");

    assertThat(finder("$.a[1].b").find(nested(metadata, 0, 1), target)).isTrue();
    assertThat(finder("$.a[1].b").find(nested(metadata, 0, 2), target)).isTrue();
    assertThat(target.getLong()).isEqualTo(7);
  }

  @Test
  void the_rest_of_a_path_is_followed_from_where_it_starts() {
    VariantCursor value = nested(memory.names(true, "a", "b"), 0, 1);
    value.element(0, value);

    assertThat(new VariantPathFinder(VariantPath.parse("$.a[1].b"), 1).find(value, target))
        .isTrue();
    assertThat(target.getLong()).isEqualTo(7);
  }

  private static VariantPathFinder finder(String path) {
    return new VariantPathFinder(VariantPath.parse(path));
  }

  private void wrap(VariantMetadata metadata, boolean sorted, String... names) {
    byte[] bytes = TestMemory.dictionary(sorted, names);
    metadata.wrap(memory.buffer(bytes), 0, bytes.length);
  }
}
