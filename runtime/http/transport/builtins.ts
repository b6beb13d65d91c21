import type http from "node:http";
import type https from "node:https";
import type zlib from "node:zlib";

/**
 * Node's own modules, loaded when the first request needs them: loading all three takes longer than everything else
 * that importing this package does, and a program that only verifies deliveries or builds types never sends one.
 */
export const loadHttp = (): typeof http => process.getBuiltinModule("node:http");
export const loadHttps = (): typeof https => process.getBuiltinModule("node:https");
export const loadZlib = (): typeof zlib => process.getBuiltinModule("node:zlib");
