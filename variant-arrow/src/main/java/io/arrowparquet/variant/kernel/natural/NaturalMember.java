// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.variant.kernel.natural;

import io.arrowparquet.variant.kernel.internal.build.VectorBuilder;

/**
 * The values of one type at a position, alone or as member of a union.
 *
 * @param kind the type id that represents all types of this member
 * @param code the member's type code in a union; codes are in the order of the members
 * @param name the member's name in a union
 * @param builder the rows
 */
record NaturalMember(int kind, int code, String name, VectorBuilder builder) {}
