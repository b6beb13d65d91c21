/** A case that comes to something else on one host, and why that cannot be changed here. */
interface Exception {
  readonly comes: string;
  /** Where the host decides it. */
  readonly because: string;
}

const buffered = (because: string): Readonly<Record<string, Exception>> => ({ slow: { comes: "open", because } });

const OWN_PAGE = '400 <!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8';
const PARSED = "build/src/server.js of @google-cloud/functions-framework parses JSON before any function is called";
const FORMS = "a form from another origin is refused as a forged one";
const MEMORY = "each invocation is a process of its own, so that the memory of ids ends with it";
const TWICE = '200 {"type":"reply","content":"again"}, then 200 {"type":"reply","content":"again"}';

const replayed: Exception = { comes: TWICE, because: MEMORY };
const decoded: Exception = { comes: "401", because: "@netlify/functions-dev hands bodies over as text" };

/** By the name of the server, and that of the case. The page about deployment lists them for its readers. */
export const exceptions: Readonly<Record<string, Readonly<Record<string, Exception>>>> = {
  "Cloud Functions": {
    ...buffered(PARSED),
    altered: { comes: OWN_PAGE, because: PARSED },
    "forged, no JSON": { comes: OWN_PAGE, because: PARSED },
  },
  "Azure Functions": buffered("the host of Azure hands a request over when it is whole"),
  "Lambda, function URL": buffered("an event of Lambda holds the whole body"),
  "Next, app routes, edge": buffered(
    "next/dist/server/web/sandbox hands the body to the edge runtime when it is whole",
  ),
  SvelteKit: {
    slow: { comes: "closed", because: "src/handler.js of @sveltejs/adapter-node breaks the connection" },
    "another type": { comes: "403 and 415", because: `src/runtime/server/respond.js of @sveltejs/kit: ${FORMS}` },
  },
  Astro: {
    "another type": { comes: "403 and 415", because: `dist/core/app/middlewares.js of astro: ${FORMS}` },
    "another method": {
      comes: "404",
      because: "dist/runtime/server/endpoint.js of astro answers for a method without an export",
    },
  },
  "Vercel, Node": buffered("dist/serverless-functions of @vercel/node reads the body before the function is called"),
  "Vercel, Node, older shape": buffered("as for Vercel, Node"),
  "Vercel, edge": buffered("dist/edge-functions of @vercel/node reads the body before the function is called"),
  Netlify: { ...buffered("the runner of Netlify takes a whole request"), replayed, "non-UTF-8": decoded },
  "Netlify, edge": { ...buffered("the runner of Netlify takes a whole request"), replayed },
  "Netlify, older shape": {
    ...buffered("an event of Netlify holds the whole body"),
    replayed,
    "non-UTF-8": decoded,
  },
  Bun: { "another method": { comes: "404", because: "Bun.serve answers for a method that its route has not" } },
};
