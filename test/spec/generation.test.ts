import { describe, expect, test } from "vitest";
import { limits, operations, brand, closeCodes, errorCodes, recipeVersion, apiVersion } from "svc-apps/rest";
import {
  asInteractionId,
  asServerId,
  decodeGatewayEvent,
  isApp,
  isInteractionId,
  isInteractionOutcome,
  isMessage,
  isServerSnapshot,
} from "svc-apps/validators";
import { isRecord, objectsIn, readFolder, readText, readYaml } from "./read.js";

const message = { publicId: "9007199254740993", channelId: "2", content: "" };

describe("ids", () => {
  test("GEN-03 no schema of an id allows a whole number type alone, and all but opaque tokens are text", () => {
    const ids = readYaml("schemas/ids.yaml");
    const types = Object.entries(isRecord(ids) ? ids : {}).map(([name, schema]) => [
      name,
      isRecord(schema) ? schema["type"] : undefined,
    ]);
    const notText = types.filter(([, type]) => type !== "string").map(([name]) => name);
    expect(new Set(notText)).toEqual(new Set(["ConnectionId", "MailboxCursor", "Revision"]));
  });

  test("GEN-04 a JSON number in the place of an id is refused, its digits being lost", () => {
    expect(isMessage(message)).toBe(true);
    expect(isMessage({ ...message, publicId: Number("9007199254740993") })).toBe(false);
    expect(isApp({ publicId: 7, name: "Dice" })).toBe(false);
  });

  test("GEN-03 an id beyond 2^53 keeps every digit", () => {
    expect(asServerId("9007199254740993")).toBe("9007199254740993");
  });

  test.each([
    "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11",
    "0D9F6F2E-6A6C-1D0E-FA53-2F2F4B0A7A11",
    "00000000-0000-0000-0000-000000000000",
  ])("GEN-06 %s is a UUID whatever its version and case, and stays as it is", (id) => {
    expect(isInteractionId(id)).toBe(true);
    expect(asInteractionId(id)).toBe(id);
  });

  test.each(["0d9f6f2e6a6c4d0e9a532f2f4b0a7a11", "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a1", "7103000000000000001", " "])(
    "GEN-05 %j is not an interaction id",
    (id) => {
      expect(isInteractionId(id)).toBe(false);
      expect(() => asInteractionId(id)).toThrow(/InteractionId/u);
    },
  );
});

describe("the brand", () => {
  test("GEN-01 every header, label and prefix derives from the one value", () => {
    expect(brand).toEqual({
      value: brand.value,
      versionHeader: `x-${brand.value}-api-version`,
      tokenPrefix: `${brand.value}_app`,
      deliveryHeaders: {
        app: `x-${brand.value}-app`,
        delivery: `x-${brand.value}-delivery`,
        timestamp: `x-${brand.value}-timestamp`,
        version: `x-${brand.value}-version`,
        signature: `x-${brand.value}-signature`,
      },
      labels: { interaction: `${brand.value}-interaction-v1`, probe: `${brand.value}-probe-v1` },
      signingKeyPrefix: "ed25519-",
    });
  });

  test("GEN-01 the description spells the brand in one place only", () => {
    const spelled = [...readFolder("").keys()]
      .filter((file) => !file.startsWith("rules/") && file !== "codegen.yaml")
      .filter((file) => new RegExp(`\\b${brand.value}(?!-apps)\\b|x-${brand.value}-`, "u").test(readText(file)));
    expect(spelled).toEqual([]);
  });
});

describe("openness", () => {
  test("GEN-14 unknown fields pass the guards and stay on the value", () => {
    const value = { ...message, pinned: true };
    expect(isMessage(value)).toBe(true);
    expect(value.pinned).toBe(true);
  });

  test("GEN-14 a decoded event is the very object that came, extra fields and all", () => {
    const event = { type: "message_create", serverId: "1", message, shard: 3 };
    expect(decodeGatewayEvent(event)).toBe(event);
  });

  test("GEN-15 the successes asserted are 201 for three creations and 204 for one deletion; others are any 2xx", () => {
    const statuses: string[] = [];
    for (const content of readFolder("paths/").values()) {
      for (const [, operation] of objectsIn(content)) {
        const { operationId, responses } = operation;
        for (const status of isRecord(responses) ? Object.keys(responses) : [])
          if (/^2\d\d$/u.test(status)) statuses.push(`${String(operationId)} ${status}`);
      }
    }
    expect(statuses.toSorted()).toEqual([
      "createChannel 201",
      "createMessage 201",
      "createRole 201",
      "deleteCommand 204",
    ]);
  });

  test("GEN-20 absent, null and empty are told apart", () => {
    const snapshot = {
      server: {},
      channels: [],
      categories: [],
      roles: [],
      revision: "1",
      can: [],
      myRank: 0,
      isOwner: false,
    };
    expect(isServerSnapshot(snapshot)).toBe(true);
    expect(isServerSnapshot({ ...snapshot, managedChannels: [] })).toBe(true);
    expect(isServerSnapshot({ ...snapshot, managedChannels: null })).toBe(false);
    expect("managedChannels" in snapshot).toBe(false);
    const interaction = { id: "0d9f6f2e-6a6c-4d0e-9a53-2f2f4b0a7a11", state: "confirmed", followups: 0, expiresAt: 1 };
    expect(isInteractionOutcome({ interaction })).toBe(true);
    expect(isInteractionOutcome({ interaction, messageId: "5" })).toBe(true);
    expect(isInteractionOutcome({ interaction, messageId: null })).toBe(false);
    expect(isInteractionOutcome({ interaction, messageId: "" })).toBe(false);
  });
});

describe("one route, three operations", () => {
  test("GEN-21 the stream, opening a mailbox and reading one differ by their query alone", () => {
    const { openStream, openMailbox, readMailbox } = operations;
    expect(new Set([openStream.path, openMailbox.path, readMailbox.path]).size).toBe(1);
    expect(openStream).toMatchObject({ accept: "text/event-stream", queryParams: { intents: "intents" } });
    expect(openStream.queryConst).toBeUndefined();
    expect(openMailbox).toMatchObject({ queryParams: { intents: "intents" }, queryConst: { format: "json" } });
    expect(Object.keys(readMailbox.queryParams ?? {}).sort()).toEqual(["mailbox", "since"]);
  });
});

describe("vocabularies", () => {
  test("ERR-01 the nine known codes are listed", () => {
    expect(Object.keys(errorCodes).sort()).toEqual(
      [
        "MISSING_CREDENTIAL",
        "APP_NOT_FOUND",
        "INVALID_INPUT",
        "STALE_REVISION",
        "INTERACTION_ALREADY_CONFIRMED",
        "APP_MISSING_SCOPE",
        "ENDPOINT_REJECTED",
        "ENDPOINT_UNREACHABLE",
        "MAILBOX_EXPIRED",
      ].sort(),
    );
  });

  test("ERR-03 no code of a close frame is a code of a refusal", () => {
    expect(Object.keys(closeCodes).filter((code) => code in errorCodes)).toEqual([]);
  });

  test("VER-05 the interface's version and the signature's recipe come from two entries of the description", () => {
    const found = [...objectsIn(readYaml("openapi.yaml"))].find(([path]) => path.join("/") === "x-tables")?.[1];
    expect(found?.["apiVersion"]).toBe(apiVersion);
    expect(found?.["recipeVersion"]).toBe(recipeVersion);
  });

  test("RATE-08 every operation says how far it may be repeated", () => {
    const classes = Object.fromEntries(Object.entries(operations).map(([id, { retry }]) => [id, retry]));
    expect(classes).toEqual({
      ...Object.fromEntries(
        [
          "getMe",
          "getServer",
          "listMembers",
          "listMessages",
          "editMessage",
          "deleteMessage",
          "listCommands",
          "deleteCommand",
          "readMailbox",
          "closeMailbox",
          "listSigningKeys",
        ].map((id) => [id, "safe"]),
      ),
      ...Object.fromEntries(
        [
          "createChannel",
          "editCommand",
          "editChannel",
          "deleteChannel",
          "createRole",
          "editRole",
          "deleteRole",
          "assignMemberRole",
          "removeMemberRole",
          "assignAppRole",
          "removeAppRole",
        ].map((id) => [id, "after-reread"]),
      ),
      ...Object.fromEntries(
        [
          "openStream",
          "openMailbox",
          "createCommand",
          "toggleReaction",
          "confirmInteraction",
          "answerInteraction",
          "followUpInteraction",
        ].map((id) => [id, "never"]),
      ),
      createMessage: "with-client-ref",
    });
  });

  test("the limits are those of the description", () => {
    expect(limits).toMatchObject({
      resumeEvents: 500,
      resumeWindowMs: 120_000,
      mailboxIdleMs: 45_000,
      signatureEntries: 4,
    });
  });
});
