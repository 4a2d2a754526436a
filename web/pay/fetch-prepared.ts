import { readCalldata } from '../api/read-calldata.ts';
import { pause } from '../engine/wait.ts';
import type { Link } from './link.ts';
import type { At, Prepared, Together } from './page-state.ts';
import { paysAgain, shownNow, signsOneByOne } from './preparing.ts';
import { SETTLING_POLL_MS, type World } from './world.ts';

/** Who is about to pay what. */
interface About {
  readonly link: Link;
  readonly payer: { readonly address: string };
  readonly together?: Together;
}

/** How often what the API shows and what it wants signed may differ before the payer is warned. */
const QUERIES_MAX = 4;

/** Milliseconds between two of these questions: as long as a settlement takes to be written. */
const QUERY_AGAIN_MS = 250;

/**
 * Fetches calldata, together with the data to check and show it. Where a rate may have moved
 * or a part of a bundle may have been paid, what the page shows is asked for in the same moment.
 *
 * These are two calls, and a payment that is settled between them makes their answers differ. Both are
 * asked again then; an API that wants something else signed than it shows does so every time.
 */
export async function fetchPrepared(world: Pick<World, 'api'>, about: About): Promise<Prepared> {
  const { link } = about;
  const moves =
    link.kind === 'multicall' || link.payments.some(({ conversion }) => conversion !== undefined);
  let prepared = await fetchOnce(world, about, moves);
  for (let queries = 1; queries < QUERIES_MAX && differs(link, prepared); queries += 1) {
    await pause(QUERY_AGAIN_MS);
    prepared = await fetchOnce(world, about, true);
  }
  return prepared;
}

/** How often calldata is fetched while the API has not seen what was mined. */
const CAUGHT_UP_QUERIES_MAX = 8;

/**
 * Fetches calldata, and for a while again where the API has not seen yet what this browser sent: it may read
 * another node than the wallet. An approval that is asked for in the end may have been of too little.
 */
export async function fetchCaughtUp(
  world: Pick<World, 'api'>,
  state: At<'preparing'>,
  capabilities: Promise<Together>,
): Promise<Prepared> {
  const [first, together] = await Promise.all([fetchPrepared(world, state), capabilities]);
  let prepared: Prepared = { ...first, together };
  for (
    let queries = 1;
    isBehind(state, prepared) && queries < CAUGHT_UP_QUERIES_MAX;
    queries += 1
  ) {
    await pause(SETTLING_POLL_MS);
    prepared = { ...(await fetchPrepared(world, state)), together };
  }
  return prepared;
}

function isBehind({ link, part, approval }: At<'preparing'>, prepared: Prepared): boolean {
  const { answer, check, view } = prepared;
  if (answer.status !== 200) return false;
  const atomic = signsOneByOne(prepared.together);
  if (part !== undefined) {
    const plan = check(shownNow(link, view), answer.body, { atomic });
    return typeof plan === 'string' || paysAgain(plan, part);
  }
  const { transactions = [], atomicTransactions = transactions } = readCalldata(answer.body);
  const steps = (atomic ? atomicTransactions : transactions).length;
  return approval?.isMined === true && steps >= approval.steps;
}

async function fetchOnce(
  { api }: Pick<World, 'api'>,
  { link, payer: { address }, together }: About,
  shouldReadView: boolean,
): Promise<Prepared> {
  const [checks, view, answer] = await Promise.all([
    link.networkId === 'tron' ? import('./tron/pay-tron.ts') : import('./check-calldata.ts'),
    shouldReadView ? api.view(address) : undefined,
    api.calldata(address, together === 'safe'),
  ]);
  const check = await checks.openCheck(address, { link, answer, view });
  return { answer, check, view };
}

/** Whether what is to be signed is not what is shown, however the wallet signs it. */
function differs(link: Link, { answer, check, view }: Prepared): boolean {
  if (answer.status !== 200) return false;
  const shown = shownNow(link, view);
  return [false, true].every((atomic) => typeof check(shown, answer.body, { atomic }) === 'string');
}
