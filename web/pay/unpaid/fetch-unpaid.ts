import type { Api } from '../../api/client.ts';
import { readRefusal } from '../../api/read-view.ts';
import { list, member } from '../../engine/members.ts';
import type { Answer } from '../../engine/request.ts';
import { pause } from '../../engine/wait.ts';
import { SETTLING_POLL_MS } from '../world.ts';
import { checkUnpaid } from './check-unpaid.ts';
import type { FeesDue, FeesEvent, FeesPayer } from './fees-state.ts';
import { readUnpaidFees, type UnpaidFees } from './unpaid-fees.ts';

/** How often both are called while the API has not seen an approval. */
const TRIES_MAX = 5;

/** How often they are called while they differ. */
const DIFFERING_MAX = 2;

/** How often while the API waits for a transaction to end, which may be the payment itself: about half a minute. */
const IN_PROGRESS_TRIES_MAX = 20;

interface Asking {
  readonly api: Api;
  readonly payer: FeesPayer;
  /** How many steps are left at most, where an approval was just mined. */
  readonly stepsMax?: number | undefined;
  /** The receipt, which shows what the API says now. */
  readonly dispatchPage: (answer: Answer) => void;
}

/**
 * Fetches the outstanding fees and their calldata, and compares them. What differs for
 * a moment, because a fee was seen in between, is fetched again; what still differs is a mismatch.
 */
export async function fetchUnpaid(asking: Asking): Promise<FeesEvent> {
  let event = await fetchOnce(asking);
  for (let tries = 1; isBehind(event, asking, tries); tries += 1) {
    await pause(SETTLING_POLL_MS);
    event = await fetchOnce(asking);
  }
  return event;
}

function isBehind(event: FeesEvent, { stepsMax }: Asking, tries: number): boolean {
  if (event.type === 'stopped' && event.notice === 'onItsWay') return tries < IN_PROGRESS_TRIES_MAX;
  if (event.type === 'mismatched') return tries < DIFFERING_MAX;
  const hasSeen = event.type !== 'prepared' || event.plan.steps.length <= (stepsMax ?? Infinity);
  return !hasSeen && tries < TRIES_MAX;
}

async function fetchOnce({ api, payer, dispatchPage }: Asking): Promise<FeesEvent> {
  const [view, calldata] = await Promise.all([api.view(), api.calldata(payer.address)]);
  if (view.status !== 409) return { type: 'stopped', notice: 'unavailable' };
  dispatchPage(view);
  if (list(view.body, 'outstandingFees').length === 0 || isPaid(calldata)) {
    return { type: 'stopped' };
  }
  const unpaid = readUnpaidFees(member(view.body, 'outstandingFees'));
  if (unpaid === 'unknown') return { type: 'mismatched', problem: 'unreadable' };
  // The receipt shows the reason, such as that there is no rate.
  if (typeof unpaid === 'string') return { type: 'stopped' };
  const { status, body } = calldata;
  if (status !== 200) {
    const { code } = readRefusal(body);
    const isRefused = code === 'wallet_not_allowed' || code === 'screening_rejected';
    if (status === IN_PROGRESS) return { type: 'stopped', notice: 'onItsWay' };
    return { type: 'stopped', notice: isRefused ? 'notAllowed' : 'unavailable' };
  }
  const plan = await checkFor(payer, unpaid, body);
  if (typeof plan === 'string') return { type: 'mismatched', problem: plan };
  const due: FeesDue = { payer, unpaid, plan };
  return { type: 'prepared', ...due };
}

/** What the API answers while a transaction that it forwarded has not ended. */
const IN_PROGRESS = 423;

async function checkFor({ address }: FeesPayer, unpaid: UnpaidFees, body: unknown) {
  if (unpaid.networkId !== 'tron') return checkUnpaid(unpaid, body);
  const tron = await import('../tron/pay-tron.ts');
  return await tron.checkUnpaidOnTron(address, unpaid, body);
}

/** Whether all of it is on its way: then nothing is prepared any more. */
function isPaid({ status, body }: Answer): boolean {
  return status === 409 && readRefusal(body).status === 'completed';
}
