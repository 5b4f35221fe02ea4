// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.it.jmh;

import java.io.ByteArrayOutputStream;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.Converter;
import org.apache.parquet.io.api.GroupConverter;
import org.apache.parquet.io.api.RecordConsumer;

/**
 * What parquet-java's Variant writer calls for one row, kept in order, so that its converters can
 * be fed with it as its column readers would, and its file writer as the Variant writer would.
 */
final class RecordedRow {
  private static final byte START_FIELD = 0;
  private static final byte START_GROUP = 1;
  private static final byte END_GROUP = 2;
  private static final byte VALUE = 3;

  private final byte[] steps;
  private final Object[] values;

  private RecordedRow(byte[] steps, Object[] values) {
    this.steps = steps;
    this.values = values;
  }

  /** Feeds the converter of the group that was recorded. */
  void replay(GroupConverter root) {
    Deque<GroupConverter> open = new ArrayDeque<>();
    Converter field = root;
    int value = 0;
    for (int i = 0; i < steps.length; i++) {
      switch (steps[i]) {
        case START_FIELD -> field = open.peek().getConverter(steps[++i]);
        case START_GROUP -> {
          open.push(field.asGroupConverter());
          open.peek().start();
        }
        case END_GROUP -> {
          GroupConverter ended = open.pop();
          ended.end();
          // The next step may start the same group again: the next element of an array.
          field = ended;
        }
        default -> add(field, values[value++]);
      }
    }
  }

  /**
   * Makes the same calls again, at a writer. The ends of fields, which are not recorded, follow
   * from what comes next.
   */
  void replay(RecordConsumer out) {
    Deque<Integer> open = new ArrayDeque<>();
    int value = 0;
    for (int i = 0; i < steps.length; i++) {
      switch (steps[i]) {
        case START_FIELD -> {
          int index = steps[++i];
          out.startField("", index);
          open.push(index);
        }
        case START_GROUP -> out.startGroup();
        case END_GROUP -> {
          out.endGroup();
          // If another group starts right away, it is the next element of the same field.
          if (!open.isEmpty() && steps[i + 1] != START_GROUP) {
            out.endField("", open.pop());
          }
        }
        default -> {
          add(out, values[value++]);
          out.endField("", open.pop());
        }
      }
    }
  }

  private static void add(RecordConsumer out, Object value) {
    if (value instanceof Binary binary) {
      out.addBinary(binary);
    } else if (value instanceof Integer number) {
      out.addInteger(number);
    } else if (value instanceof Long number) {
      out.addLong(number);
    } else if (value instanceof Double number) {
      out.addDouble(number);
    } else if (value instanceof Float number) {
      out.addFloat(number);
    } else {
      out.addBoolean((Boolean) value);
    }
  }

  private static void add(Converter field, Object value) {
    if (value instanceof Binary binary) {
      field.asPrimitiveConverter().addBinary(binary);
    } else if (value instanceof Integer number) {
      field.asPrimitiveConverter().addInt(number);
    } else if (value instanceof Long number) {
      field.asPrimitiveConverter().addLong(number);
    } else if (value instanceof Double number) {
      field.asPrimitiveConverter().addDouble(number);
    } else if (value instanceof Float number) {
      field.asPrimitiveConverter().addFloat(number);
    } else {
      field.asPrimitiveConverter().addBoolean((Boolean) value);
    }
  }

  /** Records a row. */
  static final class Recorder extends RecordConsumer {
    private final ByteArrayOutputStream steps = new ByteArrayOutputStream();
    private final List<Object> values = new ArrayList<>();

    RecordedRow row() {
      return new RecordedRow(steps.toByteArray(), values.toArray());
    }

    @Override
    public void startMessage() {}

    @Override
    public void endMessage() {}

    @Override
    public void startField(String field, int index) {
      steps.write(START_FIELD);
      steps.write(index);
    }

    @Override
    public void endField(String field, int index) {}

    @Override
    public void startGroup() {
      steps.write(START_GROUP);
    }

    @Override
    public void endGroup() {
      steps.write(END_GROUP);
    }

    @Override
    public void addInteger(int value) {
      add(value);
    }

    @Override
    public void addLong(long value) {
      add(value);
    }

    @Override
    public void addBoolean(boolean value) {
      add(value);
    }

    @Override
    public void addBinary(Binary value) {
      add(value.copy());
    }

    @Override
    public void addFloat(float value) {
      add(value);
    }

    @Override
    public void addDouble(double value) {
      add(value);
    }

    private void add(Object value) {
      steps.write(VALUE);
      values.add(value);
    }
  }
}
