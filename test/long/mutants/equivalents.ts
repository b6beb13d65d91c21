/** A mutant that no test can tell from the code, found by what stands in its place. */
export interface Equivalent {
  readonly file: string;
  readonly mutator: string;
  /** The code that is replaced, without line ends, and what stands there instead. */
  readonly was: string;
  readonly now: string;
  /** The line on which it begins, without indentation, where the file has this code more than once. */
  readonly line?: string;
  /** Why nobody can notice. */
  readonly why: string;
}

const DECIDE = "runtime/http/retry/decide.ts";
const MACHINE = "runtime/interaction/machine.ts";
const COMPARE = "runtime/http/conveniences/commands/compare.ts";
const VERIFIER = "runtime/delivery/verifier.ts";
const HEADER_PLAN = "runtime/delivery/core/plan.ts";
const SIGNATURES = "runtime/delivery/core/signature-header.ts";
const BASE64URL = "runtime/delivery/core/base64url.ts";
const HEADERS = "runtime/delivery/core/headers.ts";
const PREAMBLE = "runtime/delivery/core/preamble.ts";
const POSITION = "runtime/events/position.ts";
const LEASE = "runtime/fleet/hold/machine.ts";

/** What is listed counts neither as killed nor as alive. An entry that fits no living mutant, or several, is told. */
export const runtimeEquivalents: readonly Equivalent[] = [
  {
    file: DECIDE,
    mutator: "StringLiteral",
    was: '""',
    now: '"Stryker was here!"',
    why: "a missing text is one that is not a date, whichever",
  },
  {
    file: DECIDE,
    mutator: "MethodExpression",
    was: 'text.endsWith("GMT")',
    now: 'text.startsWith("GMT")',
    why: "V8 reads a second GMT at the end as it reads one",
  },
  {
    file: DECIDE,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    why: "a piece that cannot be read asks for no wait, as no piece does",
  },
  {
    file: MACHINE,
    mutator: "ConditionalExpression",
    was: 'phase.at !== "confirmed"',
    now: "false",
    line: 'if (phase.at !== "confirmed" || phase.kind !== "defer" || phase.by === "other") return nothing;',
    why: "what is expired or left has no kind, so that the next part is true: this one is there for the compiler",
  },
  {
    file: COMPARE,
    mutator: "ConditionalExpression",
    was: "!listed",
    now: "false",
    why: "both lists are of one length before their options are compared: the line is there for the compiler",
  },
  {
    file: COMPARE,
    mutator: "BooleanLiteral",
    was: "false",
    now: "true",
    line: "if (!listed) return false;",
    why: "never reached: see above",
  },
  {
    file: VERIFIER,
    mutator: "StringLiteral",
    was: '"as-interaction"',
    now: '""',
    why: "the layout is only ever compared with the other one",
  },
  {
    file: VERIFIER,
    mutator: "ConditionalExpression",
    was: "candidates.length === 0",
    now: "false",
    why: "where there is nothing to try, trying ends without a signature too; the bytes are made in vain",
  },
  {
    file: VERIFIER,
    mutator: "BlockStatement",
    was: "{ return undefined; }",
    now: "{}",
    why: "a function that ends without a return returns undefined: the line is there for the reader",
  },
  {
    file: HEADER_PLAN,
    mutator: "ConditionalExpression",
    was: "timestamp === undefined",
    now: "false",
    why: 'a missing text is tested as "undefined", which is not a number either: this half is there for the compiler',
  },
  {
    file: HEADER_PLAN,
    mutator: "StringLiteral",
    was: '""',
    now: '"Stryker was here!"',
    why: "an App that is not named is looked up by a name that no App can have; ids are digits",
  },
  {
    file: SIGNATURES,
    mutator: "ConditionalExpression",
    was: "only !== undefined",
    now: "false",
    why: "a header of one entry comes to the same when it is split: this is the short way",
  },
  {
    file: POSITION,
    mutator: "ConditionalExpression",
    was: "taken === undefined",
    now: "true",
    why: "the general way comes to the same: this is the short one",
  },
  {
    file: POSITION,
    mutator: "OptionalChaining",
    was: "events.at(-1)?.resumeId",
    now: "events.at(-1).resumeId",
    why: "there is at least one event here: it is there for the compiler",
  },
  {
    file: POSITION,
    mutator: "StringLiteral",
    was: '""',
    now: '"Stryker was here!"',
    line: 'state.receivedId = events.at(-1)?.resumeId ?? "";',
    why: "see above",
  },
  {
    file: POSITION,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: "const fresh = read.taken.flatMap((place) => events[place] ?? []);",
    why: "what is taken has a place among the events: it is there for the compiler",
  },
  {
    file: POSITION,
    mutator: "ConditionalExpression",
    was: "events.length === 0",
    now: "true",
    why: "what a page brought is known after it: to ask first is the short way",
  },
  {
    file: POSITION,
    mutator: "ConditionalExpression",
    was: "more > 0",
    now: "true",
    why: "to add nothing changes nothing but the object",
  },
  {
    file: POSITION,
    mutator: "OptionalChaining",
    was: "state.handover?.held",
    now: "state.handover.held",
    why: "nothing is handed over without a hand-over: it is there for the compiler",
  },
  {
    file: POSITION,
    mutator: "ArrayDeclaration",
    was: "[]",
    now: '["Stryker was here"]',
    line: "const held = state.handover?.held ?? [];",
    why: "see above",
  },
  {
    file: LEASE,
    mutator: "ConditionalExpression",
    was: 'state.type !== "holding" && state.type !== "leaving"',
    now: "false",
    why: "a stand-by has no time of a renewal: the difference is not a number, which is below no bound",
  },
  {
    file: LEASE,
    mutator: "ConditionalExpression",
    was: 'next.type !== "holding"',
    now: "false",
    why: "only a holder is suspended: this one is there for the compiler",
  },
  {
    file: BASE64URL,
    mutator: "EqualityOperator",
    was: "bits >= 6",
    now: "bits > 6",
    why: "six bits that are left are written with the next byte, or as the last digit",
  },
  {
    file: HEADERS,
    mutator: "ObjectLiteral",
    was: "{ version: undefined, timestamp: undefined, app: undefined, delivery: undefined, signature: undefined, }",
    now: "{}",
    why: "what is not there is undefined: it is there for speed",
  },
  {
    file: HEADERS,
    mutator: "ConditionalExpression",
    was: 'initial !== "x" && initial !== "X"',
    now: "false",
    why: "what begins otherwise has another name: it is there for speed",
  },
  {
    file: PREAMBLE,
    mutator: "StringLiteral",
    was: '"as-interaction"',
    now: '""',
    why: "whatever is not the other layout is this one",
  },
  {
    file: PREAMBLE,
    mutator: "StringLiteral",
    was: '"latin1"',
    now: '""',
    why: "what is written has been checked to be ASCII, which is the same in UTF-8",
  },
];
