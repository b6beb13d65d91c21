import { editChannel } from "../../../generated/routes.js";
import type { CategoryId, ChannelId, ChannelMoved, Revision, ServerId } from "../../../generated/types.js";
import type { CallOptions } from "../../abi/index.js";
import type { Client } from "../client.js";
import { ArgumentError } from "../errors/index.js";

/**
 * Takes a channel out of its category. Whether there is a way to do that is not documented: it rejects with an
 * `ArgumentError` unless the client assumes one (`channelCategoryRemoval: "null"`).
 */
export async function removeFromCategory(
  client: Client,
  params: { readonly serverId: ServerId; readonly channelId: ChannelId; readonly revision: Revision },
  options?: CallOptions,
): Promise<ChannelMoved> {
  if (client.assumptions.channelCategoryRemoval !== "null") {
    throw new ArgumentError(
      "how a channel leaves its category is not documented; assume a way with assumptions.channelCategoryRemoval",
      { operation: "editChannel" },
    );
  }
  // The description has no null here; the assumption above is what says that the service takes one.
  const nowhere = null as unknown as CategoryId;
  return editChannel(client, { ...params, categoryId: nowhere }, options);
}
