// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.parquet.internal.evolution;

/**
 * What a file's statistics must prove before the file is read by a plan. The plan is for all files
 * of a schema, the proof for each of them.
 *
 * <p>Immutable.
 *
 * @param kind what is to be proved
 * @param path dotted path in the reader's schema, for errors
 * @param file the file's field
 * @param reader the reader's field
 */
public record RequiredProof(Kind kind, String path, SchemaField file, SchemaField reader) {

  /** What can be asked for. */
  public enum Kind {
    /** All values are in the range of the reader's type, which is narrower. */
    VALUES_FIT,
    /** The field is nowhere null, as the reader requires it. */
    NO_NULLS
  }

  /** The exception for a file that does not prove it. */
  public IncompatibleSchemaException refused() {
    return kind == Kind.VALUES_FIT
        ? new IncompatibleSchemaException(
            path,
            file.type() + " without statistics that prove its values to fit",
            reader.type().toString())
        : new IncompatibleSchemaException(
            path,
            "optional " + file.type() + " without statistics that prove it to have no nulls",
            "required " + reader.type());
  }
}
