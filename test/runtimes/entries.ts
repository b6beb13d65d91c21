/** The entries of the package that any runtime can load; those beside them need Node or an optional package. */
export const entries = {
  main: async () => import("../../runtime/index.js"),
  raw: async () => import("../../runtime/raw.js"),
  rest: async () => import("../../runtime/rest.js"),
  validators: async () => import("../../generated/validators.js"),
  types: async () => import("../../generated/types.js"),
  node: async () => import("../../runtime/node.js"),
  events: async () => import("../../runtime/events/index.js"),
  delivery: async () => import("../../runtime/delivery/index.js"),
  otel: async () => import("../../runtime/app/otel/index.js"),
  "testing, of deliveries": async () => import("../../testing/delivery/index.js"),
  adapters: async () => import("../../runtime/adapters/index.js"),
  stores: async () => import("../../runtime/store/index.js"),
  fleet: async () => import("../../runtime/fleet/index.js"),
  "testing, of fleets": async () => import("../../testing/fleet/index.js"),
} as const;
