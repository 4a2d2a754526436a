import { Outage, Refusal } from '#kit/failure.ts';
import { ConnectionLost, Killed } from '../support/faulty-database.ts';
import { watcherOf } from './nodes/follower.ts';
import type { KnownRequest } from './payers.ts';
import { type SteppedPayer, steppedPayer } from './relay/payer.ts';
import type { SteppedWatcher } from './watcher.ts';
import { type SteppedWorker, steppedWorker } from './workers.ts';
import type { Process, SimWorld } from './world.ts';

/** What acts in a world; each can die and start again. */
export interface Cast {
  readonly watchers: Slot<SteppedWatcher>[];
  readonly workers: Slot<SteppedWorker>[];
  /** Those whose signed transactions are forwarded; none where nothing is. */
  readonly payers: Slot<SteppedPayer>[];
}

/** Somebody who acts, and how they begin again. */
export interface Slot<Role> {
  readonly name: string;
  readonly open: (process: Process) => Role;
  process: Process;
  role: Role;
}

/** A run as far as it has come. */
export interface State {
  readonly world: SimWorld;
  readonly cast: Cast;
  requests: KnownRequest[];
  /** Whether somebody acts in the middle of what another does. */
  nested: boolean;
}

/** Everybody who acts in a world. */
export function castOf(world: SimWorld): Cast {
  const slot = <Role>(name: string, open: (process: Process) => Role): Slot<Role> => {
    const process = world.start(name);
    return { name, open, process, role: open(process) };
  };
  const pair = [1, 2];
  return {
    // What is held is read by workers.
    watchers: pair.flatMap((i) =>
      (world.holding === undefined ? world.networks : []).map((network) =>
        slot(`watcher ${i} ${network}`, (process) => watcherOf(world, process, network)),
      ),
    ),
    workers: pair.map((i) => slot(`worker ${i}`, (process) => steppedWorker(world, process))),
    payers:
      world.relay === undefined
        ? []
        : pair.map((i) => slot(`payer ${i}`, (process) => steppedPayer(world, process))),
  };
}

/** Why it may have failed; undefined where nothing was made to fail. */
export function excuseOf(error: unknown): string | undefined {
  if (error instanceof Killed || error instanceof ConnectionLost) return error.name;
  if (error instanceof Outage || error instanceof Refusal)
    return `${error.name}: ${error.message.replace(/\d+/g, 'N').slice(0, 60)}`;
  // Two processes want the same row, and this one was not let wait for it.
  if (error instanceof Error && 'code' in error && error.code === '55P03') return 'lock timeout';
  return undefined;
}

/** An error with its stack. */
export function describe(error: unknown): string {
  return error instanceof Error ? `${error.stack ?? error.message}` : `${error}`;
}
