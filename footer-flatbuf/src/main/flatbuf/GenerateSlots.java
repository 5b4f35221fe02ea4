// SPDX-License-Identifier: Apache-2.0

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes what reading and building buffers needs of an IDL: a class with a nested class for each
 * table, struct and union.
 *
 * <pre>
 *   java GenerateSlots.java parquet.fbs DIRECTORY
 * </pre>
 *
 * <p>Of a table: the number of each field ({@code CODEC = 0}; a union takes two, its tag, then its
 * member) and the table's {@code SHAPE}, the types of all fields. Of a struct: the offset of each
 * field in it, and its size ({@code BYTES}). Of a union: the tags. Enums have the numbers of those in
 * the model.
 */
public final class GenerateSlots {
  private static final Pattern DECLARATION =
      Pattern.compile("(enum|struct|table|union) (\\w+)(?: *: *(\\w+))? *\\{(.*?)\\}", Pattern.DOTALL);
  private static final Pattern INCLUDE = Pattern.compile("include \"([^\"]+)\";");
  private static final Pattern FIELD = Pattern.compile("(\\w+) *: *(\\[?)(\\w+)\\]?[^;]*;");
  private static final Pattern MEMBER = Pattern.compile("(\\w+)(?: *: *(\\w+))?");
  private static final String PACKAGE = "io.arrowparquet.footer.internal.generated";

  private record Declaration(String kind, String name, String base, String body) {}

  private record Field(String name, boolean isVector, String type) {}

  private final Map<String, Declaration> declarations = new LinkedHashMap<>();

  /** The class that has what is declared in another file. */
  private final Map<String, String> included = new LinkedHashMap<>();

  /** Width of scalars and enums. */
  private final Map<String, Integer> widths = new LinkedHashMap<>();

  private GenerateSlots(Path file) throws IOException {
    List.of("bool", "byte", "ubyte").forEach(type -> widths.put(type, 1));
    List.of("short", "ushort").forEach(type -> widths.put(type, 2));
    List.of("int", "uint", "float").forEach(type -> widths.put(type, 4));
    List.of("long", "ulong", "double").forEach(type -> widths.put(type, 8));
    String idl = Files.readString(file).replaceAll("//[^\n]*", "");
    Matcher include = INCLUDE.matcher(idl);
    while (include.find()) {
      GenerateSlots other = new GenerateSlots(file.resolveSibling(include.group(1)));
      declarations.putAll(other.declarations);
      widths.putAll(other.widths);
      other.declarations.keySet().forEach(name -> included.put(name, className(include.group(1))));
    }
    Matcher found = DECLARATION.matcher(idl);
    while (found.find()) {
      Declaration declaration =
          new Declaration(found.group(1), found.group(2), found.group(3), found.group(4));
      declarations.put(declaration.name(), declaration);
      if (declaration.kind().equals("enum")) {
        widths.put(declaration.name(), widths.get(declaration.base()));
      }
    }
  }

  public static void main(String[] args) throws IOException {
    Path idl = Path.of(args[0]);
    GenerateSlots program = new GenerateSlots(idl);
    String name = className(idl.getFileName().toString());
    List<String> lines = new ArrayList<>();
    lines.add("// SPDX-License-Identifier: Apache-2.0");
    lines.add("// Written by GenerateSlots.java; do not edit.");
    lines.add("package " + PACKAGE + ";");
    lines.add("");
    lines.add("import io.arrowparquet.footer.internal.flat.TableShape;");
    lines.add("");
    lines.add("/** Slots and shapes of " + idl.getFileName() + ". */");
    lines.add("public final class " + name + " {");
    lines.add("  private " + name + "() {}");
    for (Declaration declaration : program.declarations.values()) {
      List<String> members =
          switch (program.included.containsKey(declaration.name()) ? "" : declaration.kind()) {
            case "table" -> program.table(declaration);
            case "struct" -> program.struct(declaration);
            case "union" -> tags(declaration);
            default -> List.of();
          };
      if (!members.isEmpty()) {
        lines.add("");
        lines.add("  public static final class " + declaration.name() + " {");
        lines.addAll(members);
        lines.add("");
        lines.add("    private " + declaration.name() + "() {}");
        lines.add("  }");
      }
    }
    lines.add("}");
    Files.writeString(Path.of(args[1], name + ".java"), String.join("\n", lines) + "\n");
  }

  /** {@code ArrowCppFbs} of {@code arrow-cpp.fbs}. */
  private static String className(String file) {
    StringBuilder name = new StringBuilder();
    for (String word : file.split("[-.]")) {
      name.append(word.substring(0, 1).toUpperCase(Locale.ROOT)).append(word.substring(1));
    }
    return name.toString();
  }

  private static List<String> tags(Declaration union) {
    List<String> lines = new ArrayList<>();
    lines.add("    public static final byte NONE = 0;");
    Matcher member = MEMBER.matcher(union.body());
    while (member.find()) {
      lines.add("    public static final byte " + member.group(1) + " = " + lines.size() + ";");
    }
    return lines;
  }

  private List<String> table(Declaration table) {
    List<String> lines = new ArrayList<>();
    List<String> shape = new ArrayList<>();
    for (Field field : fields(table)) {
      Declaration type = declarations.get(field.type());
      if (type != null && type.kind().equals("union")) {
        addSlot(lines, field.name() + "_type");
        shape.add(call("unionTag", field.name() + "_type"));
      }
      addSlot(lines, field.name());
      shape.add(shape(field, type));
    }
    shape.add(0, "\"" + table.name() + "\"");
    lines.add("    public static final TableShape SHAPE =");
    lines.add("        TableShape.of(" + String.join(",\n            ", shape) + ");");
    return lines;
  }

  private static void addSlot(List<String> lines, String field) {
    lines.add(constant(field, lines.size()));
  }

  private static String constant(String name, int value) {
    return "    public static final int " + name.toUpperCase(Locale.ROOT) + " = " + value + ";";
  }

  private String shape(Field field, Declaration type) {
    String kind = type == null ? "" : type.kind();
    Integer width = widths.get(field.type());
    if (width != null) {
      return call(field.isVector() ? "vector" : "scalar", field.name(), width.toString());
    }
    if (field.type().equals("string")) {
      return call(field.isVector() ? "strings" : "string", field.name());
    }
    return switch (kind) {
      case "struct" ->
          call(
              "structs",
              field.name(),
              inClass(type.name()) + ".BYTES",
              Integer.toString(alignment(type)));
      case "union" -> call("unionMember", field.name(), members(type));
      case "table" ->
          call(field.isVector() ? "tables" : "table", field.name(), inClass(type.name()) + ".SHAPE");
      default -> throw new IllegalArgumentException("unknown type " + field.type());
    };
  }

  private static String call(String method, String field, String... arguments) {
    List<String> all = new ArrayList<>(List.of("\"" + field + "\""));
    all.addAll(List.of(arguments));
    return "TableShape." + method + "(" + String.join(", ", all) + ")";
  }

  private String[] members(Declaration union) {
    List<String> shapes = new ArrayList<>();
    Matcher member = MEMBER.matcher(union.body());
    while (member.find()) {
      shapes.add(
          inClass(member.group(2) == null ? member.group(1) : member.group(2)) + ".SHAPE");
    }
    return shapes.toArray(String[]::new);
  }

  private String inClass(String name) {
    return included.containsKey(name) ? included.get(name) + "." + name : name;
  }

  private List<String> struct(Declaration struct) {
    List<String> lines = new ArrayList<>();
    int offset = 0;
    for (Field field : fields(struct)) {
      int width = widths.get(field.type());
      offset = aligned(offset, width);
      lines.add(constant(field.name(), offset));
      offset += width;
    }
    lines.add(constant("bytes", aligned(offset, alignment(struct))));
    return lines;
  }

  private int alignment(Declaration struct) {
    return fields(struct).stream().mapToInt(field -> widths.get(field.type())).max().orElse(1);
  }

  private static int aligned(int offset, int alignment) {
    return (offset + alignment - 1) / alignment * alignment;
  }

  private static List<Field> fields(Declaration declaration) {
    List<Field> fields = new ArrayList<>();
    Matcher found = FIELD.matcher(declaration.body());
    while (found.find()) {
      fields.add(new Field(found.group(1), !found.group(2).isEmpty(), found.group(3)));
    }
    return fields;
  }
}
