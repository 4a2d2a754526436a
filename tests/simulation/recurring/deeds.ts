import type { Context } from '../../../src/context.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import { WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { allow, moveFunds, sendAs, sign, takeElsewhere } from './payers.ts';
import { type Recurring, recurringTokens } from './recurring.ts';
import { OPERATOR, RECURRING_NETWORK, RECURRING_PAYERS } from './setting.ts';
import { changeSeries, makePayout, makeSeries, stopPayout, unpause } from './shops.ts';

/** What shops, payers and others do, and how often. */
const DEEDS = {
  make: 16,
  sign: 22,
  allow: 14,
  funds: 8,
  stop: 4,
  unpause: 7,
  take_elsewhere: 5,
  trouble: 9,
  heal: 9,
  drop: 3,
  series: 3,
  change_series: 3,
} as const;

/** Runs a call in a process of its own. */
type CallAs = (call: (ctx: Context) => Promise<unknown>) => Promise<string>;

/** How often the payer lowers the allowance once a payout was stopped. */
const LOWERED_SHARE = 0.5;

/** Something happens that has to do with what recurs; returns what it was. */
export async function actOnRecurring(world: SimWorld, callAs: CallAs): Promise<string> {
  const { dice, recurring } = world;
  if (recurring === undefined) return 'nothing recurs';
  switch (dice.weighted(DEEDS)) {
    case 'make':
      return await callAs((ctx) => makePayout(world, ctx));
    case 'sign':
      return await callAs((ctx) => sign(world, ctx, recurring));
    case 'allow':
      return await allow(world);
    case 'funds':
      return moveFunds(world);
    case 'stop':
      return await callAs((ctx) => stop(world, ctx, recurring));
    case 'unpause':
      return await callAs((ctx) => unpause(world, ctx));
    case 'take_elsewhere':
      return await takeElsewhere(world);
    case 'trouble':
      return trouble(world, recurring);
    case 'heal':
      healRecurring(world);
      return 'healed';
    case 'drop':
      return drop(world);
    case 'series':
      return await callAs((ctx) => makeSeries(world, ctx, recurring));
    case 'change_series':
      return await callAs((ctx) => changeSeries(world, ctx, recurring));
  }
}

async function stop(world: SimWorld, ctx: Context, recurring: Recurring): Promise<void> {
  const stopped = await stopPayout(world, ctx, recurring);
  if (stopped === undefined || !world.dice.isHit(LOWERED_SHARE)) return;
  for (const { to, data } of stopped.transactions) {
    if (!data.startsWith('0x')) throw new Error('data of a transaction is hexadecimal');
    sendAs(world, stopped.payout.payer, { to, data: `0x${data.slice(2)}` });
  }
}

/** What may be wrong with the contract, the token, the network or its fees. */
const TROUBLES = [
  'payer blocked',
  'payee blocked',
  'contract paused',
  'role taken',
  'token moves nothing',
  'fees up',
] as const;

function trouble(world: SimWorld, { scheduling }: Recurring): string {
  const { dice } = world;
  const chain = world.chains[RECURRING_NETWORK];
  const what = dice.pick(TROUBLES);
  const token = dice.pick(recurringTokens());
  if (what === 'payer blocked')
    chain.frozen.add(nameOf.balance(token, dice.pick(RECURRING_PAYERS)));
  if (what === 'payee blocked') chain.frozen.add(nameOf.balance(token, WALLETS.payee));
  if (what === 'contract paused') scheduling.isPaused = true;
  if (what === 'role taken') scheduling.relayers.delete(OPERATOR);
  if (what === 'token moves nothing')
    chain.oddTokens.set(recurringTokens()[0] ?? '', 'moves_nothing');
  if (what === 'fees up') chain.sending.fees.base *= 3n;
  world.note(`trouble: ${what}`);
  return what;
}

const BASE_FEE = 1_000_000_000n;

/** Contract, tokens and fees are as they should be. */
export function healRecurring(world: SimWorld): void {
  const { recurring } = world;
  const chain = world.chains[RECURRING_NETWORK];
  if (recurring === undefined) return;
  chain.frozen.clear();
  recurring.scheduling.isPaused = false;
  recurring.scheduling.relayers.add(OPERATOR);
  chain.oddTokens.delete(recurringTokens()[0] ?? '');
  chain.sending.fees.base = BASE_FEE;
}

/** Nodes lose a transaction that is in no block. */
function drop(world: SimWorld): string {
  const { pool } = world.chains[RECURRING_NETWORK].sending;
  const { blocks } = world.chains[RECURRING_NETWORK].ledger;
  const held = new Set(blocks.flatMap(({ receipts }) => receipts.map(({ hash }) => hash)));
  const waiting = [...pool.keys()].filter((hash) => !held.has(hash));
  if (waiting.length === 0) return 'nothing waits';
  const hash = world.dice.pick(waiting);
  pool.delete(hash);
  world.note('a transaction was lost');
  return hash;
}
