import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unpack } from "./packed.js";
import { workshop } from "./workshop.js";

/** The package as installed in an empty project, so that code can import it by its public names. */
export interface Installation {
  /** The project's folder. What npm would publish was unpacked into its node_modules. */
  readonly place: string;
  /** The folder it was built in: the repository's own, as far as programs need it. Read only. */
  readonly workshop: string;
  remove(): Promise<void>;
}

/** Unpacks what npm would publish of today's sources into an empty project. Throws what the compiler says. */
export async function install(others: readonly string[] = []): Promise<Installation> {
  const { home, archive } = await workshop();
  const place = await mkdtemp(join(tmpdir(), "installed-"));
  const remove = (): Promise<void> => rm(place, { recursive: true, force: true });
  try {
    await writeFile(join(place, "package.json"), JSON.stringify({ name: "somebody", private: true, type: "module" }));
    await unpack(archive, place, others);
    return { place, workshop: home, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
