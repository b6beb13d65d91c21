import { type Clock, systemClock } from "../../abi/index.js";
import { checkShared } from "../engine/adapter.js";
import type { AgreedSettings } from "../engine/contract.js";
import type { EngineSession, EngineSettings, FleetEngine } from "../engine/contract.js";
import { FleetError } from "../errors.js";
import { FleetData } from "./fleet-data.js";
import { type Hub, MemorySession } from "./session.js";
import type { Reach } from "./wire.js";

/** Options of {@link memoryEngine}. */
export interface MemoryEngineOptions {
  /** The engine's own clock. Default: the system's. */
  readonly clock?: Clock;
  /** Milliseconds from a member to the engine and back. Default 0. */
  readonly latencyMs?: number;
  /** Milliseconds between two requests of one member that were made at once. Default 0. */
  readonly spacingMs?: number;
}

/** Faults on order, for tests. */
export interface EngineFaults {
  /** The member reaches the engine no more. */
  cut(member: string): void;
  /** It does again. */
  heal(member: string): void;
  /** The member's connection is over for good: it has to be opened again. */
  end(member: string): void;
  /** Milliseconds to the engine and back from now on; undefined: as the option says. */
  slow(latencyMs: number | undefined): void;
  /** The engine is down: nobody is answered. */
  stop(): void;
  /** It is up again, with what was on its disk or without. */
  start(options?: { readonly withoutDisk?: boolean }): void;
}

/** An engine within one process. */
export interface MemoryEngine extends FleetEngine {
  readonly faults: EngineFaults;
}

/**
 * The engine of a fleet of one process, and of tests: the same contract as a server's, in memory. Members that share
 * one engine must share this object. What it keeps is gone with the process.
 */
export function memoryEngine(options: MemoryEngineOptions = {}): MemoryEngine {
  return new InProcessEngine(options);
}

class InProcessEngine implements MemoryEngine, Hub {
  readonly kind = "memory";
  readonly reconnects = true;
  readonly clock: Clock;
  readonly faults: EngineFaults;
  readonly #way: Omit<Reach, "reachable">;
  readonly #fleets = new Map<string, FleetData>();
  readonly #sessions = new Set<MemorySession>();
  readonly #cut = new Set<string>();
  #isUp = true;
  #slowMs: number | undefined;

  constructor({ clock = systemClock, latencyMs = 0, spacingMs = 0 }: MemoryEngineOptions) {
    this.clock = clock;
    this.#way = { latencyMs, spacingMs };
    this.faults = {
      cut: (member) => {
        this.#cut.add(member);
        this.#sessionsOf(member).forEach((session) => session.status("disconnected"));
      },
      heal: (member) => {
        if (!this.#cut.delete(member) || !this.#isUp) return;
        this.#sessionsOf(member).forEach((session) => session.status("connected"));
      },
      slow: (latencyMs) => (this.#slowMs = latencyMs),
      end: (member) => this.#sessionsOf(member).forEach((session) => session.end()),
      stop: () => {
        if (!this.#isUp) return;
        this.#isUp = false;
        for (const session of this.#sessions) session.status("disconnected");
      },
      start: ({ withoutDisk = false } = {}) => this.#start(withoutDisk),
    };
  }

  open(settings: EngineSettings): Promise<EngineSession> {
    const { reachable } = this.reach(settings.member);
    if (!reachable) return Promise.reject(new FleetError("unavailable", "The engine in memory is stopped."));
    let data = this.#fleets.get(settings.name);
    if (data === undefined) this.#fleets.set(settings.name, (data = new FleetData(settings, this.clock)));
    try {
      checkShared(settings, data.settings);
    } catch (error) {
      return Promise.reject(error instanceof Error ? error : new Error("mismatch", { cause: error }));
    }
    const session = new MemorySession(this, data, settings);
    this.#sessions.add(session);
    return Promise.resolve(session);
  }

  settingsOf(name: string): Promise<AgreedSettings | undefined> {
    return Promise.resolve(this.#fleets.get(name)?.settings);
  }

  reach(member: string): Reach {
    return {
      reachable: this.#isUp && !this.#cut.has(member),
      ...this.#way,
      latencyMs: this.#slowMs ?? this.#way.latencyMs,
    };
  }

  broadcast(fleet: string, topic: string, text: string): void {
    for (const session of this.#sessions) if (session.fleet === fleet) session.hear(topic, text);
  }

  leave(session: MemorySession): void {
    this.#sessions.delete(session);
  }

  #sessionsOf(member: string): readonly MemorySession[] {
    return [...this.#sessions].filter((session) => session.member === member);
  }

  #start(withoutDisk: boolean): void {
    if (this.#isUp) return;
    this.#isUp = true;
    for (const data of this.#fleets.values()) {
      data.restart();
      if (withoutDisk) data.clear();
    }
    for (const session of this.#sessions) {
      if (this.#cut.has(session.member)) continue;
      session.status("connected");
      if (withoutDisk) session.status("lost");
    }
  }
}
