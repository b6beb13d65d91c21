/** What somebody writes into `spec/` for a route, an event and a limit of their own; nothing else is edited. */
export const files: Readonly<Record<string, string>> = {
  "paths/pins.yaml": `pins:
  parameters:
    - { $ref: ../parameters.yaml#/ApiVersion }
    - { $ref: ../parameters.yaml#/Server }
    - { $ref: ../parameters.yaml#/Channel }
  post:
    operationId: createPin
    tags: [messages]
    summary: Pins a message.
    x-undocumented: "who may pin is not known"
    x-retry: never
    x-error-codes: [MISSING_CREDENTIAL, PINS_EXHAUSTED]
    parameters:
      - { name: avisar, in: query, x-name: notify, description: Whether members are told., schema: { type: boolean } }
    requestBody:
      required: true
      content:
        application/json: { schema: { $ref: ../schemas/pin.yaml#/CreatePinBody } }
    responses:
      "2XX":
        description: The pin.
        content:
          application/json: { schema: { $ref: ../schemas/pin.yaml#/Pin } }
      default: { $ref: ../responses.yaml#/Refusal }
`,
  "schemas/pin.yaml": `CreatePinBody:
  type: object
  required: [messageId]
  properties:
    messageId: { $ref: "./ids.yaml#/MessageId" }
    note: { type: string, maxLength: 80, description: Why it is pinned. }
Pin:
  type: object
  description: A pinned message.
  required: [messageId]
  properties:
    messageId: { $ref: "./ids.yaml#/MessageId" }
    note: { type: string, description: Why it is pinned. }
PinCreateEvent:
  type: object
  description: A message was pinned.
  required: [type, serverId, pin]
  properties:
    type: { const: pin_create }
    serverId: { $ref: "./ids.yaml#/ServerId" }
    pin: { $ref: "#/Pin" }
`,
};

/** Lines that go in front of the first line that begins so. */
export const insertions: readonly (readonly [file: string, before: string, lines: string])[] = [
  [
    "openapi.yaml",
    "  /api/servidores/{servidor}/canais: ",
    "  /api/servidores/{servidor}/canais/{canal}/fixadas: { $ref: ./paths/pins.yaml#/pins }\n",
  ],
  [
    "openapi.yaml",
    "  messagePage: ",
    "  pinsPerChannel: { value: 20, unit: count, meaning: Pins that a channel holds. }\n",
  ],
  [
    "openapi.yaml",
    "  ENDPOINT_REJECTED:",
    "  PINS_EXHAUSTED: { condition: The channel holds as many pins as it can., advice: Take one out first. }\n",
  ],
  ["schemas/events.yaml", '    - $ref: "#/ReactionUpdateEvent"', '    - $ref: "./pin.yaml#/PinCreateEvent"\n'],
  ["asyncapi.yaml", "      messageCreate: ", '      pinCreate: { $ref: "#/components/messages/pinCreate" }\n'],
  [
    "asyncapi.yaml",
    "    messageCreate:\n",
    `    pinCreate:
      name: pin_create
      title: Message pinned
      summary: A message was pinned in a channel the App can reach.
      x-union: GatewayEvent
      x-family: messages
      payload: { $ref: ./schemas/pin.yaml#/PinCreateEvent }
`,
  ],
];
