import { successes } from "../model/bodies.js";
import type { Answer, OperationModel, Parameter } from "../model/model.js";
import { Findings } from "./change.js";
import { compareSchemas, type Pair } from "./types.js";

/** From the class that is repeated most freely to the one that is never repeated. */
const RETRY = ["safe", "with-client-ref", "after-reread", "never"];

const route = ({ method, path, queryConst }: OperationModel): string => {
  const query = Object.entries(queryConst).map(([name, value]) => `${name}=${value}`);
  return `${method} ${path}${query.length === 0 ? "" : `?${query.sort().join("&")}`}`;
};

/** Functions that came, went, were renamed or changed. */
export function compareFunctions(pair: Pair): Findings {
  const findings = new Findings();
  const before = new Map(pair.before.operations.map((operation) => [operation.functionName, operation]));
  const after = new Map(pair.after.operations.map((operation) => [operation.functionName, operation]));
  const come = [...after.values()].filter(({ functionName }) => !before.has(functionName));
  const renamed = new Set<OperationModel>();
  for (const [name, old] of before) {
    const now = after.get(name) ?? come.find((one) => route(one) === route(old) && !renamed.has(one));
    if (now === undefined) findings.add("breaking", "function", name, "is gone");
    else {
      if (now.functionName !== name) {
        renamed.add(now);
        findings.add("breaking", "function", name, `is called ${now.functionName} now`);
      }
      compareFunction(pair, findings, old, now);
    }
  }
  for (const one of come)
    if (!renamed.has(one)) findings.add("additive", "function", one.functionName, `is new: ${route(one)}`);
  return findings;
}

function compareFunction(pair: Pair, findings: Findings, old: OperationModel, now: OperationModel): void {
  const name = now.functionName;
  const say = (group: "breaking" | "additive" | "documentation", what: string): void =>
    findings.add(group, "function", name, what);

  if (route(old) !== route(now)) say("breaking", `calls ${route(now)} instead of ${route(old)}`);
  if (!old.auth && now.auth) say("breaking", "needs a credential now");
  if (old.auth && !now.auth) say("additive", "needs no credential any more");
  if (old.retry !== now.retry) {
    const [from, to] = [RETRY.indexOf(old.retry), RETRY.indexOf(now.retry)];
    say(
      from >= 0 && to >= 0 && to < from ? "additive" : "breaking",
      `is repeated as ${now.retry} instead of ${old.retry}`,
    );
  }
  if (old.idempotencyKey !== now.idempotencyKey)
    say(
      now.idempotencyKey === undefined ? "breaking" : "additive",
      `has ${now.idempotencyKey ?? "nothing"} as idempotency key`,
    );
  if (old.stream !== now.stream)
    say("breaking", now.stream ? "answers with a stream now" : "no longer answers with a stream");
  if (old.urgent !== now.urgent)
    say("additive", now.urgent ? "is bound by a deadline now" : "is not bound by a deadline any more");
  for (const code of old.errorCodes)
    if (!now.errorCodes.includes(code)) say("breaking", `no longer names the refusal ${code}`);
  for (const code of now.errorCodes) if (!old.errorCodes.includes(code)) say("additive", `may be refused with ${code}`);
  if (JSON.stringify(old.placement) !== JSON.stringify(now.placement))
    say("documentation", "places a parameter by another assumption");
  if (old.deprecated !== now.deprecated)
    say("documentation", now.deprecated ? "is deprecated" : "is no longer deprecated");
  if (old.summary !== now.summary || old.description !== now.description)
    say("documentation", "has another description");
  if (JSON.stringify(old.undocumented) !== JSON.stringify(now.undocumented))
    say("documentation", "is undocumented in other points");

  compareParameters(pair, findings, old, now);
  compareBodies(pair, findings, old, now);
  compareAnswers(pair, findings, old, now);
}

const wirePlace = ({ in: where, wireName }: Parameter): string => `${where} ${wireName}`;

function compareParameters(pair: Pair, findings: Findings, old: OperationModel, now: OperationModel): void {
  const name = now.functionName;
  const before = new Map(old.parameters.map((parameter) => [wirePlace(parameter), parameter]));
  const after = new Map(now.parameters.map((parameter) => [wirePlace(parameter), parameter]));
  const come = [...after].filter(([place]) => !before.has(place)).map(([, parameter]) => parameter);
  const moved = new Set<Parameter>();
  for (const [place, from] of before) {
    const to = after.get(place) ?? come.find((one) => one.name === from.name);
    if (to === undefined) {
      findings.add("breaking", "function", name, `no longer takes \`${from.name}\``);
      continue;
    }
    moved.add(to);
    const at = { at: to.name };
    if (wirePlace(to) !== place)
      findings.add("breaking", "function", name, `goes as ${wirePlace(to)} instead of ${place}`, at);
    if (to.name !== from.name)
      findings.add("breaking", "function", name, `is called so instead of \`${from.name}\``, at);
    if (to.required && !from.required) findings.add("breaking", "function", name, "is required now", at);
    if (!to.required && from.required) findings.add("additive", "function", name, "is optional now", at);
    if (to.repeated !== from.repeated || to.style !== from.style)
      findings.add("breaking", "function", name, "is written another way in the query", at);
    if (to.deprecated !== from.deprecated)
      findings.add("documentation", "function", name, to.deprecated ? "is deprecated" : "is no longer deprecated", at);
    if (to.doc !== from.doc) findings.add("documentation", "function", name, "has another description", at);
    findings.take(compareSchemas(pair, [from.schema, to.schema], { kind: "function", name, ...at }, ["sent"]));
  }
  for (const one of come)
    if (!moved.has(one))
      findings.add(
        one.required ? "breaking" : "additive",
        "function",
        name,
        one.required ? `needs \`${one.name}\`, which is new` : `also takes \`${one.name}\``,
      );
}

function compareBodies(pair: Pair, findings: Findings, old: OperationModel, now: OperationModel): void {
  const name = now.functionName;
  if (old.body === undefined || now.body === undefined) {
    if (now.body !== undefined)
      findings.add(now.body.required ? "breaking" : "additive", "function", name, "takes a body now");
    if (old.body !== undefined) findings.add("breaking", "function", name, "no longer takes a body");
    return;
  }
  if (old.body.mediaType !== now.body.mediaType)
    findings.add("breaking", "function", name, `sends ${now.body.mediaType} instead of ${old.body.mediaType}`);
  if (old.body.flat !== now.body.flat)
    findings.add(
      "breaking",
      "function",
      name,
      now.body.flat ? "takes its body as parameters now" : "takes its body as one parameter now",
    );
  if (old.body.required !== now.body.required)
    findings.add(
      now.body.required ? "breaking" : "additive",
      "function",
      name,
      now.body.required ? "needs a body now" : "no longer needs a body",
    );
  const at = now.body.flat ? {} : { at: "body" };
  findings.take(compareSchemas(pair, [old.body.schema, now.body.schema], { kind: "function", name, ...at }, ["sent"]));
}

function compareAnswers(pair: Pair, findings: Findings, old: OperationModel, now: OperationModel): void {
  const name = now.functionName;
  const [oldGood, newGood] = [successes(old), successes(now)];
  const isSuccess = (answer: Answer): boolean => oldGood.includes(answer) || newGood.includes(answer);
  const single = oldGood.length === 1 && newGood.length === 1;
  const partner = (answer: Answer): Answer | undefined =>
    now.answers.find(({ status }) => status === answer.status) ??
    (single && isSuccess(answer) ? newGood[0] : undefined);
  const met = new Set<Answer>();
  for (const answer of old.answers) {
    const other = partner(answer);
    if (other === undefined) {
      const group = isSuccess(answer) ? "breaking" : "documentation";
      findings.add(group, "function", name, `no longer answers ${answer.status}`);
      continue;
    }
    met.add(other);
    if (other.status !== answer.status)
      findings.add("documentation", "function", name, `answers ${other.status} instead of ${answer.status}`);
    compareAnswer(pair, findings, name, answer, other, isSuccess(other));
  }
  for (const answer of now.answers)
    if (!met.has(answer))
      findings.add(isSuccess(answer) ? "breaking" : "documentation", "function", name, `may answer ${answer.status}`);
}

function compareAnswer(pair: Pair, findings: Findings, name: string, old: Answer, now: Answer, good: boolean): void {
  const at = { at: good ? "result" : `answer ${now.status}` };
  if (old.doc !== now.doc) findings.add("documentation", "function", name, "has another description", at);
  if (old.schema === undefined || now.schema === undefined) {
    if (old.schema !== undefined)
      findings.add(good ? "breaking" : "documentation", "function", name, "has no content any more", at);
    if (now.schema !== undefined) findings.add("additive", "function", name, "has content now", at);
    return;
  }
  if (old.mediaType !== now.mediaType)
    findings.add(
      "breaking",
      "function",
      name,
      `comes as ${now.mediaType ?? "nothing"} instead of ${old.mediaType ?? "nothing"}`,
      at,
    );
  findings.take(compareSchemas(pair, [old.schema, now.schema], { kind: "function", name, ...at }, ["received"]));
}
