/** A pure core: the files whose mutants are made, and the tests that judge the core directly. */
export interface Core {
  readonly files: readonly string[];
  readonly tests: readonly string[];
  /** Files, or folders of files, that the tests read as they run. */
  readonly reads?: readonly string[];
}

/** Every pure core. Its tests start no process and load little: they run again for each mutant. */
export const cores: Readonly<Record<string, Core>> = {
  decide: {
    files: ["runtime/http/retry/decide.ts"],
    tests: ["test/http/retry-decision.test.ts"],
  },
  machine: {
    files: ["runtime/interaction/machine.ts"],
    tests: ["test/interaction/machine.test.ts"],
  },
  plan: {
    files: ["runtime/http/conveniences/commands/plan.ts", "runtime/http/conveniences/commands/compare.ts"],
    tests: ["differences", "plan", "scope"].map((part) => `test/http/command-${part}.test.ts`),
  },
  verifier: {
    files: [
      "runtime/delivery/verifier.ts",
      "runtime/delivery/core/plan.ts",
      "runtime/delivery/core/signature-header.ts",
    ],
    tests: ["test/delivery/verifier.test.ts", "test/delivery/plan.test.ts", "test/delivery/signature-header.test.ts"],
  },
  "verifier: wire": {
    files: [
      "runtime/delivery/core/base64url.ts",
      "runtime/delivery/core/headers.ts",
      "runtime/delivery/core/preamble.ts",
    ],
    tests: ["test/delivery/wire-forms.test.ts"],
  },
  position: {
    files: ["runtime/events/position.ts"],
    tests: ["test/events/position-state.test.ts", "test/events/position.test.ts"],
  },
  "position: state": {
    files: ["runtime/events/position-state.ts"],
    tests: ["test/events/position-turn.test.ts"],
  },
  lease: {
    files: ["runtime/fleet/hold/machine.ts"],
    tests: ["test/fleet/hold.test.ts"],
  },
  "key refresh": {
    files: ["runtime/delivery/keys/refresh-plan.ts"],
    tests: ["test/delivery/refresh-plan.test.ts"],
  },
  framer: {
    files: ["runtime/events/sse/framer.ts", "runtime/events/sse/line-cutter.ts"],
    tests: ["test/events/framer-skipping.test.ts", "test/events/framer.test.ts", "test/events/framer-vectors.test.ts"],
    reads: ["test/vectors/wpt-sse.json"],
  },
  check: {
    files: [
      "codegen/check/check.ts",
      "codegen/check/contents.ts",
      "codegen/check/kinds.ts",
      "codegen/check/unknown.ts",
    ],
    tests: ["test/codegen/check-objects.test.ts", "test/codegen/check-values.test.ts"],
  },
  "diff: keywords": {
    files: ["codegen/changes/keywords.ts"],
    tests: ["test/changes/keywords.test.ts", "test/changes/further.test.ts"],
  },
  "diff: life": {
    files: ["codegen/changes/life.ts", "codegen/changes/servers.ts"],
    tests: ["test/changes/life.test.ts"],
  },
  "diff: operations": {
    files: ["codegen/changes/operations.ts", "codegen/changes/responses.ts", "codegen/changes/security.ts"],
    tests: ["test/changes/told.test.ts", "test/changes/whole-query.test.ts"],
    reads: ["test/changes/fixtures/told"],
  },
  "diff: findings": {
    files: [
      "codegen/changes/client.ts",
      "codegen/changes/finding.ts",
      "codegen/changes/ignore.ts",
      "codegen/changes/report.ts",
    ],
    tests: ["test/changes/findings.test.ts", "test/changes/ignore.test.ts", "test/changes/report.test.ts"],
  },
  "diff: documents": {
    files: ["codegen/changes/documents.ts", "codegen/changes/wire.ts"],
    tests: ["test/changes/told.test.ts", "test/changes/told-documents.test.ts"],
    reads: ["test/changes/fixtures/told"],
  },
  "diff: events": {
    files: ["codegen/changes/events.ts", "codegen/changes/index.ts"],
    tests: ["test/changes/events.test.ts", "test/changes/said.test.ts"],
    reads: ["test/changes/fixtures/said"],
  },
  "diff: read": {
    files: ["codegen/changes/read.ts"],
    tests: ["test/changes/read.test.ts"],
  },
  "diff: schemas": {
    files: ["codegen/changes/schemas.ts", "codegen/changes/view.ts"],
    tests: ["test/changes/told-schemas.test.ts", "test/changes/told-documents.test.ts"],
    reads: ["test/changes/fixtures/told"],
  },
  "diff: models": {
    files: [
      "codegen/changes/data.ts",
      "codegen/changes/functions.ts",
      "codegen/changes/pairs.ts",
      "codegen/changes/types.ts",
    ],
    tests: ["test/changes/said.test.ts"],
    reads: ["test/changes/fixtures/said"],
  },
  "emit: all": {
    files: ["codegen/emit/emitter.ts", "codegen/emit/index.ts"],
    tests: ["test/codegen/made-files.test.ts"],
  },
  "emit: text": {
    files: ["codegen/emit/type-text.ts", "codegen/emit/writer.ts"],
    tests: ["test/codegen/writer.test.ts"],
  },
  "emit: guards": {
    files: [
      "codegen/emit/guard-arrays.ts",
      "codegen/emit/guard-code.ts",
      "codegen/emit/guard-context.ts",
      "codegen/emit/guard-module.ts",
      "codegen/emit/guard-objects.ts",
      "codegen/emit/guard-scalars.ts",
      "codegen/emit/guard-unevaluated.ts",
    ],
    tests: ["test/codegen/guard-text.test.ts"],
    reads: ["test/codegen/fixtures/guards"],
  },
  "emit: tables": {
    files: [
      "codegen/emit/assumptions.ts",
      "codegen/emit/enums.ts",
      "codegen/emit/groups.ts",
      "codegen/emit/ids.ts",
      "codegen/emit/paths.ts",
      "codegen/emit/service.ts",
      "codegen/emit/tables.ts",
      "codegen/emit/undocumented.ts",
    ],
    tests: [
      "test/codegen/emitted-ids.test.ts",
      "test/codegen/emitted-paths.test.ts",
      "test/codegen/emitted-tables.test.ts",
      "test/codegen/emitted-types.test.ts",
    ],
  },
  "emit: types": {
    files: ["codegen/emit/schema-type.ts", "codegen/emit/types.ts"],
    tests: [
      "test/codegen/emitted-ids.test.ts",
      "test/codegen/emitted-operations.test.ts",
      "test/codegen/emitted-types.test.ts",
      "test/codegen/schema-type.test.ts",
    ],
  },
  "emit: samples": {
    files: ["codegen/emit/sample.ts", "codegen/emit/standard-schema.ts"],
    tests: ["test/codegen/sample.test.ts", "test/codegen/standard-schema.test.ts"],
  },
  "emit: routes": {
    files: ["codegen/emit/routes.ts", "codegen/emit/print.ts"],
    tests: ["test/codegen/route-text.test.ts", "test/codegen/print.test.ts"],
  },
  "emit: validators": {
    files: [
      "codegen/emit/fakers.ts",
      "codegen/emit/misfit.ts",
      "codegen/emit/msw.ts",
      "codegen/emit/readers.ts",
      "codegen/emit/support.ts",
      "codegen/emit/validators.ts",
      "codegen/emit/webhooks.ts",
    ],
    tests: [
      "test/codegen/explain-text.test.ts",
      "test/codegen/faker-text.test.ts",
      "test/codegen/reader-text.test.ts",
      "test/codegen/validator-text.test.ts",
    ],
    reads: ["generated/validators/misfit.ts"],
  },
};
