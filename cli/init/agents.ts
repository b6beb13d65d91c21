import { type Choices, PREFIX, wordsOf } from "./choices.js";
import type { Host } from "./hosts.js";

/** What a coding assistant must know to work on the project. */
export function agents(choices: Choices, host: Host): string {
  const { install, run, exec } = wordsOf(choices);
  const { self, language } = choices;
  return `# ${choices.name}

A bot (App) for the Bot App Platform, written with \`${self.name}\`. Node 20.19 or later.

## Commands

    ${install}
    ${run} test       # ${language === "ts" ? "type check, then " : ""}tests; run it after every change
    ${run} dev        # local platform and bot, with a page; ends with q or Ctrl-C
    ${exec} ${self.name} dev --json --quiet   # the same for programs: a JSON object per line
    ${exec} ${self.name} --help               # all commands; each has --help

## Layout

- \`src/bot.${language}\`: definitions of commands and components, and their handlers. Export what tests need.
- \`test/bot.test.${language}\`: tests on a platform in the test's own process. No network, no credential, a virtual clock.
- \`${host.variablesFile}\` holds address and credential (${PREFIX}_BASE_URL, ${PREFIX}_APP_TOKEN). Never print or commit it.

## Rules

- A handler confirms within 3 seconds: call \`reply\`, \`defer\`, or let the App defer by itself.
- Ids of components are templates: \`button({ id: "again:{sides}" })\`, then \`again.of({ sides: "6" }, { label: "…" })\`.
- Handlers of events may run again after a restart: writes through the context are not stored twice.
- A test plays a person: \`world.person.run(command, args)\`, \`press(component)\`, then \`expect(…).toHaveReplied(…)\`.

## Where to look

- \`node_modules/${self.name}/README.md\` and \`node_modules/${self.name}/docs/\`: guides. \`docs/cookbook.md\` has recipes with tested code.
- \`node_modules/${self.name}/spec/\`: the description of the platform (OpenAPI and AsyncAPI).
- When the bot does not answer: \`${run} doctor\`, then the page of \`${run} dev\`: select the interaction, and it says why.
`;
}
