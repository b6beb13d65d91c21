/** What the generator's options do, a line each. `runtime`: what stands in for `--runtime` where it is not given. */
export const optionsHelp = (runtime?: string): string => `\
  --openapi <file>    the OpenAPI document, YAML or JSON: 3.0, 3.1, 3.2 or Swagger 2.0; - for the standard input
  --asyncapi <file>   an AsyncAPI document with the events: 3 or 2
  --assumptions <file>  choices where the description is silent
  --overlay <file>    an overlay (OpenAPI Overlay 1.0) to apply first; may be given more than once
  --allow-remote      load documents by http(s) too, as pinned in codegen.lock
  --update-lock       the same, and pin what comes
  --out <folder>      where to write
  --runtime <import>  what generated functions import their types from${runtime === undefined ? "" : ` (default: ${runtime})`}
  --config <file>     all of the above, and more, from a file (default: spec/codegen.yaml)
  --tag <name>        only operations with this tag; likewise --path and --operation; * stands for anything,
                      and each may be given more than once
  --emit <name>       generate besides: fakers, msw, webhooks or groups, or what a module of yours makes (./path.js)
  --skip-unsupported  leave out what cannot be generated, and say so
  --strict            refuse what the format forbids, instead of warning of it
  --verbose           show every warning
  --clashes nest      keep a body whole, without a warning, where its fields share a name with a parameter; or error
  --bigint            whole numbers of the format int64 are bigints
  --dates             texts of the format date-time are Dates
  --paths             add types of every path, in the form that openapi-fetch takes
  --check             write nothing; fail when something would change, and show what
  --watch             generate again whenever a file of the description changes
`;
