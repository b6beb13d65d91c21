import type { DeliverySource } from "../../runtime/delivery/adapters/target.js";
import type { World } from "./scenario.js";

/** What reads or touches a body before the adapter does. */
export type Upstream = "parser" | "decoder";

/** One framework. */
export interface FrameworkServer {
  readonly needs?: string;
  /** What can be put before the adapter. */
  readonly upstream?: readonly Upstream[];
  /** Where it takes deliveries. Default: `/deliveries`. */
  readonly path?: string;
  /** Whether it is built first, which takes a while, and runs an App of its own with the credentials of a world. */
  readonly builds?: boolean;
  /** How many deliveries at once it can be asked to take. Default: 40. */
  readonly many?: number;
  /** Whether what runs it ends it with its answer, whatever was given to `waitUntil`: a follow-up comes by luck. */
  readonly endsWithAnswer?: boolean;
  start(
    app: DeliverySource,
    before?: Upstream,
    world?: World,
  ): Promise<{ readonly port: number; close(): Promise<void> }>;
}

export const servers: Readonly<Record<string, FrameworkServer>>;
export function isInstalled(server: Pick<FrameworkServer, "needs">): boolean;
