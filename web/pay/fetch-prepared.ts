import type { Link } from './link.ts';
import type { Prepared } from './page-state.ts';
import { shownNow } from './preparing.ts';
import { pause, type World } from './world.ts';

/** Who is about to pay what. */
interface About {
  readonly link: Link;
  readonly payer: { readonly address: string };
}

/** How often what the API shows and what it wants signed may differ before the payer is warned. */
const QUERIES_MAX = 4;

/** Milliseconds between two of these questions: as long as a settlement takes to be written. */
const QUERY_AGAIN_MS = 250;

/**
 * Asks for calldata, together with what it is checked with and shown by. Where a rate may have moved
 * or a part of a bundle may have been paid, what the page shows is asked for in the same moment.
 *
 * These are two questions, and a payment that is settled between them makes their answers differ. Both are
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

async function fetchOnce(
  { api }: Pick<World, 'api'>,
  { payer: { address } }: About,
  shouldReadView: boolean,
): Promise<Prepared> {
  const [{ checkCalldata }, { paidBefore }, view, answer] = await Promise.all([
    import('./check-calldata.ts'),
    import('./paid-before.ts'),
    shouldReadView ? api.view(address) : undefined,
    api.calldata(address),
  ]);
  const known = { own: address, paid: paidBefore() };
  const check: Prepared['check'] = (shown, body, { atomic }) =>
    checkCalldata(shown, body, { known, atomic });
  return { answer, check, view };
}

/** Whether what is to be signed is not what is shown, however the wallet signs it. */
function differs(link: Link, { answer, check, view }: Prepared): boolean {
  if (answer.status !== 200) return false;
  const shown = shownNow(link, view);
  return [false, true].every((atomic) => typeof check(shown, answer.body, { atomic }) === 'string');
}
