// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.bundle.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.internal.thrift.CompactReader;
import io.arrowparquet.footer.internal.thrift.CompactWriter;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.FieldRepetitionType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.PhysicalType;
import io.arrowparquet.footer.model.SchemaElement;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class SchemaDefPropertyTest {
  private static void assertComesBack(List<SchemaElement> schema) {
    SchemaDef def = SchemaDef.of(schema);
    assertThat(def.schema()).isEqualTo(schema);
    SchemaDef read = SchemaDef.read(def.toBytes(), 0, def.length());
    assertThat(read.schema()).isEqualTo(schema);
    assertThat(read).isEqualTo(def).hasSameHashCodeAs(SchemaDef.of(new ArrayList<>(schema)));
  }

  @Property(tries = 600)
  void random_schemas_come_back(@ForAll long seed) {
    assertComesBack(RandomSchema.of(seed));
  }

  @Property(tries = 200)
  void random_schemas_come_back_through_thrift(@ForAll long seed) {
    List<SchemaElement> schema = new ArrayList<>();
    for (SchemaElement element : RandomSchema.of(seed)) {
      schema.add(
          element.name() == null ? ThriftSchema.NamelessElement.named(element, "") : element);
    }
    CompactWriter out = new CompactWriter();
    SchemaDef.of(schema).writeThrift(out);
    byte[] thrift = out.toByteArray();

    SchemaDef def = SchemaDef.readThrift(new CompactReader(thrift));
    assertThat(def.schema()).isEqualTo(schema);
    out.clear();
    SchemaDef.read(def.toBytes(), 0, def.length()).writeThrift(out);
    assertThat(out.toByteArray()).isEqualTo(thrift);
  }

  @Test
  void every_logical_type_comes_back_on_every_physical_type_and_group() {
    for (LogicalType logical : RandomSchema.LOGICAL_TYPES) {
      List<SchemaElement> schema = new ArrayList<>();
      schema.add(Elements.root(8 * PhysicalType.values().length + 2));
      for (PhysicalType type : PhysicalType.values()) {
        for (Integer length : new Integer[] {null, 16}) {
          for (Integer children : new Integer[] {null, 0}) {
            for (Integer converted : new Integer[] {null, ConvertedType.MAP.number()}) {
              schema.add(
                  new SchemaElement(
                      type.number(),
                      length,
                      1,
                      "x",
                      children,
                      converted,
                      null,
                      null,
                      null,
                      converted == null ? logical : null));
            }
          }
        }
      }
      schema.add(Elements.group("g", FieldRepetitionType.OPTIONAL, 0, null, logical));
      ConvertedType implied = ConvertedType.impliedBy(logical);
      schema.add(
          Elements.group(
              "h",
              FieldRepetitionType.REPEATED,
              0,
              implied == null ? null : implied.number(),
              logical));
      assertComesBack(schema);
    }
  }

  /** What writers usually write must not fall back to Thrift bytes. */
  @Test
  void usual_columns_take_few_bytes() {
    List<SchemaElement> schema = new ArrayList<>();
    schema.add(Elements.root(1_000));
    for (int i = 0; i < 1_000; i++) {
      schema.add(
          Elements.leaf(
              "column_" + i, FieldRepetitionType.OPTIONAL, PhysicalType.DOUBLE, null, null, null));
    }
    assertThat(SchemaDef.of(schema).length()).isLessThan(11_000);
  }

  @Test
  void names_that_are_the_field_id_are_not_stored() {
    for (int id : new int[] {0, 7, -3, Integer.MIN_VALUE, Integer.MAX_VALUE}) {
      SchemaElement named =
          Elements.leaf(
              Integer.toString(id),
              FieldRepetitionType.REQUIRED,
              PhysicalType.INT32,
              null,
              null,
              id);
      SchemaElement other =
          Elements.leaf("0" + id, FieldRepetitionType.REQUIRED, PhysicalType.INT32, null, null, id);
      assertComesBack(List.of(Elements.root(2), named, other));
    }
  }
}
