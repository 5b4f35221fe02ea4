// SPDX-License-Identifier: Apache-2.0
// A tour of the file that the demonstration leaves, statement by statement:
//   java -jar variant-arrow/target/arrowparquet.jar demo --keep demo
//   jshell -R--add-opens=java.base/java.nio=ALL-UNNAMED --class-path "$(echo variant-arrow/target/lib/*.jar | tr ' ' ':')" docs/tour.jsh
// Without its last line, the shell stays open with all that is defined here.

import io.arrowparquet.footer.file.*
import io.arrowparquet.footer.flat.*
import io.arrowparquet.parquet.*
import io.arrowparquet.parquet.options.*
import io.arrowparquet.variant.kernel.cast.*
import io.arrowparquet.variant.kernel.decode.*
import io.arrowparquet.variant.kernel.shred.*
import io.arrowparquet.variant.value.VariantPath
import io.arrowparquet.variant.vector.*
import org.apache.arrow.memory.*
import org.apache.arrow.vector.*
import org.apache.arrow.vector.types.pojo.*

var file = Path.of("demo", "wide.attached.parquet")
var allocator = new RootAllocator()

// 1. The footer: 2 000 columns, of which one is looked up by its name. Nothing else is parsed.
var footer = FooterReader.defaults().read(file).footer()
System.out.println(footer.columnCount() + " columns, " + footer.rowGroupCount() + " row groups")
var id = footer.findColumn("id")
var statistics = footer.chunk(0, id).statistics()
System.out.println("id of the first row group: " + statistics.minLong() + " to " + statistics.maxLong())

// 2. Two columns of the first batch. The Variant column is a vector of Variants.
var two = ParquetReadOptions.defaults().withColumns(List.of("id", "event"))
var reader = ParquetArrowReader.open(file, two, allocator)
reader.loadNextBatch()
var batch = reader.getVectorSchemaRoot()
System.out.println(batch.getRowCount() + " rows of " + batch.getSchema())
var event = (ParquetVariantVector) batch.getVector("event")
System.out.println(event.getObject(0))

// 3. The type that the values have, found from them; "amount" is a number in some rows and text in others.
var natural = NaturalType.decode(event, allocator)
System.out.println(natural.getField())
natural.close()

// 4. One path of all values, and what a filter on it leaves unread.
var kind = VariantProjection.of("event", VariantPath.parse("$.kind"), "kind", ArrowType.Utf8.INSTANCE)
var clicks = ParquetReadOptions.defaults().withColumns(List.of("id")).withVariantPaths(List.of(kind)).withFilter(kind.isEqualTo("click").and(Operand.column("id").isLessThan(10L)))
reader.close()
reader = ParquetArrowReader.open(file, clicks, allocator)
while (reader.loadNextBatch()) System.out.print(reader.getVectorSchemaRoot().contentToTSVString())
System.out.println(reader.statistics().rowGroupsSkipped() + " row groups skipped")
reader.close()

// 5. JSON text to Variants, shredded by what is in them.
var text = new VarCharVector("json", allocator)
text.setSafe(0, "{\"city\": \"Oslo\", \"degrees\": -3.5}".getBytes())
text.setSafe(1, "{\"city\": \"Lima\", \"degrees\": 21.5}".getBytes())
text.setValueCount(2)
var variants = VariantFromJson.parse(text, allocator)
System.out.println(InferredShredding.of(variants).schema())
variants.close()
text.close()

// 6. All memory was given back.
System.out.println(allocator.getAllocatedMemory() + " bytes left")
/exit
