import { brand } from "../../generated/tables.js";
import type { Sandbox } from "../../sandbox/index.js";

const prefix = brand.value.toUpperCase();

/** What an App, and whoever tries it out, needs to know of a sandbox, as variables of the environment. */
export function environmentOf({ baseUrl, controlUrl, defaults }: Sandbox): Readonly<Record<string, string>> {
  const { token, serverId, channelId, appId, person } = defaults;
  return {
    [`${prefix}_BASE_URL`]: baseUrl,
    [`${prefix}_APP_TOKEN`]: token,
    [`${prefix}_APP_ID`]: appId,
    [`${prefix}_SERVER_ID`]: serverId,
    [`${prefix}_CHANNEL_ID`]: channelId,
    [`${prefix}_PERSON_ID`]: person.id,
    [`${prefix}_SANDBOX_CONTROL`]: controlUrl ?? "",
  };
}
