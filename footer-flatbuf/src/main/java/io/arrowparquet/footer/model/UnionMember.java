// SPDX-License-Identifier: Apache-2.0
package io.arrowparquet.footer.model;

/**
 * The member that a Thrift union holds, as encoded: what is kept of a member that this version does
 * not know, so that it can be written back.
 *
 * @param id the member's field id in the union
 * @param wireType its wire type in the compact protocol
 * @param value its bytes without a header, to the last stop byte
 */
public record UnionMember(int id, int wireType, BinaryValue value) {}
