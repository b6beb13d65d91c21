import { eventFrame, farewellFrame } from "../gateway/frames.js";
import type { Connection } from "../gateway/connection.js";
import type { Platform } from "../platform.js";
import type { CloseCode } from "../spec.js";
import type { Json } from "../world/records.js";

/** Things that go wrong with streams that are open already. Each acts on all of them, or on those of one App. */
export class LiveFaults {
  readonly #platform: Platform;

  constructor(platform: Platform) {
    this.#platform = platform;
  }

  #each(name: string, appId: string | undefined, act: (connection: Connection) => void): void {
    const chosen = this.#platform.hub.connections.filter(
      (connection) => appId === undefined || connection.appId === appId,
    );
    this.#platform.log.add("fault", `${name} on ${chosen.length} streams`, { name, appId });
    for (const connection of chosen) act(connection);
  }

  /** The line breaks, optionally in the middle of a frame. */
  cut({ appId, midFrame = false }: { readonly appId?: string; readonly midFrame?: boolean } = {}): void {
    this.#each("cut", appId, (connection) => {
      if (midFrame) connection.write('id: 1\ndata: {"type":"mess');
      connection.end("cut", { severed: true });
    });
  }

  /** The stream ends properly, without a farewell. */
  end({ appId }: { readonly appId?: string } = {}): void {
    this.#each("end", appId, (connection) => connection.end("cut"));
  }

  /** The line stays open and carries nothing more, heartbeats included. The slot stays taken. */
  stall({ appId }: { readonly appId?: string } = {}): void {
    this.#each("stall", appId, (connection) => connection.mute());
  }

  /** The same, but the service has already forgotten the connection: its slot is free. */
  halfOpen({ appId }: { readonly appId?: string } = {}): void {
    this.#each("half-open", appId, (connection) => {
      connection.mute();
      this.#platform.hub.forget(connection);
    });
  }

  /** A farewell with a documented code, and the end. */
  farewell(code: CloseCode, { appId }: { readonly appId?: string } = {}): void {
    this.#each(`farewell ${code}`, appId, (connection) => {
      connection.write(farewellFrame(code));
      connection.end("farewell");
    });
  }

  /** A farewell of any content: an unknown code, none, or an odd `reconnect`. */
  strangeFarewell(fields: { readonly [key: string]: Json }, { appId }: { readonly appId?: string } = {}): void {
    this.#each("strange farewell", appId, (connection) => {
      connection.write(eventFrame(undefined, JSON.stringify({ type: "connection_close", ...fields })));
      connection.end("farewell");
    });
  }

  /** An event of any content, numbered like a real one and kept for resuming. */
  event(
    body: { readonly type: string; readonly [key: string]: Json },
    { appId, family = "messages" }: { readonly appId?: string; readonly family?: string } = {},
  ): void {
    const apps = appId === undefined ? this.#platform.world.apps.list().map((app) => app.id) : [appId];
    for (const id of apps) this.#platform.hub.inject(id, family, body);
  }

  /** Bytes as they are, in the middle of everything. */
  raw(text: string, { appId }: { readonly appId?: string } = {}): void {
    this.#each("raw bytes", appId, (connection) => connection.write(text));
  }
}
