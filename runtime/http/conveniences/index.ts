export * from "./commands/index.js";
export { removeFromCategory } from "./category.js";
export { hasMember, type Membership, newChannels } from "./collections.js";
export { isKnownEmoji, qualifyEmoji, reactionKey, sameEmoji } from "./emoji.js";
export {
  type Backfill,
  backfill,
  type HistoryOptions,
  type HistoryPage,
  historyPages,
  type HistoryParams,
  messageHistory,
} from "./history.js";
export { type RevisionOptions, type ServerQueue, serverQueue, withRevision } from "./revision.js";
