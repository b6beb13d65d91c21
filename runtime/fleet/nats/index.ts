export { natsEngine, type NatsConnector, type NatsEngineOptions } from "./engine.js";
