import type { Msg } from "@nats-io/transport-node";
import { describe, expect, test } from "vitest";
import { Pulls } from "../../runtime/fleet/nats/pulls.js";
import type { NatsAccess } from "../../runtime/fleet/nats/setup.js";
import { createVirtualClock } from "../support/virtual-clock.js";

const WAIT_MS = 5_000;
const source = { stream: "S", partition: 0 };

/** A connection that keeps where the answers to requests shall go, and brings what a test says. */
function pullsOver() {
  const clock = createVirtualClock();
  const replies: string[] = [];
  const done: string[] = [];
  const after = async (what: string): Promise<void> => {
    await new Promise<void>((resolve) => void clock.schedule(resolve, 10));
    done.push(what);
  };
  let callback: (error: null, msg: Msg) => void = () => undefined;
  const access = {
    apiPrefix: "$JS.API",
    settings: { clock },
    connection: {
      isClosed: () => false,
      publish: (_subject: string, _body: string, { reply }: { reply: string }) => void replies.push(reply),
      subscribe: (_subject: string, options: { callback: typeof callback }) => {
        ({ callback } = options);
        return { drain: () => after("drained") };
      },
      flush: () => after("flushed"),
    },
  };
  // The little of a connection that pulls use.
  const pulls = new Pulls(access as unknown as NatsAccess);
  const abort = new AbortController();
  return {
    clock,
    replies,
    done,
    abort,
    close: () => pulls.close(),
    pull: (signal = abort.signal) => pulls.pull(source, { waitMs: WAIT_MS, signal }),
    bring(id: string): void {
      const headers = { get: (name: string) => (name === "Nats-Msg-Id" ? id : "") };
      const reply = "$JS.ACK.S.workers.1.1.1.1000000.0";
      // The little of a message that is read.
      callback(null, { subject: "s", reply, headers, string: () => "", respond: () => true } as unknown as Msg);
    },
    end(subject: string): void {
      // The little of a message that is read.
      callback(null, { subject, headers: { code: 408, description: "Request Timeout" } } as unknown as Msg);
    },
  };
}

describe("pulls on NATS", () => {
  test("one after the other are answered under the same subject, which the server remembers", async () => {
    const { pull, bring, replies } = pullsOver();
    for (const id of ["a", "b", "c"]) {
      const pulled = pull();
      bring(id);
      expect((await pulled)?.id).toBe(id);
    }
    expect(new Set(replies).size).toBe(1);
  });

  test("at the same time are each told for themselves that they have waited long enough", async () => {
    const { clock, pull, bring, end, replies } = pullsOver();
    const [one, other] = [pull(), pull()];
    await clock.advance(WAIT_MS);
    end(replies[1] ?? "");
    expect(await other).toBeUndefined();
    bring("a");
    expect((await one)?.id).toBe("a");
    expect(new Set(replies).size).toBe(2);
  });

  test("are not ended by the server's word that one given up before has waited long enough", async () => {
    const { clock, pull, bring, end, replies } = pullsOver();
    const former = new AbortController();
    const given = pull(former.signal);
    await clock.advance(WAIT_MS - 1_000);
    former.abort();
    expect(await given).toBeUndefined();
    const next = pull();
    await clock.advance(1_000);
    end(replies[0] ?? "");
    bring("a");
    expect((await next)?.id).toBe("a");
  });

  test("are closed once what is under way was given back and the server has it", async () => {
    const { clock, pull, close, done } = pullsOver();
    const pulled = pull();
    let atClose: readonly string[] | undefined;
    const closing = close().then(() => (atClose = [...done]));
    expect(await pulled).toBeUndefined();
    await clock.advance(10);
    expect([done, atClose]).toEqual([["drained"], undefined]);
    await clock.advance(10);
    await closing;
    expect(atClose).toEqual(["drained", "flushed"]);
    expect(clock.pending).toBe(0);
  });
});
