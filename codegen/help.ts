/** What the generator's options do, a line each. `runtime`: what stands in for `--runtime` where it is not given. */
export const optionsHelp = (runtime?: string): string => `\
  --openapi <file>    the OpenAPI 3.1 document, YAML or JSON
  --asyncapi <file>   an AsyncAPI 3 document with the events
  --out <folder>      where to write
  --runtime <import>  what generated functions import their types from${runtime === undefined ? "" : ` (default: ${runtime})`}
  --config <file>     all of the above, and more, from a file (default: spec/codegen.yaml)
  --clashes nest      keep a body whole where its fields share a name with a parameter
  --paths             add types of every path, in the form that openapi-fetch takes
  --check             write nothing; fail when something would change, and show what
  --watch             generate again whenever a file of the description changes
`;
