import { brand } from "../generated/tables.js";
import { createClient } from "../runtime/http/client.js";
import { isArgumentError } from "../runtime/base/errors.js";
import type { Client, ClientOptions } from "../runtime/http/index.js";
import { UsageError } from "./usage-error.js";

const BASE_URL = `${brand.value.toUpperCase()}_BASE_URL (or --base-url)`;
const TOKEN = `${brand.value.toUpperCase()}_APP_TOKEN`;

/**
 * A client of what the environment or the command line says.
 *
 * @throws UsageError that calls a setting that cannot be right by the name that it has there
 */
export function clientOf(options: ClientOptions): Client {
  try {
    return createClient(options);
  } catch (error) {
    if (!isArgumentError(error)) throw error;
    const why = error.message.replace(/^baseUrl\b/, BASE_URL).replace(/^token\b/, TOKEN);
    throw new UsageError(why, { cause: error });
  }
}
