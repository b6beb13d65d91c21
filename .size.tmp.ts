export { createDeliveryHandler, createKeyStore } from './runtime/delivery/index.ts'
