#!/usr/bin/env node
/**
 * The bin of the package. It imports nothing before it has looked at the version, in syntax that every Node with ES
 * modules can read: what an older one lacks would be named in an error of its own, which says nothing of what is needed.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`svc-apps needs Node 20.19 or later; this is Node ${process.versions.node}.\n`);
  process.exitCode = 1;
} else void import("./run.js");
export {};
