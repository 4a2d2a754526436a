import { describe, expect, it } from 'vitest';
import {
  abilitiesOf,
  addMovement,
  type CommerceMovement,
  capturableUnits,
  NO_SUMS,
  nextExpiry,
  type OperationKind,
  refundableUnits,
  statusOf,
  sumsOf,
  watchedUntil,
} from './position.ts';
import { changeTo, commerceMachine } from './status.ts';

const at = (seconds: number) => new Date(seconds * 1_000);
const expiries = {
  preApprovalExpiresAt: at(100),
  authorizationExpiresAt: at(200),
  refundExpiresAt: at(300),
};

/** What can be true of a payment, as far as its status depends on it. */
interface World {
  readonly movements: readonly (CommerceMovement & { readonly by: OperationKind | undefined })[];
  readonly open: OperationKind | undefined;
  readonly hasFailed: boolean;
  readonly now: number;
}

const START: World = { movements: [], open: undefined, hasFailed: false, now: 0 };
const OF_KIND: Partial<Record<CommerceMovement['type'], OperationKind>> = {
  authorized: 'authorize',
  captured: 'capture',
  voided: 'void',
};

const statusIn = ({ movements, open, hasFailed, now }: World) =>
  statusOf({ sums: sumsOf(movements), expiries, openOperation: open, hasFailed, now: at(now) });

/** All that can happen next: an event, an operation that begins or ends without one, time, or a reorg. */
function nextWorlds(world: World): World[] {
  const { movements, open, now } = world;
  const sums = sumsOf(movements);
  const left = capturableUnits(sums);
  const isNew = sums.authorizedUnits === 0n;
  const worlds: World[] = [
    { ...world, now: 150 },
    { ...world, now: 250 },
  ].filter((later) => later.now > now);
  const add = (type: CommerceMovement['type'], units: bigint) => {
    const kind = OF_KIND[type];
    for (const by of new Set([undefined, kind === open ? open : undefined])) {
      const ended = by === undefined ? {} : { open: undefined };
      worlds.push({ ...world, ...ended, movements: [...movements, { type, units, by }] });
    }
  };
  if (isNew) {
    add('authorized', 3n);
    add('charged', 3n);
  }
  if (left > 0n) {
    add('captured', 1n);
    add('voided', left);
    // Clocks of chains may be ahead of ours.
    add('reclaimed', left);
  }
  if (refundableUnits(sums) > 0n) add('refunded', 1n);
  if (open === undefined) {
    if (isNew && now < 100) worlds.push({ ...world, open: 'authorize' });
    if (left > 0n) worlds.push({ ...world, open: 'capture' }, { ...world, open: 'void' });
  } else {
    worlds.push({ ...world, open: undefined, hasFailed: open === 'authorize' || world.hasFailed });
    worlds.push({ ...world, open: undefined });
  }
  return [...worlds, ...reorgedWorlds(world)];
}

/** What was sent may be carried out again: its operation is open again, one of them at a time. */
function reorgedWorlds(world: World): World[] {
  const { movements, open } = world;
  return movements.flatMap((_, kept) => {
    const undone = movements.slice(kept).map(({ by }) => by);
    const reopened = new Set(open === undefined ? undone : [open]);
    return [...reopened].map((one) => ({
      ...world,
      movements: movements.slice(0, kept),
      open: one,
    }));
  });
}

/** Every move from one status to another, over everything that can happen in so many steps. */
function movesWithin(steps: number): Set<string> {
  const keyOf = ({ movements, open, hasFailed, now }: World) =>
    JSON.stringify([movements.map(({ type, by }) => [type, by]), open, hasFailed, now]);
  const known = new Set([keyOf(START)]);
  const moves = new Set<string>();
  let worlds = [START];
  for (let step = 0; step < steps; step += 1) {
    const found: World[] = [];
    for (const world of worlds) {
      for (const one of nextWorlds(world)) {
        const [from, to] = [statusIn(world), statusIn(one)];
        if (from !== to) moves.add(`${from} > ${to}`);
        const key = keyOf(one);
        if (known.has(key)) continue;
        known.add(key);
        found.push(one);
      }
    }
    worlds = found;
  }
  return moves;
}

it('moves along its table, and along nothing else', () => {
  const table = Object.entries(commerceMachine).flatMap(([from, moves]) =>
    Object.values(moves).map((to) => `${from} > ${to}`),
  );
  expect([...movesWithin(6)].sort()).toEqual(table.sort());
  // The change into a state is the one that the table has for it.
  for (const moves of Object.values(commerceMachine)) {
    for (const [change, to] of Object.entries(moves)) expect(changeTo(to)).toBe(change);
  }
});

describe('what can be done', () => {
  const sums = (...movements: readonly [CommerceMovement['type'], bigint][]) =>
    sumsOf(movements.map(([type, units]) => ({ type, units })));
  const able = (of: ReturnType<typeof sums>, now: number, openOperation?: OperationKind) => {
    const { canCapture, canVoid, canRefund } = abilitiesOf({
      sums: of,
      expiries,
      openOperation,
      now: at(now),
    });
    return [canCapture, canVoid, canRefund];
  };
  const held = sums(['authorized', 10n]);
  const partly = sums(['authorized', 10n], ['captured', 4n]);

  it('is to capture until the authorisation expires, to void while anything is held, to refund until refunds expire', () => {
    expect(able(NO_SUMS, 0)).toEqual([false, false, false]);
    expect(able(held, 199)).toEqual([true, true, false]);
    expect(able(held, 200)).toEqual([false, true, false]);
    expect(able(partly, 199)).toEqual([true, true, true]);
    expect(able(partly, 299)).toEqual([false, true, true]);
    expect(able(partly, 300)).toEqual([false, true, false]);
    expect(able(addMovement(partly, { type: 'voided', units: 6n }), 0)).toEqual([
      false,
      false,
      true,
    ]);
    expect(able(addMovement(partly, { type: 'refunded', units: 4n }), 0)).toEqual([
      true,
      true,
      false,
    ]);
  });

  it('is nothing while a transaction is open', () => {
    for (const kind of ['authorize', 'capture', 'void'] as const) {
      expect(able(partly, 0, kind)).toEqual([false, false, false]);
    }
  });

  it('is watched as long as anything can happen, and a day more', () => {
    const until = (of: ReturnType<typeof sums>, now: number, openOperation?: OperationKind) =>
      watchedUntil({ sums: of, expiries, openOperation, now: at(now) })?.getTime();
    const day = 86_400_000;
    expect(until(NO_SUMS, 0)).toBe(100_000 + day);
    expect(until(NO_SUMS, 0, 'authorize')).toBeUndefined();
    expect(until(partly, 400)).toBeUndefined();
    expect(until(sums(['charged', 10n]), 0)).toBe(300_000 + day);
    expect(until(sums(['authorized', 10n], ['reclaimed', 10n]), 250)).toBe(250_000 + day);
    expect(nextExpiry('pending', expiries)).toEqual(at(100));
    expect(nextExpiry('authorized', expiries)).toEqual(at(200));
    expect(nextExpiry('paid', expiries)).toBeUndefined();
  });
});
