import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';
import { type Hex, isHex } from '#kit/hex.ts';
import { recordPaymentIntent } from '#modules/checkout/record-payment-intent.ts';
import { viewSecurePayment } from '#modules/checkout/view-secure-payment.ts';
import type { Context } from '../../../src/context.ts';
import type { KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import {
  confirmLater,
  execute,
  isProof,
  pickProposal,
  propose,
  reject,
  reportedHash,
} from './owners.ts';
import { type KnownProposal, SAFE_NETWORK, SAFES } from './safing.ts';

/** What owners of Safes, their pages, the service and others do, and how often. */
const DEEDS = {
  propose: 24,
  confirm: 8,
  execute: 14,
  reject: 4,
  report: 36,
  open: 12,
  service: 5,
} as const;

/** How often a page that proposes reports at once. */
const REPORTED_AT_ONCE = 0.8;

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Until when a page says that owners may execute, from now on. */
const UNTIL_MS = { day: undefined, soon: 30_000, later: 600_000, month: 30 * DAY_MS } as const;

/** Runs a call in a process of its own. */
type CallAs = (call: (ctx: Context) => Promise<unknown>) => Promise<string>;

/** Something happens that has to do with Safes; returns what it was. */
export async function actOnSafes(
  world: SimWorld,
  requests: readonly KnownRequest[],
  callAs: CallAs,
): Promise<string> {
  const { dice, safing } = world;
  if (safing === undefined) return 'no Safes';
  switch (dice.weighted(DEEDS)) {
    case 'propose': {
      const known = await propose(world, requests);
      // A page reports what it proposes at once, as long as it is open.
      if (known === undefined || !dice.isHit(REPORTED_AT_ONCE)) return 'proposed';
      return await callAs((ctx) => report(world, ctx, known));
    }
    case 'confirm':
      return await confirmLater(world);
    case 'execute':
      return execute(world, pickProposal(world));
    case 'reject': {
      const known = pickProposal(world);
      return known === undefined ? 'no proposals' : reject(world, known);
    }
    case 'report':
      return await callAs((ctx) => report(world, ctx, pickProposal(world)));
    case 'open':
      return await callAs((ctx) => open(world, ctx));
    case 'service':
      safing.mood = dice.weighted({ well: 8, silent: 2, lying: 3 });
      world.note(`service ${safing.mood}`);
      return safing.mood;
  }
}

interface KnownLink {
  readonly token: string;
  readonly requestId: string;
}

/** Every link, oldest first, with a row for each of its requests. */
export async function findLinks({ db }: SimWorld): Promise<readonly KnownLink[]> {
  const rows = await db
    .selectFrom('secure_payment_request')
    .select(['secure_payment_token', 'request_id'])
    .orderBy('request_id')
    .execute();
  return rows.map((row) => ({ token: row.secure_payment_token, requestId: row.request_id }));
}

/** A page, or somebody else, reports a proposal. Throws what the operation throws. */
async function report(
  world: SimWorld,
  ctx: Context,
  known: KnownProposal | undefined,
): Promise<void> {
  const { dice } = world;
  if (known === undefined) return;
  const links = await findLinks(world);
  const own = links.filter(({ requestId }) => known.proves.includes(requestId));
  const among = own.length > 0 && dice.isHit(0.85) ? own : links.slice(-6);
  if (among.length === 0) return;
  const { token } = dice.pick(among);
  const who = dice.weighted({ named: 60, unnamed: 30, wrong: 10 });
  const other = SAFES.find((safe) => safe !== known.safe);
  const payerAddress = { named: known.safe, unnamed: undefined, wrong: other }[who];
  const untilMs = UNTIL_MS[dice.weighted({ day: 4, soon: 2, later: 2, month: 2 })];
  const deadlineMs = untilMs && world.clock().getTime() + untilMs;
  const safeDeadlineSeconds = deadlineMs && Math.floor(deadlineMs / 1_000);
  await recordPaymentIntent(ctx, {
    token,
    report: {
      of: 'link',
      sourceChain: NETWORKS[SAFE_NETWORK].sourceChain ?? '',
      reported: { kind: 'safe', hash: reportedHash(world, known) },
      safeDeadlineSeconds,
      payerAddress,
      sourceNetwork: undefined,
      details: { token: 'USDC' },
    },
  });
  world.note(`proposal reported ${who}`);
}

const Held = z.object({
  requestStatuses: z.array(
    z.looseObject({
      safeTxHash: z.string().optional(),
      safePaymentDeadline: z.number().optional(),
    }),
  ),
});

/** Somebody opens a link. What it waits for must be what an owner signed, for a day at most. */
async function open(world: SimWorld, ctx: Context): Promise<void> {
  const links = await findLinks(world);
  if (links.length === 0) return;
  await openAndCheck(world, ctx, world.dice.pick(links.slice(-8)).token);
}

/** Opens a link, and says whether it waits for a Safe. */
export async function openAndCheck(world: SimWorld, ctx: Context, token: string): Promise<boolean> {
  const refusal = await viewSecurePayment(ctx, { token, query: {} }).then(
    () => undefined,
    (error: unknown) => error,
  );
  if (refusal !== undefined && !(refusal instanceof Refusal)) throw refusal;
  if (refusal?.status !== 423) return false;
  world.note('a link waited');
  const { requestStatuses } = Held.parse(refusal.body);
  for (const { safeTxHash, safePaymentDeadline } of requestStatuses) {
    if (safeTxHash === undefined || !isHex(safeTxHash)) continue;
    world.complaints.push(...(await holdProblems(world, { token, hash: safeTxHash })));
    const leftMs = (safePaymentDeadline ?? Number.POSITIVE_INFINITY) * 1_000;
    if (leftMs > world.clock().getTime() + DAY_MS)
      world.complaints.push(`link ${token} waits for longer than a day`);
  }
  return true;
}

interface Hold {
  readonly token: string;
  readonly hash: Hex;
}

async function holdProblems(world: SimWorld, { token, hash }: Hold): Promise<string[]> {
  const rows = await world.db
    .selectFrom('payment_intent')
    .select(['id', 'status', 'request_id'])
    .where('secure_payment_token', '=', token)
    .where('safe_transaction_hash', '=', Buffer.from(hash.slice(2), 'hex'))
    .execute();
  const [intent] = rows;
  if (intent === undefined) return [`link ${token} waits for ${hash}, which nobody reported`];
  const isOpen = ['proposed', 'source_seen', 'source_confirmed'].includes(intent.status);
  const known = world.safing?.proposals.get(hash);
  return [
    ...(isOpen ? [] : [`link ${token} waits for a proposal that is ${intent.status}`]),
    ...(isProof(known, intent.request_id)
      ? []
      : [`link ${token} waits for what no owner signed as its payment`]),
  ];
}
