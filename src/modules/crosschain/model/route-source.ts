import { hasBridge } from '#catalog/bridge.ts';
import type { Currency } from '#catalog/currencies.ts';
import { type Network, networkOfSourceChain } from '#catalog/networks.ts';
import { findSourceToken, type SourceSymbol } from '#catalog/source-tokens.ts';
import { refuseField } from '#kit/failure.ts';

/** The query of a payer, as far as it names from where to pay. */
interface SourceQuery {
  readonly chain?: string | undefined;
  readonly token?: SourceSymbol | undefined;
}

/** Refuses (400) a chain without a token, and a token without a chain. */
export function checkSourceIsWhole(query: {
  readonly chain?: string | undefined;
  readonly token?: string | undefined;
}): void {
  if ((query.chain === undefined) === (query.token === undefined)) return;
  throw refuseField(
    query.chain === undefined ? 'chain' : 'token',
    'chain and token must be sent together',
  );
}

/**
 * The token of another network that payments of these currencies are to be made from; undefined where they are made in their own. Refuses
 * (400) a token that the network does not have, another token of the payments' own network, and another network where no route
 * leads: to several payments, and to networks without a bridge.
 */
export function readRouteSource(
  { chain, token }: SourceQuery,
  network: Network,
  currencies: readonly Currency[],
): Currency | undefined {
  const from = chain === undefined ? undefined : networkOfSourceChain(chain);
  if (from === undefined || token === undefined) return undefined;
  const source = findSourceToken(from.id, token);
  const [first, ...others] = [...new Map(currencies.map((one) => [one.id, one])).values()];
  if (source !== undefined && source.id === first?.id && others.length === 0) return undefined;
  const symbols = [...new Set(currencies.map(({ symbol }) => symbol))].join(' and ');
  const own = `pay in ${symbols} on ${network.name}, or leave chain and token out`;
  if (from.id === network.id) {
    throw refuseField('token', `${token} cannot be swapped on one network: ${own}`);
  }
  if (!hasBridge(network.id) || currencies.length > 1) {
    const what =
      currencies.length > 1 ? 'a link with several payments' : `what is due on ${network.name}`;
    throw refuseField('chain', `${what} is not paid from another network: ${own}`);
  }
  if (source === undefined) {
    throw refuseField('token', `${token} on ${from.name} cannot be paid with: ${own}`);
  }
  return source;
}
