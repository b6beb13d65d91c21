import type { CursorRecord } from "../../../runtime/events/cursor/record.js";
import { MAILBOX_EVENTS, type ModelService, type ServiceMailbox, WINDOW } from "./position-service.js";
import type { PositionLedger, PositionProcess } from "./position-ledger.js";

/** What can happen in a history. */
export interface ModelActs {
  readonly ledger: PositionLedger;
  readonly service: ModelService;
  readonly position: PositionProcess;
  readonly record: CursorRecord | undefined;
  readonly box: ServiceMailbox | undefined;
  readonly chance: () => number;
  below(limit: number): number;
  make(count: number): void;
  connect(): void;
  readStream(count: number): void;
  dropStream(): void;
  startRead(): void;
  endRead(comes: boolean): void;
  giveUp(): void;
  beside(): void;
  save(): void;
  restart(downMs: number, changesIntents: boolean): void;
}

type Acts = readonly (() => void)[];

/** Everything, what loses events included. */
export const wildActs = (model: ModelActs): Acts => {
  const { ledger, chance } = model;
  const below = (limit: number) => model.below(limit);
  const restarts = chance() < 0.3 ? 0.6 : 0.1;
  return [
    () => model.make(1 + below(3)),
    () => model.make(below(2)),
    () => model.make(chance() < 0.1 ? WINDOW + 3 : 2),
    () => model.readStream(1 + below(4)),
    () => model.dropStream(),
    () => model.connect(),
    () => ledger.finishSome(below(4), below),
    () => model.save(),
    () => (chance() < restarts ? model.restart(chance() < 0.3 ? 0 : below(12), chance() < 0.5) : undefined),
    () => model.startRead(),
    () => model.endRead(chance() < 0.7),
    () => model.startRead(),
    () => model.endRead(true),
    () => model.beside(),
    () => (chance() < 0.1 && model.box !== undefined ? void (model.box.gone = true) : undefined),
    () => (chance() < 0.2 ? model.giveUp() : undefined),
  ];
};

/** Nothing that can lose an event: every connection can be resumed, every mailbox is read in time. */
export const calmActs = (model: ModelActs): Acts => {
  const { ledger, service } = model;
  const below = (limit: number) => model.below(limit);
  const make = (count: number) => {
    const isRead = service.stream?.read === true && service.stream.greeting === undefined;
    if ([...service.boxes.values()].some(({ sinceRead }) => sinceRead + count > MAILBOX_EVENTS)) return;
    const isStarted = service.boxes.size > 0 || isRead;
    if (isStarted || isInside(model.position.resumeId, count)) model.make(count);
  };
  const isInside = (id: string | undefined, more = 0) =>
    id === undefined ? false : service.sent.last + more - Number(id) <= WINDOW;
  const isSaved = () => model.record?.since !== undefined || isInside(model.record?.lastEventId);
  return [
    () => make(1 + below(3)),
    () => make(below(2)),
    () => model.readStream(1 + below(4)),
    () => (isInside(model.position.resumeId) ? model.dropStream() : undefined),
    () => model.connect(),
    () => ledger.finishSome(below(4), below),
    () => model.save(),
    () => (isSaved() && model.chance() < 0.3 ? model.restart(0, true) : undefined),
    () => model.startRead(),
    () => model.endRead(model.chance() < 0.7),
    () => model.startRead(),
    () => model.endRead(true),
  ];
};
