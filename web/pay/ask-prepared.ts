import type { Link } from './link.ts';
import type { Prepared } from './places.ts';
import type { World } from './world.ts';

/** Who is about to pay what. */
interface About {
  readonly link: Link;
  readonly payer: { readonly address: string };
}

/**
 * Asks for calldata, together with what it is checked with and shown by. Where a rate may have moved
 * or a part of a bundle may have been paid, what the page shows is asked for in the same moment.
 */
export async function askPrepared(
  { api }: Pick<World, 'api'>,
  { link, payer: { address } }: About,
): Promise<Prepared> {
  const moves =
    link.kind === 'multicall' || link.payments.some(({ conversion }) => conversion !== undefined);
  const [{ checkCalldata }, { paidBefore }, view, answer] = await Promise.all([
    import('./check-calldata.ts'),
    import('./paid-before.ts'),
    moves ? api.view(address) : undefined,
    api.calldata(address),
  ]);
  const known = { own: address, paid: paidBefore() };
  const check: Prepared['check'] = (shown, body, { atomic }) =>
    checkCalldata(shown, body, { known, atomic });
  return { answer, check, view };
}
