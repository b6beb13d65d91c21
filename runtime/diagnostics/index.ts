import type { AppDiagnostic } from "./app.js";
import type { DeliveryDiagnostic } from "./delivery.js";
import type { EventsDiagnostic } from "./events.js";
import type { FleetDiagnostic } from "./fleet.js";
import type { HttpDiagnostic } from "./http.js";
import type { InteractionDiagnostic } from "./interaction.js";
import type { StoreDiagnostic } from "./store.js";

export type { AppDiagnostic, AppFacts } from "./app.js";
export type { DiagnosticBase, DiagnosticLevel } from "./base.js";
export type {
  DeliveryCounts,
  DeliveryDiagnostic,
  DeliveryFacts,
  DeliveryRef,
  KeysDiagnostic,
  KeysFacts,
} from "./delivery.js";
export { DiagnosticListeners, type DiagnosticListener } from "./diagnostics.js";
export type * from "./events.js";
export type { FleetDiagnostic, FleetFacts } from "./fleet.js";
export type * from "./http.js";
export type { InteractionDiagnostic, InteractionFacts, InteractionRef, InteractionSource } from "./interaction.js";
export type { StoreDiagnostic, StoreFacts, StoreOperation, StoreRef } from "./store.js";

/** All that a running App reports, told apart by `type`: the union of what each floor reports. */
export type Diagnostic =
  | HttpDiagnostic
  | EventsDiagnostic
  | InteractionDiagnostic
  | DeliveryDiagnostic
  | AppDiagnostic
  | FleetDiagnostic
  | StoreDiagnostic;
