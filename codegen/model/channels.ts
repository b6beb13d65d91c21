import type { Located } from "../load/files.js";
import { child, type ReadContext, record, text } from "./context.js";
import type { ChannelModel } from "./model.js";

/** Reads the channels of an AsyncAPI document: where each is, and which messages come over it. */
export function readChannels(context: ReadContext, document: Located): ChannelModel[] {
  const channels = child(context, document, "channels");
  return Object.keys(record(channels))
    .sort()
    .map((name) => {
      const channel = channels === undefined ? undefined : child(context, channels, name);
      const messages = channel === undefined ? undefined : child(context, channel, "messages");
      const types = Object.keys(record(messages)).map((key) => {
        const message = messages === undefined ? undefined : child(context, messages, key);
        return text(record(message)["name"]) || key;
      });
      return { name, address: text(record(channel)["address"]), messages: types.sort() };
    });
}
