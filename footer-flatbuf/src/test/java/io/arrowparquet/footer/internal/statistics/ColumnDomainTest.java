// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import io.arrowparquet.footer.model.BinaryValue;
import io.arrowparquet.footer.model.ConvertedType;
import io.arrowparquet.footer.model.LogicalType;
import io.arrowparquet.footer.model.LogicalType.DecimalType;
import io.arrowparquet.footer.model.LogicalType.IntType;
import io.arrowparquet.footer.model.LogicalType.TimeUnit;
import io.arrowparquet.footer.model.PhysicalType;
import java.math.BigInteger;
import java.util.List;
import org.apache.arrow.memory.util.Float16;
import org.junit.jupiter.api.Test;

class ColumnDomainTest {
  private static ColumnDomain domain(PhysicalType type, int length, LogicalType meaning) {
    return ColumnDomain.of(type, length, meaning, null);
  }

  private static BinaryValue bytes(int... values) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return BinaryValue.of(bytes);
  }

  @Test
  void integers_are_longs_in_their_order() {
    ColumnDomain signed = domain(PhysicalType.INT32, 0, null);
    ColumnDomain narrow = domain(PhysicalType.INT32, 0, new IntType((byte) 8, true));
    ColumnDomain unsigned = domain(PhysicalType.INT32, 0, new IntType((byte) 32, false));
    ColumnDomain unsignedLong = domain(PhysicalType.INT64, 0, new IntType((byte) 64, false));

    assertThat(signed.decode(bytes(-2, -1, -1, -1))).isEqualTo(-2L);
    assertThat(signed.decode(bytes(1, 2, 3))).isNull();
    assertThat(signed.decode(null)).isNull();
    assertThat(narrow.decode(bytes(-128, -1, -1, -1))).isEqualTo(-128L);
    assertThat(narrow.decode(bytes(128, 0, 0, 0))).isNull();
    assertThat(unsigned.decode(bytes(-1, -1, -1, -1))).isEqualTo(0xFFFFFFFFL);
    assertThat(unsignedLong.decode(bytes(0, 0, 0, 0, 0, 0, 0, 0))).isEqualTo(Long.MIN_VALUE);
    assertThat(domain(PhysicalType.BOOLEAN, 0, null).decode(bytes(1))).isEqualTo(1L);
    assertThat(List.of(signed, narrow, domain(PhysicalType.BOOLEAN, 0, null)))
        .allMatch(ColumnDomain::isOfSignedIntegers);
    assertThat(List.of(unsigned, unsignedLong)).noneMatch(ColumnDomain::isOfSignedIntegers);
  }

  @Test
  void units_of_vectors_are_counted() {
    LogicalType millis = new LogicalType.TimestampType(false, TimeUnit.MILLIS);
    ColumnDomain seconds = ColumnDomain.of(PhysicalType.INT64, 0, millis, null).inUnits(1, 1000);

    assertThat(seconds.decode(bytes(-1, -1, -1, -1, -1, -1, -1, -1))).isEqualTo(-1L);
    assertThat(seconds.encode(-1L)).containsExactly(ColumnDomain.littleEndian(-1_000, Long.BYTES));
    assertThat(seconds.encode(Long.MAX_VALUE / 999)).isEmpty();
    ColumnDomain date64 =
        domain(PhysicalType.INT32, 0, new LogicalType.DateType()).inUnits(86_400_000, 1);
    assertThat(date64.decode(bytes(-1, -1, -1, 0x7F))).isEqualTo(Integer.MAX_VALUE * 86_400_000L);
    assertThat(date64.encode(-86_400_000L)).containsExactly(new byte[] {-1, -1, -1, -1});
    assertThat(date64.encode(86_400_001L)).isEmpty();
    assertThat(date64.encode((1L << Integer.SIZE) * 86_400_000)).isEmpty();
  }

  @Test
  void every_half_precision_number_is_read() {
    ColumnDomain half = domain(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new LogicalType.Float16Type());
    for (int bits = 0; bits <= 0xFFFF; bits++) {
      double expected = Float16.toFloat((short) bits);
      assertThat(half.decode(bytes(bits, bits >> 8)))
          .isEqualTo(Double.isNaN(expected) ? null : (Double) expected);
    }
  }

  @Test
  void numbers_with_a_point_and_bytes_are_read() {
    ColumnDomain decimal = domain(PhysicalType.BYTE_ARRAY, 0, new DecimalType(2, 20));

    assertThat(decimal.decode(bytes(-1, -2))).isEqualTo(BigInteger.valueOf(-2));
    assertThat(decimal.decode(bytes())).isNull();
    assertThat(domain(PhysicalType.INT32, 0, new DecimalType(2, 9)).decode(bytes(5, 0, 0, 0)))
        .isEqualTo(BigInteger.valueOf(5));
    assertThat(domain(PhysicalType.FLOAT, 0, null).decode(bytes(0, 0, 0x80, 0x3F))).isEqualTo(1.0);
    assertThat(domain(PhysicalType.FLOAT, 0, null).decode(bytes(0, 0, 0xC0, 0x7F))).isNull();
    assertThat((byte[]) domain(PhysicalType.BYTE_ARRAY, 0, null).decode(bytes(1, 2)))
        .containsExactly(1, 2);
    assertThat(domain(PhysicalType.FIXED_LEN_BYTE_ARRAY, 1, null).decode(bytes(1, 2))).isNull();
  }

  @Test
  void types_without_an_order_have_no_values() {
    assertThat(
            List.of(
                domain(null, 0, null),
                domain(PhysicalType.INT96, 0, null),
                domain(PhysicalType.INT32, 0, new LogicalType.NullType()),
                ColumnDomain.of(
                    PhysicalType.FIXED_LEN_BYTE_ARRAY, 12, null, ConvertedType.INTERVAL)))
        .allMatch(domain -> domain.decode(bytes(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)) == null)
        .noneMatch(ColumnDomain::hasOneEncoding);
  }

  @Test
  void encoded_values_are_those_that_are_read() {
    ColumnDomain fixed = domain(PhysicalType.FIXED_LEN_BYTE_ARRAY, 2, new DecimalType(0, 4));
    ColumnDomain unsigned = domain(PhysicalType.INT32, 0, new IntType((byte) 32, false));
    ColumnDomain unsignedLong = domain(PhysicalType.INT64, 0, new IntType((byte) 64, false));
    ColumnDomain decimal = domain(PhysicalType.INT32, 0, new DecimalType(0, 9));

    assertThat(fixed.encode(BigInteger.valueOf(-2))).containsExactly(new byte[] {-1, -2});
    assertThat(fixed.encode(BigInteger.valueOf(0x8000))).isEmpty();
    assertThat(unsigned.encode(0xFFFFFFFFL)).containsExactly(new byte[] {-1, -1, -1, -1});
    assertThat(unsigned.encode(0x1_0000_0000L)).isEmpty();
    assertThat(unsignedLong.encode(Long.MIN_VALUE)).containsExactly(new byte[8]);
    assertThat(decimal.encode(BigInteger.valueOf(1L << 40))).isEmpty();
    assertThat(domain(PhysicalType.FLOAT, 0, null).encode(0.0))
        .containsExactly(new byte[4], new byte[] {0, 0, 0, -128});
    assertThat(domain(PhysicalType.FLOAT, 0, null).encode(0.1)).isEmpty();
    assertThat(domain(PhysicalType.DOUBLE, 0, null).encode(0.1)).hasSize(1);
  }
}
