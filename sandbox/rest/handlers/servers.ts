import { serverFor } from "../../rules/permissions.js";
import { ok, pathOf, type RestCall, type RestResult } from "../call.js";
import { memberListView, snapshotView } from "../views.js";

export function getMe({ platform, app }: RestCall): RestResult {
  return ok({ app: { publicId: app.id, name: platform.world.apps.get(app.id)?.name ?? "" } });
}

export function getServer(call: RestCall): RestResult {
  const server = serverFor(call.platform.world, call.app, pathOf(call, "serverId"));
  return ok(snapshotView(call.platform, call.app, server.id));
}

export function listMembers(call: RestCall): RestResult {
  const server = serverFor(call.platform.world, call.app, pathOf(call, "serverId"));
  return ok(memberListView(call.platform, server.id));
}
