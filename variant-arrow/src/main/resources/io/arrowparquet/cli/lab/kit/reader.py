#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Reads the files of the conformance kit: python3 reader.py [KIT | FILE...]

Written from FORMAT.md alone, with nothing but Python's standard library, as a proof that the document
suffices. Of a kit, each file is compared with the JSON beside it; of other files, what their footers say
is printed. Sections are those of FORMAT.md.
"""
import json
import os
import struct
import sys
import uuid
import zlib


class Damaged(Exception):
    """What is wrong in a file."""


def need(condition, what):
    if not condition:
        raise Damaged(what)


def u32(data, at):
    need(0 <= at <= len(data) - 4, "4 bytes at %d" % at)
    return int.from_bytes(data[at:at + 4], "little")


def text(data):
    return bytes(data).decode("utf-8", "replace")


# ---- Thrift, the compact protocol: the structs of parquet.thrift ----

LOGICAL = {1: "STRING", 2: "MAP", 3: "LIST", 4: "ENUM", 5: "DECIMAL", 6: "DATE", 7: "TIME", 8: "TIMESTAMP",
           10: "INTEGER", 11: "NULL", 12: "JSON", 13: "BSON", 14: "UUID", 15: "FLOAT16", 16: "VARIANT",
           17: "GEOMETRY", 18: "GEOGRAPHY", 19: "FILE"}
UNITS = ["MILLIS", "MICROS", "NANOS"]
ORDERS = {1: "TYPE_ORDER", 2: "IEEE_754_TOTAL_ORDER", 3: "INT96_TIMESTAMP_ORDER"}
PARAMETERS = {
    "DECIMAL": {1: ("scale", "value"), 2: ("precision", "value")},
    "TIME": {1: ("is_adjusted_to_utc", "value"), 2: ("unit", "Unit")},
    "TIMESTAMP": {1: ("is_adjusted_to_utc", "value"), 2: ("unit", "Unit")},
    "INTEGER": {1: ("bit_width", "value"), 2: ("is_signed", "value")},
    "VARIANT": {1: ("specification_version", "value")},
    "GEOMETRY": {1: ("crs", "text")},
    "GEOGRAPHY": {1: ("crs", "text"), 2: ("algorithm", "value")},
}


def fields(specification):
    """'1 name type' for each field; without a type it is a number, a truth value or a list of them."""
    result = {}
    for line in specification.split(","):
        number, name, kind = (line.split() + ["value"])[:3]
        result[int(number)] = (name, kind)
    return result


STRUCTS = {
    "FileMetaData": fields("1 version, 2 schema SchemaElement, 3 num_rows, 4 row_groups RowGroup,"
                           "5 key_value_metadata KeyValue, 6 created_by text, 7 column_orders ColumnOrder"),
    "SchemaElement": fields("1 type, 2 type_length, 3 repetition_type, 4 name text, 5 num_children,"
                            "6 converted_type, 7 scale, 8 precision, 9 field_id, 10 logical_type LogicalType"),
    "RowGroup": fields("1 columns ColumnChunk, 2 total_byte_size, 3 num_rows, 4 sorting_columns SortingColumn,"
                       "5 file_offset, 6 total_compressed_size, 7 ordinal"),
    "ColumnChunk": fields("1 file_path text, 2 file_offset, 3 meta_data ColumnMetaData, 4 offset_index_offset,"
                          "5 offset_index_length, 6 column_index_offset, 7 column_index_length"),
    "ColumnMetaData": fields("1 type, 2 encodings, 3 path_in_schema text, 4 codec, 5 num_values,"
                             "6 total_uncompressed_size, 7 total_compressed_size, 8 key_value_metadata KeyValue,"
                             "9 data_page_offset, 10 index_page_offset, 11 dictionary_page_offset,"
                             "12 statistics Statistics, 13 encoding_stats PageEncodingStats,"
                             "14 bloom_filter_offset, 15 bloom_filter_length, 16 size_statistics SizeStatistics,"
                             "17 geospatial_statistics GeospatialStatistics"),
    "Statistics": fields("1 max hex, 2 min hex, 3 null_count, 4 distinct_count, 5 max_value hex, 6 min_value hex,"
                         "7 is_max_value_exact, 8 is_min_value_exact, 9 nan_count"),
    "SizeStatistics": fields("1 unencoded_byte_array_data_bytes, 2 repetition_level_histogram,"
                             "3 definition_level_histogram"),
    "GeospatialStatistics": fields("1 bbox BoundingBox, 2 geospatial_types"),
    "BoundingBox": fields("1 xmin, 2 xmax, 3 ymin, 4 ymax, 5 zmin, 6 zmax, 7 mmin, 8 mmax"),
    "KeyValue": fields("1 key text, 2 value text"),
    "PageEncodingStats": fields("1 page_type, 2 encoding, 3 count"),
    "SortingColumn": fields("1 column_idx, 2 descending, 3 nulls_first"),
    "FooterIndex": fields("1 struct_length, 2 struct_crc32, 3 front bytes, 4 texts_at, 5 texts_end,"
                          "6 elements PackedLengths, 7 element_counts PackedLengths, 8 column_counts PackedLengths,"
                          "9 chunks PackedLengths, 10 orders PackedLengths, 11 slots PackedLengths,"
                          "12 names, 13 crcs PackedLengths"),
    "PackedLengths": fields("1 count, 2 least, 3 bits"),
}
EXTENSION = "extension"


class Thrift:
    def __init__(self, data, at=0):
        self.data, self.at = data, at

    def byte(self):
        need(self.at < len(self.data), "Thrift ends")
        self.at += 1
        return self.data[self.at - 1]

    def take(self, count):
        need(0 <= count <= len(self.data) - self.at, "%d bytes of Thrift at %d" % (count, self.at))
        self.at += count
        return self.data[self.at - count:self.at]

    def varint(self):
        value = shift = 0
        while True:
            byte = self.byte()
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value
            need(shift < 70, "a varint ends")

    def number(self):
        value = self.varint()
        return (value >> 1) ^ -(value & 1)

    def struct(self, name, depth=0):
        shape, result, last = STRUCTS.get(name, {}), {}, 0
        while True:
            header = self.byte()
            if header == 0:
                return result
            wire, last = header & 15, last + (header >> 4) if header >> 4 else self.number()
            if last in (-16384, 32767):  # section 7: the literal id, and what a Thrift library writes
                need(wire == 8, "an extension is binary")
                result[EXTENSION] = self.take(self.varint())
                continue
            field, kind = shape.get(last, (None, None))
            value = self.value(wire, kind, depth + 1)
            if field:
                result[field] = value

    def value(self, wire, kind, depth, in_list=False):
        need(depth < 64, "64 levels")
        if wire in (1, 2):
            return (self.byte() if in_list else wire) == 1
        if wire == 3:
            return struct.unpack("b", self.take(1))[0]
        if wire in (4, 5, 6):
            return self.number()
        if wire == 7:
            return struct.unpack("<d", self.take(8))[0]
        if wire == 8:
            data = self.take(self.varint())
            return {"text": text, "hex": bytes.hex}.get(kind, bytes)(data)
        if wire in (9, 10):
            header = self.byte()
            count = self.varint() if header >> 4 == 15 else header >> 4
            need(count <= len(self.data) - self.at, "a list of %d" % count)
            return [self.value(header & 15, kind, depth + 1, True) for _ in range(count)]
        need(wire == 12, "wire type %d" % wire)
        if kind in ("LogicalType", "ColumnOrder", "Unit"):
            return self.union(kind, depth)
        return self.struct(kind, depth)

    def union(self, kind, depth):
        header = self.byte()
        member = header >> 4 if header >> 4 else self.number()
        if kind == "LogicalType":
            name = LOGICAL.get(member, "UNKNOWN_MEMBER")
            STRUCTS.setdefault(name, PARAMETERS.get(name, {}))
            result = {"kind": name, **self.value(header & 15, name, depth)}
            result.update({"id": member} if name == "UNKNOWN_MEMBER" else {})
        else:
            self.value(header & 15, None, depth)
            result = UNITS[member - 1] if kind == "Unit" else ORDERS.get(member, member)
        need(self.byte() == 0, "a union with one member")
        return result


# ---- FlatBuffers, sections 3 and 3.1 ----


class Table:
    def __init__(self, data, at):
        self.data, self.at = data, at
        self.vtable = at - struct.unpack_from("<i", data, at)[0]
        self.size = struct.unpack_from("<H", data, self.vtable)[0]

    def place(self, slot):
        entry = 4 + 2 * slot
        offset = struct.unpack_from("<H", self.data, self.vtable + entry)[0] if entry < self.size else 0
        return self.at + offset if offset else None

    def get(self, slot, code="i", default=None):
        at = self.place(slot)
        return default if at is None else struct.unpack_from("<" + code, self.data, at)[0]

    def follow(self, slot):
        at = self.place(slot)
        return None if at is None else at + u32(self.data, at)

    def table(self, slot):
        at = self.follow(slot)
        return None if at is None else Table(self.data, at)

    def bytes(self, slot):
        at = self.follow(slot)
        return None if at is None else bytes(self.data[at + 4:at + 4 + u32(self.data, at)])

    def text(self, slot):
        data = self.bytes(slot)
        return None if data is None else text(data)

    def tables(self, slot):
        at = self.follow(slot)
        if at is None:
            return None
        places = range(at + 4, at + 4 + 4 * u32(self.data, at), 4)
        return [Table(self.data, place + u32(self.data, place)) for place in places]

    def structs(self, slot, code):
        at = self.follow(slot)
        if at is None:
            return None
        size = struct.calcsize("<" + code)
        return [struct.unpack_from("<" + code, self.data, at + 4 + size * i) for i in range(u32(self.data, at))]

    def numbers(self, slot, code="I"):
        found = self.structs(slot, code)
        return None if found is None else [value for value, in found]


def present(**values):
    return {name: value for name, value in values.items() if value is not None}


CONVERTED = {"STRING": 0, "MAP": 1, "LIST": 3, "ENUM": 4, "DECIMAL": 5, "DATE": 6, "JSON": 19, "BSON": 20}


def implied(logical):
    """The converted type, scale and precision that go with a logical type."""
    if logical is None:
        return None, None, None
    kind = logical["kind"]
    if kind in ("TIME", "TIMESTAMP"):
        first = 7 if kind == "TIME" else 9
        return {"MILLIS": first, "MICROS": first + 1}.get(logical["unit"]), None, None
    if kind == "INTEGER":
        first = 15 if logical["is_signed"] else 11
        widths = {8: first, 16: first + 1, 32: first + 2, 64: first + 3}
        return widths.get(logical["bit_width"]), None, None
    return CONVERTED.get(kind), logical.get("scale"), logical.get("precision")


def flat_logical(tag, member, is_cpp, without_crs):
    kind = LOGICAL.get(tag if tag < 9 else tag + 1)
    if kind is None or member is None:
        return None
    result = {"kind": kind}
    if kind == "DECIMAL":
        scale, precision = (1, 0) if is_cpp else (0, 1)
        result.update(scale=member.get(scale, default=0), precision=member.get(precision, default=0))
    elif kind in ("TIME", "TIMESTAMP"):
        result.update(is_adjusted_to_utc=bool(member.get(0, "b", 0)), unit=UNITS[member.get(1, "b", 0)])
    elif kind == "INTEGER":
        result.update(bit_width=member.get(0, "b", 8), is_signed=bool(member.get(1, "b", 0)))
    elif kind == "VARIANT":
        result.update(present(specification_version=member.get(0, "b")))
    elif kind in ("GEOMETRY", "GEOGRAPHY"):
        result.update(present(crs=None if without_crs else member.text(0)))
        if kind == "GEOGRAPHY":
            result.update(present(algorithm=member.get(1, "b")))
    return result


def flat_element(table):
    """The element, and the number of its column order."""
    order = table.get(14, "B", table.get(8, "B", 0))
    if table.bytes(15) is not None:
        return Thrift(table.bytes(15)).struct("SchemaElement"), order
    flags = table.get(10, "B", 0)
    logical = flat_logical(table.get(6, "B", 0), table.table(7), False, flags & 4)
    if flags & 1:
        converted = table.get(11), table.get(12), table.get(13)
    else:
        converted = implied(logical)
    return present(
        type=table.get(0, "b"), type_length=table.get(1), repetition_type=table.get(2, "b"), name=table.text(3),
        num_children=table.get(4), field_id=table.get(5), converted_type=converted[0], scale=converted[1],
        precision=converted[2], logical_type=None if flags & 2 else logical), order


WIDTHS = {1: 4, 2: 8, 3: 12, 4: 4, 5: 8}


def flat_bound(table, slot, kind, whole_slot, tail_slot, is_max):
    """Section 3.1; slot is that of lo4."""
    whole = table.bytes(whole_slot)
    length = table.get(slot + 3, "b")
    if whole is not None or length is None:
        return None if whole is None else whole.hex()
    lo4, lo8, hi8 = table.get(slot, "I", 0), table.get(slot + 1, "Q", 0), table.get(slot + 2, "Q", 0)
    if kind in WIDTHS:
        need(abs(length) == WIDTHS[kind], "the length of a bound")
        return {4: struct.pack("<I", lo4), 8: struct.pack("<Q", lo8), 12: struct.pack("<IQ", lo4, lo8)}[WIDTHS[kind]].hex()
    tail = table.bytes(tail_slot)
    rest = hi8 << 64 | lo8
    if tail and is_max:
        rest -= 1
    return ((table.bytes(10) or b"") + rest.to_bytes(16, "big")[:abs(length)] + (tail or b"")).hex()


def flat_statistics(table, kind):
    if table is None:
        return None
    flags = table.get(11, "B", 0)
    low = flat_bound(table, 2, kind, 15, 13, False)
    high = flat_bound(table, 6, kind, 16, 14, True)
    old = [low if flags & 16 else table.bytes(17), high if flags & 32 else table.bytes(18)]
    old = [value.hex() if isinstance(value, bytes) else value for value in old]
    exact = (None, True, False)
    return present(
        null_count=table.get(0, "q"), distinct_count=table.get(1, "q"), min_value=low, max_value=high, min=old[0],
        max=old[1], is_min_value_exact=exact[flags & 3], is_max_value_exact=exact[flags >> 2 & 3],
        nan_count=table.get(12, "q"))


def key_values(tables):
    return None if tables is None else [present(key=t.text(0), value=t.text(1)) for t in tables]


def geospatial(table):
    if table is None:
        return None
    box = table.table(0)
    names = [name for name, _ in STRUCTS["BoundingBox"].values()]
    return present(
        bbox=box and present(**{name: box.get(i, "d", 0.0 if i < 4 else None) for i, name in enumerate(names)}),
        geospatial_types=table.numbers(1, "i"))


def flat_chunk(table, leaf, path, rows):
    if table.bytes(6) is not None:
        return Thrift(table.bytes(6)).struct("ColumnChunk")
    meta = table.table(0)
    page, dictionary, size = meta.get(5, "q", 0), meta.get(7, "q"), meta.get(3, "q", 0)
    encodings, bloom = meta.table(13), meta.table(10)
    stats = None if encodings is None else encodings.structs(1, "bbxxi")
    rule = meta.get(12, "B", 0)
    first = page if dictionary is None else min(page, dictionary)
    metadata = present(
        type=leaf["type"], encodings=(encodings and encodings.numbers(0, "b")) or [], path_in_schema=path,
        codec=meta.get(0, "b", 0), num_values=meta.get(1, "q", rows), total_uncompressed_size=meta.get(2, "q", 0),
        total_compressed_size=size, key_value_metadata=key_values(meta.tables(4)), data_page_offset=page,
        index_page_offset=meta.get(6, "q"), dictionary_page_offset=dictionary,
        statistics=flat_statistics(meta.table(8), leaf["type"]),
        encoding_stats=None if stats is None else [dict(page_type=p, encoding=e, count=c) for p, e, c in stats],
        bloom_filter_offset=bloom and bloom.get(0, "q"), bloom_filter_length=bloom and bloom.get(1),
        size_statistics=Thrift(meta.bytes(14)).struct("SizeStatistics") if meta.bytes(14) else None,
        geospatial_statistics=geospatial(meta.table(11)))
    offset = table.get(5, "q")
    if offset is None:
        offset = [0, page, dictionary, first + size][rule]
    return present(file_path=table.text(4), file_offset=offset, meta_data=metadata)


def index_locations(table, chunk):
    if table is None:
        return None, None
    starts = table.numbers(1)
    if starts is not None:
        empty = starts[chunk] == starts[chunk + 1]
        return (None, None) if empty else (table.get(0, "q", 0) + starts[chunk], starts[chunk + 1] - starts[chunk])
    offset, length, has = table.structs(2, "qiBxxx")[chunk]
    return offset if has & 1 else None, length if has & 2 else None


def leaves_of(schema):
    """The leaves of a schema and their paths, depth first."""
    result, place = [], [1]

    def walk(path):
        element = schema[place[0]]
        place[0] += 1
        path = path + [element["name"]]
        if "num_children" not in element:
            result.append((element, path))
        for _ in range(element.get("num_children", 0)):
            walk(path)

    for _ in range(schema[0].get("num_children", 0)):
        walk([])
    need(place[0] == len(schema), "the schema is one tree")
    return result


def restore_paths(tree):
    """Section 1.6: a chunk without a path has that of its leaf."""
    paths = None
    for group in tree["row_groups"]:
        for i, chunk in enumerate(group["columns"]):
            if "path_in_schema" not in chunk.get("meta_data", {"path_in_schema": None}):
                paths = paths or [path for _, path in leaves_of(tree["schema"])]
                chunk["meta_data"]["path_in_schema"] = paths[i]


def flat_footer(data, schema=None, all_ordered=False):
    """The tree of a FlatBuffer; of a bundle its schema is elsewhere."""
    root = Table(data, u32(data, 0))
    orders = []
    if schema is None:
        elements = [flat_element(table) for table in root.tables(1)]
        schema = [element for element, _ in elements]
        orders = [order for (element, order) in elements[1:] if "num_children" not in element]
    leaves = leaves_of(schema)
    orders = [1] * len(leaves) if all_ordered else orders
    orders = [ORDERS.get(order, order) for order in orders] if orders and all(orders) else None
    if root.bytes(9) is not None:
        orders = Thrift(root.bytes(9)).value(9, "ColumnOrder", 0)
    groups = []
    for group in root.tables(3):
        rows = group.get(2, "q", 0)
        columns = []
        for i, (table, (leaf, path)) in enumerate(zip(group.tables(0), leaves)):
            chunk = flat_chunk(table, leaf, path, rows)
            for names, slot in (("column_index", 7), ("offset_index", 8)):
                offset, length = index_locations(group.table(slot), i)
                chunk.update(present(**{names + "_offset": offset, names + "_length": length}))
            columns.append(chunk)
        sorting = group.tables(3)
        groups.append(present(
            columns=columns, total_byte_size=group.get(1, "q", 0), num_rows=rows,
            sorting_columns=None if sorting is None else [
                dict(column_idx=s.get(0, "i", 0), descending=bool(s.get(1, "b", 0)), nulls_first=bool(s.get(2, "b", 0)))
                for s in sorting],
            file_offset=group.get(4, "q"), total_compressed_size=group.get(5, "q"), ordinal=group.get(6, "h")))
    return present(
        version=root.get(0, "i", 0), schema=schema, num_rows=root.get(2, "q", 0), row_groups=groups,
        key_value_metadata=key_values(root.tables(4)),
        created_by=None if root.get(13, "B", 0) & 1 else root.text(5), column_orders=orders)


# ---- section 1.2: what Arrow C++ writes ----


def lz4(data, length):
    out, at = bytearray(), 0

    def more(count):
        nonlocal at
        while count >= 15:
            byte, at = data[at], at + 1
            count += byte
            if byte < 255:
                break
        return count

    try:
        while True:
            token, at = data[at], at + 1
            count = more(token >> 4)
            out += data[at:at + count]
            at += count
            if at >= len(data):
                break
            distance, at = data[at] | data[at + 1] << 8, at + 2
            need(0 < distance <= len(out), "an LZ4 distance")
            count = more(token & 15) + 4
            need(len(out) + count <= length, "an LZ4 length")
            for _ in range(count):
                out.append(out[-distance])
    except IndexError:
        raise Damaged("an LZ4 block ends") from None
    need(len(out) == length, "an LZ4 block of %d bytes" % length)
    return bytes(out)


def cpp_footer(data, thrift):
    """Checks what the FlatBuffer says against the Thrift footer, which has all that it lacks."""
    root = Table(data, u32(data, 0))
    leaves = leaves_of(thrift["schema"])
    same = [(root.get(0, "i", 0), thrift["version"]), (root.get(2, "q", 0), thrift["num_rows"]),
            (root.text(5), thrift.get("created_by", ""))]
    for table, element in zip(root.tables(1), thrift["schema"]):
        same += [(table.text(0), element["name"]), (table.get(1, "b"), element.get("type")),
                 (table.get(2, "b", 0), element.get("repetition_type", 0)), (table.get(5), element.get("type_length")),
                 (table.get(6, "i", 0), element.get("num_children", 0)), (table.get(7), element.get("field_id"))]
        logical = flat_logical(table.get(3, "B", 0), table.table(4), True, False)
        if element.get("logical_type", {"kind": "FILE"})["kind"] not in ("FILE", "UNKNOWN_MEMBER"):
            expected = element["logical_type"]
            if expected["kind"] in ("GEOMETRY", "GEOGRAPHY"):  # absent ones have their defaults
                logical.pop("algorithm" if "algorithm" not in expected else "", None)
                expected = {"crs": "", **expected}
            same.append((logical, expected))
    for group, expected in zip(root.tables(3), thrift["row_groups"]):
        same += [(group.get(2, "q", 0), expected["num_rows"]), (group.get(1, "q", 0), expected["total_byte_size"])]
        for table, chunk, (leaf, _) in zip(group.tables(0), expected["columns"], leaves):
            meta, facts = table.table(0), chunk["meta_data"]
            same += [(meta.get(0, "b", 0), facts["codec"]),
                     (meta.get(1, "q", expected["num_rows"]), facts["num_values"]),
                     (meta.get(3, "q", 0), facts["total_compressed_size"]),
                     (meta.get(5, "q", group.get(4, "q", 0)), facts["data_page_offset"]),
                     (meta.get(7, "q"), facts.get("dictionary_page_offset"))]
            statistics, known = meta.table(8), facts.get("statistics", {})
            if statistics is not None:
                same.append((statistics.get(0), known.get("null_count")))
                for slot, name in ((1, "min_value"), (5, "max_value")):
                    bound = cpp_bound(statistics, slot, leaf["type"])
                    same += [] if bound is None else [(bound, known[name])]
    for found, expected in same:
        need(found == expected, "arrow-cpp says %r, Thrift %r" % (found, expected))


def cpp_bound(table, slot, kind):
    """An exact bound; None for another."""
    length = table.get(slot + 3, "b")
    if length is None or length < 0 or kind == 0:
        return None
    lo4, lo8, hi8 = table.get(slot, "I", 0), table.get(slot + 1, "Q", 0), table.get(slot + 2, "Q", 0)
    if kind in WIDTHS:
        return {4: struct.pack("<I", lo4), 8: struct.pack("<Q", lo8), 12: struct.pack("<IQ", lo4, lo8)}[length].hex()
    if length == 16:
        return (hi8 << 64 | lo8).to_bytes(16, "big").hex()
    return ((table.bytes(9) or b"") + struct.pack(">I", lo4)[:length]).hex()


# ---- section 5: names; section 10: checksums of blocks ----


def fnv(path):
    value = 0x811C9DC5
    for byte in path.encode():
        value = (value ^ byte) * 0x01000193 & 0xFFFFFFFF
    return value


def homes(count):
    return count + count // 3 + 1


def home(value, count):
    return ((value * 0x9E3779B1 & 0xFFFFFFFF) * homes(count)) >> 32


def flat_columns(data, path, leaves):
    """The columns with a dotted path, found as a reader of one column finds them."""
    table = Table(data, u32(data, 0)).table(14)
    slots = table and table.structs(2, "II")
    if not slots:
        return [i for i, (_, names) in enumerate(leaves) if ".".join(names) == path]
    found, value = [], fnv(path)
    for slot in range(home(value, len(leaves)), len(slots)):
        hashed, column = slots[slot]
        if column == 0xFFFFFFFF:
            break
        if hashed == value and ".".join(leaves[column][1]) == path:
            found.append(column)
    return sorted(found)


def times(a, b):
    """Of polynomials over GF(2) modulo P; bit 31 is x^0."""
    result = 0
    while b:
        if b & 0x80000000:
            result ^= a
        a = a >> 1 ^ (0xEDB88320 if a & 1 else 0)
        b = b << 1 & 0xFFFFFFFF
    return result


def power(bits):
    """x^bits."""
    result, square = 0x80000000, 0x40000000
    while bits:
        if bits & 1:
            result = times(result, square)
        square = times(square, square)
        bits >>= 1
    return result


BLOCK = 4096


def check_blocks(data, entries, own, crc):
    """own: where the entries are. Gives the blocks that are damaged; all are if the entries are."""
    whole, rest = divmod(len(data), BLOCK)
    expected = [times(zlib.crc32(data[BLOCK * i:BLOCK * (i + 1)]), power(8 * BLOCK * (whole - 1 - i)))
                for i in range(whole)] + [zlib.crc32(data[BLOCK * whole:])]
    at_entries = [BLOCK * i < own.stop and own.start < BLOCK * (i + 1) for i in range(whole + 1)]
    used = [mine if is_own else entry for mine, entry, is_own in zip(expected, entries, at_entries)]
    combined = 0
    for entry in used[:whole]:
        combined ^= entry
    need(times(combined, power(8 * rest)) ^ used[whole] == crc, "the combination of the checksums of blocks")
    return [i for i, (mine, entry) in enumerate(zip(expected, used)) if mine != entry]


def check_parts(data, crc):
    """Checksums of blocks and directory, if the buffer has them. Gives the blocks that are damaged."""
    if len(data) < 92 or data[-8:] != b"PFDIR001":
        return []
    root = Table(data, u32(data, 0))
    entries, at = root.numbers(15), u32(data, len(data) - 88)
    need(at == root.follow(15) + 4 and u32(data, len(data) - 80) == root.follow(1), "the directory")
    columns = u32(data, len(data) - 72)
    need(columns <= len(root.table(14).structs(2, "II")), "the homes of the directory")
    count = len(data) // BLOCK + 1
    return check_blocks(data, entries, range(at, at + 4 * count), crc)


# ---- section 1.4: the index ----


class Packed:
    """Runs of eight numbers: run i of a row is at place + i * step, the same run of the next row after it."""

    def __init__(self, shape, data, has_sums=True, rows=1):
        self.count, self.bits, self.least = shape["count"], shape.get("bits", 0), shape.get("least", 0)
        self.data, self.sum_bytes, self.rows, self.at, self.step = data, 4 if has_sums else 0, rows, 0, 0
        self.size = rows * (self.sum_bytes + self.bits)
        need(self.bits <= 40, "packed lengths")

    def runs(self):
        return (self.count // max(self.rows, 1) + 7) // 8

    def run(self, i, row):
        at = self.at + i // 8 * self.step + row * (self.sum_bytes + self.bits)
        need(at + self.sum_bytes + self.bits <= len(self.data), "packed lengths")
        return at

    def number(self, i, row=0):
        at = self.run(i, row) + self.sum_bytes
        packed = int.from_bytes(self.data[at:at + self.bits], "little")
        return self.least + (packed >> (i % 8 * self.bits) & (1 << self.bits) - 1)

    def place(self, i, row=0):
        """Where length i of a row begins; the sum of all after the last one."""
        if i == self.count // max(self.rows, 1):
            return self.place(i - 1, row) + self.number(i - 1, row) if i else 0
        return u32(self.data, self.run(i, row)) + sum(self.number(j, row) for j in range(i - i % 8, i))


class Index:
    def __init__(self, data, at, thrift, crc):
        length = u32(data, 0)
        self.thrift = thrift
        self.header = Thrift(data[4:4 + length]).struct("FooterIndex")
        units, self.parts = self.header["elements"]["count"], {}
        rows = self.header["chunks"]["count"] // units if units else 0
        place = 4 + length
        for names in (("elements", "orders", "chunks", "crcs"), ("element_counts",), ("column_counts",), ("slots",)):
            lists = {name: Packed(self.header[name], data, name not in ("slots", "crcs"), rows if name == "chunks" else 1)
                     for name in names if name in self.header}
            step = sum(packed.size for packed in lists.values())
            start = place
            for name, packed in lists.items():
                need(name == "slots" or packed.count == units * packed.rows, "as many lengths as units")
                packed.at, packed.step = start, step
                start += packed.size
            place += step * max([packed.runs() for packed in lists.values() if packed.rows], default=0)
            self.parts.update(lists)
        size = self.header["struct_length"]
        need(zlib.crc32(thrift[:size]) == self.header["struct_crc32"] & 0xFFFFFFFF, "the CRC-32 of the struct")
        covered = thrift[:at + len(data)]
        entries = [u32(data, place + 4 * i) for i in range((len(data) - place) // 4)]
        need(len(entries) == len(covered) // BLOCK + 1, "as many checksums as blocks")
        bad = check_blocks(covered, entries, range(at + place, at + len(data)), crc)
        need(not bad, "the blocks %s" % bad)

    def first_column(self, unit):
        counts = self.parts.get("column_counts")
        return unit if counts is None else counts.place(unit)

    def columns_of(self, unit):
        """A FileMetaData of one unit, and its first column."""
        head = Thrift(self.header["front"]).struct("FileMetaData")
        elements, chunks, counts = self.parts["elements"], self.parts["chunks"], self.parts.get("element_counts")
        if "crcs" in self.parts:
            places = [(elements, 0)] + [(chunks, g) for g in range(len(head["row_groups"]))]
            places += [(self.parts["orders"], 0)] if "orders" in self.parts else []
            crc = 0
            for lengths, row in places:
                at = lengths.place(unit, row)
                crc = zlib.crc32(self.thrift[at:at + lengths.number(unit, row)], crc)
            need(crc == self.parts["crcs"].number(unit), "the CRC-32 of unit %d" % unit)

        def structs(at, length, name):
            reader, found = Thrift(self.thrift[:at + length], at), []
            while reader.at < at + length:
                found.append(reader.struct(name))
            return found

        below = structs(elements.place(unit), elements.number(unit), "SchemaElement")
        need(len(below) == (counts.number(unit) if counts else 1), "as many elements as the index says")
        need(chunks.count == elements.count * len(head["row_groups"]), "as many chunks as units and row groups")
        for g, group in enumerate(head["row_groups"]):
            group["columns"] = structs(chunks.place(unit, g), chunks.number(unit, g), "ColumnChunk")
        return head, below, self.first_column(unit)

    def find(self, path, units):
        """The columns with a dotted path; units says which names each has, as the reader that decodes them."""
        slots, found = self.parts.get("slots"), set()
        candidates = range(units)
        if slots is not None:
            value, candidates = fnv(path), []
            at = home(value, self.header.get("names", 0))
            while at < slots.count and slots.number(at):
                if slots.number(at) & 255 == value & 255:
                    candidates.append((slots.number(at) >> 8) - 1)
                at += 1
        for unit in candidates:
            _, below, first = self.columns_of(unit)
            leaves = leaves_of([{"num_children": 1}] + below)
            found.update(first + i for i, leaf in enumerate(leaves) if ".".join(leaf[1]) == path)
        return sorted(found)


# ---- sections 1 and 2: the end of a file ----

PLAIN = {"55530d02-79c1-4be4-b1fa-b8bdb8614266": "spec", "6985704b-f1b1-46d3-8257-d12b6d2b9590": "v1",
         "d41722f9-ba36-42e0-8467-7a96011ba550": "index"}
CPP = "deadbeef-dead-beef-dead-beefdeadbeef"


class Footer:
    """layout, tree, and notes: what was wrong with an extension that was passed over."""

    def __init__(self, file):
        self.notes, self.flat, self.index, self.layout = [], None, None, "thrift"
        need(len(file) >= 12 and file[:4] in (b"PAR1", b"PAR3", b"PARE", b"PARX"), "the file is too short, or begins otherwise")
        need(file[-4:] in (b"PAR1", b"PAR3", b"PARX"), "the magic at the end")
        if file[-4:] == b"PAR3":
            self.layout = "par3"
            self.flat, crc = self.framed(file, len(file) - 16, len(file) - 20)
            need(zlib.crc32(self.flat) == crc, "the CRC-32 of the FlatBuffer")
            check_parts(self.flat, crc)
            self.tree = flat_footer(self.flat)
            return
        end = len(file) - 8
        if file[-4:] == b"PARX":
            self.layout, end = "parx", len(file) - 16
            need(end >= 4 and u32(file, end + 4) & ~2 == 0, "feature flags that are known, of a footer in plain")
        length = u32(file, end)
        need(1 <= length <= end - 4, "the length of the footer, %d" % length)
        start = end - length
        thrift = file[start:end]
        if self.layout == "parx":
            need(zlib.crc32(file[start:end + 8]) == u32(file, end + 8), "the CRC-32 of footer, length and flags")
        reader = Thrift(thrift)
        self.tree = reader.struct("FileMetaData")
        self.tree.pop(EXTENSION, None)
        need(all(name in self.tree for name in ("version", "schema", "num_rows", "row_groups")), "what a footer needs")
        restore_paths(self.tree)
        if self.layout == "parx":
            return
        name = str(uuid.UUID(bytes=bytes(file[-25:-9]))) if length >= 25 else ""
        try:
            self.extension(file, start, thrift, name)
        except (Damaged, struct.error, ValueError, KeyError, IndexError) as e:
            self.notes.append("%s: %s" % (name, e))
            self.layout, self.flat, self.index = "thrift", None, None

    @staticmethod
    def framed(file, end, room):
        """The bytes before CRC-32, size and the CRC-32 of the size; the first CRC-32."""
        size = u32(file, end + 4)
        need(zlib.crc32(file[end + 4:end + 8]) == u32(file, end + 8), "the CRC-32 of the size")
        need(size <= room, "the size, %d" % size)
        return file[end - size:end], u32(file, end)

    def extension(self, file, start, thrift, name):
        end = len(file)
        if name == CPP:
            self.layout = "arrow-cpp"
            size, raw, codec = u32(file, end - 37), u32(file, end - 33), file[end - 42]
            need(zlib.crc32(file[end - 37:end - 29]) == u32(file, end - 29), "the CRC-32 of the lengths")
            need(size + 48 <= len(thrift) and raw <= 128 << 20 and codec in (0, 7), "size or codec")
            data = file[end - 42 - size:end - 42]
            need(zlib.crc32(data + bytes([codec])) == u32(file, end - 41), "the CRC-32 of the data")
            cpp_footer(lz4(data, raw) if codec else data, self.tree)
        elif name in PLAIN:
            self.layout = PLAIN[name]
            data, crc = self.framed(file, end - 37, len(thrift) - 34)
            if self.layout == "index":
                at = end - 37 - len(data) - start
                need(zlib.crc32(thrift[:at + len(data)]) == crc, "the CRC-32 of footer and index")
                self.index = Index(data, at, thrift, crc)
                return
            self.bad_blocks = check_parts(data, crc) if zlib.crc32(data) != crc else []
            need(zlib.crc32(data) == crc, "the CRC-32 of the FlatBuffer; blocks %s" % self.bad_blocks)
            check_parts(data, crc)
            tree = flat_footer(data)
            need(tree == self.tree or EXTENSION in str(self.tree), "both footers say the same")
            self.flat, self.tree = data, tree
        elif length_of_extension(thrift):
            self.notes.append("an extension that is not known")


def length_of_extension(thrift):
    return len(Thrift(thrift).struct("FileMetaData").get(EXTENSION, b""))


def second_encoding(extension):
    """Section 9: the ColumnChunk of an extension of ColumnMetaData."""
    need(str(uuid.UUID(bytes=bytes(extension[-16:]))) == "5ebef3d7-0bba-4aee-9616-bace4892caf4", "its UUID")
    end = len(extension) - 28
    need(zlib.crc32(extension[end + 4:end + 8]) == u32(extension, end + 8), "the CRC-32 of its size")
    need(u32(extension, end + 4) == end and zlib.crc32(extension[:end]) == u32(extension, end), "its CRC-32")
    return Thrift(extension[:end]).struct("ColumnChunk")


# ---- section 11: bundles ----


def murmur3(data, seed):
    """The first 64 bits of MurmurHash3_x64_128."""
    mask, c1, c2 = (1 << 64) - 1, 0x87C37B91114253D5, 0x4CF5AD432745937F

    def rotate(x, n):
        return (x << n | x >> 64 - n) & mask

    def mix(x):
        x = (x ^ x >> 33) * 0xFF51AFD7ED558CCD & mask
        x = (x ^ x >> 33) * 0xC4CEB9FE1A85EC53 & mask
        return x ^ x >> 33

    h1 = h2 = seed
    whole = len(data) // 16 * 16
    for at in range(0, whole, 16):
        k1, k2 = struct.unpack_from("<QQ", data, at)
        h1 ^= rotate(k1 * c1 & mask, 31) * c2 & mask
        h1 = (rotate(h1, 27) + h2) * 5 + 0x52DCE729 & mask
        h2 ^= rotate(k2 * c2 & mask, 33) * c1 & mask
        h2 = (rotate(h2, 31) + h1) * 5 + 0x38495AB5 & mask
    k1, k2 = struct.unpack("<QQ", data[whole:].ljust(16, b"\0"))
    h2 ^= rotate(k2 * c2 & mask, 33) * c1 & mask
    h1 ^= rotate(k1 * c1 & mask, 31) * c2 & mask
    h1, h2 = h1 ^ len(data), h2 ^ len(data)
    h1 = h1 + h2 & mask
    h2 = h2 + h1 & mask
    return mix(h1) + mix(h2) & mask


def unpack_name(data, encoding):
    if encoding == 0:
        return text(data)
    bits = "".join(format(byte, "08b") for byte in data)
    width = 5 if encoding == 1 else 6
    codes = [int(bits[i:i + width], 2) for i in range(1, len(bits) - width + 1, width)]
    if bits[0] == "1":
        codes.pop()
    lower, upper = "abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    if encoding == 2:
        return "".join((lower + upper + "0123456789._")[code] for code in codes)
    name, is_upper = "", False
    for code in codes:
        if code == 29:
            is_upper = True
            continue
        letter = (lower + "._$")[code]
        name += letter.upper() if is_upper else letter
        is_upper = False
    return name


PLAIN_TYPES = {4: 0, 5: 1, 6: 2, 7: 4, 8: 5, 9: 6, 18: 3}
SIMPLE = {3: ("LIST", None), 16: ("MAP", None), 30: ("FILE", None), 11: ("STRING", 6), 20: ("ENUM", 6), 21: ("JSON", 6),
          22: ("BSON", 6), 12: ("DATE", 1), 23: ("UUID", 7), 24: ("FLOAT16", 7)}


def typed(reader, number):
    """The fields of an element that the parameters of a type say: type, type_length, logical_type."""
    def physical():
        kind = reader.varint()
        return present(type=kind, type_length=reader.varint() if kind == 7 else None)

    def crs():
        length = reader.varint()
        return present(crs=text(reader.take(length - 1)) if length else None)

    if number in PLAIN_TYPES:
        return {"type": PLAIN_TYPES[number]}
    if number == 10:
        return {"type": 7, "type_length": reader.varint()}
    if number in SIMPLE:
        kind, type_number = SIMPLE[number]
        length = {"UUID": 16, "FLOAT16": 2}.get(kind)
        return present(type=type_number, type_length=length, logical_type={"kind": kind})
    if number in (13, 19):
        value = reader.varint()
        kind, millis = ("TIMESTAMP", 2) if number == 13 else ("TIME", 1)
        unit = (value >> 1) - 1
        return {"type": millis if unit == 0 else 2,
                "logical_type": {"kind": kind, "is_adjusted_to_utc": bool(value & 1), "unit": UNITS[unit]}}
    if number == 14:
        value = reader.varint()
        bits = 8 * (value >> 1)
        return {"type": 2 if bits == 64 else 1,
                "logical_type": {"kind": "INTEGER", "bit_width": bits, "is_signed": bool(value & 1)}}
    if number == 15:
        result = physical()
        precision = reader.varint()
        return {**result, "logical_type": {"kind": "DECIMAL", "precision": precision, "scale": reader.varint()}}
    if number == 17:
        version = reader.varint()
        return {"logical_type": {"kind": "VARIANT", **present(specification_version=version - 1 if version else None)}}
    if number == 26:
        return {**physical(), "logical_type": {"kind": "NULL"}}
    if number == 25:
        return {"type": 7, "type_length": 12}
    if number in (28, 29):
        logical = {"kind": "GEOMETRY" if number == 28 else "GEOGRAPHY", **crs()}
        if number == 29:
            algorithm = reader.varint()
            logical.update(present(algorithm=algorithm - 1 if algorithm else None))
        return {"type": 6, "logical_type": logical}
    need(number in (1, 2, 27), "the type %d" % number)
    return {}


GROUPS = (1, 2, 3, 16, 17, 27, 30)


def schema_field(reader):
    header = reader.byte()
    size, encoding = header & 7, header >> 3 & 3
    length = 0 if encoding == 3 else (reader.varint() + 8 if size == 7 else size + 1)
    value = reader.varint()
    has_id, is_empty, number = value & 1, value & 2, value >> 3
    form, number = number >> 5, number & 31
    if number == 0:
        fields_of = Thrift(reader.take(reader.varint())).struct("SchemaElement")
        form = None
    else:
        fields_of = typed(reader, number)
        if number != 1:
            fields_of["repetition_type"] = 2 if value & 4 else 1 if header & 0x40 else 0
    name = "" if is_empty else unpack_name(reader.take(length), encoding)
    if has_id:
        fields_of["field_id"] = reader.number()
    if encoding == 3 and not is_empty:
        name = str(fields_of["field_id"]) if has_id else ""
    fields_of["name"] = name
    if form is not None:
        converted = implied(fields_of.get("logical_type"))
        converted = {25: (21, None, None), 27: (2, None, None)}.get(number, converted)
        if form < 2:
            fields_of.update(present(converted_type=converted[0], scale=converted[1], precision=converted[2]))
        if form == 1:
            fields_of.pop("logical_type", None)
    return fields_of, number in GROUPS


def schema_def(reader):
    """Section 11.1: the elements; a stub's hash."""
    header = int.from_bytes(reader.take(8), "little")
    layers = header & 7
    layers = header & 15
    if not header & 16:
        reader.take(2)
        return header >> 8
    if layers == 15:
        layers += reader.varint()
    body = bytes(reader.take(reader.varint()))
    need(murmur3(body, header & 255) >> 8 == header >> 8, "the hash of a schema")
    inner = Thrift(body)
    read = [[schema_field(inner) for _ in range(inner.varint())] for _ in range(layers)]
    root = schema_field(inner)[0] if inner.at < len(body) else {"name": "schema"}
    need(inner.at == len(body), "a schema ends")
    taken, elements = [0], []

    def group(element, layer):
        elements.append(element)
        element["num_children"] = len(layer)
        for child, is_group in layer:
            if is_group or "num_children" in child:
                taken[0] += 1
                group(child, read[taken[0]])
            else:
                elements.append(child)

    group(root, read[0])
    return elements


def stream_bundle(file, context):
    """Section 11.2: the entries of a bundle; context: what share mode needs."""
    need(file[:4] == b"APFS" and file[4] == 1 and zlib.crc32(file[:40]) == u32(file, 40), "the header")
    mode, schemas_at = file[5], int.from_bytes(file[8:16], "little")
    schemas, first = [], 44
    known = []
    if mode == 2:
        pass
    else:
        need(44 <= schemas_at <= len(file), "the place of the schemas")
        reader = Thrift(file, schemas_at)
        footers = reader.varint()
        schemas = [schema_def(reader) for _ in range(reader.varint())]
        if mode == 1:
            need(file[16:32] == context[8:24], "the schema context")
            known = read_context(context)
            schemas = [known[schema] if isinstance(schema, int) else schema for schema in schemas]
    entries, reader, state = [], Thrift(file, first), 0

    def check(state, at):
        state = zlib.crc32(file[at:reader.at], state)
        need(state == u32(file, reader.at), "the CRC-32 at %d" % reader.at)
        reader.at += 4
        return state

    while mode == 2 or reader.at < schemas_at:
        at, number = reader.at, reader.varint()
        if mode == 2:
            if number == 1:
                footers = reader.varint()
                check(state, at)
                break
            if number == 255:
                schemas.append(schema_def(reader))
                number = 2 * len(schemas) - 2
            number //= 2
        body = reader.take(reader.varint())
        state = check(state, at)
        entries.append(bundle_entry(bytes(body), schemas[number]))
    if mode != 2:
        need(zlib.crc32(file[schemas_at:-4]) == u32(file, len(file) - 4), "the CRC-32 of the schemas")
    need(footers == len(entries), "as many footers as are said")
    return entries


def read_context(file):
    need(file[:8] == b"APFC\1\0\0\0" and zlib.crc32(file[:-4]) == u32(file, len(file) - 4), "the context")
    reader, result = Thrift(file, 24), {}
    for _ in range(reader.varint()):
        start = reader.at
        schema = schema_def(reader)
        result[int.from_bytes(file[start:start + 8], "little") >> 8] = schema
    return result


def bundle_entry(body, schema):
    reader = Thrift(body)
    flags = reader.byte()
    entry = {"path": text(reader.take(reader.varint())), "length": reader.varint()}
    if flags & 8:
        reader.number(), reader.varint()
    entry["etag"] = text(reader.take(reader.varint())) if flags & 16 else ""
    entry["footer_length"] = reader.varint()
    entry["footer_crc32"] = int.from_bytes(reader.take(4), "little")
    length = reader.varint() if flags & 4 else 0
    data = body[reader.at:]
    data = lz4(data, length) if flags & 4 else data
    entry["footer"] = Thrift(data).struct("FileMetaData") if flags & 1 else flat_footer(data, schema, flags & 2)
    return entry


def table_bundle(file):
    """Section 11.3: frame, root, checksums of all places that the root names; number of files, schemas.

    What is in the blocks is Arrow IPC, packed with Zstandard, which Python has from 3.14 on.
    """
    need(file[-4:] == b"APFB" and zlib.crc32(file[-28:-8]) == u32(file, len(file) - 8), "the trailer")
    size = u32(file, len(file) - 28)
    need(size + 28 <= len(file) and int.from_bytes(file[-20:-12], "little") == len(file), "the lengths")
    root = Thrift(file[-28 - size:-28])
    need(zlib.crc32(root.data) == u32(file, len(file) - 24), "the CRC-32 of the root")

    def place():
        offset, length = root.varint(), root.varint()
        crc = int.from_bytes(root.take(4), "little")
        need(offset + length <= len(file) and zlib.crc32(file[offset:offset + length]) == crc, "a place at %d" % offset)
        return file[offset:offset + length]

    def block():
        place()
        root.varint()

    files, _, _, _ = root.varint(), root.varint(), place(), root.varint()
    paths = []
    for _ in range(root.varint()):
        shared = root.varint()
        paths.append((paths[-1][:shared] if paths else b"") + bytes(root.take(root.varint())))
        block()
    root.varint()
    schemas = []
    for _ in range(root.varint()):
        schemas.append(schema_def(Thrift(place())))
        root.varint(), root.varint(), root.varint()
        while True:
            root.varint(), root.varint()
            for _ in range(2):
                for _ in range(root.varint()):
                    block()
            if not root.varint():
                break
    return files, text(paths[0]), schemas


# ---- the kit ----


def without_extensions(tree):
    if isinstance(tree, dict):
        return {name: without_extensions(value) for name, value in tree.items() if name != EXTENSION}
    return [without_extensions(value) for value in tree] if isinstance(tree, list) else tree


def listed(tree, columns):
    if columns is None:
        return tree
    pick = lambda values: [values[i] for i in columns]
    return {**tree, "schema": tree["schema"][:1] + pick(tree["schema"][1:]), "column_orders": pick(tree["column_orders"]),
            "row_groups": [{**group, "columns": pick(group["columns"])} for group in tree["row_groups"]]}


def difference(found, expected, where=""):
    if isinstance(found, dict) and isinstance(expected, dict):
        for name in sorted(set(found) | set(expected)):
            if found.get(name) != expected.get(name):
                return difference(found.get(name), expected.get(name), where + "." + name)
    if isinstance(found, list) and isinstance(expected, list) and len(found) == len(expected):
        for i, (a, b) in enumerate(zip(found, expected)):
            if a != b:
                return difference(a, b, "%s[%d]" % (where, i))
    return None if found == expected else "%s: found %.300r, expected %.300r" % (where, found, expected)


def check_footer(file, facts):
    footer = Footer(file)
    expect = facts.get("expect")
    if expect is None:
        need(footer.layout == facts["layout"] and not footer.notes, "layout %s, notes %s" % (footer.layout, footer.notes))
    else:
        need(footer.layout == "thrift" and footer.notes, "passed over with a note, not %s" % footer.layout)
    wrong = difference(listed(without_extensions(footer.tree), facts.get("listed")), facts["footer"])
    need(wrong is None, wrong)
    leaves = leaves_of(footer.tree["schema"])
    for path, columns in facts["lookups"].items():
        if footer.flat is not None:
            found = flat_columns(footer.flat, path, leaves)
        elif footer.index is not None:
            found = footer.index.find(path, footer.tree["schema"][0].get("num_children", 0))
        else:
            found = [i for i, (_, names) in enumerate(leaves) if ".".join(names) == path]
        need(found == columns, "columns %s, not %s, of %r" % (found, columns, path))
    for i, expected in enumerate(facts.get("second_encodings_of_column_1", [])):
        metadata = footer.tree["row_groups"][i]["columns"][1]["meta_data"]
        wrong = difference(second_encoding(metadata[EXTENSION]), expected)
        need(wrong is None, wrong)


def check(folder, name):
    with open(os.path.join(folder, name), "rb") as stream:
        file = stream.read()
    with open(os.path.join(folder, name + ".json"), encoding="utf-8") as stream:
        facts = json.load(stream)

    def read():
        if name.endswith(".parquet"):
            return check_footer(file, facts)
        if name.endswith(".apfb"):
            files, first, schemas = table_bundle(file)
            expected = facts.get("entries", [])
            need(files == len(expected) and first == min(entry["path"] for entry in expected), "its files")
            ours = sorted(json.dumps(schema, sort_keys=True) for schema in schemas)
            theirs = {json.dumps(entry["footer"]["schema"], sort_keys=True) for entry in expected}
            return need(ours == sorted(theirs), "its schemas")
        with open(os.path.join(folder, "bundles", "share.apfc"), "rb") as stream:
            entries = stream_bundle(file, stream.read())
        wrong = difference(entries, facts.get("entries"))
        return need(wrong is None, wrong)

    if facts.get("expect") != "fail":
        return read()
    try:
        read()
    except (Damaged, struct.error, ValueError, KeyError, IndexError):
        return None
    raise Damaged("read although %s" % facts["damage"])


def main(arguments):
    if arguments and not os.path.isdir(arguments[0]):
        for name in arguments:
            with open(name, "rb") as stream:
                footer = Footer(stream.read())
            tree = without_extensions(footer.tree)
            print(json.dumps({"file": name, "layout": footer.layout, "notes": footer.notes, "footer": tree}, indent=1))
        return 0
    folder = arguments[0] if arguments else os.path.dirname(os.path.abspath(__file__))
    with open(os.path.join(folder, "index.json"), encoding="utf-8") as stream:
        files = json.load(stream)["files"]
    wrong = 0
    for name in files:
        try:
            check(folder, name)
        except (Damaged, struct.error, ValueError, KeyError, IndexError, TypeError, AttributeError) as e:
            wrong += 1
            print("%s: %s: %s" % (name, type(e).__name__, e))
    print("%d files, %d wrong" % (len(files), wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
