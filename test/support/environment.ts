import { afterAll } from "vitest";

// Many files share a process: what one leaves in the environment must not reach the next.
const before = { ...process.env };

afterAll(() => {
  for (const name of Object.keys(process.env)) if (!Object.hasOwn(before, name)) delete process.env[name];
  Object.assign(process.env, before);
});
