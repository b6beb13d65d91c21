import { invalidInput } from "../../refusal.js";
import {
  assignRole,
  createChannel,
  createRole,
  deleteChannel,
  deleteRole,
  editChannel,
  editRole,
  type Administration,
} from "../../rules/administration.js";
import type { Actor, Json } from "../../world/records.js";
import { created, flagOf, numberOf, ok, pathOf, textOf, type RestCall, type RestResult } from "../call.js";
import { categoryViews, channelViews, installedAppViews, revisionOf, roleViews } from "../views.js";

/** Who administers what, with the revision of the body. */
const administration = (call: RestCall): Administration => ({
  actor: call.app,
  serverId: pathOf(call, "serverId"),
  revision: call.body["revision"],
});

/**
 * The same where it is not documented whether the revision goes in the body or in the query: either is taken, unless
 * the sandbox was told which of the two.
 */
function administrationAnywhere(call: RestCall, key: "revisionPlacement" | "deleteRevisionPlacement"): Administration {
  const { readings, pinned } = call.platform.settings;
  const places = { body: call.body["revision"], query: call.query["revision"] };
  const revision = pinned.has(key) ? places[readings[key]] : (places.body ?? places.query);
  if (revision === undefined && pinned.has(key)) throw invalidInput(`revision is required, in the ${readings[key]}.`);
  return { actor: call.app, serverId: pathOf(call, "serverId"), revision };
}

/** The whole collection that a change touched, and the new revision. */
function changed(call: RestCall, collections: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return { ...collections, revision: revisionOf(call.platform, pathOf(call, "serverId")) };
}

const channelsOf = (call: RestCall): readonly Json[] =>
  channelViews(call.platform.world, call.app, pathOf(call, "serverId"));

const rolesOf = (call: RestCall): readonly Json[] => roleViews(call.platform.world, pathOf(call, "serverId"));

export function postChannel(call: RestCall): RestResult {
  createChannel(call.platform, administration(call), {
    name: textOf(call, "name") ?? "",
    type: textOf(call, "type") ?? "",
    voiceLimit: numberOf(call, "voiceLimit"),
  });
  return created(changed(call, { channels: channelsOf(call) }));
}

export function patchChannel(call: RestCall): RestResult {
  const categoryId = call.body["categoryId"] === null ? null : textOf(call, "categoryId");
  editChannel(call.platform, administration(call), pathOf(call, "channelId"), {
    name: textOf(call, "name"),
    voiceLimit: numberOf(call, "voiceLimit"),
    ageRestricted: flagOf(call, "ageRestricted"),
    categoryId,
  });
  const channels = channelsOf(call);
  if (categoryId === undefined) return ok(changed(call, { channels }));
  return ok(changed(call, { channels, categories: categoryViews(call.platform.world, pathOf(call, "serverId")) }));
}

export function removeChannel(call: RestCall): RestResult {
  deleteChannel(call.platform, administrationAnywhere(call, "deleteRevisionPlacement"), pathOf(call, "channelId"));
  return ok(changed(call, { channels: channelsOf(call) }));
}

export function postRole(call: RestCall): RestResult {
  createRole(call.platform, administration(call), {
    name: textOf(call, "name") ?? "",
    permissions: call.body["permissions"] ?? null,
    color: call.body["color"],
    displaySeparately: flagOf(call, "displaySeparately"),
  });
  return created(changed(call, { roles: rolesOf(call) }));
}

export function patchRole(call: RestCall): RestResult {
  editRole(call.platform, administration(call), pathOf(call, "roleId"), {
    name: textOf(call, "name"),
    permissions: call.body["permissions"],
    color: call.body["color"],
    displaySeparately: flagOf(call, "displaySeparately"),
  });
  return ok(changed(call, { roles: rolesOf(call) }));
}

export function removeRole(call: RestCall): RestResult {
  deleteRole(call.platform, administrationAnywhere(call, "deleteRevisionPlacement"), pathOf(call, "roleId"));
  return ok(changed(call, { roles: rolesOf(call) }));
}

/** The four assignments differ in whose role it is and in what they answer with. */
function assignment(kind: Actor["kind"], give: boolean): (call: RestCall) => RestResult {
  return (call) => {
    const holder: Actor = { kind, id: pathOf(call, kind === "app" ? "appId" : "accountId") };
    const admin = administrationAnywhere(call, "revisionPlacement");
    assignRole(call.platform, admin, { holder, roleId: pathOf(call, "roleId"), give });
    if (kind === "person") return ok(changed(call, { roles: rolesOf(call) }));
    return ok(changed(call, { apps: installedAppViews(call.platform.world, pathOf(call, "serverId")) }));
  };
}

export const putMemberRole = assignment("person", true);
export const deleteMemberRole = assignment("person", false);
export const putAppRole = assignment("app", true);
export const deleteAppRole = assignment("app", false);
