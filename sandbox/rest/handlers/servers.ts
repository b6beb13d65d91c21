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
  type RoleFields,
} from "../../rules/administration.js";
import type { Actor, Json } from "../../world/records.js";
import { created, flagOf, numberOf, ok, pathOf, textOf, type RestCall, type RestResult } from "../call.js";
import {
  categoryViews,
  channelViews,
  installedAppViews,
  revisionOf,
  roleViews,
  memberListView,
  snapshotView,
} from "../views.js";
import { serverFor } from "../../rules/permissions.js";

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
  const { assumptions, pinned } = call.tx.settings;
  const places = { body: call.body["revision"], query: call.query["revision"] };
  const revision = pinned.has(key) ? places[assumptions[key]] : (places.body ?? places.query);
  if (revision === undefined && pinned.has(key))
    throw invalidInput(`revision is required, in the ${assumptions[key]}.`);
  return { actor: call.app, serverId: pathOf(call, "serverId"), revision };
}

/** The whole collection that a change touched, and the new revision. */
function changed(call: RestCall, collections: { readonly [name: string]: Json }): { readonly [name: string]: Json } {
  return { ...collections, revision: revisionOf(call.tx, pathOf(call, "serverId")) };
}

const channelsOf = (call: RestCall): readonly Json[] => channelViews(call.tx.world, call.app, pathOf(call, "serverId"));

const rolesOf = (call: RestCall): readonly Json[] => roleViews(call.tx.world, pathOf(call, "serverId"));

const roleFieldsOf = (call: RestCall): RoleFields => ({
  name: textOf(call, "name"),
  permissions: call.body["permissions"],
  color: call.body["color"],
  displaySeparately: flagOf(call, "displaySeparately"),
});

/** The four assignments differ in whose role it is and in what they answer with. */
function assignment(kind: Actor["kind"], give: boolean): (call: RestCall) => RestResult {
  return (call) => {
    const holder: Actor = { kind, id: pathOf(call, kind === "app" ? "appId" : "accountId") };
    const admin = administrationAnywhere(call, "revisionPlacement");
    assignRole(call.tx, admin, { holder, roleId: pathOf(call, "roleId"), give });
    if (kind === "person") return ok(changed(call, { roles: rolesOf(call) }));
    return ok(changed(call, { apps: installedAppViews(call.tx.world, pathOf(call, "serverId")) }));
  };
}

/** What the operations do that are about a server, its channels and its roles. */
export const serverHandlers = {
  getMe: ({ tx, app }: RestCall) => ok({ app: { publicId: app.id, name: tx.world.apps.get(app.id)?.name ?? "" } }),
  getServer(call: RestCall) {
    const server = serverFor(call.tx.world, call.app, pathOf(call, "serverId"));
    return ok(snapshotView(call.tx, call.app, server.id));
  },
  listMembers(call: RestCall) {
    const server = serverFor(call.tx.world, call.app, pathOf(call, "serverId"));
    return ok(memberListView(call.tx, server.id));
  },
  createChannel(call: RestCall) {
    createChannel(call.tx, administration(call), {
      name: textOf(call, "name") ?? "",
      type: textOf(call, "type") ?? "",
      voiceLimit: numberOf(call, "voiceLimit"),
    });
    return created(changed(call, { channels: channelsOf(call) }));
  },
  editChannel(call: RestCall) {
    const categoryId = call.body["categoryId"] === null ? null : textOf(call, "categoryId");
    editChannel(call.tx, administration(call), pathOf(call, "channelId"), {
      name: textOf(call, "name"),
      voiceLimit: numberOf(call, "voiceLimit"),
      ageRestricted: flagOf(call, "ageRestricted"),
      categoryId,
    });
    const channels = channelsOf(call);
    if (categoryId === undefined) return ok(changed(call, { channels }));
    return ok(changed(call, { channels, categories: categoryViews(call.tx.world, pathOf(call, "serverId")) }));
  },
  deleteChannel(call: RestCall) {
    deleteChannel(call.tx, administrationAnywhere(call, "deleteRevisionPlacement"), pathOf(call, "channelId"));
    return ok(changed(call, { channels: channelsOf(call) }));
  },
  createRole(call: RestCall) {
    const fields = { name: textOf(call, "name") ?? "", permissions: call.body["permissions"] ?? null };
    createRole(call.tx, administration(call), { ...roleFieldsOf(call), ...fields });
    return created(changed(call, { roles: rolesOf(call) }));
  },
  editRole(call: RestCall) {
    editRole(call.tx, administration(call), pathOf(call, "roleId"), roleFieldsOf(call));
    return ok(changed(call, { roles: rolesOf(call) }));
  },
  deleteRole(call: RestCall) {
    deleteRole(call.tx, administrationAnywhere(call, "deleteRevisionPlacement"), pathOf(call, "roleId"));
    return ok(changed(call, { roles: rolesOf(call) }));
  },
  assignMemberRole: assignment("person", true),
  removeMemberRole: assignment("person", false),
  assignAppRole: assignment("app", true),
  removeAppRole: assignment("app", false),
};
