import { invalidInput } from "../refusal.js";
import { fits, nameOf } from "./calls.js";
import type { Portal } from "../portal/portal.js";
import type { ActionSpec } from "./spec.js";

const app = { appId: "text" } as const;

/** Every action of the portal, for the control interface and the command line. */
export const portalActions = {
  createApp: { says: "create a private App", fields: { name: "text", ownerId: "text" } },
  setOpen: { says: "open an App for installation, or close it", fields: { ...app, open: "flag" } },
  deleteApp: { says: "delete an App", fields: app },
  issueCredential: { says: "issue a credential into a free slot", fields: app },
  swapCredential: { says: "kill all credentials and issue one", fields: app },
  revokeCredential: { says: "revoke one slot", fields: { ...app, slot: "number" } },
  revokeByPlatform: { says: "revoke without a sanction", fields: app },
  openInstallLink: { says: "what the install link shows a user", fields: { ...app, personId: "text" } },
  install: {
    says: "install an App with the scopes chosen",
    fields: { ...app, serverId: "text", "scopes?": "list", "personId?": "text" },
  },
  uninstall: { says: "take an App out of a server", fields: { ...app, serverId: "text" } },
  saveEndpoint: { says: "save the address of the endpoint", fields: { ...app, url: "text" } },
  probeEndpoint: { says: "prove the saved address", fields: app },
  retestEndpoint: { says: "test a suspended endpoint again", fields: app },
  deliver: { says: "send any body to the endpoint, signed", fields: { ...app, body: "text" } },
  disableEndpoint: { says: "moderation switches the endpoint off", fields: app },
  suspendEndpoint: { says: "suspend the endpoint as failures would", fields: app },
  endpointOf: { says: "the state of the endpoint", fields: app },
  suspendApp: { says: "suspend an App for a term", fields: { ...app, termMs: "number" } },
  banApp: { says: "ban an App", fields: app },
  releaseApp: { says: "lift the sanction of an App", fields: app },
  sanctionPerson: { says: "suspend or ban an account", fields: { personId: "text", "termMs?": "number" } },
  releasePerson: { says: "lift the sanction of an account", fields: { personId: "text" } },
  rotateKeys: { says: "start a rotation of the signing key", fields: {} },
  finishRotation: { says: "withdraw the previous keys", fields: {} },
  rotateKeysInEmergency: { says: "replace the signing key at once", fields: {} },
  createPerson: { says: "create a person", fields: { name: "text" } },
  createServer: { says: "create a server with one channel", fields: { name: "text", ownerId: "text" } },
  join: { says: "let a person into a server", fields: { serverId: "text", personId: "text" } },
  createCategory: { says: "create a category", fields: { serverId: "text", name: "text" } },
  createChannel: {
    says: "create a channel",
    fields: { serverId: "text", name: "text", "type?": "text", "onlyRoleIds?": "list" },
  },
  restrictChannel: { says: "restrict a channel to roles", fields: { channelId: "text", "onlyRoleIds?": "list" } },
  createRole: {
    says: "create a role",
    fields: { serverId: "text", name: "text", "rank?": "number", "permissions?": "list" },
  },
  giveRole: {
    says: "give a role",
    fields: { serverId: "text", roleId: "text", "personId?": "text", "appId?": "text" },
  },
  takeRole: {
    says: "take a role",
    fields: { serverId: "text", roleId: "text", "personId?": "text", "appId?": "text" },
  },
  addAttachment: { says: "add an attachment to refer to", fields: { serverId: "text", name: "text" } },
  learnPermission: { says: "the service learns a permission", fields: { name: "text" } },
  forgetPermission: { says: "the service forgets a permission", fields: { name: "text" } },
  warnAbout: { says: "match messages that contain a string", fields: { text: "text", remark: "text" } },
  restartService: { says: "restart the service", fields: {} },
} as const satisfies { readonly [Name in keyof Portal]: ActionSpec };

export type ActionName = keyof typeof portalActions;

export const isPortalAction = (name: string): name is ActionName => Object.hasOwn(portalActions, name);

/** Checks the fields of an action that came from outside, and drops what it does not know. */
export function actionFields(name: ActionName, given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { fields }: ActionSpec = portalActions[name];
  const entries = Object.entries(fields).flatMap(([key, kind]) => {
    const field = key.replace(/\?$/, "");
    const value = Object.hasOwn(given, field) ? given[field] : undefined;
    if (value === undefined && key !== field) return [];
    if (!fits(kind, value)) throw invalidInput(`${name} needs ${field}, ${nameOf(kind)}.`);
    return [[field, value] as const];
  });
  return Object.fromEntries(entries);
}

export async function performPortalAction(
  portal: Portal,
  name: ActionName,
  given: Readonly<Record<string, unknown>>,
): Promise<unknown> {
  const fields = actionFields(name, given);
  // Each action takes one object, whose fields were just checked against the table.
  const action = portal[name] as (fields: object) => unknown;
  return await action.call(portal, fields);
}
