import { createHash } from "node:crypto";

/** A script that the server runs as one step. */
export interface Script {
  readonly text: string;
  readonly sha: string;
}

const script = (text: string): Script => ({ text, sha: createHash("sha1").update(text).digest("hex") });

/** The server's own clock, in milliseconds: no other decides. */
const NOW = `
local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;

/** Keys: key, revisions. Arguments: value, revision or '', lifetime in ms or 0. Answers with the new revision or nil. */
export const PUT = script(`
local held = redis.call('HGET', KEYS[1], 'r')
if (held or '') ~= ARGV[2] then return nil end
local revision = redis.call('INCR', KEYS[2])
redis.call('HSET', KEYS[1], 'v', ARGV[1], 'r', revision)
if tonumber(ARGV[3]) > 0 then redis.call('PEXPIRE', KEYS[1], ARGV[3]) end
return revision
`);

/** Keys: key. Arguments: revision. Answers with 1 or 0. */
export const DELETE = script(`
if redis.call('HGET', KEYS[1], 'r') ~= ARGV[1] then return 0 end
return redis.call('DEL', KEYS[1])
`);

/**
 * Keys: stream, ids, last id. Arguments: id, body, id of the last entry or '', most entries, duplicate window in ms,
 * channel to wake, partition.
 */
export const APPEND = script(`${NOW}
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - tonumber(ARGV[5]))
if redis.call('ZSCORE', KEYS[2], ARGV[1]) then return 'duplicate' end
if ARGV[3] ~= '' and redis.call('GET', KEYS[3]) ~= ARGV[3] then return 'not-next' end
if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[4]) then return 'full' end
redis.call('ZADD', KEYS[2], now, ARGV[1])
redis.call('SET', KEYS[3], ARGV[1])
redis.call('XADD', KEYS[1], '*', 'i', ARGV[1], 'b', ARGV[2])
redis.call('PUBLISH', ARGV[6], ARGV[7])
return 'stored'
`);

/**
 * Keys: stream. Arguments: member, ack wait in ms, most entries in hand, life of an entry in ms or 0. Answers with
 * { stream id, deliveries, id, body }, or with { ms until something in hand may be taken over, or -1 }.
 */
export const TAKE = script(`${NOW}
local wait, most, life = tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
if life > 0 then redis.call('XTRIM', KEYS[1], 'MINID', '=', (now - life) .. '-0') end
local soonest = -1
local inhand = 0
for _, held in ipairs(redis.call('XPENDING', KEYS[1], 'w', '-', '+', math.min(most, 1000))) do
  if held[3] >= wait then
    local taken = redis.call('XCLAIM', KEYS[1], 'w', ARGV[1], 0, held[1])
    if taken[1] and taken[1][2] then
      local fields = taken[1][2]
      return { held[1], held[4] + 1, fields[2], fields[4] }
    end
    redis.call('XACK', KEYS[1], 'w', held[1])
  else
    inhand = inhand + 1
    local left = wait - held[3]
    if soonest < 0 or left < soonest then soonest = left end
  end
end
if inhand >= most then return { soonest } end
local read = redis.call('XREADGROUP', 'GROUP', 'w', ARGV[1], 'COUNT', 1, 'STREAMS', KEYS[1], '>')
if not read or not read[1] then return { soonest } end
local entry = read[1][2][1]
return { entry[1], 1, entry[2][2], entry[2][4] }
`);

/** Keys: stream. Arguments: stream id, channel to wake, partition. */
export const ACK = script(`
redis.call('XACK', KEYS[1], 'w', ARGV[1])
redis.call('XDEL', KEYS[1], ARGV[1])
redis.call('PUBLISH', ARGV[2], ARGV[3])
return 1
`);

/**
 * Sets how long an entry has been in hand: 0 begins its ack wait anew, more lets it lapse. Counts only for the delivery
 * that is under way. Keys: stream. Arguments: stream id, member, deliveries, ms, channel to wake or '', partition.
 */
export const HOLD = script(`
local held = redis.call('XPENDING', KEYS[1], 'w', ARGV[1], ARGV[1], 1)[1]
if not held or held[2] ~= ARGV[2] or held[4] ~= tonumber(ARGV[3]) then return 0 end
redis.call('XCLAIM', KEYS[1], 'w', ARGV[2], 0, ARGV[1], 'IDLE', ARGV[4], 'JUSTID')
if ARGV[5] ~= '' then redis.call('PUBLISH', ARGV[5], ARGV[6]) end
return 1
`);
