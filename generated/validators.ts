/**
 * Guards of Bot App Platform. Loading them costs nothing but reading them.
 *
 * Generated from spec/openapi.yaml, spec/asyncapi.yaml, spec/assumptions.yaml.
 * Do not edit: change the description and generate again.
 *
 * @module
 */

export * from "./validators/guards.js";
export * from "./validators/ids.js";
export * from "./validators/decode.js";
export * from "./validators/operations.js";
export * from "./validators/explain.js";
export * from "./validators/misfit.js";
