// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.vector;

import org.apache.arrow.vector.types.pojo.Field;

/**
 * Arrow types as text for people, both ways: {@code struct<a: bigint, b: struct<c: string>, tags:
 * list<string>>}.
 *
 * <pre>
 *   field   = type [ "not null" ]
 *   type    = boolean | tinyint | smallint | int | bigint | uint8 | uint16 | uint32 | uint64
 *           | float16 | float | double | decimal(precision, scale) | string | binary
 *           | date | time | timestamp | timestamp_ntz | duration | uuid | variant | null
 *           | list&lt;field> | map&lt;field, field>
 *           | struct&lt;name: field, ...> | dense_union&lt;name: field, ...> | sparse_union&lt;...>
 *   name    = one or more characters but space , : &lt; > ( ) ` ' | ` any ` (`` is one `)
 * </pre>
 *
 * <p>{@code time}, {@code timestamp}, {@code timestamp_ntz} and {@code duration} count microseconds
 * unless a unit follows: {@code timestamp(ns)}; the units are {@code s}, {@code ms}, {@code us} and
 * {@code ns}. A {@code timestamp} is an instant of zone UTC or of one that is named, {@code
 * timestamp(us, 'Europe/Paris')}; a {@code timestamp_ntz} is none. The rest of Arrow's types have
 * names too: {@code large_string}, {@code string_view}, {@code large_binary}, {@code binary_view},
 * {@code fixed_size_binary(8)}, {@code date_ms}, {@code interval(year_month)}, {@code large_list},
 * {@code list_view}, {@code large_list_view}, {@code fixed_size_list(3)<float>}, {@code
 * run_end_encoded<int, string>}, {@code decimal(9, 2, 32)} of 32 bits, {@code dense_union(5, 7)<a:
 * int, b: string>} with type ids. Keywords are read in upper or lower case, and under their other
 * usual names ({@code bool}, {@code int8} to {@code int64}, {@code integer}, {@code long}, {@code
 * real}, {@code varchar}, {@code array}, ...).
 *
 * <p>A {@code variant} is an unshredded one. Text does not say the name of a list's element or of a
 * map's entries, whether a map's keys are sorted, metadata, or other extensions than Variant and
 * UUID (their storage is shown).
 *
 * <p>Threads: any may call it.
 */
public final class ArrowTypeText {
  private ArrowTypeText() {}

  /**
   * Reads the text of a type.
   *
   * @param name of the field to make
   * @param text the type; nullable unless it says otherwise
   * @throws IllegalArgumentException if it is none, saying at which position, counted from 0, and
   *     what was expected
   */
  public static Field parse(String name, String text) {
    return new TypeTextParser(text).parse(name);
  }

  /**
   * The text of a field's type, on one line; {@link #parse} reads it back.
   *
   * @throws IllegalArgumentException if the field, or one below it, is dictionary-encoded: its type
   *     is that of the dictionary, which it does not know
   */
  public static String of(Field field) {
    StringBuilder text = new StringBuilder();
    new TypeTextWriter(text).field(field);
    return text.toString();
  }
}
