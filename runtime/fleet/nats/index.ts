export { natsEngine, type NatsEngineOptions } from "./engine.js";
