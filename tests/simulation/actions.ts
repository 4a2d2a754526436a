import { SOLIDIFYING, TRON_NODE_ACTIONS } from './networks.ts';
import type { SimWorld } from './world.ts';

/** What may happen next, and how often. */
const ACTIONS = {
  time_passes: 8,
  create: 6,
  pay: 14,
  mine: 16,
  reorg: 2,
  watch: 30,
  work: 26,
  node: 3,
  receiver: 1,
  rescan: 1,
  relay: 0,
  route: 0,
  report: 0,
  bridge: 0,
  follow: 0,
  safe: 0,
  commerce: 0,
  recur: 0,
  send: 0,
  screen: 0,
} as const;
/** The same where signed transactions are forwarded: others pay seldom, and nodes answer more often. */
const RELAY_ACTIONS = { ...ACTIONS, create: 10, pay: 4, relay: 50 } as const;
/** The same where payments come over a bridge: blocks become final while something happens. */
const BRIDGE_ACTIONS = {
  ...ACTIONS,
  time_passes: 8,
  create: 8,
  pay: 2,
  mine: 24,
  reorg: 10,
  watch: 24,
  work: 18,
  receiver: 0,
  rescan: 0,
  route: 28,
  report: 34,
  bridge: 44,
  follow: 46,
} as const;
/** The same where Safes pay. */
const SAFE_ACTIONS = {
  ...BRIDGE_ACTIONS,
  pay: 4,
  watch: 34,
  work: 24,
  node: 10,
  route: 0,
  report: 0,
  bridge: 0,
  safe: 150,
} as const;

/** The same where payments are held in escrows, and nothing else happens. */
const COMMERCE_ACTIONS = {
  ...ACTIONS,
  time_passes: 14,
  create: 0,
  pay: 0,
  mine: 26,
  reorg: 5,
  watch: 0,
  work: 60,
  node: 5,
  rescan: 0,
  commerce: 70,
} as const;

/** The same where payouts and requests recur. */
const RECURRING_ACTIONS = {
  ...ACTIONS,
  time_passes: 12,
  create: 2,
  pay: 3,
  mine: 24,
  reorg: 5,
  node: 4,
  rescan: 0,
  recur: 56,
  send: 44,
} as const;

/** The same where wallets are looked up and judged: what is decided about was mostly paid as it should be. */
const SCREENING_ACTIONS = {
  ...ACTIONS,
  time_passes: 12,
  create: 8,
  pay: 30,
  mine: 30,
  reorg: 3,
  node: 1,
  receiver: 0,
  rescan: 0,
  screen: 70,
} as const;

/** One of them. */
export type Action = keyof typeof ACTIONS;

/** How often each happens in a world. */
export function weightsOf(world: SimWorld): Readonly<Record<Action, number>> {
  const { networks, rpc, relay, bridging, safing, holding, recurring, screening } = world;
  if (holding !== undefined) return COMMERCE_ACTIONS;
  if (recurring !== undefined) return RECURRING_ACTIONS;
  if (screening !== undefined) return SCREENING_ACTIONS;
  if (bridging !== undefined) return BRIDGE_ACTIONS;
  if (safing !== undefined) return SAFE_ACTIONS;
  if (relay !== undefined) return RELAY_ACTIONS;
  const node = rpc && networks.includes(SOLIDIFYING) ? TRON_NODE_ACTIONS : ACTIONS.node;
  return { ...ACTIONS, node };
}
