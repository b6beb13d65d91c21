import type { Channel, Member, MemberList } from "../../../generated/types.js";

/** An answer that the list may be too short to give. */
export type Membership = "yes" | "no" | "unknown";

/**
 * Whether a list of members holds one that fits. A list that was cut off cannot say no: then the answer is `unknown`.
 * Which fields a member has is hardly documented, so the caller says what fits.
 */
export function hasMember(list: MemberList, fits: (member: Member) => boolean): Membership {
  if (list.members.some(fits)) return "yes";
  return list.truncated ? "unknown" : "no";
}

/**
 * The channels of `after` that are not in `before`: creating one answers with all of them. A channel that is gone from
 * `after` is not reported: it may only have moved out of this App's sight.
 */
export function newChannels(before: readonly Channel[], after: readonly Channel[]): readonly Channel[] {
  const known = new Set(before.map(({ publicId }) => publicId));
  return after.filter(({ publicId }) => !known.has(publicId));
}
