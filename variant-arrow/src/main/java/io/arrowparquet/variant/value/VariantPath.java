// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.value;

import io.arrowparquet.variant.internal.TextTokens;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A path to one place inside a Variant value: {@code $} the value itself, {@code .name} or {@code
 * ['any name']} a field, {@code [3]} an element counted from 0. Immutable; any thread may share
 * one. {@link VariantPathFinder} follows it.
 */
public final class VariantPath {
  private final List<Step> steps;

  private VariantPath(List<Step> steps) {
    this.steps = List.copyOf(steps);
  }

  /**
   * Reads the text of a path.
   *
   * @throws IllegalArgumentException if it is none, saying at which position and what was expected
   */
  public static VariantPath parse(String text) {
    return new VariantPath(new Parser(text).parse());
  }

  /** The steps from the whole value inwards; none for {@code $}. Cannot be modified. */
  public List<Step> steps() {
    return steps;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof VariantPath that && steps.equals(that.steps);
  }

  @Override
  public int hashCode() {
    return steps.hashCode();
  }

  /** Text that reads back as an equal path. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder("$");
    steps.forEach(text::append);
    return text.toString();
  }

  /**
   * One step of a path: into a field of an object, or an element of an array.
   *
   * <p>Immutable.
   */
  public static final class Step {
    private final String name;
    private final byte[] utf8;
    private final int index;

    private Step(String name, int index) {
      this.name = name;
      this.utf8 = name == null ? null : name.getBytes(StandardCharsets.UTF_8);
      this.index = index;
    }

    /** A step into the field of this name. */
    public static Step field(String name) {
      return new Step(name, -1);
    }

    /** A step into the element of this index, from 0. */
    public static Step element(int index) {
      return new Step(null, index);
    }

    /** Whether this step is into a field; otherwise it is into an element. */
    public boolean isField() {
      return name != null;
    }

    /** The field's name, null if this step is into an element. */
    public @Nullable String name() {
      return name;
    }

    /** The element's index from 0, -1 if this step is into a field. */
    public int index() {
      return index;
    }

    /** The field's name in UTF-8, as in metadata; not to be changed. */
    byte[] utf8() {
      return utf8;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Step that
          && index == that.index
          && (name == null ? that.name == null : name.equals(that.name));
    }

    @Override
    public int hashCode() {
      return name == null ? index : name.hashCode();
    }

    /** The step as it is written in a path: {@code .name}, {@code ['any name']} or {@code [3]}. */
    @Override
    public String toString() {
      if (name == null) {
        return "[" + index + "]";
      }
      return Parser.isPlain(name)
          ? "." + name
          : "['" + name.replace("\\", "\\\\").replace("'", "\\'") + "']";
    }
  }

  /**
   * Reads the text of a path.
   *
   * <pre>
   *   path  = "$" step*
   *   step  = "." plain | "[" index "]" | "[" quote any* quote "]"
   *   plain = one or more characters but . [ ] * ' " spaces and controls
   *   index = a decimal number from 0 to 2147483647
   *   quote = ' or ", the same at both ends; inside, a backslash takes the next character as it is
   * </pre>
   */
  private static final class Parser extends TextTokens {
    private static final String SIGNS = ".[]*'\"";

    Parser(String text) {
      super(text, SIGNS, "path " + text + ": ", "the end of the path");
    }

    List<Step> parse() {
      if (!text.startsWith("$")) {
        throw wrongAt(position, "'$', the whole value");
      }
      position = 1;
      List<Step> steps = new ArrayList<>();
      while (position < text.length()) {
        char c = text.charAt(position);
        if (c == '.') {
          position++;
          steps.add(Step.field(plainName()));
        } else if (c == '[') {
          position++;
          steps.add(bracket());
        } else {
          throw wrongAt(position, "'.' or '['");
        }
      }
      return steps;
    }

    private String plainName() {
      int start = position;
      while (position < text.length() && isPlain(text.charAt(position))) {
        position++;
      }
      if (position == start) {
        throw wrongAt(position, "a name, or ['...'] around one with special characters");
      }
      return text.substring(start, position);
    }

    private Step bracket() {
      char c = position < text.length() ? text.charAt(position) : ' ';
      Step step;
      if (c == '\'' || c == '"') {
        position++;
        step = Step.field(quotedName(c));
      } else if (isDigit(c)) {
        step = Step.element(number(Integer.MAX_VALUE));
      } else {
        throw wrongAt(position, "an index from 0 or a quoted name");
      }
      if (position == text.length() || text.charAt(position) != ']') {
        throw wrongAt(position, "']'");
      }
      position++;
      return step;
    }

    private String quotedName(char quote) {
      StringBuilder name = new StringBuilder();
      while (position < text.length()) {
        char c = text.charAt(position);
        position++;
        if (c == quote) {
          return name.toString();
        }
        if (c == '\\' && position < text.length()) {
          c = text.charAt(position);
          position++;
        }
        name.append(c);
      }
      throw wrongAt(position, "a closing " + quote);
    }

    static boolean isPlain(String name) {
      return !name.isEmpty() && name.chars().allMatch(c -> isPlain((char) c));
    }

    private static boolean isPlain(char c) {
      return c > ' ' && c != '\u007F' && SIGNS.indexOf(c) < 0;
    }
  }
}
