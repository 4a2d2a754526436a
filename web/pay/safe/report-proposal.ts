import { request } from '../../engine/request.ts';
import type { PageConfig } from '../config.ts';
import type { Link } from '../link.ts';
import type { OwnProposal } from '../own-proposal.ts';
import { SAFE_NETWORKS } from './safe-networks.ts';

const ANSWER_TIMEOUT_MS = 8_000;
/** The only tokens that reports name; for another one this is as good, as the calls say what is paid. */
const REPORTED_TOKENS: readonly string[] = ['USDC', 'USDT'];

/** Reports a proposal, so that others wait for it; whether that has not to be done again. */
export async function reportProposal(
  { apiUrl, clientId, token }: PageConfig,
  { link, own }: { readonly link: Link | undefined; readonly own: OwnProposal },
): Promise<boolean> {
  const sourceChain =
    own.source?.chain ?? (link && SAFE_NETWORKS[link.network.chainId]?.sourceChain);
  if (link === undefined || sourceChain === undefined) return true;
  const { status } = await request(
    `${apiUrl}/v2/secure-payments/${encodeURIComponent(token)}/intent`,
    {
      method: 'POST',
      headers: {
        'x-client-id': clientId,
        accept: 'application/json',
        'content-type': 'application/json',
      },
      body: JSON.stringify(bodyOf(link, own, sourceChain)),
      credentials: 'omit',
      keepalive: true,
    },
    ANSWER_TIMEOUT_MS,
  );
  // The link may be paid or have ended by now.
  return status === 200 || (status >= 400 && status < 500 && status !== 429);
}

function bodyOf(link: Link, own: OwnProposal, chain: string): object {
  const { safeTxHash, safe, until } = own;
  const shared = { safeTxHash, chain, safePaymentDeadline: Math.floor(until / 1_000) };
  if (link.kind === 'multicall') {
    const due = link.payments.flatMap(({ amountUnits, blocked }, childPosition) =>
      amountUnits > 0n && blocked === undefined ? [{ childPosition, transactionIndex: 0 }] : [],
    );
    // A bundle's report is one of a user operation; what the owners sign names this one.
    return {
      ...shared,
      smartAccountAddress: safe,
      userOpHash: safeTxHash,
      transactionIndices: due,
    };
  }
  const paidIn = own.source?.token ?? link.payments[0].asset.symbol;
  const token = REPORTED_TOKENS.find((symbol) => symbol === paidIn) ?? 'USDC';
  return { ...shared, token, payerAddress: safe };
}
