/** The interaction guard as a careful person writes it: what generated guards are measured against. */

type Fields = Readonly<Record<string, unknown>>;

const DIGITS = /^[0-9]+$/u;
const UUID = /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u;

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isDigits(value: unknown): boolean {
  return typeof value === "string" && DIGITS.test(value);
}

function hasHead(value: Fields): boolean {
  return (
    typeof value["id"] === "string" &&
    UUID.test(value["id"]) &&
    isDigits(value["serverId"]) &&
    isDigits(value["channelId"]) &&
    isDigits(value["userId"]) &&
    Number.isInteger(value["expiresInMs"])
  );
}

function isArgument(value: unknown): boolean {
  return (
    isFields(value) &&
    typeof value["name"] === "string" &&
    typeof value["type"] === "string" &&
    value["value"] !== undefined
  );
}

function isAutocompleteData(data: unknown): boolean {
  if (!isFields(data)) return false;
  const { command, focusedLimits: limits, focusedType } = data;
  if (!isFields(command) || !isDigits(command["publicId"]) || typeof command["name"] !== "string") return false;
  if (!Array.isArray(data["arguments"])) return false;
  for (const item of data["arguments"]) if (!isArgument(item)) return false;
  if (typeof data["focused"] !== "string") return false;
  if (limits !== undefined) {
    if (!isFields(limits)) return false;
    if (limits["maxLength"] !== undefined && !Number.isInteger(limits["maxLength"])) return false;
  }
  return focusedType === undefined || typeof focusedType === "string";
}

export function isInteractionByHand(value: unknown): boolean {
  if (!isFields(value)) return false;
  switch (value["type"]) {
    case "command": {
      const { data } = value;
      return (
        hasHead(value) && isFields(data) && isFields(data["command"]) && typeof data["command"]["name"] === "string"
      );
    }
    case "autocomplete":
      return hasHead(value) && isAutocompleteData(value["data"]);
    case "command_on_user":
    case "command_on_message":
    case "component":
    case "form":
      return hasHead(value) && isFields(value["data"]);
    default:
      return false;
  }
}
