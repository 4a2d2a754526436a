import { NETWORKS } from '#catalog/networks.ts';
import { Outage } from '#kit/failure.ts';
import type { Outbound } from '#platform/outbound/outbound.ts';
import { categoriesOf, openScreenerClient, queryScreener } from '../query-screener.ts';
import type { WalletQuery, WalletScreener, WalletVerdict } from '../wallet-screener.ts';
import { readHypernativeAlert } from './hypernative-alert.ts';
import { type Reputation, Reputations } from './hypernative-shapes.ts';

const NAME = 'hypernative';

/** Where the vendor is and how it knows this installation. */
export interface HypernativeOptions {
  readonly outbound: Outbound;
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Verify its alerts; without any none is taken. */
  readonly alertKeys?: readonly string[] | undefined;
}

/** Opens Hypernative's screener, from its public documentation. Nothing is sent yet. */
export function openHypernative(options: HypernativeOptions): WalletScreener {
  const { outbound, baseUrl, clientId, clientSecret, alertKeys } = options;
  const headers = { 'x-client-id': clientId, 'x-client-secret': clientSecret };
  const client = openScreenerClient({ outbound, name: NAME, baseUrl, headers });
  return {
    name: NAME,
    // Its requests name no chain, and its documentation shows addresses of EVM networks alone.
    covers: (network) => NETWORKS[network].family === 'evm',
    takesPolicies: true,
    readAlert: alertKeys && ((request) => readHypernativeAlert(request, alertKeys)),
    screen: async (query) => {
      const { walletAddress, policyId } = query;
      const answered = await queryScreener(
        client,
        {
          path: '/screener/reputation',
          body: {
            addresses: [walletAddress],
            ...(policyId !== undefined && { screenerPolicyId: policyId }),
          },
          schema: Reputations,
        },
        query,
      );
      return verdictOf(answered, query);
    },
  };
}

function verdictOf(
  answered: readonly Reputation[],
  { walletAddress, policyId }: WalletQuery,
): WalletVerdict {
  const [found, ...others] = answered;
  if (found === undefined || others.length > 0) throw wrong('not exactly one wallet');
  if (found.address.toLowerCase() !== walletAddress.toLowerCase()) throw wrong('another wallet');
  if (policyId !== undefined && found.policyId?.toLowerCase() !== policyId.toLowerCase()) {
    throw wrong('by another policy');
  }
  const isFlagged = found.flags.length > 0;
  if (found.severity === undefined || found.severity === null) {
    if (isFlagged || found.recommendation !== 'Approve') throw wrong('no level');
  }
  return {
    decision: found.recommendation === 'Approve' ? 'approved' : 'rejected',
    level: found.severity ?? 'None',
    categories: categoriesOf(found.flags.map(({ title }) => title)),
    reference: found.policyId ?? null,
  };
}

function wrong(what: string): Outage {
  return new Outage(`${NAME} answered ${what}`);
}
