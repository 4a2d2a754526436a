import type { Hex } from '#kit/hex.ts';
import { viewRecurringPayout } from '#modules/recurring-payouts/view-recurring-payout.ts';
import { nameOf } from '../../chains/fake/calls.ts';
import type { FakeReceipt } from '../../chains/fake/ledger.ts';
import { WALLETS } from '../networks.ts';
import type { SimWorld } from '../world.ts';
import { periodsBegun } from './invariants.ts';
import { findPayouts, type KnownPayout } from './payouts.ts';
import { RECURRING_NETWORK } from './setting.ts';
import { countMade } from './shops.ts';

/** What the chain shows of an instalment. */
interface Taken {
  readonly paymentReference: Hex;
  /** By what the payee has more, not by what a contract says. */
  readonly isPaid: boolean;
}

/** What recurring payouts and series must be once everything has come to rest, worked out from the chain. */
export async function findWrongRecurring(world: SimWorld): Promise<string[]> {
  if (world.recurring === undefined) return [];
  const problems: string[] = [];
  for (const payout of await findPayouts(world)) {
    problems.push(...(await wrongOfPayout(world, payout)));
  }
  for (const { requestId, startAt, wasChanged } of world.recurring.series) {
    const made = await countMade(world, requestId);
    const begun = periodsBegun(world, startAt);
    if (!wasChanged && made !== begun) {
      problems.push(`series ${requestId} made ${made} requests, and ${begun} periods began`);
    }
  }
  return problems;
}

async function wrongOfPayout(world: SimWorld, payout: KnownPayout): Promise<string[]> {
  const { id, digest, totalPayments, status, signature } = payout;
  const { taken, problems } = takenOf(world, payout);
  if (taken.size > 0 && world.recurring?.signed.has(digest) !== true) {
    problems.push(`payout ${id} was taken without its payer's signature`);
  }
  const instalments = await findInstalments(world, id);
  const expected = Array.from({ length: totalPayments }, (_, at) => {
    const one = instalments.find(({ instalment_index }) => instalment_index === at + 1);
    const state = stateOf(taken.get(at + 1), one);
    world.note(`instalment ${state} at rest`);
    problems.push(...wrongOfInstalment(payout, { index: at + 1, status: one?.status, state }));
    return state;
  });
  const ended = expected.filter((state) => state !== 'open').length;
  if (status === 'active') problems.push(`payout ${id} is active at rest, with ${ended} ended`);
  if (world.recurring?.cancelled.has(digest) === true && status !== 'cancelled') {
    problems.push(`payout ${id} is ${status} and was cancelled`);
  }
  // What was stopped is looked at no more, and neither is what others take of it.
  if (status === 'cancelled' || signature === undefined) return problems;
  if ((status === 'completed') !== (ended === totalPayments)) {
    problems.push(`payout ${id} is ${status} with ${ended} of ${totalPayments} ended`);
  }
  const paid = expected.filter((state) => state.startsWith('paid')).length;
  const shown = await shownPayments(world, payout);
  if (shown !== paid) problems.push(`payout ${id} shows ${shown} payments, and ${paid} were made`);
  return problems;
}

interface Compared {
  readonly index: number;
  readonly status: string | undefined;
  readonly state: string;
}

function wrongOfInstalment(payout: KnownPayout, { index, status, state }: Compared): string[] {
  const isOpen = status === undefined || ['waiting', 'due', 'failed'].includes(status);
  if ((isOpen ? 'open' : status) === state) return [];
  if (isOpen && payout.status === 'cancelled') return [];
  return [`instalment ${index} of ${payout.id} is ${status}, and the chain says ${state}`];
}

/** What its shop is answered. */
async function shownPayments(world: SimWorld, { id, accountId }: KnownPayout): Promise<number> {
  const { ctx } = world.start('checker');
  const actor = { kind: 'api_key', accountId, apiKeyId: 'key' } as const;
  return (await viewRecurringPayout({ ...ctx, actor }, { id })).processedPayments;
}

interface InstalmentRow {
  readonly instalment_index: number;
  readonly status: string;
  readonly payment_reference: string;
  readonly request_status: string;
}

/** What an instalment is by what the chain shows; whether its request is paid was held against the chain before. */
function stateOf(found: Taken | undefined, one: InstalmentRow | undefined): string {
  if (one?.request_status === 'paid') return 'paid';
  if (found === undefined) return 'open';
  if (!found.isPaid) return 'lost';
  return found.paymentReference === one?.payment_reference ? 'paid' : 'paid_elsewhere';
}

async function findInstalments({ db }: SimWorld, id: string): Promise<InstalmentRow[]> {
  return await db
    .selectFrom('recurring_instalment as one')
    .innerJoin('request', 'request.id', 'one.request_id')
    .select([
      'one.instalment_index',
      'one.status',
      'request.payment_reference',
      'request.status as request_status',
    ])
    .where('one.recurring_payout_id', '=', id)
    .execute();
}

/** The instalments that blocks show as taken, by their indexes. */
function takenOf(world: SimWorld, payout: KnownPayout) {
  const { ledger, scheduling } = world.chains[RECURRING_NETWORK];
  const taken = new Map<number, Taken>();
  const problems: string[] = [];
  for (const receipt of ledger.blocks.flatMap(({ receipts }) => receipts)) {
    const call = scheduling?.sent.get(receipt.hash)?.call;
    const trigger = call && scheduling?.triggerOf(call);
    if (trigger?.digest !== payout.digest || receipt.status === 'reverted') continue;
    const { index, paymentReference } = trigger;
    if (taken.has(index)) problems.push(`instalment ${index} of ${payout.id} was taken twice`);
    taken.set(index, { paymentReference, isPaid: gainOf(receipt, payout) >= payout.amountUnits });
  }
  return { taken, problems };
}

function gainOf({ changes }: FakeReceipt, { permit }: KnownPayout): bigint {
  const token = String(permit.values['token']);
  return changes.get(nameOf.balance(token, WALLETS.payee)) ?? 0n;
}
