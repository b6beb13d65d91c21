import type { Located } from "../load/files.js";
import { child, type ReadContext, record, text } from "./context.js";
import { typesOfMessages } from "./messages.js";
import type { ChannelModel } from "./model.js";

/** Reads the channels of an AsyncAPI document: where each is, and which messages come over it. */
export function readChannels(context: ReadContext, document: Located): ChannelModel[] {
  const channels = child(context, document, "channels");
  const types = typesOfMessages(context, document);
  return Object.keys(record(channels))
    .sort()
    .map((name) => {
      const channel = channels && child(context, channels, name);
      const messages = channel && child(context, channel, "messages");
      const listed = Object.keys(record(messages)).flatMap((key) => {
        const type = types.get(messages && child(context, messages, key)?.value);
        return type === undefined ? [] : [type];
      });
      return { name, address: text(record(channel)["address"]), messages: [...new Set(listed)].sort() };
    });
}
