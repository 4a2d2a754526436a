import { z } from 'zod';
import { NETWORKS } from '#catalog/networks.ts';
import { Refusal } from '#kit/failure.ts';
import { type Hex, hexOf, isHex } from '#kit/hex.ts';
import { payBundle } from '#modules/checkout/open-bundle.ts';
import { recordPaymentIntent } from '#modules/checkout/record-payment-intent.ts';
import { viewSecurePayment } from '#modules/checkout/view-secure-payment.ts';
import type { Context } from '../../../src/context.ts';
import { WALLETS } from '../networks.ts';
import type { KnownRequest } from '../payers.ts';
import type { SimWorld } from '../world.ts';
import { findBundles, findLinks, type KnownBundle } from './links.ts';
import { bundleOperations, signOperation } from './operations.ts';
import { confirmLater, execute, pickProposal, propose, reject, reportedHash } from './owners.ts';
import { type KnownProposal, SAFE_NETWORK, SAFES } from './safing.ts';

/** What owners of Safes, their pages, the service, other accounts and their bundler do, and how often. */
const DEEDS = {
  propose: 24,
  confirm: 8,
  execute: 14,
  reject: 4,
  report: 36,
  open: 12,
  service: 8,
  operation: 18,
  bundle: 8,
} as const;

/** How often a page that proposes reports at once. */
const REPORTED_AT_ONCE = 0.8;

const SECOND_MS = 1_000;
const DAY_MS = 24 * 60 * 60 * 1_000;
const SOURCE_CHAIN = NETWORKS[SAFE_NETWORK].sourceChain ?? '';

/** Until when a page says that owners may execute, from now on. */
const UNTIL_MS = { day: undefined, soon: 30_000, later: 600_000, month: 30 * DAY_MS } as const;

/** Runs a call in a process of its own. */
type CallAs = (call: (ctx: Context) => Promise<unknown>) => Promise<string>;
type Requests = readonly KnownRequest[];

/** Something happens that has to do with Safes; returns what it was. */
export async function actOnSafes(
  world: SimWorld,
  requests: Requests,
  callAs: CallAs,
): Promise<string> {
  const { dice, safing } = world;
  if (safing === undefined) return 'no Safes';
  switch (dice.weighted(DEEDS)) {
    case 'propose': {
      const known = await propose(world, requests);
      // A page reports what it proposes at once, as long as it is open.
      if (known === undefined || !dice.isHit(REPORTED_AT_ONCE)) return 'proposed';
      return await callAs((ctx) => report(world, ctx, { known, requests }));
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
      return await callAs((ctx) => report(world, ctx, { known: pickProposal(world), requests }));
    case 'open':
      return await callAs((ctx) => open(world, ctx));
    case 'operation':
      await signOperation(world, requests);
      return dice.isHit(0.6) ? bundleOperations(world) : 'signed';
    case 'bundle':
      return bundleOperations(world);
    case 'service':
      safing.mood = dice.weighted({ well: 8, silent: 3, lying: 3 });
      world.note(`service ${safing.mood}`);
      return safing.mood;
  }
}

/** A page, or somebody else, reports a proposal. Throws what the operation throws. */
async function report(
  world: SimWorld,
  ctx: Context,
  { known, requests }: { readonly known: KnownProposal | undefined; readonly requests: Requests },
): Promise<void> {
  const { dice } = world;
  if (known === undefined) return;
  const untilMs = UNTIL_MS[dice.weighted({ day: 4, soon: 2, later: 2, month: 2 })];
  const deadlineMs = untilMs && world.clock().getTime() + untilMs;
  const safeDeadlineSeconds = deadlineMs && Math.floor(deadlineMs / 1_000);
  if (known.bundle !== undefined && dice.isHit(0.7)) {
    return await reportBundle(world, ctx, { known, bundle: known.bundle, safeDeadlineSeconds });
  }
  const links = await findLinks(world, requests);
  const own = links.filter((link) => link.requests.some(({ id }) => known.pays.has(id)));
  const among = own.length > 0 && dice.isHit(0.85) ? own : links.slice(-6);
  if (among.length === 0) return;
  const { token } = dice.pick(among);
  const who = dice.weighted({ named: 60, unnamed: 30, wrong: 10 });
  const payerAddress = { named: known.safe, unnamed: undefined, wrong: otherThan(known.safe) }[who];
  await recordPaymentIntent(ctx, {
    token,
    report: {
      of: 'link',
      sourceChain: SOURCE_CHAIN,
      reported: { kind: 'safe', hash: reportedHash(world, known) },
      safeDeadlineSeconds,
      payerAddress,
      sourceNetwork: undefined,
      details: { token: 'USDC' },
    },
  });
  world.note(`proposal reported ${who}`);
}

interface BundleReport {
  readonly known: KnownProposal;
  readonly bundle: KnownBundle;
  readonly safeDeadlineSeconds: number | undefined;
}

/** The same of a bundle: some of its links, one of them maybe not paid by the proposal. */
async function reportBundle(
  world: SimWorld,
  ctx: Context,
  { known, bundle, safeDeadlineSeconds }: BundleReport,
): Promise<void> {
  const { dice } = world;
  const isNamed = dice.isHit(0.9);
  await recordPaymentIntent(ctx, {
    token: bundle.token,
    report: {
      of: 'bundle',
      sourceChain: SOURCE_CHAIN,
      reported: {
        safeTransactionHash: reportedHash(world, known),
        safeDeadlineSeconds,
        smartAccountAddress: isNamed ? known.safe : otherThan(known.safe),
        userOperationHash: hexOf(dice.bytes(32)),
        transactions: bundle.children.map((_, childPosition) => ({
          childPosition,
          transactionIndex: 0,
        })),
      },
    },
  });
  world.note('bundle reported');
}

const otherThan = (safe: string) => SAFES.find((one) => one !== safe);

/** Somebody opens a link or a bundle. What it waits for must be what an owner signed, for a day at most. */
async function open(world: SimWorld, ctx: Context): Promise<void> {
  const { dice } = world;
  const bundles = await findBundles(world);
  if (bundles.length > 0 && dice.isHit(0.2)) {
    await openBundle(world, ctx, dice.pick(bundles.slice(-3)).token);
    return;
  }
  const links = await findLinks(world, []);
  if (links.length === 0) return;
  await openAndCheck(world, ctx, dice.pick(links.slice(-8)).token);
}

/** Prepares the payment of a bundle, and says whether all that is left of it waits for a Safe. */
export async function openBundle(world: SimWorld, ctx: Context, token: string): Promise<boolean> {
  const [wallet] = WALLETS.payers;
  const refusal = await refusalOf(payBundle(ctx, { token, query: { wallet } }));
  if (refusal?.status === 423) world.note('a bundle waited');
  return refusal?.status === 423;
}

async function refusalOf(call: Promise<unknown>): Promise<Refusal | undefined> {
  const error = await call.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (error !== undefined && !(error instanceof Refusal)) throw error;
  return error;
}

const Held = z.object({
  requestStatuses: z.array(
    z.looseObject({
      safeTxHash: z.string().optional(),
      safePaymentDeadline: z.number().optional(),
    }),
  ),
});

/** Opens a link, and says whether it waits for a Safe. */
export async function openAndCheck(world: SimWorld, ctx: Context, token: string): Promise<boolean> {
  const refusal = await refusalOf(viewSecurePayment(ctx, { token, query: {} }));
  if (refusal?.status !== 423) return false;
  world.note('a link waited');
  const { requestStatuses } = Held.parse(refusal.body);
  for (const { safeTxHash, safePaymentDeadline } of requestStatuses) {
    if (safeTxHash === undefined || !isHex(safeTxHash)) continue;
    world.complaints.push(...(await holdProblems(world, { token, hash: safeTxHash })));
    const leftMs = (safePaymentDeadline ?? Number.POSITIVE_INFINITY) * 1_000;
    if (leftMs > world.clock().getTime() + DAY_MS)
      world.complaints.push(`link ${token} waits for longer than a day`);
    if (leftMs + SECOND_MS <= world.clock().getTime())
      world.complaints.push(`link ${token} waits past its deadline`);
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
    .select('status')
    .where('secure_payment_token', '=', token)
    .where('safe_transaction_hash', '=', Buffer.from(hash.slice(2), 'hex'))
    .execute();
  const [intent] = rows;
  if (intent === undefined) return [`link ${token} waits for ${hash}, which nobody reported`];
  const isOpen = ['proposed', 'source_seen', 'source_confirmed'].includes(intent.status);
  return isOpen ? [] : [`link ${token} waits for a proposal that is ${intent.status}`];
}
