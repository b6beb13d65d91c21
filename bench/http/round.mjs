/** One contender's round, in a process of its own: `node round.mjs <name> <base URL> <calls>`. Prints its figures. */
import { contenders } from "./contenders.mjs";

const [, , name, baseUrl, calls] = process.argv;
const IN_FLIGHT = Number(process.env.IN_FLIGHT ?? 32);

async function run(call, count) {
  let left = count;
  const worker = async () => {
    while (left-- > 0) await call();
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
}

const call = await contenders[name](baseUrl);
// Until the compiler has seen enough of everybody.
await run(call, 4_000);
const cpu = process.cpuUsage();
const start = performance.now();
await run(call, Number(calls));
const { user, system } = process.cpuUsage(cpu);
const perSecond = (calls / (performance.now() - start)) * 1_000;
process.stdout.write(JSON.stringify({ perSecond, cpuUs: (user + system) / calls }), () => process.exit(0));
