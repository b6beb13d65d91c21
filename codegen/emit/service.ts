import type { Model } from "../model/model.js";
import { literal, ModuleWriter } from "./writer.js";

/** Emits `service.ts`: servers and security schemes, which a client needs besides the operations. */
export function emitService(model: Model, abi: string): ModuleWriter {
  const out = new ModuleWriter("service.ts", `Servers and credentials of ${model.title}, as data.`, model.sources);
  const fields = Object.entries(model.service).map(([name, value]) => `  ${name}: ${literal(value, false)},`);
  const type = out.type("Service", abi);
  out.add(
    `/** What a client has to know of the service as a whole. */\nexport const service = {\n${fields.join("\n")}\n} as const satisfies ${type};`,
  );
  return out;
}
