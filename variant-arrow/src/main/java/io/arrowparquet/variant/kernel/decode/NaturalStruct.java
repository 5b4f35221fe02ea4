// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.decode;

import io.arrowparquet.variant.MalformedVariantException;
import io.arrowparquet.variant.internal.VectorMemory;
import io.arrowparquet.variant.internal.shred.FieldIds;
import io.arrowparquet.variant.internal.shred.NameTable;
import io.arrowparquet.variant.kernel.NaturalTypeOptions;
import io.arrowparquet.variant.kernel.decode.NaturalPlan.NaturalPlace;
import io.arrowparquet.variant.kernel.internal.build.Selection;
import io.arrowparquet.variant.kernel.internal.build.VariantVectorBuilder;
import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;
import io.arrowparquet.variant.value.VariantCursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * Objects as a Struct with a child for each name seen, in the order of the names' bytes: so the
 * type does not depend on which row had a name first.
 *
 * <p>Rows in which a child has no value are added to it when its next value comes, or in the end.
 */
final class NaturalStruct extends VectorBuilder {
  private record Child(int number, NaturalNode node) {}

  private final NaturalPlan plan;
  private final NaturalPlace place;
  private final VariantCursor cursor;
  private final FieldIds ids = new FieldIds();

  /** The node of each field of the objects read last; null for one that belongs to the rest. */
  private NaturalNode[] nodeOfField = {};

  private final List<Child> children = new ArrayList<>();

  private final NameTable.NameMap<NaturalNode> nodes = new NameTable.NameMap<>();

  /** What has no child; null as long as every name has one. */
  private VariantVectorBuilder.RestBuilder rest;

  NaturalStruct(NaturalPlan plan, NaturalPlace place) {
    super(plan.anything(place.path()));
    this.plan = plan;
    this.place = place;
    this.cursor = plan.newCursor();
  }

  @Override
  public boolean takeObject(VariantCursor object) {
    int row = validity.count();
    if (!ids.read(object)) {
      findNodes();
    }
    int fields = ids.count();
    int left = object.lengthBytes();
    int field = 0;
    try {
      for (; field < fields; field++) {
        NaturalNode node = nodeOfField[field];
        if (node == null) {
          object.element(field, cursor);
          left = cursor.takeFrom(left);
          rest.add(ids.id(field), cursor);
        } else if (node.count() <= row) {
          // The first of two fields with one name counts; only a full validation finds such
          // objects.
          object.element(field, cursor);
          left = cursor.takeFrom(left);
          node.putAt(row, cursor);
        }
      }
    } catch (MalformedVariantException e) {
      throw e.at(place.field(object.metadata().name(ids.id(field))).path());
    }
    if (rest != null) {
      rest.endRow(object.metadata());
    }
    validity.appendOne();
    return true;
  }

  private void findNodes() {
    int[] numberOfId = plan.names().ofId();
    if (nodeOfField.length < ids.count()) {
      nodeOfField = new NaturalNode[Math.max(ids.count(), 2 * nodeOfField.length)];
    }
    for (int field = 0; field < ids.count(); field++) {
      NaturalNode node = node(numberOfId[ids.id(field)]);
      // Usually unchanged; skipping the store avoids a GC write barrier.
      if (nodeOfField[field] != node) {
        nodeOfField[field] = node;
      }
    }
  }

  NaturalNode child(String name) {
    return addChild(plan.names().add(name));
  }

  /** Appends rows whose children come by themselves: null where a position does not count. */
  void appendRows(Selection rows) {
    rows.appendTo(validity);
  }

  private void padChildren() {
    for (Child child : children) {
      child.node().padTo(validity.count());
    }
  }

  /** The node of a name; null if the Struct is full and the name is none of its children. */
  private NaturalNode node(int number) {
    NaturalNode node = nodes.get(number);
    if (node != null) {
      return node;
    }
    // Not the maximum but one less, so that there is room for the rest.
    if (children.size() < plan.options().maxStructChildren() - 1 && !isRest(number)) {
      return addChild(number);
    }
    if (rest == null) {
      rest = plan.newRest(validity.count());
    }
    return null;
  }

  private boolean isRest(int number) {
    return NaturalTypeOptions.REST.equals(plan.names().name(number));
  }

  private NaturalNode addChild(int number) {
    NaturalPlace child = place.field(plan.names().text(number));
    plan.takePath(child.path());
    NaturalNode node = new NaturalNode(plan, child);
    children.add(new Child(number, node));
    nodes.put(number, node);
    return node;
  }

  private List<Child> sorted() {
    List<Child> sorted = new ArrayList<>(children);
    NameTable names = plan.names();
    sorted.sort(Comparator.comparing(child -> names.utf8(child.number()), Arrays::compareUnsigned));
    return sorted;
  }

  @Override
  public Field naturalField(String name) {
    // Rows without a value may add a member to a union.
    padChildren();
    List<Field> fields = new ArrayList<>();
    for (Child child : sorted()) {
      fields.add(child.node().naturalField(plan.names().name(child.number())));
    }
    if (rest != null) {
      fields.add(rest.target().field());
    }
    return new Field(name, FieldType.nullable(ArrowType.Struct.INSTANCE), fields);
  }

  @Override
  public void addNulls(int rows) {
    validity.appendZeros(rows);
    if (rest != null) {
      rest.addNulls(rows);
    }
  }

  @Override
  public void load(FieldVector vector) {
    VectorMemory.load(vector, validity.count(), validity.zeros(), validity);
    List<FieldVector> vectors = vector.getChildrenFromFields();
    List<Child> sorted = sorted();
    for (int i = 0; i < sorted.size(); i++) {
      sorted.get(i).node().load(vectors.get(i));
    }
    if (rest != null) {
      rest.load(vectors.get(sorted.size()));
    }
  }

  @Override
  public void release() {
    super.release();
    for (Child child : children) {
      child.node().release();
    }
    if (rest != null) {
      rest.release();
    }
  }
}
